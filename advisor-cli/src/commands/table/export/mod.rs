//! `yahtzee table export`: a table's values, or the best choices of a turn, for other programs. docs/export.md describes the columns.

#[cfg(feature = "arrow")]
mod arrow;

use yahtzee_dialogue::columns::{self, Column};
use yahtzee_solver::RuleSet;
use yahtzee_solver::say;

use super::load;
use crate::args::{ExportArgs, ExportFormat};
use crate::context::{Context, Reading};
use crate::files::csv::in_csv;
use crate::files::file;
use crate::terminal::console;
use crate::terminal::failure::Failure;
use crate::terminal::output;

/// Memory of a row in the columns and in the text of the file, in bytes.
const BYTES_A_ROW: u64 = 150;

pub(super) fn run(context: &Context, args: &ExportArgs) -> Result<(), Failure> {
    if args.output.is_none() && args.format == ExportFormat::Arrow && console::stdout_is_terminal() {
        return Err(Failure::input("--format arrow is not for a terminal: name a file with --output"));
    }
    if context.json() {
        return Err(Failure::input("--json: an export is CSV or Arrow, see --format"));
    }
    let table = match &args.file {
        Some(file) => load(context, file)?,
        None => context.table_of(&context.model(Reading::Whole)?, Reading::Whole)?,
    };
    if !args.policy {
        context.check_memory(&say!("exporting the table"), table.model(), table.header().states.saturating_mul(BYTES_A_ROW))?;
    }
    let bytes = context.busy("Exporting the table", || {
        let columns = match args.policy {
            true => columns::policy(&table, &args.card).map_err(|error| Failure::input(format_args!("--card: {error}")))?,
            false => columns::values(&table),
        };
        match args.format {
            ExportFormat::Csv => Ok(in_csv(&columns).into_bytes()),
            ExportFormat::Arrow => in_arrow(columns, table.rules()),
        }
    })?;
    match &args.output {
        Some(path) => file::write(path, &bytes),
        None => output::write(&bytes),
    }
}

#[cfg(feature = "arrow")]
fn in_arrow(columns: Vec<Column>, rules: &RuleSet) -> Result<Vec<u8>, Failure> {
    arrow::file(columns, rules).map_err(|error| Failure::failed(format_args!("cannot write Arrow: {error}")))
}

#[cfg(not(feature = "arrow"))]
fn in_arrow(_: Vec<Column>, _: &RuleSet) -> Result<Vec<u8>, Failure> {
    Err(Failure::failed("this program was built without Arrow: build it with --features arrow, or write CSV"))
}
