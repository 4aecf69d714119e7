//! The format of table files, and the head before the values.
//!
//! All numbers are little-endian. A file is its *head* and then its values.
//!
//! | bytes | of the head |
//! |---|---|
//! | 8 | `YZTABLE` and a line feed |
//! | 4 | the format version |
//! | 8 | the length of the file |
//! | 4 | the length of the head |
//! | | the header: a [`TableHeader`], encoded with bincode |
//! | 8 for each block | the XXH3 checksum of each block of values |
//! | 8 | the XXH3 checksum of all bytes before it |
//!
//! The values are f64, one for each lane, row by row from the full card to the empty one. An objective with several values for each lane has all
//! first values, then all second values, and so on. A block is 64 KiB of values; the last one is shorter.

use xxhash_rust::xxh3::xxh3_64;

use super::error::TableError;
use crate::rules::is_name;
use crate::solve::{ARITHMETIC, Model};

/// The header of a table file.
#[derive(Clone, Debug, PartialEq, Eq, bincode::Encode, bincode::Decode)]
pub struct TableHeader {
    /// Name of the rule set.
    pub rules: String,
    /// Its [fingerprint](crate::RuleSet::fingerprint).
    pub fingerprint: u64,
    /// The version of the arithmetic that solved it. A table of another version is not used.
    pub arithmetic: u32,
    /// The kind of values: `expected-score`, `spread`, `utility` or `statistics`.
    pub objective: String,
    /// Number of reachable states; 0 if the values do not belong to states.
    pub states: u64,
    /// Number of values: one for each distinct future, times the number of values of the objective.
    pub values: u64,
}

const MAGIC: [u8; 8] = *b"YZTABLE\n";
const VERSION: u32 = 2;
/// Bytes before the header.
pub(super) const PREFIX: usize = 8 + 4 + 8 + 4;
const CHECKSUM: usize = 8;
/// The longest header, in bytes.
const HEADER_LIMIT: usize = 4096;
/// The longest head, in bytes: enough for 128 GiB of values.
const HEAD_LIMIT: u64 = 1 << 24;
/// The length of a block of values, in bytes: a whole number of values.
pub(super) const BLOCK: usize = 1 << 16;

fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_little_endian().with_fixed_int_encoding().with_limit::<HEADER_LIMIT>()
}

impl TableHeader {
    /// The header of the file of an objective with this many values of states.
    pub(super) fn new(model: &Model, objective: &str, values: usize) -> TableHeader {
        TableHeader { states: model.space.len() as u64, ..TableHeader::of_numbers(model, objective, values as u64) }
    }

    /// The header of the file of an objective with this many numbers that do not belong to states.
    pub(super) fn of_numbers(model: &Model, objective: &str, values: u64) -> TableHeader {
        let (rules, objective) = (model.rules.name().to_owned(), objective.to_owned());
        TableHeader { rules, fingerprint: model.rules.fingerprint(), arithmetic: ARITHMETIC, objective, states: 0, values }
    }

    /// Checks that this program's arithmetic solved the table of this header.
    ///
    /// # Errors
    ///
    /// [`TableError::Arithmetic`] if it was not.
    pub fn check_arithmetic(&self) -> Result<(), TableError> {
        if self.arithmetic == ARITHMETIC { Ok(()) } else { Err(TableError::Arithmetic { found: self.arithmetic, wanted: ARITHMETIC }) }
    }

    /// Checks that the file of this header is the requested one.
    pub(super) fn check(&self, wanted: &TableHeader) -> Result<(), TableError> {
        if self.fingerprint != wanted.fingerprint {
            return Err(TableError::OtherRules {
                found: self.rules.clone(),
                found_fingerprint: self.fingerprint,
                wanted: wanted.rules.clone(),
                wanted_fingerprint: wanted.fingerprint,
            });
        }
        self.check_arithmetic()?;
        if self.objective != wanted.objective {
            return Err(TableError::Content(format!("values of objective '{}', not of '{}'", self.objective, wanted.objective)));
        }
        if (self.states, self.values) != (wanted.states, wanted.values) {
            let found = format!("{} states and {} values", self.states, self.values);
            let wanted = format!("{} and {}", wanted.states, wanted.values);
            return Err(TableError::Content(format!("{found} where the rule set has {wanted}")));
        }
        Ok(())
    }

    /// The bytes of the head of a file with this header and blocks of these checksums.
    pub(super) fn head(&self, checksums: &[u64]) -> Vec<u8> {
        let header = bincode::encode_to_vec(self, config()).expect("a header is short, and memory takes any number of bytes");
        let head = PREFIX + header.len() + 8 * checksums.len() + CHECKSUM;
        let length = head as u64 + 8 * self.values;
        let mut bytes = [MAGIC.as_slice(), &VERSION.to_le_bytes(), &length.to_le_bytes(), &(head as u32).to_le_bytes(), &header].concat();
        bytes.extend(checksums.iter().flat_map(|checksum| checksum.to_le_bytes()));
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }
}

/// The length of the head of a file of this length, from its first [`PREFIX`] bytes, or all if it has fewer.
pub(super) fn head_length(bytes: &[u8], length: u64) -> Result<usize, TableError> {
    let magic = &bytes[..bytes.len().min(MAGIC.len())];
    if magic.is_empty() || magic != &MAGIC[..magic.len()] {
        return Err(TableError::NotATable);
    }
    if let Some(version) = bytes.get(8..12) {
        let found = u32::from_le_bytes(version.try_into().expect("four bytes"));
        if found != VERSION {
            return Err(TableError::Version { found, wanted: VERSION });
        }
    }
    if bytes.len() < PREFIX {
        return Err(TableError::Length { found: length, wanted: (PREFIX + CHECKSUM) as u64 });
    }
    let wanted = u64::from_le_bytes(bytes[12..20].try_into().expect("eight bytes"));
    if length != wanted {
        return Err(TableError::Length { found: length, wanted });
    }
    let head = u32::from_le_bytes(bytes[20..PREFIX].try_into().expect("four bytes"));
    let possible = (PREFIX + CHECKSUM) as u64..=length.min(HEAD_LIMIT);
    if possible.contains(&head.into()) { Ok(head as usize) } else { Err(TableError::Checksum) }
}

/// The header and the checksums of the blocks, from the head of a file of this length.
pub(super) fn read_head(head: &[u8], length: u64) -> Result<(TableHeader, Vec<u64>), TableError> {
    let (checked, checksum) = head.split_last_chunk::<CHECKSUM>().ok_or(TableError::Checksum)?;
    if xxh3_64(checked) != u64::from_le_bytes(*checksum) {
        return Err(TableError::Checksum);
    }
    let content = TableError::Content;
    let body = &checked[PREFIX..];
    let (header, read): (TableHeader, usize) = bincode::decode_from_slice(body, config()).map_err(|error| content(error.to_string()))?;
    let TableHeader { rules, objective, values, .. } = &header;
    // Messages show both.
    if !is_name(rules) || !is_name(objective) {
        return Err(content("the rule set's name or the objective is not a name".to_owned()));
    }
    let bytes_of_values = length - head.len() as u64;
    if values.checked_mul(8) != Some(bytes_of_values) {
        return Err(content(format!("{bytes_of_values} bytes for {values} values")));
    }
    let (checksums, rest) = body[read..].as_chunks::<8>();
    if checksums.len() as u64 != bytes_of_values.div_ceil(BLOCK as u64) || !rest.is_empty() {
        return Err(content(format!("{} bytes of checksums for {values} values", body.len() - read)));
    }
    Ok((header, checksums.iter().map(|checksum| u64::from_le_bytes(*checksum)).collect()))
}
