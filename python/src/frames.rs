//! Columns for data frames, which the Python half makes of them.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use yahtzee_dialogue::columns::{Cells, Column};

/// Columns: the name of each, the name of its type in polars, and its cells.
pub(crate) struct Columns(pub(crate) Vec<Column>);

impl<'py> IntoPyObject<'py> for Columns {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let column = |Column { name, cells }| {
            let (kind, cells) = match cells {
                Cells::Whole(cells) => ("UInt32", cells.into_bound_py_any(py)?),
                Cells::Large(cells) => ("UInt64", cells.into_bound_py_any(py)?),
                Cells::Real(cells) => ("Float64", cells.into_bound_py_any(py)?),
                Cells::Text(cells) => ("String", cells.into_bound_py_any(py)?),
                Cells::Truth(cells) => ("Boolean", cells.into_bound_py_any(py)?),
            };
            Ok((name, kind, cells))
        };
        self.0.into_iter().map(column).collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)
    }
}
