//! Table files.
//!
//! A file has four parts, all numbers little-endian: eight bytes that identify the format, the format version (u32) and the length of the body (u64);
//! the body; and the XXH3 checksum (u64) of all bytes before it. The body is a header, encoded with bincode, and the values as f64, one for each
//! lane, row by row from the full card to the empty one. An objective with several values for each lane has all of the first, then all of the next.

use xxhash_rust::xxh3::xxh3_64;

use crate::solve::Model;
use crate::space::StateSpace;

/// What is wrong with a table file.
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
        /// The version that can be read.
        wanted: u32,
    },
    /// It is shorter or longer than its header says.
    #[error("{found} bytes where its header says {wanted}: the file is {}", if .found < .wanted { "truncated" } else { "damaged" })]
    Length {
        /// The length of the file, in bytes.
        found: u64,
        /// The length that the header gives.
        wanted: u64,
    },
    /// Its checksum does not match.
    #[error("checksum does not match: the file is damaged")]
    Checksum,
    /// Its content is wrong although its checksum matches.
    #[error("damaged: {0}")]
    Content(String),
    /// It is a table of other rules.
    #[error("the table of rule set '{found}' ({found_fingerprint:016x}), not of '{wanted}' ({wanted_fingerprint:016x})")]
    OtherRules {
        /// The file's rule set.
        found: String,
        /// Its fingerprint.
        found_fingerprint: u64,
        /// The rule set that was asked for.
        wanted: String,
        /// Its fingerprint.
        wanted_fingerprint: u64,
    },
}

/// The header of a table file.
#[derive(Clone, Debug, PartialEq, Eq, bincode::Encode, bincode::Decode)]
pub struct TableHeader {
    /// Name of the rule set.
    pub rules: String,
    /// Its [fingerprint](crate::RuleSet::fingerprint).
    pub fingerprint: u64,
    /// The kind of values: `expected-score` or `spread`.
    pub objective: String,
    /// Number of reachable states.
    pub states: u64,
    /// Number of values: one for each distinct future, times the number of values that the objective has.
    pub values: u64,
}

const MAGIC: [u8; 8] = *b"YZTABLE\n";
const VERSION: u32 = 1;
/// Bytes before the body: magic, version, length.
const PREFIX: usize = 8 + 4 + 8;
pub(super) const CHECKSUM: usize = 8;
/// The longest header, in bytes.
const HEADER_LIMIT: usize = 4096;

fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_little_endian().with_fixed_int_encoding().with_limit::<HEADER_LIMIT>()
}

impl TableHeader {
    /// The header of the file of an objective with this many values for each future.
    pub(super) fn new(model: &Model, objective: &str, values: usize) -> TableHeader {
        TableHeader {
            rules: model.rules.name().to_owned(),
            fingerprint: model.rules.fingerprint(),
            objective: objective.to_owned(),
            states: model.space.len() as u64,
            values: (values * model.space.distinct()) as u64,
        }
    }

    /// Reads the header from the bytes of a file, after checking length and checksum.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::from_bytes`](crate::ValueTable::from_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<TableHeader, TableError> {
        open(bytes).map(|(header, _)| header)
    }

    /// Reads the header of a file. Returns it with the length of the file in bytes.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that says what is wrong.
    #[cfg(feature = "fs")]
    pub fn load(path: &std::path::Path) -> Result<(TableHeader, u64), TableError> {
        let bytes = std::fs::read(path)?;
        Ok((TableHeader::from_bytes(&bytes)?, bytes.len() as u64))
    }
}

/// The bytes of a file with these arrays of values, each in the rows of the state space.
pub(crate) fn to_bytes(model: &Model, objective: &str, values: &[&[f64]]) -> Vec<u8> {
    let (start, length) = start_of_file(model, objective, values.len());
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(start);
    for values in values {
        for row in model.space.layers().flatten() {
            for value in &values[row.start..][..model.space.lanes(row).len()] {
                bytes.extend(value.to_le_bytes());
            }
        }
    }
    bytes.extend(xxh3_64(&bytes).to_le_bytes());
    bytes
}

/// The bytes before the values in the file of an objective with this many arrays of values, and the length of the file.
pub(super) fn start_of_file(model: &Model, objective: &str, arrays: usize) -> (Vec<u8>, usize) {
    let header = TableHeader::new(model, objective, arrays);
    let encoded = bincode::encode_to_vec(&header, config()).expect("a header is short, and memory takes any number of bytes");
    let body = encoded.len() + header.values as usize * size_of::<f64>();
    let start = [MAGIC.as_slice(), &VERSION.to_le_bytes(), &(body as u64).to_le_bytes(), &encoded].concat();
    (start, PREFIX + body + CHECKSUM)
}

/// Reads the `N` arrays of values of an objective from the bytes of a file, into the rows of the state space.
pub(crate) fn from_bytes<const N: usize>(model: &Model, objective: &str, bytes: &[u8]) -> Result<[Vec<f64>; N], TableError> {
    let (found, values) = open(bytes)?;
    let Model { space, .. } = model;
    let wanted = TableHeader::new(model, objective, N);
    if found.fingerprint != wanted.fingerprint {
        return Err(TableError::OtherRules {
            found: found.rules,
            found_fingerprint: found.fingerprint,
            wanted: wanted.rules,
            wanted_fingerprint: wanted.fingerprint,
        });
    }
    if found.objective != objective {
        return Err(TableError::Content(format!("values of objective '{}', not of '{objective}'", found.objective)));
    }
    if (found.states, found.values) != (wanted.states, wanted.values) {
        let TableHeader { states, values, .. } = wanted;
        let found = format!("{} states and {} values", found.states, found.values);
        return Err(TableError::Content(format!("{found} where the rule set has {states} and {values}")));
    }
    let mut rest = values;
    let rows = [(); N].map(|()| read_rows(space, &mut rest));
    let finite = rows.iter().flatten().all(|value| value.is_finite());
    if finite { Ok(rows) } else { Err(TableError::Content("a value is not finite".to_owned())) }
}

/// Reads a value for each lane from the start of `bytes`, which must have enough, into the rows of the state space.
fn read_rows(space: &StateSpace, bytes: &mut &[u8]) -> Vec<f64> {
    let mut values = Vec::with_capacity(space.width());
    for row in space.layers().flatten() {
        let (row_bytes, rest) = bytes.split_at(space.lanes(row).len() * size_of::<f64>());
        *bytes = rest;
        let (lanes, _) = row_bytes.as_chunks::<8>();
        values.extend(lanes.iter().map(|lane| f64::from_le_bytes(*lane)));
        let last = *values.last().expect("a row has a lane");
        values.resize(row.start + space.row_width(row), last);
    }
    values
}

/// Writes a file atomically: a reader sees all of it or nothing. Returns its length in bytes.
#[cfg(feature = "fs")]
pub(crate) fn save(path: &std::path::Path, bytes: &[u8]) -> Result<u64, TableError> {
    let mut file = super::WholeFile::create(path)?;
    std::io::Write::write_all(&mut file, bytes)?;
    file.keep()?;
    Ok(bytes.len() as u64)
}

/// Checks the bytes of a file and splits them into header and values.
fn open(bytes: &[u8]) -> Result<(TableHeader, &[u8]), TableError> {
    let number = |range: std::ops::Range<usize>| u64::from_le_bytes(bytes[range].try_into().expect("eight bytes"));
    let magic = &bytes[..bytes.len().min(MAGIC.len())];
    if magic.is_empty() || magic != &MAGIC[..magic.len()] {
        return Err(TableError::NotATable);
    }
    if bytes.len() < PREFIX + CHECKSUM {
        return Err(TableError::Length { found: bytes.len() as u64, wanted: (PREFIX + CHECKSUM) as u64 });
    }
    let version = u32::from_le_bytes(bytes[8..12].try_into().expect("four bytes"));
    if version != VERSION {
        return Err(TableError::Version { found: version, wanted: VERSION });
    }
    let wanted = number(PREFIX - 8..PREFIX).saturating_add((PREFIX + CHECKSUM) as u64);
    if bytes.len() as u64 != wanted {
        return Err(TableError::Length { found: bytes.len() as u64, wanted });
    }
    let checked = bytes.len() - CHECKSUM;
    if xxh3_64(&bytes[..checked]) != number(checked..bytes.len()) {
        return Err(TableError::Checksum);
    }
    let body = &bytes[PREFIX..checked];
    let (header, length): (TableHeader, usize) =
        bincode::decode_from_slice(body, config()).map_err(|error| TableError::Content(error.to_string()))?;
    if header.values.checked_mul(8) != Some((body.len() - length) as u64) {
        return Err(TableError::Content(format!("{} bytes for {} values", body.len() - length, header.values)));
    }
    Ok((header, &body[length..]))
}
