//! Answers as Python objects.

use pyo3::prelude::*;
use serde::Serialize;

/// An answer as dictionaries, lists, texts and numbers: what `json.loads` makes of its JSON, with tuples for pairs.
pub(crate) fn object(py: Python<'_>, answer: &impl Serialize) -> PyResult<Py<PyAny>> {
    Ok(pythonize::pythonize(py, answer)?.unbind())
}
