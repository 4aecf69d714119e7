//! Columns as an Arrow file. Its metadata names the rules.

use arrow_ipc::writer::FileWriter;
use arrow_schema::ArrowError;
use yahtzee_dialogue::columns::{Column, record_batch};
use yahtzee_solver::RuleSet;

pub(super) fn file(columns: Vec<Column>, rules: &RuleSet) -> Result<Vec<u8>, ArrowError> {
    let batch = record_batch(Some(rules), columns)?;
    let mut writer = FileWriter::try_new(Vec::new(), &batch.schema())?;
    writer.write(&batch)?;
    writer.into_inner()
}
