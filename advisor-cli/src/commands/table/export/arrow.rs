//! Columns as an Arrow file. Its metadata names the rules.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Float64Array, RecordBatch, StringArray, UInt32Array};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, Field, Schema};
use yahtzee_solver::RuleSet;

use super::{Cells, Column};

pub(super) fn file(columns: Vec<Column>, rules: &RuleSet) -> Result<Vec<u8>, ArrowError> {
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns.into_iter().map(field).unzip();
    let categories: Vec<&str> = rules.categories().map(|category| rules.category(category).name.as_str()).collect();
    let metadata = HashMap::from([
        ("rules".to_owned(), rules.name().to_owned()),
        ("fingerprint".to_owned(), format!("{:016x}", rules.fingerprint())),
        ("categories".to_owned(), categories.join(",")),
    ]);
    let schema = Arc::new(Schema::new(fields).with_metadata(metadata));
    let batch = RecordBatch::try_new(Arc::clone(&schema), arrays)?;
    let mut writer = FileWriter::try_new(Vec::new(), &schema)?;
    writer.write(&batch)?;
    writer.into_inner()
}

fn field(column: Column) -> (Field, ArrayRef) {
    let array: ArrayRef = match column.cells {
        Cells::Whole(cells) => Arc::new(UInt32Array::from(cells)),
        Cells::Real(cells) => Arc::new(Float64Array::from(cells)),
        Cells::Text(cells) => Arc::new(StringArray::from(cells)),
    };
    (Field::new(column.name, array.data_type().clone(), true), array)
}
