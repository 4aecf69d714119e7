//! The optimal strategy.

use super::chooser::Chooser;
use super::turn_strategy::{Strategy, TurnStrategy};
use crate::rules::{RuleSet, State};
use crate::solve::ValueTable;
use crate::space::StateError;

/// The optimal strategy of a rule set: in every position the first option of the `Advice`. All code that plays or follows optimal
/// games uses it, so that it all plays the same games.
///
/// ```
/// use yahtzee_solver::{Action, OptimalStrategy, RuleSet, Solver, State, Strategy};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve()?;
/// let turn = OptimalStrategy::new(&table).turn(&State::default())?;
/// let Action::Hold(hold) = turn.choose(&rules.parse_roll("11666")?, rules.rerolls())? else { panic!("a hold is best") };
/// assert_eq!(hold.to_string(), "6 6 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OptimalStrategy {
    table: ValueTable,
    chooser: Chooser,
}

impl OptimalStrategy {
    /// The strategy that is optimal by the values of `table`.
    pub fn new(table: &ValueTable) -> OptimalStrategy {
        OptimalStrategy { table: table.clone(), chooser: Chooser::by_table(table) }
    }

    /// The table that it chooses by.
    pub fn table(&self) -> &ValueTable {
        &self.table
    }

    /// Its values, and the actions in the order of ties.
    pub(crate) fn chooser(&self) -> &Chooser {
        &self.chooser
    }
}

impl Strategy for OptimalStrategy {
    fn rules(&self) -> &RuleSet {
        self.table.rules()
    }

    fn turn(&self, state: &State) -> Result<TurnStrategy, StateError> {
        TurnStrategy::by_values(&self.chooser, state)
    }

    fn class(&self, state: &State) -> u64 {
        self.table.space().lane(state) as u64
    }

    fn turn_into(&self, state: &State, turn: &mut TurnStrategy) -> Result<(), StateError> {
        turn.choose_by(&self.chooser, state)
    }
}
