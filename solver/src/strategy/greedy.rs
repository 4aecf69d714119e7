//! The greedy strategy.

use std::sync::Arc;

use super::chooser::Chooser;
use super::turn_strategy::{Strategy, TurnStrategy};
use crate::rules::{RuleSet, State};
use crate::solve::{Model, ValueTable};
use crate::space::StateError;

/// Takes the action that earns the most points on average this turn, as if it were the last: the points written and the extra bonus. The upper bonus
/// and the later turns do not count. Among equal actions it takes the first in the order of ties (see [`Advice`](crate::Advice)).
#[derive(Clone, Debug)]
pub struct GreedyStrategy {
    chooser: Chooser<'static>,
    sees_totals: bool,
}

impl GreedyStrategy {
    /// The greedy strategy of a game.
    pub fn new(model: &Arc<Model>) -> GreedyStrategy {
        // A greedy player gives no value to the states that follow.
        GreedyStrategy { chooser: Chooser::by_zeros(model), sees_totals: false }
    }

    /// The greedy strategy that also counts the upper bonus in the turn that earns it.
    pub fn with_upper_bonus(model: &Arc<Model>) -> GreedyStrategy {
        let Model { rules, space, .. } = &**model;
        let mut values = vec![0.0; space.width()];
        for row in space.rows() {
            for (place, total) in (row.start..).zip(space.padded_lanes(row)) {
                values[place] = rules.upper_bonus().earned(total).into();
            }
        }
        GreedyStrategy { chooser: Chooser::by_numbers(model, values), sees_totals: true }
    }

    /// The greedy strategy that takes, of actions that earn the same this turn, the one of the highest value by this table; or of the lowest.
    pub fn with_ties(table: &ValueTable, highest: bool) -> GreedyStrategy {
        // Too little to outweigh what a turn earns, and enough to be no tie.
        let share = if highest { 1e-8 } else { -1e-8 };
        let values = table.values().iter().map(|value| share * value).collect();
        GreedyStrategy { chooser: Chooser::by_numbers(table.model(), values), sees_totals: true }
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
        if self.sees_totals { self.chooser.model.space.lane(state) as u64 } else { 0 }
    }

    fn turn_into(&self, state: &State, turn: &mut TurnStrategy) -> Result<(), StateError> {
        turn.choose_by(&self.chooser, state)
    }
}
