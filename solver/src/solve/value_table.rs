//! The value table: the value of every state.

use std::sync::Arc;

use super::model::Model;
use super::rows::Rows;
use crate::game::Rounds;
use crate::rules::{Filled, RuleSet, State};
use crate::space::{StateIndex, StateSpace};

/// The value of every reachable state of one rule set. A clone shares the values.
#[derive(Clone, Debug)]
pub struct ValueTable {
    model: Arc<Model>,
    rows: Rows<1>,
}

impl ValueTable {
    /// A table of these values, one for each lane of each row.
    pub fn from_values(model: Arc<Model>, values: Vec<f64>) -> ValueTable {
        debug_assert_eq!(values.len(), model.space.width());
        ValueTable::from_rows(model, Rows::of_all([values]))
    }

    pub(crate) fn from_rows(model: Arc<Model>, rows: Rows<1>) -> ValueTable {
        ValueTable { model, rows }
    }

    /// The model: the rules, the lattice and the states.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The same values for the [model](Model::to_win) in which rolls that win the game do so: the values of players who play for points, to follow games
    /// that such a roll ends.
    #[must_use]
    pub(crate) fn to_win(&self) -> ValueTable {
        ValueTable { model: self.model.to_win(), rows: self.rows.clone() }
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.model.rules
    }

    /// The states.
    pub fn space(&self) -> &StateSpace {
        &self.model.space
    }

    /// The expected score of a new game under optimal play: 254.5877 for `hasbro`. NaN for the table of a [model from a card](Model::from), which
    /// lacks the new game.
    pub fn expected_score(&self) -> f64 {
        self.value(&State::default()).unwrap_or(f64::NAN)
    }

    /// The expected score of all later rounds of a game together, under optimal play.
    pub fn later_rounds(&self, rounds: &Rounds) -> f64 {
        if rounds.later() == 0 { 0.0 } else { f64::from(rounds.later()) * self.expected_score() }
    }

    /// The points that the other rounds of a game add to the expected final score of the round being played.
    pub fn other_rounds(&self, rounds: &Rounds) -> f64 {
        f64::from(rounds.score_before()) + self.later_rounds(rounds)
    }

    /// The value of a state: the expected points still to come under optimal play. They include the upper bonus even if it is already certain.
    /// `None` if the state cannot be reached.
    pub fn value(&self, state: &State) -> Option<f64> {
        self.space().is_reachable(state).then(|| self.value_of(state))
    }

    /// The value of a reachable state.
    pub(crate) fn value_of(&self, state: &State) -> f64 {
        let [value] = self.rows.at(&self.model, state);
        value
    }

    /// The numbers of the table, to share.
    pub(crate) fn rows(&self) -> &Rows<1> {
        &self.rows
    }

    /// All values. The value of a state is at its [`place`](StateSpace::place). Entries that belong to no state lie between them.
    pub fn values(&self) -> &[f64] {
        let [values] = self.rows.all();
        values
    }

    /// The values of the states that may follow a turn of a row, in the rows of the state space. Other values may be missing: they are 0.
    pub(crate) fn values_after(&self, filled: Filled, flag: bool) -> &[f64] {
        let [values] = self.rows.after(&self.model, filled, flag);
        values
    }

    /// Every reachable state with its value, in index order.
    pub fn iter(&self) -> impl Iterator<Item = (StateIndex, State, f64)> {
        let values = self.values();
        self.space().states().map(|(index, state)| (index, state, values[self.space().position(&state)]))
    }
}
