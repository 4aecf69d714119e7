//! Errors of table files.

use crate::tr;

/// An error in a table file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// It could not be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is not a table file.
    #[error("{}", tr!("not a value table"))]
    NotATable,
    /// It is of another format version.
    #[error("{}", tr!("format version {}, where this program reads version {}", .found, .wanted))]
    Version {
        /// The file's version.
        found: u32,
        /// The supported version.
        wanted: u32,
    },
    /// It was solved by another version of the solver's arithmetic.
    #[error("{}", tr!("solved by version {} of the arithmetic, where this program has version {}", .found, .wanted))]
    Arithmetic {
        /// The version in the file.
        found: u32,
        /// The version of this program.
        wanted: u32,
    },
    /// It is shorter or longer than its header says.
    #[error("{}", tr!("{} bytes where its header says {}: the file is {}", .found, .wanted, if .found < .wanted { tr!("truncated") } else { tr!("damaged") }))]
    Length {
        /// The length of the file, in bytes.
        found: u64,
        /// The length in the header.
        wanted: u64,
    },
    /// A checksum does not match.
    #[error("{}", tr!("checksum does not match: the file is damaged"))]
    Checksum,
    /// Its content is wrong although its checksums match.
    #[error("{}", tr!("damaged: {}", .0))]
    Content(String),
    /// It is a table of other rules.
    #[error("{}", tr!("the table of rule set '{}' ({}), not of '{}' ({})", .found, format!("{:016x}", .found_fingerprint), .wanted, format!("{:016x}", .wanted_fingerprint)))]
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
