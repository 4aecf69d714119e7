//! The worths of the ends of one turn, under an objective other than the expected score.

use super::kernel::Read;
use super::model::Model;
use super::plan::{RowPlan, Source};
use crate::dice::RerollsLeft;
use crate::rules::{Category, Placement, Points, RuleSet, State};
use crate::space::StateError;

/// The worth of every possible end of the turn of a state: chances to win, or any other worth of the final score.
///
/// [`UtilityValues::turn`](crate::solve::UtilityValues::turn) gives exact ones. An [`Advisor`](crate::Advisor) ranks actions by them.
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
#[derive(Clone, Debug, PartialEq)]
pub struct TurnWorths {
    rules: RuleSet,
    state: State,
    /// Sorted by the ends.
    worths: Vec<(End, f64)>,
}

/// How a turn ends: the category, the points written there, those with the extra bonus, and the throws saved then.
type End = (Category, Points, Points, u8);

impl TurnWorths {
    /// Asks for the worth of every end of the turn of a state: by the points that the turn adds to the score, the extra bonus among them, and the state
    /// that follows. The upper bonus is not among the points.
    ///
    /// # Errors
    ///
    /// A [`StateError`] if no category is open, or the state cannot be reached.
    pub fn new(model: &Model, state: &State, mut worth: impl FnMut(Points, &State) -> f64) -> Result<TurnWorths, StateError> {
        TurnWorths::from_sources(model, state, |source| {
            let next = model.rules.after(state, source.category, source.written, RerollsLeft::NONE);
            worth(source.points, &State { saved: source.saved, ..next })
        })
    }

    /// Asks for the worth of every source of the row of a state.
    pub(crate) fn from_sources(model: &Model, state: &State, mut worth: impl FnMut(&Source) -> f64) -> Result<TurnWorths, StateError> {
        model.space.check_open(state)?;
        let mut row_plan = RowPlan::default();
        row_plan.fill(&model.plan, &model.space, state.filled, state.flag);
        let mut sources: Vec<Source> = row_plan.sources(&model.plan, state.saved).collect();
        sources.sort_unstable_by_key(end_of);
        sources.dedup_by_key(|source| end_of(source));
        let worths = sources.iter().map(|source| (end_of(source), worth(source))).collect();
        Ok(TurnWorths { rules: model.rules.clone(), state: *state, worths })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The state whose turn it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The worth of a placement of this turn.
    pub(crate) fn after(&self, placement: &Placement) -> f64 {
        self.at(&(placement.category, placement.points, placement.points + placement.bonus, placement.next.saved))
    }

    fn at(&self, end: &End) -> f64 {
        let index = self.worths.binary_search_by_key(end, |(end, _)| *end);
        self.worths[index.expect("an end of this turn")].1
    }
}

fn end_of(source: &Source) -> End {
    (source.category, source.written, source.points, source.saved)
}

impl Read<f64> for TurnWorths {
    #[inline(always)]
    fn read(&self, source: &Source) -> f64 {
        self.at(&end_of(source))
    }
}
