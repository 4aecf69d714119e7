//! The options of a position: its actions with their values, ranked.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::kernel::{Successors, Watch, Workspace};
use super::model::Model;
use super::plan::RowPlan;
use super::value_table::ValueTable;
use crate::dice::{Lanes, RerollsLeft};
use crate::game::{Action, Position, Scorecard};
use crate::rules::Placement;

/// Options whose expected final scores differ by less than this, in points, are ties. The smallest true gap between best and second best is 20 times
/// as large.
pub const TIE_TOLERANCE: f64 = 1e-10;

/// An option: an action of a position with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnOption {
    /// The action.
    pub action: Action,
    /// The expected final score after this action, with optimal play from then on.
    pub expected_final: f64,
    /// The expected final score of the best option less that of this one; never negative.
    pub loss: f64,
}

impl ValueTable {
    /// Every action of a position of this game, best first, ties in the order of ties. Voluntary zeros are left out where they never gain.
    pub(crate) fn ranked_options(&self, position: &Position) -> Vec<TurnOption> {
        let lattice = &self.model().lattice;
        let roll = position.roll();
        let so_far = score_without_upper_bonus(position.card());
        let option = |action, expected_final| TurnOption { action, expected_final, loss: 0.0 };
        let mut options = Vec::with_capacity(position.card().open_count() + roll.hold_count());
        for placement in self.rules().choices(position.state(), &roll) {
            options.push(option(Action::Score(placement), so_far + self.value_after(&placement)));
        }
        if position.rerolls_left() != RerollsLeft::NONE {
            self.with_hold_values(position, |nodes| {
                roll.for_each_hold(|hold| {
                    let Lanes([value]) = nodes[lattice.node(&hold).index()];
                    options.push(option(Action::Hold(hold), so_far + value));
                });
            });
        }
        rank(&mut options);
        options
    }

    /// The expected final score after a placement on a card of this game, under optimal play.
    pub(crate) fn expected_after(&self, card: &Scorecard, placement: &Placement) -> f64 {
        score_without_upper_bonus(card) + self.value_after(placement)
    }

    /// The value of a placement: its points, its extra bonus, and the value of the state that follows.
    pub(crate) fn value_after(&self, placement: &Placement) -> f64 {
        f64::from(placement.points + placement.bonus) + self.value_of(&placement.next)
    }

    /// Calls `show` with the values of all holds of a position with a reroll left, at their nodes of the lattice.
    fn with_hold_values(&self, position: &Position, show: impl FnMut(&[Lanes<1>])) {
        let Model { lattice, plan, space, .. } = &**self.model();
        let state = position.state();
        let successors = Successors { values: self.values_after(state.filled, state.flag), shifts: space.shifts() };
        let rerolls = position.rerolls_left().get();
        SCRATCH.with_borrow_mut(|(row_plan, workspace)| {
            row_plan.fill(plan, space, state.filled, state.flag);
            workspace.make_room(lattice, plan, &Lanes([0.0]));
            let read = successors.from(space.lane(state));
            workspace.turn(lattice, plan, row_plan, &read, rerolls, &mut LastHolds { rerolls, show });
        });
    }
}

thread_local! {
    /// The workspace of a question. Each thread keeps it for the next question, so that only the answer is allocated.
    static SCRATCH: RefCell<(RowPlan, Workspace<Lanes<1>>)> = RefCell::default();
}

/// Shows the values of the holds with this many rerolls left, and ends the turn there.
struct LastHolds<F> {
    rerolls: u8,
    show: F,
}

impl<F: FnMut(&[Lanes<1>])> Watch<Lanes<1>> for LastHolds<F> {
    fn held(&mut self, rerolls_left: u8, nodes: &mut [Lanes<1>]) -> ControlFlow<()> {
        if rerolls_left < self.rerolls {
            return ControlFlow::Continue(());
        }
        (self.show)(nodes);
        ControlFlow::Break(())
    }
}

/// The score of a card without the upper bonus. Values include the upper bonus until the end of the game, so the score they are added to must not.
pub(crate) fn score_without_upper_bonus(card: &Scorecard) -> f64 {
    f64::from(card.score() - card.upper_bonus())
}

/// Sorts best first, ties in the order of ties, and sets the losses.
fn rank(options: &mut [TurnOption]) {
    options.sort_unstable_by(|a, b| b.expected_final.total_cmp(&a.expected_final).then_with(|| in_order_of_ties(&a.action, &b.action)));
    let mut start = 0;
    while start < options.len() {
        let value = options[start].expected_final;
        let end = start + options[start..].iter().take_while(|option| value - option.expected_final < TIE_TOLERANCE).count();
        options[start..end].sort_unstable_by(|a, b| in_order_of_ties(&a.action, &b.action));
        start = end;
    }
    let best = options.first().map_or(0.0, |option| option.expected_final);
    for option in options {
        option.loss = (best - option.expected_final).max(0.0);
    }
}

/// The order of ties: scoring before holding; categories in their order, points before a voluntary zero; larger holds first, then those of lower
/// faces.
fn in_order_of_ties(a: &Action, b: &Action) -> Ordering {
    match (a, b) {
        (Action::Score(a), Action::Score(b)) => a.category.cmp(&b.category).then(b.points.cmp(&a.points)),
        (Action::Score(_), Action::Hold(_)) => Ordering::Less,
        (Action::Hold(_), Action::Score(_)) => Ordering::Greater,
        (Action::Hold(a), Action::Hold(b)) => a.in_order(b),
    }
}
