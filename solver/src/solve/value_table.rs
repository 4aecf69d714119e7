//! The value table: the value of every state.

use std::sync::Arc;

use super::model::Model;
use crate::rules::{RuleSet, State};
use crate::space::{StateIndex, StateSpace};

/// The value of every reachable state of one rule set.
#[derive(Clone, Debug)]
pub struct ValueTable {
    model: Arc<Model>,
    /// The values, in the rows of the state space, with padding.
    values: Vec<f64>,
}

impl ValueTable {
    pub(crate) fn from_values(model: Arc<Model>, values: Vec<f64>) -> ValueTable {
        debug_assert_eq!(values.len(), model.space.width());
        ValueTable { model, values }
    }

    /// The model: the rules, the lattice and the states.
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

    /// The value of a state: the expected points still to come under optimal play. They include the upper bonus even if it is already certain.
    /// `None` if the state cannot be reached.
    pub fn value(&self, state: &State) -> Option<f64> {
        self.space().is_reachable(state).then(|| self.value_of(state))
    }

    /// The value of a reachable state.
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
}
