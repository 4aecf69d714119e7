//! `yahtzee table export`: a table's values, or the best choices of a turn, for other programs. The columns are described in docs/export.md.

#[cfg(feature = "arrow")]
mod arrow;

use yahtzee_solver::{Action, Advisor, Category, Position, RuleSet, Scorecard, ValueTable};

use super::load;
use crate::args::{ExportArgs, ExportFormat};
use crate::columns::{Cells, Column, in_csv};
use crate::console;
use crate::context::{Context, Reading};
use crate::failure::Failure;
use crate::file;
use crate::output;

/// Bytes that a row takes in the columns and in the text of the file.
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
        context.check_memory("exporting the table", table.model(), table.header().states.saturating_mul(BYTES_A_ROW))?;
    }
    let columns = if args.policy { policy(&table, &args.card)? } else { values(&table) };
    let bytes = match args.format {
        ExportFormat::Csv => in_csv(&columns).into_bytes(),
        ExportFormat::Arrow => in_arrow(columns, table.rules())?,
    };
    match &args.output {
        Some(path) => file::write(path, &bytes),
        None => output::write(&bytes),
    }
}

/// A row for every reachable state.
fn values(table: &ValueTable) -> Vec<Column> {
    let whole = |name, cell: fn(&yahtzee_solver::space::StateIndex, &yahtzee_solver::State) -> u32| Column {
        name,
        cells: Cells::Whole(table.iter().map(|(index, state, _)| Some(cell(&index, &state))).collect()),
    };
    let mut columns = vec![
        whole("index", |index, _| index.0),
        whole("filled", |_, state| state.filled.mask()),
        whole("upper_total", |_, state| state.upper_total.get()),
        whole("flag", |_, state| state.flag.into()),
    ];
    if table.rules().saves_throws() {
        columns.push(whole("saved", |_, state| state.saved.into()));
    }
    columns.push(Column { name: "value", cells: Cells::Real(table.iter().map(|(_, _, value)| Some(value)).collect()) });
    columns
}

/// A row for every roll and number of rerolls left in the turn after this card.
fn policy(table: &ValueTable, card: &str) -> Result<Vec<Column>, Failure> {
    let rules = table.rules();
    let card = Scorecard::parse(card, rules).map_err(|error| Failure::input(format_args!("--card: {error}")))?;
    let advisor = Advisor::new(table);
    let mut rows = Vec::new();
    for rerolls in (0..=card.rerolls().get()).rev() {
        let rerolls_left = rules.rerolls_left_with(card.saved(), rerolls)?;
        for roll in table.model().rolls() {
            rows.push((rerolls, roll, advisor.advise(&Position::new(card.clone(), roll, rerolls_left)?)?));
        }
    }
    let pips = |dice: &yahtzee_solver::Dice| dice.faces().map(|face| face.to_string()).collect::<String>();
    let placement = |action: &Action| match action {
        Action::Score(placement) => Some(*placement),
        Action::Hold(_) => None,
    };
    let name = |category: Category| rules.category(category).name.clone();
    let best = || rows.iter().map(|(_, _, advice)| advice.best());
    let score = || best().map(|best| placement(&best.action));
    let hold = |action: &Action| match action {
        Action::Hold(hold) => Some(pips(hold)),
        Action::Score(_) => None,
    };
    let columns = [
        ("rerolls_left", Cells::Whole(rows.iter().map(|(rerolls, ..)| Some((*rerolls).into())).collect())),
        ("dice", Cells::Text(rows.iter().map(|(_, roll, _)| Some(pips(roll))).collect())),
        ("kind", Cells::Text(score().map(|score| Some(if score.is_some() { "score" } else { "hold" }.to_owned())).collect())),
        ("hold", Cells::Text(best().map(|best| hold(&best.action)).collect())),
        ("category", Cells::Text(score().map(|score| score.map(|score| name(score.category))).collect())),
        ("points", Cells::Whole(score().map(|score| score.map(|score| score.points.get())).collect())),
        ("bonus", Cells::Whole(score().map(|score| score.map(|score| score.bonus.get())).collect())),
        ("expected_final", Cells::Real(best().map(|best| Some(best.expected_final)).collect())),
        ("second_loss", Cells::Real(rows.iter().map(|(_, _, advice)| advice.options.get(1).map(|second| second.loss)).collect())),
    ];
    Ok(columns.into_iter().map(|(name, cells)| Column { name, cells }).collect())
}

#[cfg(feature = "arrow")]
fn in_arrow(columns: Vec<Column>, rules: &RuleSet) -> Result<Vec<u8>, Failure> {
    arrow::file(columns, rules).map_err(|error| Failure::failed(format_args!("cannot write Arrow: {error}")))
}

#[cfg(not(feature = "arrow"))]
fn in_arrow(_: Vec<Column>, _: &RuleSet) -> Result<Vec<u8>, Failure> {
    Err(Failure::failed("this program was built without Arrow: build it with --features arrow, or write CSV"))
}
