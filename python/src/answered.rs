//! Answers about positions. An answer has dozens of options, but most callers use only one or two, so the others never become objects.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use yahtzee_dialogue::json::JsonOption;
use yahtzee_dialogue::{Answer, Measure};
use yahtzee_solver::evaluate::Spread;
use yahtzee_solver::{RuleSet, TurnOption};

use crate::object::object;

/// An answer without its options, and the options.
pub(crate) type Answered = (Py<PyAny>, Options);

/// The answer for Python.
pub(crate) fn answered(py: Python<'_>, answer: &Answer<'_>) -> PyResult<Answered> {
    let options = answer.advice.options.iter().map(|option| (*option, answer.risk(option))).collect();
    let options = Options { rules: answer.rules.clone(), measure: answer.measure(), options };
    Ok((object(py, &answer.json_without_options())?, options))
}

/// The options of an answer, best first.
#[pyclass(frozen, module = "yahtzee._native")]
pub(crate) struct Options {
    rules: RuleSet,
    measure: Measure,
    options: Vec<(TurnOption, Option<Spread>)>,
}

#[pymethods]
impl Options {
    fn __len__(&self) -> usize {
        self.options.len()
    }

    fn __getitem__(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
        let (option, risk) = self.options.get(index).ok_or_else(|| PyIndexError::new_err(index))?;
        object(py, &JsonOption::with_risk(option, *risk, self.measure, &self.rules))
    }
}
