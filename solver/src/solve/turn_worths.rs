//! The worths of the ends of one turn, under an objective other than the expected score.

use std::fmt;
use std::sync::Arc;

use yahtzee_kernel::{Read, Source};

use super::model::Model;
use super::plan::RowPlan;
use crate::dice::RerollsLeft;
use crate::rules::{Category, Placement, Points, RuleSet, State};
use crate::sorting::sort_by_key;
use crate::space::StateError;

/// The worth of every possible end of the turn of a state: chances to win, or any other worth of the final score.
///
/// [`UtilityValues::turn`](crate::solve::UtilityValues::turn) gives exact worths. An `Advisor` ranks actions by them.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{Advisor, Model, Position, RuleSet, Solver, State};
/// use yahtzee_solver::solve::TurnWorths;
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve()?;
/// // Nothing matters but the points of this turn.
/// let worths = TurnWorths::new(table.model(), &State::default(), |points, _| points.into())?;
/// let advice = Advisor::new(&table).advise_by(&Position::parse("23456", &rules)?, &Arc::new(worths))?;
/// assert_eq!(advice.best().worth.unwrap().value, 40.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct TurnWorths {
    model: Arc<Model>,
    state: State,
    /// Sorted by the ends.
    worths: Vec<(End, f64)>,
}

/// An end of the turn: the category, the points written there, the points including the extra bonus, and the throws saved then.
type End = (Category, Points, Points, u8);

impl TurnWorths {
    /// Calls `worth` for every end of the turn of a state, with the points that the turn adds to the score (with the extra bonus, without the upper
    /// bonus) and the state that follows.
    ///
    /// # Errors
    ///
    /// A [`StateError`] if no category is open, or the state cannot be reached.
    pub fn new(model: &Arc<Model>, state: &State, mut worth: impl FnMut(Points, &State) -> f64) -> Result<TurnWorths, StateError> {
        TurnWorths::from_sources(model, state, &mut |source| {
            let (category, written, points, _) = end_of(source);
            let next = model.rules.after(state, category, written, RerollsLeft::NONE);
            worth(points, &State { throws: source.throws, ..next })
        })
    }

    /// Calls `worth` for every source of the row of a state. It is one function for all callers, because the page downloads each copy.
    pub fn from_sources(model: &Arc<Model>, state: &State, worth: &mut dyn FnMut(&Source) -> f64) -> Result<TurnWorths, StateError> {
        model.space.check_open(state)?;
        let mut row_plan = RowPlan::default();
        row_plan.fill(&model.plan, &model.space, state.filled, state.flag);
        let mut sources: Vec<Source> = row_plan.sources(&model.plan, state.throws).collect();
        sort_by_key(&mut sources, end_of);
        sources.dedup_by_key(|source| end_of(source));
        let worths = sources.iter().map(|source| (end_of(source), worth(source))).collect();
        Ok(TurnWorths { model: Arc::clone(model), state: *state, worths })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &RuleSet {
        &self.model.rules
    }

    /// The model to play the turn by: its placements include the voluntary zeros that may be the best.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The state whose turn it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The worth of a placement of this turn; `None` for a placement from another state.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use yahtzee_solver::solve::{MEMORY_LIMIT, TurnWorths};
    /// use yahtzee_solver::{Model, RerollsLeft, RuleSet, State};
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let new_game = State::default();
    /// let worths = TurnWorths::new(&Arc::new(Model::new(&rules, MEMORY_LIMIT)?), &new_game, |points, _| points.into())?;
    /// let roll = rules.parse_roll("23456")?;
    /// let place = |state: &State, name: &str| rules.place(state, &roll, RerollsLeft::NONE, rules.category_named(name).unwrap()).unwrap();
    /// let first = place(&new_game, "large-straight");
    /// assert_eq!(worths.after(&first), Some(40.0));
    /// // The turn after it.
    /// assert_eq!(worths.after(&place(&first.next, "chance")), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(&self, placement: &Placement) -> Option<f64> {
        let Placement { category, points, bonus, next } = *placement;
        let end = (category, points, bonus, next.throws);
        let index = self
            .worths
            .binary_search_by_key(&end, |((category, written, points, throws), _)| (*category, *written, *points - *written, *throws));
        let (_, worth) = self.worths[index.ok()?];
        let after = State { throws: next.throws, ..self.model.rules.after(&self.state, category, points, RerollsLeft::NONE) };
        (after == next).then_some(worth)
    }
}

fn end_of(source: &Source) -> End {
    (Category::from_index(source.column.into()), Points::new(source.written), Points::new(source.points), source.throws)
}

impl PartialEq for TurnWorths {
    fn eq(&self, other: &TurnWorths) -> bool {
        let turn = |worths: &TurnWorths| (worths.state, worths.model.plan.zeros());
        self.rules() == other.rules() && turn(self) == turn(other) && self.worths == other.worths
    }
}

impl fmt::Debug for TurnWorths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TurnWorths { model, state, worths } = self;
        f.debug_struct("TurnWorths").field("rules", &model.rules.name()).field("state", state).field("worths", worths).finish()
    }
}

impl Read<f64> for TurnWorths {
    #[inline(always)]
    fn read(&self, source: &Source) -> f64 {
        let index = self.worths.binary_search_by_key(&end_of(source), |(end, _)| *end);
        self.worths[index.expect("an end of this turn")].1
    }
}
