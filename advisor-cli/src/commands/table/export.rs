//! `yahtzee table export`: a table's values, or the best choices of a turn, for other programs. docs/reference.md describes the columns.

use yahtzee_dialogue::service::Need;
use yahtzee_dialogue::{Effort, Service, Work, columns};
use yahtzee_solver::Scorecard;
use yahtzee_solver::game::PositionError;

use super::load;
use crate::args::ExportArgs;
use crate::context::Context;
use crate::files::csv::in_csv;
use crate::files::file;
use crate::terminal::failure::Failure;
use crate::terminal::output;

/// Memory of a row in the columns and in the text of the file, in bytes.
const BYTES_A_ROW: u64 = 150;
/// The same for a row of the best choices, which has texts.
const BYTES_A_CHOICE: u64 = 600;

pub(super) fn run(context: &Context, args: &ExportArgs) -> Result<(), Failure> {
    if context.json() {
        return Err(Failure::input("--json: an export is CSV"));
    }
    let service = match &args.file {
        Some(file) => Service::new(load(context, file)?).limited_to(context.memory()),
        None => context.open(&context.rules()?, Need::default())?,
    };
    let table = service.table();
    let wrong = |error: PositionError| Failure::input(format_args!("--card: {error}"));
    let bytes = match args.policy {
        true => {
            let card = Scorecard::parse(&args.card, table.rules()).map_err(|error| wrong(error.into()))?;
            (u64::from(card.rerolls().get()) + 1) * table.model().rolls().count() as u64 * BYTES_A_CHOICE
        }
        false => table.header().states.saturating_mul(BYTES_A_ROW),
    };
    let effort = Effort { run: context.run(), before: None };
    service.check(Work::Export, bytes, &effort).map_err(|error| context.unanswered(table.rules(), error))?;
    let bytes = context.busy("Exporting the table", || {
        let columns = match args.policy {
            true => columns::policy(table, &args.card).map_err(wrong)?,
            false => columns::values(table),
        };
        Ok::<_, Failure>(in_csv(&columns).into_bytes())
    })?;
    match &args.output {
        Some(path) => file::write(path, &bytes),
        None => output::write(&bytes),
    }
}
