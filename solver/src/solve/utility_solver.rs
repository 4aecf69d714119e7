//! Backward induction for a function of the final score: values by state and score so far.
//!
//! A block of lanes holds several scores of one state. The same states follow all of them, at scores that are higher by the same points. So a
//! placement reads the values of the state that follows, mostly consecutive ones, and the turn kernel does the rest.

use std::sync::Arc;

use yahtzee_kernel::{mark_rises, solve_scores};

use super::model::Model;
use super::reached::Reached;
use super::run::{Run, Stopped};
use super::score_rows::{Job, Layer, solve_layer};
use super::utility::{MOST_SCORE, Utility};
use super::utility_values::{AHEAD_BYTES, UtilityValues, bytes_of, bytes_to_look_ahead, spread_out, windows_ahead};
use super::walker::Walker;
use super::windows::Windows;
use crate::rules::State;
use crate::space::{Row, StateError};

/// Maximises the expected [`Utility`] of the final score.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{Model, Points, RuleSet, State, Utility};
/// use yahtzee_solver::rules::Filled;
/// use yahtzee_solver::solve::{MEMORY_LIMIT, UtilitySolver};
/// let rules = RuleSet::builtin("hasbro")?;
/// let model = Arc::new(Model::new(&rules, MEMORY_LIMIT)?);
/// // Only Yahtzee and Chance are open; 250 points have been written, 63 of them in the upper section.
/// let open = [rules.category_named("yahtzee").unwrap(), rules.category_named("chance").unwrap()];
/// let filled = rules.categories().filter(|category| !open.contains(category)).fold(Filled::NONE, Filled::with);
/// let state = State { filled, upper_total: Points::new(63), ..State::default() };
/// let utility = Utility::target(330);
/// let values = UtilitySolver::new(&model, &utility).work(&state, 250, 250)?.solve()?;
/// // With the bonus of 35, it takes 45 more points: a Yahtzee in one of two turns.
/// let yahtzee = 0.0460286;
/// assert!((values.value(250).unwrap() - (1.0 - (1.0 - yahtzee) * (1.0 - yahtzee))).abs() < 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UtilitySolver<'a> {
    model: Arc<Model>,
    utility: &'a Utility,
    ahead: usize,
    run: Run<'a>,
}

/// The prepared work of solving from a state. Its size is known before it is done.
pub struct UtilityWork<'a> {
    solver: UtilitySolver<'a>,
    state: State,
    scores: (i32, i32),
    windows: Windows,
    /// The windows of the kept turns, and the number of these turns.
    ahead: (Windows, usize),
}

impl<'a> UtilitySolver<'a> {
    /// A solver of this game for this utility.
    pub fn new(model: &Arc<Model>, utility: &'a Utility) -> UtilitySolver<'a> {
        UtilitySolver { model: model.maximising(utility), utility, ahead: AHEAD_BYTES, run: Run::new() }
    }

    /// Sets threads and progress. Each of [`UtilityWork::values`] is a unit of progress.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> UtilitySolver<'a> {
        UtilitySolver { run, ..self }
    }

    /// Keeps the values of as many turns as fit into this many bytes, at least of the next one.
    #[must_use]
    pub fn ahead(self, bytes: usize) -> UtilitySolver<'a> {
        UtilitySolver { ahead: bytes, ..self }
    }

    /// The memory that [`work`](UtilitySolver::work) needs for its values, in bytes.
    ///
    /// # Errors
    ///
    /// As for [`work`](UtilitySolver::work).
    pub fn bytes_needed(self, state: &State, low: i32, high: i32) -> Result<u64, StateError> {
        Ok(self.work(state, low, high)?.bytes_needed())
    }

    /// The memory that preparing the work needs, in bytes. [`UtilityWork::bytes_needed`] includes it.
    ///
    /// # Errors
    ///
    /// As for [`work`](UtilitySolver::work).
    pub fn bytes_to_prepare(model: &Model, state: &State) -> Result<u64, StateError> {
        model.space.check_open(state)?;
        Ok(Windows::bytes_to_find(model, state).max(bytes_to_look_ahead(model, state)))
    }

    /// Prepares to solve the game from a state, for each score from `low` to `high`. A score here is the written points and the extra bonuses,
    /// without the upper bonus. A full card has the utility of the score plus the upper bonus. Scores outside of -100,000,000 to 100,000,000 are left
    /// out.
    ///
    /// # Errors
    ///
    /// A [`StateError`] if no category is open, or the state cannot be reached.
    pub fn work(self, state: &State, low: i32, high: i32) -> Result<UtilityWork<'a>, StateError> {
        self.model.space.check_open(state)?;
        let scores = (low.max(-MOST_SCORE), high.min(MOST_SCORE));
        let walker = Walker::alone();
        let windows = Windows::new(&self.model, &walker, self.utility, state, scores);
        let ahead = windows_ahead(&self.model, state, scores, self.ahead);
        Ok(UtilityWork { solver: self, state: *state, scores, windows, ahead })
    }
}

impl UtilityWork<'_> {
    /// The memory needed, in bytes, including its preparation.
    pub fn bytes_needed(&self) -> u64 {
        let (open, (ahead, turns)) = (self.open(), &self.ahead);
        let is_marked = self.scores.0 == self.scores.1;
        let values = self.windows.bytes_of_values(open, is_marked) + bytes_of(ahead, open, *turns) as u64;
        let needed = self.windows.bytes() + ahead.bytes() + values;
        // The allocator does not give back all memory freed before.
        needed + needed / 12
    }

    /// The number of values to find: one for each state and score before the last turn that may be reached and from which the rest of the game
    /// decides.
    pub fn values(&self) -> u64 {
        (1..self.open()).map(|open| self.windows.length(open) as u64).sum()
    }

    /// The open categories of the state.
    fn open(&self) -> usize {
        self.solver.model.rules.category_count() - self.state.filled.count()
    }

    /// Solves the game.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn solve(self) -> Result<UtilityValues, Stopped> {
        let (all, open) = (self.values(), self.open());
        let UtilityWork { solver: UtilitySolver { model, utility, run, .. }, state, scores, windows, ahead: (ahead, turns) } = self;
        let Model { space, .. } = &*model;
        let (lowest, highest) = (utility.lowest(), utility.highest());
        let mut after = run.walk(all, |walker| {
            let reached = Reached::new(&model, &windows, &state, scores.0, scores.1);
            let mut done: Layer = Layer::new(0);
            let mut after = Vec::new();
            for (below, rows) in space.layers().enumerate().take(open) {
                done = if below == 0 {
                    full_cards(&model, utility, &windows, rows)
                } else {
                    let (windows, reached, at_once) = (&windows, reached.layer(below), utility.at_once_in(open - below));
                    let job = Job { solve: solve_scores, model: &model, windows, reached, done: &done, lowest, highest, at_once };
                    solve_layer(&job, rows, windows.length(below), 1, walker)
                };
                if open - below <= turns {
                    after.push(spread_out(space, below, (&done, &windows), &ahead, utility));
                }
            }
            after
        })?;
        after.reverse();
        Ok(UtilityValues::new(&model, utility, (&state, scores), ahead, after))
    }
}

/// The values of full cards.
fn full_cards(model: &Model, utility: &Utility, windows: &Windows, rows: &[Row]) -> Layer {
    let Model { rules, space, .. } = model;
    let mut layer = Layer::new(windows.length(0));
    for row in rows.iter().filter(|row| windows.has(row)) {
        for (position, full) in space.futures(row) {
            let window = windows.at(position);
            let earned = rules.at_the_end(&full).get() as i32;
            let values = &mut layer.values[window.values()];
            for (value, score) in values.iter_mut().zip(window.first..) {
                *value = utility.of(score.saturating_add(earned));
            }
            mark_rises(values, &mut layer.rises[window.values()]);
        }
    }
    layer
}
