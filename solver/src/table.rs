//! The value table and its file.
//!
//! The file: eight bytes that say what it is, the format version (u32) and the length of the body (u64), both little-endian; the body, a
//! header and then the values of all distinct futures, row by row from the full card to the empty one, in f64, encoded with bincode; and last the
//! XXH3 checksum (u64) of all bytes before it. States that differ only in upper totals with one future share a value.

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::error::TableError;
use crate::model::Model;
use crate::rules::RuleSet;
use crate::state::{State, StateIndex, StateSpace};

/// The value of every reachable state of one rule set.
#[derive(Clone, Debug)]
pub struct ValueTable {
    model: Arc<Model>,
    /// The rows of the state space, padded.
    values: Vec<f64>,
}

/// What a table file says of itself.
#[derive(Clone, Debug, PartialEq, Eq, bincode::Encode, bincode::Decode)]
pub struct TableHeader {
    /// Name of the rule set.
    pub rules: String,
    /// Its [fingerprint](RuleSet::fingerprint).
    pub fingerprint: u64,
    /// What the values are: `expected-score`.
    pub objective: String,
    /// Number of reachable states.
    pub states: u64,
    /// Number of values: one for each distinct future.
    pub values: u64,
}

const MAGIC: [u8; 8] = *b"YZTABLE\n";
const VERSION: u32 = 1;
const OBJECTIVE: &str = "expected-score";
/// Bytes before the body: magic, version, length.
const PREFIX: usize = 8 + 4 + 8;
const CHECKSUM: usize = 8;
/// No header is longer than this.
const HEADER_LIMIT: usize = 4096;

fn config() -> impl bincode::config::Config {
    bincode::config::standard().with_little_endian().with_fixed_int_encoding().with_limit::<HEADER_LIMIT>()
}

impl ValueTable {
    pub(crate) fn from_values(model: Arc<Model>, values: Vec<f64>) -> ValueTable {
        debug_assert_eq!(values.len(), model.space.width());
        ValueTable { model, values }
    }

    /// The rules, lattice and states that the values are of.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.model.rules
    }

    /// The states.
    pub fn space(&self) -> &StateSpace {
        &self.model.space
    }

    /// The expected score of a new game under optimal play: 254.5877 for `hasbro`.
    pub fn expected_score(&self) -> f64 {
        self.value_of(&State::default())
    }

    /// The value of a state: the expected points still to come under optimal play, the upper bonus among them even where it is sure already.
    /// `None` for a state that cannot be reached.
    pub fn value(&self, state: &State) -> Option<f64> {
        self.space().is_reachable(state).then(|| self.value_of(state))
    }

    /// The value of a state that can be reached.
    pub(crate) fn value_of(&self, state: &State) -> f64 {
        self.values[self.space().position(state)]
    }

    /// All values, in the rows of the state space.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Every reachable state with its value, in index order.
    pub fn iter(&self) -> impl Iterator<Item = (StateIndex, State, f64)> {
        self.space().states().map(|(index, state)| (index, state, self.value_of(&state)))
    }

    /// What the file of this table says of itself.
    pub fn header(&self) -> TableHeader {
        TableHeader {
            rules: self.rules().name().to_owned(),
            fingerprint: self.rules().fingerprint(),
            objective: OBJECTIVE.to_owned(),
            states: self.space().len() as u64,
            values: self.space().distinct() as u64,
        }
    }

    /// The name of this table's file in a tables folder: `NAME-FINGERPRINT.yzt`.
    pub fn file_name(rules: &RuleSet) -> String {
        format!("{}-{:016x}.yzt", rules.name(), rules.fingerprint())
    }

    /// The bytes of this table's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = self.header();
        let mut bytes = Vec::with_capacity(PREFIX + HEADER_LIMIT + self.values.len() * size_of::<f64>());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 8]);
        let encoded = bincode::encode_to_vec(&header, config()).expect("a header is short, and memory takes any number of bytes");
        bytes.extend(encoded);
        for row in self.space().layers().flatten() {
            for value in &self.values[row.start..][..self.space().lanes(row).len()] {
                bytes.extend(value.to_le_bytes());
            }
        }
        let body = (bytes.len() - PREFIX) as u64;
        bytes[PREFIX - 8..PREFIX].copy_from_slice(&body.to_le_bytes());
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the table of a model from the bytes of a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that says what is wrong: not a table, another version, another rule set, truncated, damaged, values not finite.
    pub fn from_bytes(model: &Arc<Model>, bytes: &[u8]) -> Result<ValueTable, TableError> {
        let (header, values) = open(bytes)?;
        let Model { rules, space, .. } = &**model;
        if header.fingerprint != rules.fingerprint() {
            return Err(TableError::OtherRules {
                found: header.rules,
                found_fingerprint: header.fingerprint,
                wanted: rules.name().to_owned(),
                wanted_fingerprint: rules.fingerprint(),
            });
        }
        if header.objective != OBJECTIVE {
            return Err(TableError::Content(format!("values of objective '{}', not of '{OBJECTIVE}'", header.objective)));
        }
        if (header.states, header.values) != (space.len() as u64, space.distinct() as u64) {
            let (states, values) = (space.len(), space.distinct());
            let found = format!("{} states and {} values", header.states, header.values);
            return Err(TableError::Content(format!("{found} where the rule set has {states} and {values}")));
        }
        let mut table = ValueTable { values: vec![0.0; space.width()], model: Arc::clone(model) };
        let mut source = values.chunks_exact(size_of::<f64>()).map(|bytes| f64::from_le_bytes(bytes.try_into().expect("eight bytes")));
        let mut finite = true;
        for row in space.layers().flatten() {
            let values = &mut table.values[row.start..][..space.row_width(row)];
            let lanes = space.lanes(row).len();
            for (value, read) in values[..lanes].iter_mut().zip(&mut source) {
                *value = read;
                finite &= read.is_finite();
            }
            let last = values[lanes - 1];
            values[lanes..].fill(last);
        }
        if finite { Ok(table) } else { Err(TableError::Content("a value is not finite".to_owned())) }
    }
}

impl TableHeader {
    /// Reads what the bytes of a file say of themselves, after checking length and checksum.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<TableHeader, TableError> {
        open(bytes).map(|(header, _)| header)
    }
}

/// Checks the bytes of a file, and splits them into header and values.
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

#[cfg(feature = "fs")]
mod files {
    use std::io::Write;
    use std::path::Path;

    use super::{Arc, Model, TableError, TableHeader, ValueTable};

    impl ValueTable {
        /// Reads the table of a model from a file.
        ///
        /// # Errors
        ///
        /// A [`TableError`] that says what is wrong.
        pub fn load(model: &Arc<Model>, path: &Path) -> Result<ValueTable, TableError> {
            ValueTable::from_bytes(model, &std::fs::read(path)?)
        }

        /// Writes the table to a file, so that a reader never sees half of it: to another file in the same folder first, which then takes its name.
        ///
        /// # Errors
        ///
        /// [`TableError::Io`] where the folder or the file cannot be written.
        pub fn save(&self, path: &Path) -> Result<u64, TableError> {
            let bytes = self.to_bytes();
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let mut file = tempfile::Builder::new().prefix(".table-").suffix(".tmp").tempfile_in(folder)?;
            file.write_all(&bytes)?;
            file.as_file().sync_all()?;
            file.persist(path).map_err(|error| error.error)?;
            Ok(bytes.len() as u64)
        }
    }

    impl TableHeader {
        /// Reads what a file says of itself, and its length in bytes.
        ///
        /// # Errors
        ///
        /// A [`TableError`] that says what is wrong.
        pub fn load(path: &Path) -> Result<(TableHeader, u64), TableError> {
            let bytes = std::fs::read(path)?;
            Ok((TableHeader::from_bytes(&bytes)?, bytes.len() as u64))
        }
    }
}
