//! The worths of the states that may follow the next turns, for a function of the final score.
//!
//! Solving computes the values of all later states, layer by layer, and drops them again. The first few turns have few values, because few scores can
//! be reached there. So these are kept, and answer questions about the cards of the next turns too.

use std::sync::{Arc, OnceLock};

use yahtzee_kernel::{After, Source, value_at_score, worth_at_score};

use super::model::Model;
use super::plan::RowPlan;
use super::reached::Reached;
use super::score_rows::Layer;
use super::turn_worths::TurnWorths;
use super::utility::{MOST_SCORE, Utility};
use super::windows::Windows;
use crate::rules::State;
use crate::space::{Row, StateSpace};

/// The expected utility of every end of a turn, under play that maximises it from there on, and of the ends of the turns that follow, as long as
/// these are few: see [`covers`](UtilityValues::covers).
#[derive(Clone, Debug)]
pub struct UtilityValues {
    model: Arc<Model>,
    utility: Utility,
    state: State,
    scores: (i32, i32),
    /// The windows of the states after these turns, by reach alone.
    windows: Windows,
    /// The marks of reachable scores, computed on demand.
    reached: OnceLock<Reached>,
    /// The values of the states after one turn, after two turns, and so on.
    after: Vec<Vec<f64>>,
}

/// The default limit of the memory of kept turns, in bytes.
pub(super) const AHEAD_BYTES: usize = 4_000_000;

/// The windows and the number of the turns whose values are kept: as many as fit into this many bytes, but at least one.
pub(super) fn windows_ahead(model: &Model, state: &State, scores: (i32, i32), bytes: usize) -> (Windows, usize) {
    let open = model.rules.category_count() - state.filled.count();
    let mut kept = (Windows::ahead(model, state, scores, 1), 1);
    for turns in 2..=open {
        let windows = Windows::ahead(model, state, scores, turns);
        if bytes_of(&windows, open, turns) > bytes {
            break;
        }
        kept = (windows, turns);
    }
    kept
}

/// The most memory that [`windows_ahead`] takes, with the windows of all turns, in bytes.
pub(super) fn bytes_to_look_ahead(model: &Model, state: &State) -> u64 {
    let open = model.rules.category_count() - state.filled.count();
    let layers: Vec<&[Row]> = model.space.layers().collect();
    // Each state that can follow has at least one value.
    let least = |turns: usize| -> usize {
        let rows = layers[open - turns..open].iter().copied().flatten().filter(|row| row.filled.contains_all(state.filled));
        rows.map(|row| model.space.row_width(row) * size_of::<f64>()).sum()
    };
    let kept = (2..=open).take_while(|&turns| least(turns) <= AHEAD_BYTES).last().unwrap_or(1);
    let [all, kept, next] = [open, kept, open.min(kept + 1)].map(|turns| Windows::bytes_of_states(model, state, turns));
    all.0 + kept.0 + next.0 + next.1
}

/// The memory of the values after this many turns from a state with this many open categories, in bytes.
pub(super) fn bytes_of(windows: &Windows, open: usize, turns: usize) -> usize {
    (1..=turns).map(|turn| windows.length(open - turn)).sum::<usize>() * size_of::<f64>()
}

/// Copies the values of a layer from the windows where the rest of the game decides to windows by reach alone.
pub(super) fn spread_out(
    space: &StateSpace,
    open: usize,
    (layer, windows): (&Layer, &Windows),
    ahead: &Windows,
    utility: &Utility,
) -> Vec<f64> {
    let mut values = vec![utility.highest(); ahead.length(open)];
    let rows = space.layers().nth(open).expect("a layer of the space");
    for row in rows.iter().filter(|row| ahead.has(row)) {
        for position in space.planes(row).flatten() {
            let (from, to) = (windows.at(position), ahead.at(position));
            let solved = &layer.values[from.values()][..from.len as usize];
            for (value, score) in values[to.values()][..to.len as usize].iter_mut().zip(to.first..) {
                *value = match usize::try_from(score - from.first) {
                    Err(_) => utility.lowest(),
                    Ok(index) => *solved.get(index).unwrap_or(&utility.highest()),
                };
            }
        }
    }
    values
}

impl UtilityValues {
    pub(super) fn new(
        model: &Arc<Model>,
        utility: &Utility,
        (state, scores): (&State, (i32, i32)),
        windows: Windows,
        after: Vec<Vec<f64>>,
    ) -> UtilityValues {
        UtilityValues {
            model: model.maximising(utility),
            utility: utility.clone(),
            state: *state,
            scores,
            windows,
            reached: OnceLock::new(),
            after,
        }
    }

    /// The model: the rules, the lattice and the states.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The solved state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The maximised utility.
    pub fn utility(&self) -> &Utility {
        &self.utility
    }

    /// The lowest and the highest solved score of the state.
    pub fn scores(&self) -> (i32, i32) {
        self.scores
    }

    /// The number of turns whose ends have values.
    pub fn turns(&self) -> usize {
        self.after.len()
    }

    /// The memory of the values and of the windows of their scores, in bytes.
    pub fn bytes(&self) -> u64 {
        let values: usize = self.after.iter().map(Vec::len).sum();
        (values * size_of::<f64>()) as u64 + self.windows.bytes()
    }

    /// Whether these are values of this utility for the turn of a state, at all scores from the lowest to the highest.
    pub fn answers(&self, utility: &Utility, state: &State, (low, high): (i32, i32)) -> bool {
        let is_within = || {
            let is_same = self.model.space.place(state).is_some_and(|place| place == self.model.space.position(&self.state));
            is_same && (self.scores.0..=self.scores.1).contains(&low) && (low..=self.scores.1).contains(&high)
        };
        // In a later turn, fewer turns are left in which the others may win at once.
        let is_later = || low == high && utility.at_once().is_none() && self.covers(state, low);
        self.utility == *utility && (is_within() || is_later())
    }

    /// Whether the turn of a state at a score has values: it is the solved turn, or one of the next turns that can follow it.
    pub fn covers(&self, state: &State, score: i32) -> bool {
        self.turn_number(state, score).is_some()
    }

    /// The number of turns from the solved turn to the turn of a state, if its ends have values.
    fn turn_number(&self, state: &State, score: i32) -> Option<usize> {
        let Model { rules, space, .. } = &*self.model;
        if space.check_open(state).is_err() || !state.filled.contains_all(self.state.filled) {
            return None;
        }
        let number = state.filled.count() - self.state.filled.count();
        let (low, high) = self.scores;
        let is_reached = match number {
            0 => space.position(state) == space.position(&self.state) && (low..=high).contains(&score),
            number if number >= self.after.len() => false,
            _ => {
                let window = self.windows.at(space.position(state));
                let at = usize::try_from(score - window.first).ok().filter(|at| *at < window.len as usize);
                let open = rules.category_count() - state.filled.count();
                at.is_some_and(|at| {
                    let reached = self.reached.get_or_init(|| Reached::new(&self.model, &self.windows, &self.state, low, high));
                    reached.layer(open).get(window.start + at).is_none_or(|reached| *reached)
                })
            }
        };
        is_reached.then_some(number)
    }

    /// The expected utility before the first roll of the turn, at a score; `None` for a score outside of the solved range.
    pub fn value(&self, score: i32) -> Option<f64> {
        self.value_of(&self.state, score)
    }

    /// The expected utility before the first roll of the turn of a state, at a score; `None` if the turn is not [covered](UtilityValues::covers).
    pub fn value_of(&self, state: &State, score: i32) -> Option<f64> {
        let number = self.turn_number(state, score)?;
        let Model { lattice, space, plan, .. } = &*self.model;
        let mut row_plan = RowPlan::default();
        row_plan.fill(plan, space, state.filled, state.flag);
        let of = (lattice, &plan.kernel, &row_plan.kernel);
        Some(value_at_score(of, &self.after_turn(number), space.lane(state), score, state.throws))
    }

    /// The worth of each score before the turn, for a part of the solved scores. Lower scores have the worth of the lowest, higher ones of the
    /// highest.
    pub fn before_turn(&self, (low, high): (i32, i32)) -> Utility {
        let (low, high) = (low.max(self.scores.0), high.min(self.scores.1));
        let mut worths: Vec<f64> = Vec::with_capacity((high - low) as usize + 1);
        for score in low..=high {
            let worth = self.value(score).expect("a score that was solved");
            // Rounding must not make the worth fall.
            let least = worths.last().copied().filter(|_| !self.utility.falls());
            worths.push(least.map_or(worth, |least| worth.max(least)));
        }
        Utility::from_worths(worths[0], low, worths)
    }

    /// The worths of the turn's ends at a score; `None` for a score outside of the solved range.
    pub fn turn(&self, score: i32) -> Option<TurnWorths> {
        self.turn_of(&self.state, score)
    }

    /// The worths of the ends of a state's turn at a score; `None` if the turn is not [covered](UtilityValues::covers).
    pub fn turn_of(&self, state: &State, score: i32) -> Option<TurnWorths> {
        let after = self.after_turn(self.turn_number(state, score)?);
        let lane = self.model.space.lane(state);
        let mut worth = |source: &Source| worth_at_score(&after, lane, score, source);
        Some(TurnWorths::from_sources(&self.model, state, &mut worth).expect("an open state, as it was solved"))
    }

    /// The values after a turn.
    fn after_turn(&self, number: usize) -> After<'_> {
        let (windows, base) = self.windows.all();
        After {
            windows,
            base,
            values: &self.after[number],
            carried: [],
            shifts: self.model.space.shifts(),
            lowest: self.utility.lowest(),
            highest: self.utility.highest(),
            at_once: self.utility.at_once_in(number),
        }
    }

    /// The values, in the order of [`with_values`](UtilityValues::with_values).
    pub(crate) fn values(&self) -> impl Iterator<Item = f64> {
        self.after.iter().flatten().copied()
    }

    /// The values of the turns that follow a state at some scores, from the numbers of [`values`](UtilityValues::values); `None` if their count is
    /// wrong.
    pub(crate) fn with_values(
        model: &Arc<Model>,
        utility: &Utility,
        (state, scores): (&State, (i32, i32)),
        turns: usize,
        values: &[f64],
    ) -> Option<UtilityValues> {
        model.space.check_open(state).ok()?;
        let open = model.rules.category_count() - state.filled.count();
        let is_possible = scores.0 <= scores.1 && [scores.0, scores.1].iter().all(|score| (-MOST_SCORE..=MOST_SCORE).contains(score));
        if !(1..=open).contains(&turns) || !is_possible {
            return None;
        }
        let windows = Windows::ahead(&model.maximising(utility), state, scores, turns);
        let mut left = values;
        let mut after = Vec::new();
        for turn in 1..=turns {
            let (here, rest) = left.split_at_checked(windows.length(open - turn))?;
            after.push(here.to_vec());
            left = rest;
        }
        left.is_empty().then(|| UtilityValues::new(model, utility, (state, scores), windows, after))
    }
}
