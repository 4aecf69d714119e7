//! The game as arrays, for other algorithms.

use std::sync::Arc;

use numpy::ndarray::Array2;
use numpy::{Element, PyArray1, PyArray2, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use yahtzee_solver::batch::{ActionNumbers, ModelArrays, Placements};
use yahtzee_solver::solve::MEMORY_LIMIT;

use crate::batches::{PositionArrays, StateArrays, slice, slice_mut};
use crate::errors::OrRaise;
use crate::objects::rules::RuleSet;
use crate::released::{briefly, bytes};
use crate::table::{StateColumns, model, state_columns};

/// A rule set as arrays. `yahtzee.Model` is the public class.
#[pyclass(frozen, module = "yahtzee._native")]
pub(crate) struct Model {
    model: Arc<yahtzee_solver::Model>,
    numbers: ActionNumbers,
}

/// The rolls with their probabilities, the holds with the probabilities of the rolls after them, the holds of each roll by mask, and the points.
type Arrays<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray2<i16>>,
    Bound<'py, PyArray2<u16>>,
);

fn rows<T: Element>(py: Python<'_>, cells: Vec<T>, rows: usize) -> Bound<'_, PyArray2<T>> {
    let width = cells.len() / rows;
    PyArray2::from_owned_array(py, Array2::from_shape_vec((rows, width), cells).expect("rows of equal length"))
}

impl Model {
    fn placements(&self) -> Placements<'_> {
        Placements { model: &self.model, numbers: &self.numbers }
    }
}

#[pymethods]
impl Model {
    #[new]
    fn new(py: Python<'_>, rules: &RuleSet, memory: i64) -> PyResult<Model> {
        let model = model(py, rules, bytes(memory)?)?;
        Ok(Model { numbers: ActionNumbers::new(&model), model })
    }

    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let arrays = briefly(py, || ModelArrays::new(&self.model, &self.numbers, MEMORY_LIMIT))?.or_raise()?;
        let rolls = arrays.roll_probabilities.len();
        let holds = arrays.hold_probabilities.len() / rolls;
        Ok((
            rows(py, arrays.rolls, rolls),
            PyArray1::from_vec(py, arrays.roll_probabilities),
            rows(py, arrays.hold_counts, holds),
            rows(py, arrays.hold_probabilities, holds),
            rows(py, arrays.hold_of, rolls),
            rows(py, arrays.points, rolls),
        ))
    }

    fn state_columns<'py>(&self, py: Python<'py>) -> PyResult<StateColumns<'py>> {
        state_columns(py, self.model.space())
    }

    /// Scores every roll in states. The arrays have a row for each state.
    fn score_rolls(
        &self,
        py: Python<'_>,
        states: StateArrays<'_>,
        rerolls_left: PyReadonlyArray1<'_, u8>,
        mut rewards: PyReadwriteArray1<'_, f64>,
        mut next: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<()> {
        let (states, rerolls_left) = (states.states()?, slice(&rerolls_left)?);
        let (rewards, next) = (slice_mut(&mut rewards)?, slice_mut(&mut next)?);
        briefly(py, || self.placements().of_all_rolls(&states, rerolls_left, rewards, next))?.or_raise()
    }

    /// Scores the dice of positions.
    fn score(
        &self,
        py: Python<'_>,
        positions: PositionArrays<'_>,
        mut rewards: PyReadwriteArray1<'_, f64>,
        mut next: PyReadwriteArray1<'_, i32>,
    ) -> PyResult<()> {
        let positions = positions.positions()?;
        let (rewards, next) = (slice_mut(&mut rewards)?, slice_mut(&mut next)?);
        briefly(py, || self.placements().of_positions(&positions, rewards, next))?.or_raise()
    }
}
