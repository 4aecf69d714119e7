//! Many positions at once: arrays in, arrays out. The Python half converts every array to the type needed here.

use numpy::{
    Element, PyArray1, PyReadonlyArray, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray, PyReadwriteArray1, PyReadwriteArray2,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use yahtzee_solver::batch::{BatchAdvisor, BatchError, DecisionColumns, Positions, States};
use yahtzee_solver::{RuleSet, Run};

use crate::errors::{ArrayError, OrRaise, PositionError};
use crate::numbered::whole;
use crate::objects::cards::card_of;
use crate::objects::dice::roll_of;
use crate::objects::positions::Position;
use crate::released::{at_length, briefly, threads};
use crate::table::Table;

/// Up to this many positions are answered at once, without a separate thread.
const FEW: usize = 20_000;
/// The bytes of the columns of a position, without its dice.
const A_POSITION: usize = size_of::<u32>() + 4;
/// Up to this many positions are not worth starting threads.
const SERIAL: usize = 512;

pub(crate) fn slice<'a, T: Element, D: numpy::ndarray::Dimension>(array: &'a PyReadonlyArray<'_, T, D>) -> PyResult<&'a [T]> {
    array.as_slice().map_err(|error| ArrayError::new_err(error.to_string()))
}

pub(crate) fn slice_mut<'a, T: Element, D: numpy::ndarray::Dimension>(array: &'a mut PyReadwriteArray<'_, T, D>) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|error| ArrayError::new_err(error.to_string()))
}

/// The arrays of states.
#[derive(FromPyObject)]
pub(crate) struct StateArrays<'py>(
    PyReadonlyArray1<'py, u32>,
    PyReadonlyArray1<'py, u8>,
    PyReadonlyArray1<'py, bool>,
    Option<PyReadonlyArray1<'py, u8>>,
);

impl StateArrays<'_> {
    pub(crate) fn states(&self) -> PyResult<States<'_>> {
        Ok(States {
            filled: slice(&self.0)?,
            upper_total: slice(&self.1)?,
            flag: slice(&self.2)?,
            saved: self.3.as_ref().map(slice).transpose()?,
        })
    }
}

/// The arrays of positions.
#[derive(FromPyObject)]
pub(crate) struct PositionArrays<'py>(StateArrays<'py>, PyReadonlyArray2<'py, u8>, PyReadonlyArray1<'py, u8>);

impl PositionArrays<'_> {
    pub(crate) fn positions(&self) -> PyResult<Positions<'_>> {
        Ok(Positions { states: self.0.states()?, dice: slice(&self.1)?, rerolls_left: slice(&self.2)? })
    }
}

/// The arrays into which the columns of positions are written.
#[derive(FromPyObject)]
pub(crate) struct ColumnsToWrite<'py>(
    PyReadwriteArray1<'py, u32>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, bool>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray2<'py, u8>,
    PyReadwriteArray1<'py, u8>,
);

impl ColumnsToWrite<'_> {
    /// The columns; an error unless each has as many rows, `count` if that is given.
    pub(crate) fn columns(&mut self, count: Option<usize>) -> PyResult<DecisionColumns<'_>> {
        let rows = self.4.shape()[0];
        let columns = DecisionColumns {
            filled: slice_mut(&mut self.0)?,
            upper_total: slice_mut(&mut self.1)?,
            flag: slice_mut(&mut self.2)?,
            saved: slice_mut(&mut self.3)?,
            dice: slice_mut(&mut self.4)?,
            rerolls_left: slice_mut(&mut self.5)?,
        };
        let bytes = [columns.upper_total.len(), columns.saved.len(), columns.rerolls_left.len()];
        if [rows, columns.filled.len(), columns.flag.len()].into_iter().chain(bytes).any(|length| length != count.unwrap_or(rows)) {
            return Err(ArrayError::new_err("the columns have different lengths"));
        }
        Ok(columns)
    }
}

/// Memory for results, set to 0; an error if the system has none. Numpy would ask the system for huge pages; if memory is fragmented, getting them takes several times as long as
/// computing the results.
#[pyfunction]
pub(crate) fn room(py: Python<'_>, length: usize) -> PyResult<Bound<'_, PyArray1<f64>>> {
    let mut numbers: Vec<f64> = Vec::new();
    let no_memory = |_| PyMemoryError::new_err(format!("there is no memory for {length} numbers: ask about fewer positions at once"));
    numbers.try_reserve_exact(length).map_err(no_memory)?;
    numbers.resize(length, 0.0);
    Ok(PyArray1::from_vec(py, numbers))
}

/// One state.
struct OneState {
    filled: [u32; 1],
    upper_total: [u8; 1],
    flag: [bool; 1],
    saved: [u8; 1],
}

impl OneState {
    /// The state of a card argument; of a position; or a state as four numbers.
    fn read(card: Option<&Bound<'_, PyAny>>, rules: &RuleSet) -> PyResult<OneState> {
        let position = card.and_then(|card| card.cast::<Position>().ok()).map(|position| &position.get().0);
        let Some(parts) = card.and_then(|card| card.cast::<PyTuple>().ok()) else {
            position.map_or(Ok(()), |position| rules.check_same_game(position.rules())).or_raise()?;
            let state = position.map_or_else(|| card_of(card, rules).map(|card| card.state()), |position| Ok(position.card().state()))?;
            let (filled, upper_total) = ([state.filled.mask()], [state.upper_total.get() as u8]);
            return Ok(OneState { filled, upper_total, flag: [state.flag], saved: [state.throws] });
        };
        let Ok([filled, upper_total, flag, saved]): Result<[Bound<'_, PyAny>; 4], _> = parts.extract() else {
            return Err(ArrayError::new_err(format!("{parts} where a state of four numbers is wanted, as Scorecard.state gives it")));
        };
        let flag = match flag.extract::<bool>() {
            Ok(flag) => flag,
            Err(_) => part::<u8>("flag", &flag).ok().filter(|&flag| flag <= 1).ok_or_else(|| wrong("flag", &flag))? == 1,
        };
        let (filled, upper_total) = ([part("filled", &filled)?], [part("upper_total", &upper_total)?]);
        Ok(OneState { filled, upper_total, flag: [flag], saved: [part("saved", &saved)?] })
    }

    fn columns(&self) -> States<'_> {
        States { filled: &self.filled, upper_total: &self.upper_total, flag: &self.flag, saved: Some(&self.saved) }
    }
}

/// A part of a state.
fn part<T: TryFrom<i64>>(name: &str, number: &Bound<'_, PyAny>) -> PyResult<T> {
    whole(number).ok().and_then(|number| T::try_from(number).ok()).ok_or_else(|| wrong(name, number))
}

fn wrong(name: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let given = given.repr().map(|given| given.to_string()).unwrap_or_default();
    ArrayError::new_err(format!("{name}: {given} where one number of a state is wanted"))
}

impl Table {
    /// Answers `count` positions.
    fn answer(
        &self,
        py: Python<'_>,
        count: usize,
        wanted: Option<i64>,
        work: impl FnOnce(BatchAdvisor<'_>) -> Result<(), BatchError> + Send,
    ) -> PyResult<()> {
        let threads = if count < SERIAL { threads(wanted.or(Some(1)))?.min(1) } else { threads(wanted)? };
        let advisor = || BatchAdvisor::new(self.table(), self.numbers());
        if count < FEW {
            return briefly(py, || work(advisor().with(Run::new().threads(threads))))?.or_raise();
        }
        at_length(py, threads, |run| work(advisor().with(run)))?.or_raise()
    }
}

#[pymethods]
impl Table {
    /// Checks before arrays are made that the columns of so many positions, so many numbers of results for each, and the work on them fit into the memory.
    pub(crate) fn check_batch(&self, positions: usize, results: usize) -> PyResult<()> {
        let each = A_POSITION + self.table().rules().dice() + results * size_of::<f64>();
        let needed = (positions as u64).saturating_mul(each as u64).saturating_add(BatchAdvisor::bytes_needed(positions));
        self.check_memory(needed, "ask about fewer positions at once")
    }

    /// The count of action numbers.
    #[getter]
    fn actions(&self) -> usize {
        self.numbers().count()
    }

    fn action_values(
        &self,
        py: Python<'_>,
        positions: PositionArrays<'_>,
        mut out: PyReadwriteArray2<'_, f64>,
        threads: Option<i64>,
    ) -> PyResult<()> {
        let (positions, out) = (positions.positions()?, slice_mut(&mut out)?);
        self.answer(py, positions.len(), threads, |advisor| advisor.action_values(&positions, out))
    }

    fn best_actions(
        &self,
        py: Python<'_>,
        positions: PositionArrays<'_>,
        mut actions: PyReadwriteArray1<'_, i64>,
        mut values: PyReadwriteArray1<'_, f64>,
        threads: Option<i64>,
    ) -> PyResult<()> {
        let (positions, actions, values) = (positions.positions()?, slice_mut(&mut actions)?, slice_mut(&mut values)?);
        self.answer(py, positions.len(), threads, |advisor| advisor.best_actions(&positions, actions, values))
    }

    /// The value of one state.
    fn state_value(&self, card: Option<&Bound<'_, PyAny>>) -> PyResult<f64> {
        let state = OneState::read(card, self.table().rules())?;
        let mut value = [0.0];
        BatchAdvisor::new(self.table(), self.numbers()).state_values(&state.columns(), &mut value).or_raise()?;
        Ok(value[0])
    }

    /// The best action of one position, and its value. Without rerolls they are the most of a turn.
    fn best_action(
        &self,
        dice: &Bound<'_, PyAny>,
        rerolls_left: Option<&Bound<'_, PyAny>>,
        card: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(i64, f64)> {
        let rules = self.table().rules();
        let position = dice.cast::<Position>().ok().map(|position| &position.get().0);
        if position.is_some() && (rerolls_left.is_some() || card.is_some()) {
            return Err(PositionError::new_err("rerolls_left, card: the position has them already; give it alone"));
        }
        let state = OneState::read(if position.is_some() { Some(dice) } else { card }, rules)?;
        let dice: Vec<u8> = roll_of(dice, rules)?.faces().map(|face| face.pips()).collect();
        let rerolls_left = match (position, rerolls_left) {
            (Some(position), _) => position.rerolls_left().get(),
            (None, Some(rerolls_left)) => part("rerolls_left", rerolls_left)?,
            (None, None) => {
                // More throws than any game saves are no state, which the batch says.
                let saved = state.saved[0].min(rules.spare_throws().most(rules.category_count()));
                rules.rerolls_with(saved).get()
            }
        };
        let positions = Positions { states: state.columns(), dice: &dice, rerolls_left: &[rerolls_left] };
        let (mut action, mut value) = ([0], [0.0]);
        let advisor = BatchAdvisor::new(self.table(), self.numbers()).with(Run::new().threads(1));
        advisor.best_actions(&positions, &mut action, &mut value).or_raise()?;
        Ok((action[0], value[0]))
    }

    fn losses(
        &self,
        py: Python<'_>,
        positions: PositionArrays<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut out: PyReadwriteArray1<'_, f64>,
        threads: Option<i64>,
    ) -> PyResult<()> {
        let (positions, actions, out) = (positions.positions()?, slice(&actions)?, slice_mut(&mut out)?);
        self.answer(py, positions.len(), threads, |advisor| advisor.losses(&positions, actions, out))
    }

    fn state_values(&self, py: Python<'_>, states: StateArrays<'_>, mut out: PyReadwriteArray1<'_, f64>) -> PyResult<()> {
        let (states, out) = (states.states()?, slice_mut(&mut out)?);
        self.answer(py, states.len(), Some(1), |advisor| advisor.state_values(&states, out))
    }
}
