//! Errors of table files.

/// An error in a table file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// It could not be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is not a table file.
    #[error("not a value table")]
    NotATable,
    /// It is of another format version.
    #[error("format version {found}, where this program reads version {wanted}")]
    Version {
        /// The file's version.
        found: u32,
        /// The supported version.
        wanted: u32,
    },
    /// It was solved by another version of the solver's arithmetic.
    #[error("solved by version {found} of the arithmetic, where this program has version {wanted}")]
    Arithmetic {
        /// The version in the file.
        found: u32,
        /// The version of this program.
        wanted: u32,
    },
    /// It is shorter or longer than its header says.
    #[error("{found} bytes where its header says {wanted}: the file is {}", if .found < .wanted { "truncated" } else { "damaged" })]
    Length {
        /// The length of the file, in bytes.
        found: u64,
        /// The length in the header.
        wanted: u64,
    },
    /// A checksum does not match.
    #[error("checksum does not match: the file is damaged")]
    Checksum,
    /// Its content is wrong although its checksums match.
    #[error("damaged: {0}")]
    Content(String),
    /// It is a table of other rules.
    #[error("the table of rule set '{found}' ({found_fingerprint:016x}), not of '{wanted}' ({wanted_fingerprint:016x})")]
    OtherRules {
        /// The file's rule set.
        found: String,
        /// Its fingerprint.
        found_fingerprint: u64,
        /// The requested rule set.
        wanted: String,
        /// Its fingerprint.
        wanted_fingerprint: u64,
    },
}
