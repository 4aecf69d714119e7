//! The greedy strategy.

use std::sync::Arc;

use super::chooser::Chooser;
use super::turn_strategy::{Strategy, TurnStrategy};
use crate::rules::{RuleSet, State};
use crate::solve::Model;
use crate::space::StateError;

/// Takes the action that earns the most points on average this turn, as if it were the last: the points written and the extra bonus. The upper bonus
/// and the later turns do not count. Among equal actions it takes the first in the order of ties (see [`Advice`](crate::Advice)).
#[derive(Clone, Debug)]
pub struct GreedyStrategy {
    chooser: Chooser<'static>,
    sees_bonus: bool,
}

impl GreedyStrategy {
    /// The greedy strategy of a game.
    pub fn new(model: &Arc<Model>) -> GreedyStrategy {
        // A greedy player gives no value to the states that follow.
        GreedyStrategy { chooser: Chooser::by_zeros(model), sees_bonus: false }
    }

    /// The greedy strategy that also counts the upper bonus in the turn that earns it.
    pub fn with_upper_bonus(model: &Arc<Model>) -> GreedyStrategy {
        GreedyStrategy { chooser: Chooser::by_bonus(model), sees_bonus: true }
    }
}

impl Strategy for GreedyStrategy {
    fn rules(&self) -> &RuleSet {
        &self.chooser.model.rules
    }

    fn turn(&self, state: &State) -> Result<TurnStrategy, StateError> {
        TurnStrategy::by_values(&self.chooser, state)
    }

    fn class(&self, state: &State) -> u64 {
        if self.sees_bonus { state.upper_total.get().into() } else { 0 }
    }

    fn turn_into(&self, state: &State, turn: &mut TurnStrategy) -> Result<(), StateError> {
        turn.choose_by(&self.chooser, state)
    }
}
