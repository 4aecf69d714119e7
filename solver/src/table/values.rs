//! The file of a value table.

use super::file::{self, TableError, TableHeader};
#[cfg(feature = "fs")]
use super::stream;
use crate::rules::RuleSet;
use crate::solve::{Model, ValueTable};
use std::sync::Arc;

const OBJECTIVE: &str = "expected-score";

impl ValueTable {
    /// The header of this table's file.
    pub fn header(&self) -> TableHeader {
        TableHeader::new(self.model(), OBJECTIVE, 1)
    }

    /// The name of this table's file in a tables folder: `NAME-FINGERPRINT.yzt`.
    pub fn file_name(rules: &RuleSet) -> String {
        format!("{}-{:016x}.yzt", rules.name(), rules.fingerprint())
    }

    /// The bytes of this table's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        file::to_bytes(self.model(), OBJECTIVE, &[self.values()])
    }

    /// Reads the table of a model from the bytes of a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that says what is wrong: not a table, another version, another rule set, truncated, damaged, values not finite.
    pub fn from_bytes(model: &Arc<Model>, bytes: &[u8]) -> Result<ValueTable, TableError> {
        let [values] = file::from_bytes(model, OBJECTIVE, bytes)?;
        Ok(ValueTable::from_values(Arc::clone(model), values))
    }

    /// Reads the table of a model from a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that says what is wrong.
    #[cfg(feature = "fs")]
    pub fn load(model: &Arc<Model>, path: &std::path::Path) -> Result<ValueTable, TableError> {
        let [values] = stream::load(model, OBJECTIVE, path)?;
        Ok(ValueTable::from_values(Arc::clone(model), values))
    }

    /// Writes the table to a file atomically: first to a temporary file in the same folder, which is then renamed. Returns its length in bytes.
    ///
    /// # Errors
    ///
    /// [`TableError::Io`] if the folder or the file cannot be written.
    #[cfg(feature = "fs")]
    pub fn save(&self, path: &std::path::Path) -> Result<u64, TableError> {
        file::save(path, &self.to_bytes())
    }
}
