//! The file of a value table.

use std::sync::Arc;

use super::error::TableError;
use super::file;
use super::header::TableHeader;
use crate::rules::RuleSet;
use crate::solve::{Model, ValueTable};
#[cfg(feature = "fs")]
use {
    crate::rules::State,
    crate::solve::{Rows, Solver},
    std::path::Path,
};

impl ValueTable {
    /// The objective in the header of these tables' files.
    pub const OBJECTIVE: &str = "expected-score";

    /// The header of this table's file.
    pub fn header(&self) -> TableHeader {
        TableHeader::new(self.model(), Self::OBJECTIVE, 1)
    }

    /// The name of this table's file in a tables folder: `NAME-FINGERPRINT.yzt`.
    pub fn file_name(rules: &RuleSet) -> String {
        format!("{}-{:016x}.yzt", rules.name(), rules.fingerprint())
    }

    /// The bytes of this table's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        file::to_bytes(self.model(), Self::OBJECTIVE, &[self.values()])
    }

    /// Reads the table of a model from the bytes of a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that says what is wrong: not a table, another version, another rule set, truncated, damaged, values not finite.
    pub fn from_bytes(model: &Arc<Model>, bytes: &[u8]) -> Result<ValueTable, TableError> {
        let [values] = file::from_bytes(model, Self::OBJECTIVE, bytes)?;
        Ok(ValueTable::from_values(Arc::clone(model), values))
    }

    /// Reads the table of a model from a file, and checks all of it.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that says what is wrong.
    #[cfg(feature = "fs")]
    pub fn load(model: &Arc<Model>, path: &Path) -> Result<ValueTable, TableError> {
        let [values] = file::load(model, Self::OBJECTIVE, path, None)?;
        Ok(ValueTable::from_values(Arc::clone(model), values))
    }

    /// Reads from a file what the turn of one state needs: the values of the states that may follow. It reads and checks the head of the file and the
    /// blocks with these values, not the rest.
    ///
    /// The table answers every question nevertheless: if it is asked for another value, it solves the rule set, which takes as long as without a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that says what is wrong.
    #[cfg(feature = "fs")]
    pub fn load_turn(model: &Arc<Model>, path: &Path, state: &State) -> Result<ValueTable, TableError> {
        let arrays = file::load(model, Self::OBJECTIVE, path, Some(state))?;
        let solve = |model: &Arc<Model>| [Solver::of(Arc::clone(model)).solve().values().to_vec()];
        Ok(ValueTable::from_rows(Arc::clone(model), Rows::after_turn(state, arrays, solve)))
    }

    /// Writes the table to a file atomically: first to a temporary file in the same folder, which is then renamed. Returns its length in bytes.
    ///
    /// # Errors
    ///
    /// [`TableError::Io`] if the folder or the file cannot be written.
    #[cfg(feature = "fs")]
    pub fn save(&self, path: &Path) -> Result<u64, TableError> {
        file::save(self.model(), Self::OBJECTIVE, &[self.values()], path)
    }
}
