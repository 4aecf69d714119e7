//! Tables of a solved rule set: solving, files, and the values as an array.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use numpy::ndarray::ArrayView1;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use yahtzee_dialogue::{Effort, FolderStore, Service, ServiceError};
use yahtzee_solver::batch::ActionNumbers;
use yahtzee_solver::solve::MemoryLimit;
use yahtzee_solver::space::StateSpace;
use yahtzee_solver::{Model, RulesError, Run, Solver, ValueTable};

use crate::errors::{OrRaise, TableError};
use crate::objects::rules::RuleSet;
use crate::released::{Pace, briefly, bytes, check_memory};

/// The values of every state of a rule set. `yahtzee.Table` is the public class.
#[pyclass(frozen, module = "yahtzee._native")]
pub(crate) struct Table {
    /// It answers by the table, within the memory limit.
    pub(crate) service: Service,
    numbers: OnceLock<ActionNumbers>,
}

impl Table {
    fn of(table: ValueTable, memory: u64, tables: Option<PathBuf>) -> Table {
        let service = Service::new(table).limited_to(memory);
        let service = match tables {
            Some(folder) => service.stored_in(Box::new(FolderStore::new(folder))),
            None => service,
        };
        Table { service, numbers: OnceLock::new() }
    }

    /// The values.
    pub(crate) fn table(&self) -> &ValueTable {
        self.service.table()
    }

    /// Checks the memory for an answer before it starts. `instead` is the advice if it is too much.
    pub(crate) fn check_memory(&self, needed: u64, instead: &str) -> PyResult<()> {
        check_memory(self.service.bytes().saturating_add(needed), self.service.memory(), instead)
    }

    /// The memory left for results beside so many threads, in bytes.
    pub(crate) fn left(&self, threads: usize) -> u64 {
        self.service.left(&Effort { run: Run::new().threads(threads), before: None })
    }

    /// Asks the service something that may take long.
    pub(crate) fn ask<'py, T: Send>(
        &self,
        py: Python<'py>,
        pace: impl Into<Pace<'py>>,
        work: impl FnOnce(&Effort<'_>) -> Result<T, ServiceError> + Send,
    ) -> PyResult<T> {
        pace.into().at_length(py, |run| work(&Effort { run, before: None }))?.or_raise()
    }

    /// The numbers of actions.
    pub(crate) fn numbers(&self) -> &ActionNumbers {
        self.numbers.get_or_init(|| ActionNumbers::new(self.table().model()))
    }
}

/// The model of a rule set.
pub(crate) fn model(py: Python<'_>, rules: &RuleSet, limit: impl Into<MemoryLimit> + Send) -> PyResult<Arc<Model>> {
    let model: Result<Model, RulesError> = briefly(py, || Model::new(&rules.0, limit))?;
    model.or_raise().map(Arc::new)
}

#[pymethods]
impl Table {
    #[staticmethod]
    fn solve<'py>(py: Python<'py>, rules: &RuleSet, pace: Pace<'py>, memory: i64, tables: Option<PathBuf>) -> PyResult<Table> {
        let (threads, memory) = (pace.threads()?, bytes(memory)?);
        let solver = Solver::of(model(py, rules, MemoryLimit { bytes: memory, threads })?);
        let table = pace.at_length(py, |run| solver.with(run).solve())?.or_raise()?;
        Ok(Table::of(table, memory, tables))
    }

    #[staticmethod]
    fn load(py: Python<'_>, rules: &RuleSet, path: PathBuf, memory: i64, tables: Option<PathBuf>) -> PyResult<Table> {
        let memory = bytes(memory)?;
        let model = model(py, rules, memory)?;
        let table = briefly(py, || ValueTable::load(&model, &path))?;
        table.map(|table| Table::of(table, memory, tables)).map_err(|error| TableError::new_err(format!("{}: {error}", path.display())))
    }

    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        let length = briefly(py, || self.table().save(&path))?;
        length.map_err(|error| TableError::new_err(format!("{}: {error}", path.display())))
    }

    #[classmethod]
    fn from_bytes(_: &Bound<'_, PyType>, py: Python<'_>, rules: &RuleSet, text: &[u8], memory: i64) -> PyResult<Table> {
        let memory = bytes(memory)?;
        let model = model(py, rules, memory)?;
        briefly(py, || ValueTable::from_bytes(&model, text))?.or_raise().map(|table| Table::of(table, memory, None))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &briefly(py, || self.table().to_bytes())?))
    }

    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet(self.table().rules().clone())
    }

    /// The memory limit for the table and all results, in bytes.
    #[getter]
    fn memory(&self) -> u64 {
        self.service.memory()
    }

    #[getter]
    fn expected_score(&self) -> f64 {
        self.table().expected_score()
    }

    /// The number of reachable states.
    #[getter]
    fn states(&self) -> usize {
        self.table().space().len()
    }

    /// All values, as an array that shares the memory of the table and keeps it alive.
    #[getter]
    fn values<'py>(slf: &Bound<'py, Table>) -> Bound<'py, PyArray1<f64>> {
        let values = ArrayView1::from(slf.get().table().values());
        // SAFETY: the array holds a reference to the table, so the values live as long as the array. A table never changes or moves its values once
        // they are read, and nobody can change them through the array: it is made read-only before anybody sees it, and does not own its memory, so
        // numpy never lets it be made writeable again.
        #[expect(unsafe_code, reason = "a copy of a table may take gigabytes")]
        let array = unsafe { PyArray1::borrow_from_array(&values, slf.clone().into_any()) };
        array.readwrite().make_nonwriteable();
        array
    }

    fn state_columns<'py>(&self, py: Python<'py>) -> PyResult<StateColumns<'py>> {
        state_columns(py, self.table().space())
    }
}

/// Columns of states, and the place of the value of each among all values.
pub(crate) type StateColumns<'py> =
    (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i64>>);

/// The columns of all reachable states, in the order of their index.
pub(crate) fn state_columns<'py>(py: Python<'py>, space: &StateSpace) -> PyResult<StateColumns<'py>> {
    let (filled, upper_total, flag, saved, place) = briefly(py, || {
        let mut columns = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (_, state) in space.states() {
            columns.0.push(state.filled.mask());
            columns.1.push(state.upper_total.get() as u8);
            columns.2.push(state.flag);
            columns.3.push(state.throws);
            columns.4.push(space.place(&state).expect("a reachable state") as i64);
        }
        columns
    })?;
    Ok((
        PyArray1::from_vec(py, filled),
        PyArray1::from_vec(py, upper_total),
        PyArray1::from_vec(py, flag),
        PyArray1::from_vec(py, saved),
        PyArray1::from_vec(py, place),
    ))
}
