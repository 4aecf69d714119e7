//! Columns as Arrow arrays.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::{ArrowError, Field, Schema};
use yahtzee_solver::RuleSet;

use super::{Cells, Column};

/// The columns as a batch. Its metadata names the rules, if all rows have the same rules.
///
/// # Errors
///
/// Arrow's error if the columns have different lengths.
pub fn record_batch(rules: Option<&RuleSet>, columns: Vec<Column>) -> Result<RecordBatch, ArrowError> {
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns.into_iter().map(field).unzip();
    let metadata = rules.map(metadata).unwrap_or_default();
    RecordBatch::try_new(Arc::new(Schema::new(fields).with_metadata(metadata)), arrays)
}

fn metadata(rules: &RuleSet) -> HashMap<String, String> {
    let categories: Vec<&str> = rules.categories().map(|category| rules.category(category).name.as_str()).collect();
    HashMap::from([
        ("rules".to_owned(), rules.name().to_owned()),
        ("fingerprint".to_owned(), format!("{:016x}", rules.fingerprint())),
        ("categories".to_owned(), categories.join(",")),
    ])
}

fn field(Column { name, cells }: Column) -> (Field, ArrayRef) {
    let array: ArrayRef = match cells {
        Cells::Whole(cells) => Arc::new(UInt32Array::from(cells)),
        Cells::Large(cells) => Arc::new(UInt64Array::from(cells)),
        Cells::Real(cells) => Arc::new(Float64Array::from(cells)),
        Cells::Text(cells) => Arc::new(StringArray::from(cells)),
        Cells::Truth(cells) => Arc::new(BooleanArray::from(cells)),
    };
    (Field::new(name, array.data_type().clone(), true), array)
}
