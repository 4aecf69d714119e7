//! Data frames: columns in memory in the Arrow layout, which other libraries read without a copy.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Int64Type, UInt8Type, UInt32Type};
use arrow_array::{Array, ArrayRef, BooleanArray, FixedSizeListArray, RecordBatch, RecordBatchIterator, StructArray};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, FieldRef, Schema};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PySlice, PyString, PyType};
use yahtzee_dialogue::columns::{Column, record_batch};
use yahtzee_solver::RuleSet;

use crate::cells;
use crate::errors::{ArrayError, Error};
use crate::numbered::whole;

/// A data frame in memory: columns of equal length, in the Arrow layout.
///
/// polars, pandas, pyarrow and DuckDB read it without a copy, through the Arrow PyCapsule interface: `polars.DataFrame(frame)`,
/// `pyarrow.table(frame)`, `pandas.DataFrame.from_arrow(frame)`. It can be pickled.
///
/// `frame["value"]` is a column as a numpy array: numbers (float64 with NaN if cells are empty), dice of shape (n, dice), or objects for texts.
/// `frame[0]` is a row as a dictionary, `frame[:10]` a frame of some rows. Iteration gives the rows. `"value" in frame` says whether there is such a column.
///
/// >>> import yahtzee
/// >>> frame = yahtzee.solve("kniffel").frame()
/// >>> frame
/// <Frame of 357632 rows: index, filled, upper_total, flag, value>
/// >>> frame["filled"][:3], frame[1]["upper_total"], len(frame[:10])
/// (array([0, 1, 1], dtype=uint32), 0, 10)
#[pyclass(frozen, module = "yahtzee")]
pub(crate) struct Frame(RecordBatch);

#[expect(clippy::needless_pass_by_value, reason = "map_err gives it")]
fn raise(error: ArrowError) -> PyErr {
    Error::new_err(format!("the data frame cannot be made: {error}"))
}

impl Frame {
    /// A frame of these columns. Its metadata names the rules, if all rows have the same rules.
    pub(crate) fn new(rules: Option<&RuleSet>, columns: Vec<Column>) -> PyResult<Frame> {
        let frame = record_batch(rules, columns).map_err(raise)?;
        let Some(rules) = rules else { return Ok(Frame(frame)) };
        typed(rules, &frame).map(Frame).map_err(raise)
    }

    fn schema(&self) -> PyResult<FFI_ArrowSchema> {
        FFI_ArrowSchema::try_from(self.0.schema().as_ref()).map_err(raise)
    }
}

/// The frame with the types of the package's arrays and data sets, so that columns of one name have one type everywhere.
fn typed(rules: &RuleSet, frame: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let (fields, columns): (Vec<FieldRef>, Vec<ArrayRef>) = frame
        .schema_ref()
        .fields()
        .iter()
        .zip(frame.columns())
        .map(|(field, column)| {
            let column = typed_column(rules, field.name(), column);
            (Arc::new(field.as_ref().clone().with_data_type(column.data_type().clone())), column)
        })
        .unzip();
    RecordBatch::try_new(Arc::new(Schema::new_with_metadata(fields, frame.schema_ref().metadata().clone())), columns)
}

fn typed_column(rules: &RuleSet, name: &str, column: &ArrayRef) -> ArrayRef {
    // A category may have any name, and its column has points.
    if rules.categories().any(|category| rules.category(category).name == name) {
        return Arc::clone(column);
    }
    if let Some(numbers) = column.as_primitive_opt::<UInt32Type>() {
        return match name {
            "upper_total" | "saved" | "rerolls_left" => {
                Arc::new(numbers.unary::<_, UInt8Type>(|number| u8::try_from(number).unwrap_or(u8::MAX)))
            }
            "flag" => Arc::new(numbers.iter().map(|flag| flag.map(|flag| flag == 1)).collect::<BooleanArray>()),
            "score" | "action" | "best_action" => Arc::new(numbers.unary::<_, Int64Type>(i64::from)),
            _ => Arc::clone(column),
        };
    }
    match column.as_string_opt::<i32>() {
        Some(texts) if name == "dice" => {
            let faces =
                |text: &str| rules.die().parse(text).expect("dice of the game").faces().map(|face| Some(face.pips())).collect::<Vec<_>>();
            let rows = texts.iter().map(|text| text.map(faces));
            Arc::new(FixedSizeListArray::from_iter_primitive::<UInt8Type, _, _>(rows, rules.dice() as i32))
        }
        _ => Arc::clone(column),
    }
}

#[pymethods]
#[expect(unused_variables, reason = "the interface lets a consumer ask for other types, and lets the producer ignore it")]
impl Frame {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The metadata of the frame: `rules`, `fingerprint`, `categories`. Empty for the frames of a `History`, which may have several rule sets.
    #[getter]
    fn metadata(&self) -> HashMap<String, String> {
        self.0.schema().metadata().clone().into()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __contains__(slf: &Bound<'_, Frame>, item: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(name) = item.cast::<PyString>() {
            return Ok(slf.get().0.column_by_name(name.extract()?).is_some());
        }
        for row in slf.try_iter()? {
            if row?.eq(item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(name) = index.cast::<PyString>() {
            return cells::column(py, &self.0, name.extract()?);
        }
        let count = self.0.num_rows();
        if let Ok(slice) = index.cast::<PySlice>() {
            let rows = slice.indices(count as isize)?;
            if rows.step != 1 {
                return Err(ArrayError::new_err(format!("rows: the step {} where 1 is wanted", rows.step)));
            }
            return Ok(Frame(self.0.slice(rows.start as usize, rows.slicelength)).into_pyobject(py)?.into_any());
        }
        let row = whole(index).map_err(|_| ArrayError::new_err("rows: give the name of a column, the number of a row, or a slice"))?;
        let place = if row < 0 { row + count as i64 } else { row };
        let place = usize::try_from(place).ok().filter(|&place| place < count);
        cells::row(py, &self.0, place.ok_or_else(|| PyIndexError::new_err(format!("row {row}: there are {count}")))?)
    }

    fn __iter__(slf: Bound<'_, Frame>) -> Rows {
        Rows { frame: slf.unbind(), next: 0 }
    }

    fn __repr__(&self) -> String {
        format!("<Frame of {} rows: {}>", self.0.num_rows(), self.columns().join(", "))
    }

    fn __eq__(&self, other: &Frame) -> bool {
        self.0 == other.0
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        PyCapsule::new_with_value(py, self.schema()?, c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let array = FFI_ArrowArray::new(&StructArray::from(self.0.clone()).into_data());
        Ok((self.__arrow_c_schema__(py)?, PyCapsule::new_with_value(py, array, c"arrow_array")?))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(&self, py: Python<'py>, requested_schema: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyCapsule>> {
        let batches = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    /// The frame as an Arrow IPC stream, which `from_ipc` reads.
    fn to_ipc<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut writer = StreamWriter::try_new(Vec::new(), &self.0.schema()).map_err(raise)?;
        writer.write(&self.0).map_err(raise)?;
        Ok(PyBytes::new(py, &writer.into_inner().map_err(raise)?))
    }

    /// Reads the output of `to_ipc`. Raises `Error` for anything else.
    #[classmethod]
    fn from_ipc(_: &Bound<'_, PyType>, bytes: &[u8]) -> PyResult<Frame> {
        let wrong = |error: ArrowError| Error::new_err(format!("these bytes are no data frame: {error}"));
        let mut batches = StreamReader::try_new(bytes, None).map_err(wrong)?;
        let none = || Error::new_err("these bytes are no data frame: they hold no batch");
        batches.next().ok_or_else(none)?.map(Frame).map_err(wrong)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Frame>().getattr("from_ipc")?, (self.to_ipc(py)?,)))
    }
}

/// The rows of a frame, one after the other.
#[pyclass(module = "yahtzee._native")]
pub(crate) struct Rows {
    frame: Py<Frame>,
    next: usize,
}

#[pymethods]
impl Rows {
    fn __iter__(slf: Bound<'_, Rows>) -> Bound<'_, Rows> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let rows = &self.frame.get().0;
        let row = (self.next < rows.num_rows()).then(|| cells::row(py, rows, self.next)).transpose()?;
        self.next += 1;
        Ok(row)
    }
}
