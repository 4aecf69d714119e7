//! The options of a position: its actions with their values, ranked.

use std::cell::RefCell;
use std::cmp::Ordering;

use yahtzee_kernel::{Read, Successors, TIE_TOLERANCE, Turns, Workspace, holds, worths_tie};

use super::model::Model;
use super::plan::RowPlan;
use super::turn_worths::TurnWorths;
use super::value_table::ValueTable;
use crate::dice::RerollsLeft;
use crate::game::{Action, Position, Scorecard};
use crate::rules::Placement;
use crate::sorting::sort_by;

/// An option: an action of a position with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnOption {
    /// The action.
    pub action: Action,
    /// The expected final score after this action, with optimal play from then on.
    pub expected_final: f64,
    /// The highest expected final score of all options less this one's; never negative.
    pub loss: f64,
    /// The worth under the objective, if it is not the expected score. The best option then has the highest worth.
    pub worth: Option<Worth>,
}

/// The worth of an option under an objective other than the expected score: a chance to win, or a utility.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// The expected utility of the final score after this option, with play that maximises it from then on.
    pub value: f64,
    /// The highest worth of all options less this one's; never negative.
    pub loss: f64,
}

impl TurnOption {
    /// Whether no option is better, by worth if there is one, otherwise by expected final score. Ties count as equal.
    pub fn ties_with_best(&self) -> bool {
        match self.worth {
            None => self.loss < TIE_TOLERANCE,
            Some(worth) => worths_tie(worth.value, worth.value + worth.loss),
        }
    }
}

impl ValueTable {
    /// Every action of a position of this game, best first, ties in the order of ties. Voluntary zeros are left out if they never gain,
    /// unless worths may fall with more points. With worths
    /// of the turn's ends, the best option has the highest worth and, among ties, the highest expected final score.
    pub fn ranked_options(&self, position: &Position, worths: Option<&TurnWorths>) -> Vec<TurnOption> {
        let Model { nodes: of_dice, space, .. } = &**self.model();
        let roll = position.roll();
        let state = position.state();
        let so_far = f64::from(position.card().written_score());
        let option = |action, expected_final| TurnOption { action, expected_final, loss: 0.0, worth: None };
        let worth = |value| Worth { value, loss: 0.0 };
        let mut options = Vec::with_capacity(position.card().open_count() + roll.hold_count());
        let model = worths.map_or(self.model(), TurnWorths::model);
        for placement in model.choices(state, &roll, position.rerolls_left()) {
            let worth = worths.map(|worths| worth(worths.after(&placement).expect("a placement of this turn")));
            options.push(TurnOption { worth, ..option(Action::Score(placement), so_far + self.value_after(&placement)) });
        }
        if position.rerolls_left() != RerollsLeft::NONE {
            let first_hold = options.len();
            let values = self.values_after(state.filled, state.flag);
            let values = Successors { values, shifts: space.shifts() };
            with_hold_values(self.model(), position, &values.from(space.lane(state)), |nodes| {
                roll.for_each_hold(&mut |hold| {
                    let value = nodes[of_dice.hold(&hold).index()];
                    options.push(option(Action::Hold(hold), so_far + value));
                });
            });
            if let Some(worths) = worths {
                with_hold_values(worths.model(), position, worths, |nodes| {
                    let mut options = options[first_hold..].iter_mut();
                    roll.for_each_hold(&mut |hold| {
                        let value = nodes[of_dice.hold(&hold).index()];
                        options.next().expect("the same holds as before").worth = Some(worth(value));
                    });
                });
            }
        }
        rank(&mut options);
        options
    }

    /// The expected final score after a placement on a card of this game, under optimal play.
    pub fn expected_after(&self, card: &Scorecard, placement: &Placement) -> f64 {
        f64::from(card.written_score()) + self.value_after(placement)
    }

    /// The value of a placement: its points, its extra bonus, and the value of the state that follows.
    pub fn value_after(&self, placement: &Placement) -> f64 {
        f64::from(placement.points + placement.bonus) + self.value_of(&placement.next)
    }
}

/// Calls `show` with the values of all holds of a position with a reroll left, at their nodes of the lattice. `ends` reads the ends of the turn.
fn with_hold_values(model: &Model, position: &Position, ends: &dyn Read<f64>, mut show: impl FnMut(&[f64])) {
    let Model { plan, space, .. } = model;
    let state = position.state();
    let turns = Turns::later(&plan.kernel, state.throws, position.rerolls_left().get());
    SCRATCH.with_borrow_mut(|(row_plan, workspace)| {
        row_plan.fill(plan, space, state.filled, state.flag);
        holds(workspace, (&model.lattice, &plan.kernel, &row_plan.kernel), ends, turns, &mut |_, _| ());
        show(&workspace.nodes);
    });
}

thread_local! {
    /// The workspace of a question. Each thread reuses it, so that only the answer is allocated.
    static SCRATCH: RefCell<(RowPlan, Workspace<f64>)> = RefCell::default();
}

/// Sorts best first, and sets the losses.
fn rank(options: &mut [TurnOption]) {
    rank_by_score(options);
    let best = options.first().map_or(0.0, |option| option.expected_final);
    for option in &mut *options {
        option.loss = (best - option.expected_final).max(0.0);
    }
    if options.first().is_some_and(|option| option.worth.is_some()) {
        rank_by_worth(options);
    }
}

/// Sorts by a value, the highest first; options of the same value in the order of ties. Not generic, so it is compiled once.
fn sort_by_value(options: &mut [TurnOption], value: fn(&TurnOption) -> f64) {
    sort_by(options, |a, b| value(b).total_cmp(&value(a)).then_with(|| in_order_of_ties(&a.action, &b.action)));
}

/// Sorts by expected final score, ties in the order of ties.
fn rank_by_score(options: &mut [TurnOption]) {
    sort_by_value(options, |option| option.expected_final);
    for_ties(options, |best, option| best.expected_final - option.expected_final < TIE_TOLERANCE, |ties| sort_by_value(ties, |_| 0.0));
}

/// Sorts by worth, ties by expected final score, and sets the losses of worth.
fn rank_by_worth(options: &mut [TurnOption]) {
    let value = |option: &TurnOption| option.worth.map_or(0.0, |worth| worth.value);
    sort_by_value(options, value);
    for_ties(options, |best, option| worths_tie(value(best), value(option)), rank_by_score);
    let best = options.iter().map(value).fold(f64::MIN, f64::max);
    for worth in options.iter_mut().filter_map(|option| option.worth.as_mut()) {
        worth.loss = (best - worth.value).max(0.0);
    }
}

/// Calls `sort` with the options that tie with the best one, then with the options that tie with the best of the rest, and so on. The best come
/// first.
fn for_ties(options: &mut [TurnOption], tie: impl Fn(&TurnOption, &TurnOption) -> bool, sort: impl Fn(&mut [TurnOption])) {
    let mut rest = options;
    while let Some(&best) = rest.first() {
        let ties = rest.iter().take_while(|option| tie(&best, option)).count().max(1);
        let (first, others) = rest.split_at_mut(ties);
        sort(first);
        rest = others;
    }
}

/// The order of ties: scoring before holding; categories in their order, points before a voluntary zero; larger holds first, then holds of lower
/// faces.
fn in_order_of_ties(a: &Action, b: &Action) -> Ordering {
    match (a, b) {
        (Action::Score(a), Action::Score(b)) => a.category.cmp(&b.category).then(b.points.cmp(&a.points)),
        (Action::Score(_), Action::Hold(_)) => Ordering::Less,
        (Action::Hold(_), Action::Score(_)) => Ordering::Greater,
        (Action::Hold(a), Action::Hold(b)) => a.in_order(b),
    }
}
