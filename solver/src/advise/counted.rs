//! A turn whose chances are whole numbers of outcomes, so that equal chances compare as equal.

use std::ops::ControlFlow;

use yahtzee_kernel::{Counted, Source, Turns, Watch, counted_turns};

use crate::rules::{RuleSet, State};
use crate::solve::{Model, RowPlan};

/// The most six-sided dice whose throws are counted exactly. After more of them, a chance has some thirty digits.
const MOST_THROWN: usize = 36;

/// The digits, to base two, of a unit of a chance of 1 times the number of outcomes of all dice: with these, a sum of points is counted in 128 digits.
const DIGITS: f64 = 110.0;

/// The number of units in a chance of 1, for a turn in which all these dice are thrown so often. Every chance is then a whole number of units, because
/// each throw divides by the number of sides at most once for each die; up to [`MOST_THROWN`] dice with six sides, and fewer with more.
pub(super) fn certain(rules: &RuleSet, throws: u8) -> u128 {
    let (dice, sides) = (rules.dice(), rules.die().sides());
    let most = (DIGITS / f64::from(sides).log2()) as usize;
    let thrown = (dice * usize::from(throws)).min(MOST_THROWN).min(most.saturating_sub(dice));
    u128::from(sides).pow(thrown as u32)
}

/// What looks on while a turn is counted. It is one type for all who do, because each type would be another copy of the kernel.
pub(super) struct Watcher<'a> {
    /// Gets the value of each hold with each number of rerolls left, and may change it; `Break` ends the turn.
    pub(super) held: &'a mut dyn FnMut(u8, &mut [Counted]) -> ControlFlow<()>,
    /// Gets the value of scoring each roll, once for all throws with the same scores, and may change it.
    pub(super) scored: &'a mut dyn FnMut(&mut [Counted]),
}

impl Watch<Counted> for Watcher<'_> {
    fn held(&mut self, rerolls_left: u8, nodes: &mut [Counted]) -> ControlFlow<()> {
        (self.held)(rerolls_left, nodes)
    }

    fn scored(&mut self, _: u8, _: usize, rolls: &mut [Counted]) {
        (self.scored)(rolls);
    }
}

/// Goes on up to this many rerolls left.
pub(super) fn up_to(most: u8, rerolls_left: u8) -> ControlFlow<()> {
    if rerolls_left < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// The nodes of the lattice after a turn of a state. `read` gives the value of each end of it.
pub(super) fn turn_of(
    model: &Model,
    state: &State,
    turns: Turns,
    read: &dyn Fn(&Source) -> Counted,
    mut watcher: Watcher<'_>,
) -> Vec<Counted> {
    let Model { lattice, space, plan, .. } = model;
    let mut row_plan = RowPlan::default();
    row_plan.fill(plan, space, state.filled, state.flag);
    counted_turns((lattice, &plan.kernel, &row_plan.kernel), turns, read, &mut watcher)
}
