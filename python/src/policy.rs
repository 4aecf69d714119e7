//! A player recorded in every position of a game, and the exact value of it and of players of the library.

use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray2};
use pyo3::prelude::*;
use yahtzee_dialogue::NamedStrategy;
use yahtzee_solver::batch::{BatchError, Decisions, RecordedPolicy};
use yahtzee_solver::evaluate::StrategyValues;
use yahtzee_solver::strategy::MixedStrategy;
use yahtzee_solver::{Model, Scorecard};

use crate::batches::{ColumnsToWrite, slice, slice_mut};
use crate::errors::OrRaise;
use crate::exchange::{Json, json};
use crate::objects::cards::card_of;
use crate::objects::rules::RuleSet;
use crate::released::{Pace, briefly, bytes, check_memory};
use crate::table::Table;

/// The advice for a player that needs too much memory.
const LESS: &str = "allow more with memory=, or leave the upper total out with reads_upper_total=False";

/// The answers of a player. `yahtzee.Table.evaluate` is the public method.
#[pyclass(module = "yahtzee._native")]
pub(crate) struct Policy {
    model: Arc<Model>,
    policy: RecordedPolicy,
    /// The card from which its games start.
    card: Scorecard,
    /// The most bytes for the answers.
    memory: u64,
}

/// The model with a separate value for each state.
fn model_apart(py: Python<'_>, rules: &yahtzee_solver::RuleSet, memory: u64) -> PyResult<Arc<Model>> {
    Ok(Arc::new(briefly(py, || Model::apart(rules, memory))?.or_raise()?))
}

#[pymethods]
impl Policy {
    #[new]
    fn new(
        py: Python<'_>,
        rules: &RuleSet,
        card: Option<&Bound<'_, PyAny>>,
        reads_upper_total: bool,
        everywhere: bool,
        memory: i64,
    ) -> PyResult<Policy> {
        let (card, memory) = (card_of(card, &rules.0)?, bytes(memory)?);
        let model = model_apart(py, &rules.0, memory)?;
        let needed = || if everywhere { Decisions::bytes_needed(&model, reads_upper_total) } else { Decisions::bytes_at_first(&model) };
        check_memory(briefly(py, needed)?, memory, LESS)?;
        let decisions = || match (everywhere, reads_upper_total) {
            (false, _) => Decisions::reached(&model, &card.state(), reads_upper_total),
            (true, true) => Decisions::new(&model),
            (true, false) => Decisions::of_boxes(&model),
        };
        let policy = briefly(py, || RecordedPolicy::new(decisions()))?;
        Ok(Policy { model, policy, card, memory })
    }

    /// Whether there are positions to answer. It adds those that the answers lead to.
    fn goes_on(&mut self, py: Python<'_>) -> PyResult<bool> {
        let policy = &mut self.policy;
        let goes_on = briefly(py, || policy.goes_on())?;
        check_memory(self.policy.bytes(), self.memory, LESS)?;
        Ok(goes_on)
    }

    /// The number of positions found so far.
    fn __len__(&self) -> usize {
        self.policy.decisions().len()
    }

    /// The number of answered positions.
    #[getter]
    fn answered(&self) -> usize {
        self.policy.answered()
    }

    /// Writes the columns of the positions from `first` on, and returns their number.
    fn columns(&self, py: Python<'_>, first: usize, mut out: ColumnsToWrite<'_>) -> PyResult<usize> {
        let mut columns = out.columns(None)?;
        briefly(py, || self.policy.decisions().write(first, &mut columns))
    }

    /// Writes which actions are allowed in the positions from `first` on, and returns their number.
    fn allowed(&self, py: Python<'_>, first: usize, mut out: PyReadwriteArray2<'_, bool>) -> PyResult<usize> {
        let out = slice_mut(&mut out)?;
        briefly(py, || self.policy.decisions().allowed(first, out))
    }

    /// Answers the next positions with an action each.
    fn answer(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        check_memory(self.policy.bytes(), self.memory, LESS)?;
        let actions = slice(&actions)?;
        self.record(py, |policy| policy.answer(actions))
    }

    /// Answers the next positions with the shares of all actions.
    fn answer_shares(&mut self, py: Python<'_>, shares: PyReadonlyArray2<'_, f64>) -> PyResult<()> {
        let shares = slice(&shares)?;
        self.record(py, |policy| policy.answer_shares(shares))?;
        check_memory(self.policy.bytes(), self.memory, LESS)
    }

    /// The exact value of the player in its games.
    fn evaluate<'py>(&self, py: Python<'py>, table: &Table, pace: Pace<'py>) -> PyResult<StrategyValue<'py>> {
        let card = self.card.clone();
        value(py, Work { table, model: &self.model, strategy: &self.policy, named: None, card, pace })
    }
}

impl Policy {
    fn record(&mut self, py: Python<'_>, answer: impl FnOnce(&mut RecordedPolicy) -> Result<(), BatchError> + Send) -> PyResult<()> {
        let policy = &mut self.policy;
        briefly(py, || answer(policy))?.or_raise()
    }
}

#[pymethods]
impl Table {
    /// The exact value of a strategy of the library in games that start from a card.
    fn evaluate_named<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        card: Option<&Bound<'_, PyAny>>,
        pace: Pace<'py>,
    ) -> PyResult<StrategyValue<'py>> {
        let rules = self.table().rules();
        let card = card_of(card, rules)?;
        let named = NamedStrategy::new(name, rules).or_raise()?;
        let model = model_apart(py, rules, self.left(pace.threads()?))?;
        let strategy = named.strategy(self.table(), &model);
        value(py, Work { table: self, model: &model, strategy: &*strategy, named: Some(&named), card, pace })
    }
}

/// The value of a strategy, as in `yahtzee evaluate`, and the value of every state.
type StrategyValue<'py> = (Json<'py>, Bound<'py, PyArray1<f64>>);

/// The strategy and settings of an evaluation.
struct Work<'a, 'py> {
    table: &'a Table,
    model: &'a Arc<Model>,
    strategy: &'a dyn MixedStrategy,
    named: Option<&'a NamedStrategy>,
    card: Scorecard,
    pace: Pace<'py>,
}

fn value<'py>(py: Python<'py>, work: Work<'_, 'py>) -> PyResult<StrategyValue<'py>> {
    let Work { table, model, strategy, named, card, pace } = work;
    let (evaluated, values) = table.ask(py, pace, |effort| {
        let evaluated = table.service.evaluate_on(model, strategy, named, &card, effort)?;
        Ok((evaluated, table.service.values_on(model, strategy, effort)?))
    })?;
    Ok((json(py, &evaluated)?, PyArray1::from_vec(py, to_come(model, &values))))
}

/// The expected points still to come from all reachable states, without an upper bonus that is reached; NaN where the strategy does not play.
fn to_come(model: &Model, values: &StrategyValues) -> Vec<f64> {
    let rules = model.rules();
    let states = model.space().states().map(|(_, state)| state);
    let value = |state| values.value(&state).map_or(f64::NAN, |value| value - f64::from(rules.sure_at_the_end(&state)));
    states.map(value).collect()
}
