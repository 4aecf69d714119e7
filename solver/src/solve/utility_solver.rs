//! Backward induction for a function of the final score: values by state and score so far.
//!
//! A block of lanes is some scores of one state. All of them are followed by the same states, at scores that are higher by the same points. So a
//! placement reads the values of the state that follows, mostly a run of consecutive ones, and the turn kernel does the rest.

use std::sync::Arc;

use super::kernel::{Read, Workspace};
use super::model::Model;
use super::plan::{RowPlan, Source};
use super::reached::Reached;
use super::run_options::run_options;
use super::score_rows::{Job, Layer, Scores, mark_rises, solve_layer};
use super::threads::{Join, on_threads};
use super::turn_worths::TurnWorths;
use super::utility::{MOST_SCORE, Utility};
use super::walker::{Progress, Walker};
use super::windows::Windows;
use crate::dice::Lanes;
use crate::rules::State;
use crate::space::{Row, StateError};

/// Maximises the expected [`Utility`] of the final score.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{MEMORY_LIMIT, Filled, Model, Points, RuleSet, State, Utility, UtilitySolver};
/// let rules = RuleSet::builtin("hasbro")?;
/// let model = Arc::new(Model::new(&rules, MEMORY_LIMIT)?);
/// // Only Yahtzee and Chance are open; 250 points have been written, 63 of them in the upper section.
/// let open = [rules.category_named("yahtzee").unwrap(), rules.category_named("chance").unwrap()];
/// let filled = rules.categories().filter(|category| !open.contains(category)).fold(Filled::NONE, Filled::with);
/// let state = State { filled, upper_total: Points::new(63), ..State::default() };
/// let utility = Utility::target(330);
/// let values = UtilitySolver::new(&model, &utility).solve(&state, 250, 250)?;
/// // With the bonus of 35, it takes 45 more points: a Yahtzee in one of two turns.
/// let yahtzee = 0.0460286;
/// assert!((values.value(250).unwrap() - (1.0 - (1.0 - yahtzee) * (1.0 - yahtzee))).abs() < 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UtilitySolver<'a> {
    model: Arc<Model>,
    utility: &'a Utility,
    threads: Option<usize>,
    progress: Option<&'a Progress<'a>>,
}

run_options!(UtilitySolver, "values");

/// The expected utility of everything that a turn may end with, under play that maximises it from there on.
#[derive(Clone, Debug)]
pub struct UtilityValues {
    model: Arc<Model>,
    state: State,
    scores: (i32, i32),
    lowest: f64,
    highest: f64,
    windows: Windows,
    /// The values of the states that follow the turn.
    values: Vec<f64>,
}

impl<'a> UtilitySolver<'a> {
    /// A solver of this game for this utility.
    pub fn new(model: &Arc<Model>, utility: &'a Utility) -> UtilitySolver<'a> {
        UtilitySolver { model: Arc::clone(model), utility, threads: None, progress: None }
    }

    /// Solves the game from a state, for each score from `low` to `high`. A score here is what is written and the extra bonuses, without the upper
    /// bonus. A full card is worth the utility of that and the upper bonus. Scores below -100,000,000 or above 100,000,000 are left out.
    ///
    /// # Errors
    ///
    /// A [`StateError`] if no category is open, or the state cannot be reached.
    #[cfg_attr(target_arch = "wasm32", inline)]
    pub fn solve(self, state: &State, low: i32, high: i32) -> Result<UtilityValues, StateError> {
        let (low, high) = (low.max(-MOST_SCORE), high.min(MOST_SCORE));
        let windows = self.windows(state, low, high)?;
        let Model { rules, space, .. } = &*self.model;
        let open = rules.category_count() - state.filled.count();
        let (lowest, highest) = (self.utility.lowest(), self.utility.highest());
        let layer = on_threads(self.threads, |join| {
            let reached = Reached::new(&self.model, &windows, state, low, high);
            let all = (1..open).map(|open| windows.length(open) as u64).sum();
            let walker = Walker::new(join, self.progress, all);
            let mut layers = space.layers();
            let full = self.full_cards(&windows, layers.next().expect("the layer of full cards"));
            layers.take(open - 1).enumerate().fold(full, |done, (below, rows)| {
                let job = Job { model: &self.model, windows: &windows, reached: reached.layer(below + 1), done: &done, lowest, highest };
                solve_layer(&job, rows, windows.length(below + 1), &walker)
            })
        });
        Ok(UtilityValues {
            model: Arc::clone(&self.model),
            state: *state,
            scores: (low, high),
            lowest,
            highest,
            windows,
            values: layer.values,
        })
    }

    /// The memory that [`solve`](UtilitySolver::solve) takes for its values, in bytes.
    ///
    /// # Errors
    ///
    /// As for [`solve`](UtilitySolver::solve).
    pub fn bytes_needed(&self, state: &State, low: i32, high: i32) -> Result<u64, StateError> {
        let windows = self.windows(state, low.max(-MOST_SCORE), high.min(MOST_SCORE))?;
        Ok(windows.bytes(self.model.rules.category_count() - state.filled.count()))
    }

    fn windows(&self, state: &State, low: i32, high: i32) -> Result<Windows, StateError> {
        self.model.space.check_open(state)?;
        let walker = Walker::new(Join::Serial, None, 0);
        Ok(Windows::new(&self.model, &walker, self.utility, state, (low, high)))
    }

    /// The values of full cards.
    fn full_cards(&self, windows: &Windows, rows: &[Row]) -> Layer {
        let Model { rules, space, .. } = &*self.model;
        let mut layer = Layer::new(windows.length(0));
        for row in rows.iter().filter(|row| windows.has(row)) {
            for (position, State { upper_total, .. }) in space.futures(row) {
                let window = windows.at(position);
                let earned = rules.upper_bonus().earned(upper_total).get() as i32;
                let values = &mut layer.values[window.values()];
                for (value, score) in values.iter_mut().zip(window.first..) {
                    *value = self.utility.of(score.saturating_add(earned));
                }
                mark_rises(values, &mut layer.rises[window.values()]);
            }
        }
        layer
    }
}

impl UtilityValues {
    /// The state that was solved.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The expected utility before the first roll of the turn, at a score; `None` if the score is below the lowest or above the highest that the
    /// state was solved for.
    pub fn value(&self, score: i32) -> Option<f64> {
        if !(self.scores.0..=self.scores.1).contains(&score) {
            return None;
        }
        let Model { lattice, space, plan, .. } = &*self.model;
        let mut row_plan = RowPlan::default();
        row_plan.fill(plan, space, self.state.filled, self.state.flag);
        let mut workspace = Workspace::new(lattice, plan, &Lanes([0.0]));
        let Lanes([value]) = workspace.mean_of_turn(lattice, plan, &row_plan, &self.read(score), self.state.saved, &mut ());
        Some(value)
    }

    /// What each score before the turn is worth, for a run of scores that was solved. Scores below and above them are worth what the lowest and the
    /// highest are.
    pub(crate) fn before_turn(&self) -> Utility {
        let (low, high) = self.scores;
        let mut worths: Vec<f64> = Vec::with_capacity((high - low) as usize + 1);
        for score in low..=high {
            let worth = self.value(score).expect("a score that was solved");
            // Rounding must not make it fall.
            worths.push(worth.max(worths.last().copied().unwrap_or(f64::MIN)));
        }
        Utility::from_worths(worths[0], low, worths)
    }

    /// What the ends of the turn are worth at a score; `None` if the score is below the lowest or above the highest that the state was solved for.
    pub fn turn(&self, score: i32) -> Option<TurnWorths> {
        if !(self.scores.0..=self.scores.1).contains(&score) {
            return None;
        }
        let read = self.read(score);
        let worth = |source: &Source| {
            let Lanes([worth]) = read.read(source);
            worth
        };
        Some(TurnWorths::from_sources(&self.model, &self.state, worth).expect("an open state, as it was solved"))
    }

    /// Reads the values of what follows the turn at a score.
    pub(crate) fn read(&self, score: i32) -> Scores<'_> {
        let Model { space, .. } = &*self.model;
        Scores {
            windows: &self.windows,
            values: &self.values,
            shifts: space.shifts(),
            lowest: self.lowest,
            highest: self.highest,
            lane: space.lane(&self.state),
            first: score,
            picks: None,
        }
    }
}
