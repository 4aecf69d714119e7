//! The file of a value table.

use std::sync::Arc;

use super::error::TableError;
use super::file::{self, Content};
use super::header::TableHeader;
use crate::rules::RuleSet;
use crate::solve::{Model, ValueTable};
#[cfg(feature = "fs")]
use {crate::rules::State, std::path::Path};

/// The most by which rounding may increase a value, relative to it.
const ROUNDING: f64 = 1e-9;

impl ValueTable {
    /// The objective in the header of these tables' files.
    pub const OBJECTIVE: &str = "expected-score";

    const CONTENT: Content<1> = Content {
        objective: Self::OBJECTIVE,
        bounds: |rules, filled| {
            let most = f64::from(rules.most_after(filled));
            // If the greatest value is certain, rounding may exceed it.
            [(0.0, most + most * ROUNDING)]
        },
    };

    /// The header of this table's file.
    pub fn header(&self) -> TableHeader {
        TableHeader::new(self.model(), Self::OBJECTIVE, self.space().distinct())
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
    /// A [`TableError`] that names the error: not a table, another version, another rule set, truncated, damaged, values that these rules do not allow.
    pub fn from_bytes(model: &Arc<Model>, bytes: &[u8]) -> Result<ValueTable, TableError> {
        Ok(ValueTable::from_rows(Arc::clone(model), file::from_bytes(model, Self::CONTENT, bytes)?))
    }

    /// Reads the table of a model from a file, and checks all of it.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that names the error.
    #[cfg(feature = "fs")]
    pub fn load(model: &Arc<Model>, path: &Path) -> Result<ValueTable, TableError> {
        Ok(ValueTable::from_rows(Arc::clone(model), file::load(model, Self::CONTENT, path, None)?))
    }

    /// Reads and checks only what a turn in this state needs: the values of the state, of the states that may follow, and of a new game. It answers
    /// questions about this turn; any other value that is asked for panics.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`load`](ValueTable::load), in the parts of the file that are read.
    #[cfg(feature = "fs")]
    pub fn load_turn(model: &Arc<Model>, path: &Path, state: &State) -> Result<ValueTable, TableError> {
        Ok(ValueTable::from_rows(Arc::clone(model), file::load(model, Self::CONTENT, path, Some(state))?))
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
