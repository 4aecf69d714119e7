//! Tables of a solved rule set: the value of every state.

use std::sync::OnceLock;

use pyo3::prelude::*;
use yahtzee_dialogue::Question;
use yahtzee_solver::{ActionNumbers, Position, Scorecard, Solver, ValueTable};

use crate::errors::OrRaise;
use crate::objects::rules::RuleSet;
use crate::released::{at_length, briefly, threads};

/// The values of every state of a rule set. `yahtzee.Table` has what people use.
#[pyclass(frozen, module = "yahtzee._native")]
pub(crate) struct Table {
    pub(crate) table: ValueTable,
    numbers: OnceLock<ActionNumbers>,
}

impl Table {
    pub(crate) fn of(table: ValueTable) -> Table {
        Table { table, numbers: OnceLock::new() }
    }

    /// The numbers of actions.
    pub(crate) fn numbers(&self) -> &ActionNumbers {
        self.numbers.get_or_init(|| ActionNumbers::new(self.table.model()))
    }
}

#[pymethods]
impl Table {
    #[staticmethod]
    #[pyo3(signature = (rules, threads=None))]
    fn solve(py: Python<'_>, rules: &RuleSet, threads: Option<usize>) -> PyResult<Table> {
        let threads = self::threads(threads)?;
        let solver = Solver::new(&rules.0).or_raise()?.threads(threads);
        at_length(py, |progress| solver.progress(progress).solve()).map(Table::of)
    }

    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet(self.table.rules().clone())
    }

    #[getter]
    fn expected_score(&self) -> f64 {
        self.table.expected_score()
    }

    /// The answer to a question about a position, as the JSON of `yahtzee advise`.
    fn advise(&self, py: Python<'_>, dice: &str, rerolls_left: Option<u8>, card: &str) -> PyResult<String> {
        let rules = self.table.rules();
        let card = Scorecard::parse(card, rules).or_raise()?;
        let roll = rules.parse_roll(dice).or_raise()?;
        let rerolls_left = match rerolls_left {
            Some(rerolls) => rules.rerolls_left_with(card.saved(), rerolls).or_raise()?,
            None => card.rerolls(),
        };
        let question = Question::new(Position::new(card, roll, rerolls_left).or_raise()?);
        let answer = briefly(py, || question.answer(&self.table, None))?.or_raise()?;
        Ok(serde_json::to_string(&answer).expect("an answer can stand in JSON"))
    }
}
