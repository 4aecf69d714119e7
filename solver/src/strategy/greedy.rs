//! The greedy strategy.

use std::borrow::Cow;
use std::sync::Arc;

use super::chooser::Chooser;
use super::turn_strategy::{Strategy, TurnStrategy};
use crate::rules::{RuleSet, State};
use crate::solve::Model;
use crate::space::StateError;

/// Does what earns the most points on average this turn, as if it were the last: those written into the category and the extra bonus. What the
/// turn does to the turns to come, and to the upper bonus, does not count. Actions that earn as much stand in the order of ties
/// (see [`Advice`](crate::Advice)).
#[derive(Clone, Debug)]
pub struct GreedyStrategy {
    chooser: Chooser<'static>,
}

impl GreedyStrategy {
    /// The greedy strategy of a game.
    pub fn new(model: &Arc<Model>) -> GreedyStrategy {
        // To a greedy player no state is worth anything.
        GreedyStrategy { chooser: Chooser::new(model, Cow::Owned(vec![0.0; model.space.width()])) }
    }
}

impl Strategy for GreedyStrategy {
    fn rules(&self) -> &RuleSet {
        &self.chooser.model.rules
    }

    fn turn(&self, state: &State) -> Result<TurnStrategy, StateError> {
        TurnStrategy::by_values(&self.chooser, state)
    }

    fn turn_into(&self, state: &State, turn: &mut TurnStrategy) -> Result<(), StateError> {
        turn.choose_by(&self.chooser, state)
    }
}
