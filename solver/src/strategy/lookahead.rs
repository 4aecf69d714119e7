//! Strategies that look ahead to the end of the turn, and estimate the value of the state after it.

use std::sync::Arc;

use super::chooser::Chooser;
use super::turn_strategy::{Strategy, TurnStrategy};
use crate::rules::{Category, Points, RuleSet, State};
use crate::solve::{Model, ValueTable};
use crate::space::StateError;
use crate::tr;

/// Takes the best action of every turn, assuming that the value of each state after it is its estimate. The turn itself is computed exactly. Of equal
/// actions it takes the first in the order of ties (see `Advice`).
///
/// With the true values it plays optimally; with zeros it is greedy. Its score so measures the quality of an estimate.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::evaluate::Evaluator;
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// use yahtzee_solver::strategy::LookaheadStrategy;
/// use yahtzee_solver::{Model, RuleSet};
/// let rules = RuleSet::builtin("crag")?;
/// let model = Arc::new(Model::apart(&rules, MEMORY_LIMIT)?);
/// // Each open box is worth 10 points.
/// let strategy = LookaheadStrategy::new(&model, |state| 10.0 * (rules.category_count() - state.filled.count()) as f64)?;
/// let score = Evaluator::with_model(&model, &strategy)?.values()?.expected_score();
/// assert!(score > 130.0, "{score}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LookaheadStrategy {
    pub(crate) chooser: Chooser,
    /// Whether two states of a row have different estimates.
    sees_totals: bool,
}

/// Estimates that make giving up points better than writing them, which the rules do not allow.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", tr!("the estimate falls by {} where {} points are written and not 0, after {} categories: it may not fall by more than these points", .fall, .points, .state.filled.count()))]
pub struct FallingEstimate {
    /// The state after the zero.
    pub state: State,
    /// The state after the points.
    pub more: State,
    /// The points.
    pub points: Points,
    /// The fall of the estimate, in points.
    pub fall: f64,
}

/// The most by which rounding may increase the fall of an estimate.
const ROUNDING: f64 = 1e-9;

impl LookaheadStrategy {
    /// Looks ahead with these estimates of the points to come after a turn, the upper bonus included. `estimate` is called once for each state of the
    /// model. States that share a value (in a model other than [`Model::apart`]) share the estimate of one of them.
    ///
    /// # Errors
    ///
    /// [`FallingEstimate`] if an estimate falls by more than the written points.
    pub fn new(model: &Arc<Model>, mut estimate: impl FnMut(&State) -> f64) -> Result<LookaheadStrategy, FallingEstimate> {
        let Model { rules, space, .. } = &**model;
        let mut estimates = vec![0.0; space.width()];
        for row in space.rows() {
            for (position, state) in space.futures(row) {
                // The value of a full card is known.
                let is_full = state.filled.count() == rules.category_count();
                estimates[position] = if is_full { rules.at_the_end(&state).into() } else { estimate(&state) };
            }
        }
        let check = |(zero_at, state): (usize, State), (more_at, more): (usize, State), points: Points| {
            let fall = estimates[zero_at] - estimates[more_at];
            if fall > f64::from(points) + ROUNDING { Err(FallingEstimate { state, more, points, fall }) } else { Ok(()) }
        };
        let flag_points =
            rules.flag_category().filter(|category| !rules.zero_may_gain(*category)).map(|category| least_points(model, category));
        for row in space.rows() {
            for (less, more) in space.futures(row).zip(space.futures(row).skip(1)).filter(|(less, more)| less.1.throws == more.1.throws) {
                check(less, more, more.1.upper_total - less.1.upper_total)?;
            }
            if let Some(points) = flag_points.filter(|_| row.flag) {
                let without = space.row(row.filled, false);
                space.futures(&without).zip(space.futures(row)).try_for_each(|(zero, scored)| check(zero, scored, points))?;
            }
        }
        Ok(LookaheadStrategy::by_numbers(model, estimates))
    }

    /// Takes the action with the highest mean points in this turn, as if it were the last turn: written points and extra bonus. The upper bonus and
    /// later turns do not count.
    pub fn greedy(model: &Arc<Model>) -> LookaheadStrategy {
        LookaheadStrategy::by_numbers(model, vec![0.0; model.space.width()])
    }

    /// The [greedy](LookaheadStrategy::greedy) strategy that also counts the upper bonus in the turn that earns it.
    pub fn greedy_with_upper_bonus(model: &Arc<Model>) -> LookaheadStrategy {
        let bonus = model.rules.upper_bonus();
        LookaheadStrategy::new(model, |state| bonus.earned(state.upper_total).into()).expect("the bonus does not fall")
    }

    /// The [greedy](LookaheadStrategy::greedy) strategy that takes, of actions with equal points in this turn, the one with the highest value by this
    /// table, or the lowest.
    pub fn greedy_with_ties(table: &ValueTable, highest: bool) -> LookaheadStrategy {
        // Too small to outweigh the points of a turn, and large enough to break ties.
        let share = if highest { 1e-8 } else { -1e-8 };
        LookaheadStrategy::by_numbers(table.model(), table.values().iter().map(|value| share * value).collect())
    }

    /// Looks ahead with a number for each place of the state space.
    fn by_numbers(model: &Arc<Model>, estimates: Vec<f64>) -> LookaheadStrategy {
        let space = &model.space;
        let differs = |row| {
            let mut numbers = space.futures(row).map(|(position, _)| estimates[position]);
            let first = numbers.next();
            numbers.any(|number| Some(number) != first)
        };
        let sees_totals = space.rows().iter().any(differs);
        LookaheadStrategy { chooser: Chooser::by_numbers(model, estimates), sees_totals }
    }
}

impl Strategy for LookaheadStrategy {
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

/// The fewest points above 0 that a roll scores in a category.
fn least_points(model: &Model, category: Category) -> Points {
    let points =
        model.rolls().flat_map(|roll| (0..=model.rules.first_throws()).map(move |nth| model.rules.points_on(category, &roll, nth)));
    points.filter(|points| *points > 0).min().unwrap_or_default()
}
