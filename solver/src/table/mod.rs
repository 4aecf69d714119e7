//! The value table: what every state is worth.

pub(crate) mod file;

use std::sync::Arc;

use crate::error::TableError;
use crate::model::Model;
use crate::rules::RuleSet;
use crate::state::{State, StateIndex, StateSpace};

pub use file::TableHeader;

const OBJECTIVE: &str = "expected-score";

/// The value of every reachable state of one rule set.
#[derive(Clone, Debug)]
pub struct ValueTable {
    model: Arc<Model>,
    /// The rows of the state space, padded.
    values: Vec<f64>,
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
        TableHeader::new(&self.model, OBJECTIVE, 1)
    }

    /// The name of this table's file in a tables folder: `NAME-FINGERPRINT.yzt`.
    pub fn file_name(rules: &RuleSet) -> String {
        format!("{}-{:016x}.yzt", rules.name(), rules.fingerprint())
    }

    /// The bytes of this table's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        file::to_bytes(&self.model, OBJECTIVE, &[&self.values])
    }

    /// Reads the table of a model from the bytes of a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that says what is wrong: not a table, another version, another rule set, truncated, damaged, values not finite.
    pub fn from_bytes(model: &Arc<Model>, bytes: &[u8]) -> Result<ValueTable, TableError> {
        let [values] = file::from_bytes(model, OBJECTIVE, bytes)?;
        Ok(ValueTable { values, model: Arc::clone(model) })
    }

    /// Reads the table of a model from a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that says what is wrong.
    #[cfg(feature = "fs")]
    pub fn load(model: &Arc<Model>, path: &std::path::Path) -> Result<ValueTable, TableError> {
        ValueTable::from_bytes(model, &std::fs::read(path)?)
    }

    /// Writes the table to a file, so that a reader never sees half of it: to another file in the same folder first, which then takes its name.
    /// Returns its length in bytes.
    ///
    /// # Errors
    ///
    /// [`TableError::Io`] where the folder or the file cannot be written.
    #[cfg(feature = "fs")]
    pub fn save(&self, path: &std::path::Path) -> Result<u64, TableError> {
        file::save(path, &self.to_bytes())
    }
}
