//! The file of a value table.

use std::sync::Arc;

use super::blocks::Content;
use super::error::TableError;
use super::file;
use super::header::TableHeader;
use crate::rules::RuleSet;
use crate::solve::{Model, ValueTable};
#[cfg(feature = "fs")]
use {crate::solve::Solver, std::path::Path};

/// The most by which rounding may increase a value, relative to it.
const ROUNDING: f64 = 1e-9;

impl ValueTable {
    /// The objective in the header of these tables' files.
    pub const OBJECTIVE: &str = "expected-score";

    #[doc(hidden)]
    pub const CONTENT: Content<1> = Content {
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
    /// A [`TableError`] that names the error: not a table, another version, another rule set, truncated, damaged, values not finite.
    pub fn from_bytes(model: &Arc<Model>, bytes: &[u8]) -> Result<ValueTable, TableError> {
        let [values] = file::from_bytes(model, Self::CONTENT, bytes)?;
        Ok(ValueTable::from_values(Arc::clone(model), values))
    }

    /// Reads the table of a model from a file, and checks all of it.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that names the error.
    #[cfg(feature = "fs")]
    pub fn load(model: &Arc<Model>, path: &Path) -> Result<ValueTable, TableError> {
        let [values] = file::load(model, Self::CONTENT, path)?;
        Ok(ValueTable::from_values(Arc::clone(model), values))
    }

    /// Opens a file: reads and checks its head. The values are read on demand, in blocks that are checked as they are read. Use it for a few
    /// questions; for many, [`load`](ValueTable::load) is faster.
    ///
    /// No answer is ever wrong: if a block cannot be read or is damaged, `instead` is called once with the error, and its table gives all further
    /// values. If that is not a table of the same game, the rules are solved.
    ///
    /// ```
    /// use yahtzee_solver::{RuleSet, Solver, State, ValueTable};
    /// let table = Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?;
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("table");
    /// table.save(&path)?;
    /// let opened = ValueTable::open(table.model(), &path, |error| {
    ///     eprintln!("{error}; solving anew");
    ///     None
    /// })?;
    /// assert_eq!(opened.value(&State::default()), table.value(&State::default()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`TableError`] that names the error in the head of the file.
    #[cfg(feature = "fs")]
    pub fn open(
        model: &Arc<Model>,
        path: &Path,
        instead: impl FnOnce(&TableError) -> Option<ValueTable> + Send + 'static,
    ) -> Result<ValueTable, TableError> {
        let rows = file::open(model, Self::CONTENT, path, |model, error| {
            let table = instead(error).filter(|table| model.rules.check_same_game(table.rules()).is_ok());
            table.unwrap_or_else(|| Solver::of(Arc::clone(model)).solve().expect("nobody ends it")).into_arrays()
        })?;
        Ok(ValueTable::from_rows(Arc::clone(model), rows))
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
