//! The numbers of a table: of all rows, or of those that a turn needs.

use std::sync::Arc;

use super::model::Model;
use crate::rules::{Filled, State};
use crate::space::Row;

/// `N` arrays as long as the state space, each with a number for each lane of each row, padding included.
pub(crate) type Arrays<const N: usize> = [Vec<f64>; N];

/// The numbers of a table. A clone shares them.
#[derive(Clone, Debug)]
pub(crate) struct Rows<const N: usize> {
    arrays: Arc<Arrays<N>>,
    /// The rows with numbers, if not all have them. Asking for another row is a fault of the program, and panics.
    some: Option<Arc<[Row]>>,
}

impl<const N: usize> Rows<N> {
    /// The numbers of all rows.
    pub(crate) fn of_all(arrays: Arrays<N>) -> Rows<N> {
        Rows { arrays: Arc::new(arrays), some: None }
    }

    /// The numbers of these rows.
    #[cfg(feature = "fs")]
    pub(crate) fn of_some(arrays: Arrays<N>, rows: Vec<Row>) -> Rows<N> {
        Rows { arrays: Arc::new(arrays), some: Some(rows.into()) }
    }

    /// The arrays with the numbers of all rows.
    pub(crate) fn all(&self) -> &Arrays<N> {
        assert!(self.some.is_none(), "only some rows were read");
        &self.arrays
    }

    /// Arrays with the numbers of the rows that the turn of a row may lead to.
    pub(crate) fn after(&self, model: &Model, filled: Filled, flag: bool) -> &Arrays<N> {
        self.check(model.space.rows_after(filled, flag));
        &self.arrays
    }

    /// The numbers of a reachable state.
    pub(crate) fn at(&self, model: &Model, state: &State) -> [f64; N] {
        self.check(std::iter::once_with(|| model.space.row(state.filled, state.flag)));
        let position = model.space.position(state);
        self.arrays.each_ref().map(|array| array[position])
    }

    fn check(&self, mut asked: impl Iterator<Item = Row>) {
        if let Some(rows) = &self.some {
            assert!(asked.all(|row| rows.contains(&row)), "the row was not read");
        }
    }
}
