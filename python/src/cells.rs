//! The cells of a data frame as values of Python.

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Float64Type, Int64Type, UInt8Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, PrimitiveArray, RecordBatch};
use arrow_schema::DataType;
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{ArrayError, Error};

/// A column as a numpy array.
pub(crate) fn column<'py>(py: Python<'py>, frame: &RecordBatch, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let Some(column) = frame.column_by_name(name) else {
        let names: Vec<&str> = frame.schema_ref().fields().iter().map(|field| field.name().as_str()).collect();
        return Err(ArrayError::new_err(format!("the frame has no column '{name}': it has {}", names.join(", "))));
    };
    match column.data_type() {
        DataType::UInt8 => Ok(numbers::<UInt8Type>(py, column.as_primitive(), f64::from)),
        DataType::UInt32 => Ok(numbers::<UInt32Type>(py, column.as_primitive(), f64::from)),
        DataType::Int64 => Ok(numbers::<Int64Type>(py, column.as_primitive(), |number| number as f64)),
        DataType::UInt64 => Ok(numbers::<UInt64Type>(py, column.as_primitive(), |number| number as f64)),
        DataType::Float64 => Ok(numbers::<Float64Type>(py, column.as_primitive(), |number| number)),
        DataType::FixedSizeList(face, width) if face.data_type() == &DataType::UInt8 && column.null_count() == 0 => {
            let faces = column.as_fixed_size_list().values().as_primitive::<UInt8Type>();
            PyArray1::from_slice(py, faces.values()).reshape((column.len(), *width as usize)).map(Bound::into_any)
        }
        DataType::Boolean if column.null_count() == 0 => {
            Ok(PyArray1::from_vec(py, column.as_boolean().values().iter().collect()).into_any())
        }
        _ => {
            let cells: PyResult<Vec<_>> = (0..column.len()).map(|row| cell(py, column, row)).collect();
            py.import("numpy")?.call_method1("array", (PyList::new(py, cells?)?, "object"))
        }
    }
}

/// Numbers; without a value they are NaN.
fn numbers<'py, T: ArrowPrimitiveType<Native: Element>>(
    py: Python<'py>,
    column: &PrimitiveArray<T>,
    real: impl Fn(T::Native) -> f64,
) -> Bound<'py, PyAny> {
    if column.null_count() == 0 {
        return PyArray1::from_slice(py, column.values()).into_any();
    }
    PyArray1::from_vec(py, column.iter().map(|cell| cell.map_or(f64::NAN, &real)).collect()).into_any()
}

/// A row as a dictionary.
pub(crate) fn row<'py>(py: Python<'py>, frame: &RecordBatch, row: usize) -> PyResult<Bound<'py, PyAny>> {
    let cells = PyDict::new(py);
    for (field, column) in frame.schema_ref().fields().iter().zip(frame.columns()) {
        cells.set_item(field.name(), cell(py, column, row)?)?;
    }
    Ok(cells.into_any())
}

/// A cell; `None` if it is empty.
fn cell<'py>(py: Python<'py>, column: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    match column.data_type() {
        DataType::UInt8 => column.as_primitive::<UInt8Type>().value(row).into_bound_py_any(py),
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(row).into_bound_py_any(py),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into_bound_py_any(py),
        DataType::FixedSizeList(face, _) if face.data_type() == &DataType::UInt8 => {
            let faces = column.as_fixed_size_list().value(row);
            PyList::new(py, faces.as_primitive::<UInt8Type>().values()).map(Bound::into_any)
        }
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).into_bound_py_any(py),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into_bound_py_any(py),
        DataType::Boolean => column.as_boolean().value(row).into_bound_py_any(py),
        DataType::Utf8 => column.as_string::<i32>().value(row).into_bound_py_any(py),
        kind => Err(Error::new_err(format!("the type {kind} is none of the library's: read the frame with polars, pandas or pyarrow"))),
    }
}
