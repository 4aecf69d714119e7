//! `yahtzee solve`: solve a rule set and write its table.

use std::time::Instant;

use indicatif::DecimalBytes;
use serde::Serialize;
use yahtzee_dialogue::{FolderStore, Service, Work};
use yahtzee_solver::counted;
use yahtzee_solver::language::{decimal, grouped, tr, with_mark};
use yahtzee_solver::tr;
use yahtzee_solver::{Model, RuleSet, ValueTable};

use crate::context::Context;
use crate::context::asking::no_folder;
use crate::system::interrupt::writing;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use yahtzee_solver::printable::escaped;

/// A solved rule set.
#[derive(Serialize)]
struct Solved<'a> {
    /// The name of the rule set.
    rules: &'a str,
    /// The expected score of optimal play.
    expected_score: f64,
    /// The number of states.
    states: u64,
    /// The time to solve it.
    seconds: f64,
    /// The number of threads.
    threads: usize,
    /// The table file; null, with the exit status 1, if it could not be written.
    table: Option<String>,
    /// Its length, likewise.
    bytes: Option<u64>,
}

pub(super) fn run(context: &Context) -> Result<(), Failure> {
    let model = context.model(&context.rules()?, Work::Table, Model::new)?;
    let start = Instant::now();
    let table = context.with_effort(model.rules(), "", |effort| Service::solve_table(&model, effort))?;
    let seconds = start.elapsed().as_secs_f64();
    let path = context.table_path(model.rules());
    let stored = keep(context, &table);
    let bytes = stored.as_ref().ok().copied();
    let solved = Solved {
        rules: model.rules().name(),
        expected_score: table.expected_score(),
        states: table.header().states,
        seconds,
        threads: context.threads(),
        table: path.filter(|_| bytes.is_some()).map(|path| path.display().to_string()),
        bytes,
    };
    if context.json() {
        output::print_json(&solved)?;
    } else {
        output::print(&in_text(&solved, model.rules()))?;
    }
    stored.map(|_| ()).map_err(Failure::failed)
}

/// Keeps the table in the tables folder. Returns its length in bytes, or the error.
fn keep(context: &Context, table: &ValueTable) -> Result<u64, String> {
    let store = FolderStore::new(context.tables_folder().ok_or_else(no_folder)?);
    let name = ValueTable::file_name(table.rules());
    let kept = writing(|| store.save(&name, &|path| table.save(path)));
    kept.map_err(|error| tr!("cannot keep the table as {}: {}", store.path(&name).display(), error))
}

fn in_text(solved: &Solved<'_>, rules: &RuleSet) -> String {
    let mut text = format!(
        "{}\n{}\n",
        tr!("{}: expected score {}", tr(rules.title(), &[]), decimal(solved.expected_score, 4)),
        tr!(
            "{} states solved in {} s on {}",
            grouped(solved.states),
            decimal(solved.seconds, 3),
            counted!(solved.threads, "no threads", "1 thread", "{} threads")
        ),
    );
    if let (Some(table), Some(bytes)) = (&solved.table, solved.bytes) {
        text.push_str(&(tr!("kept as {} ({})", escaped(table), with_mark(DecimalBytes(bytes).to_string())) + "\n"));
    }
    text
}
