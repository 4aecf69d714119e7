//! `yahtzee table`: what a table file holds.

use std::path::PathBuf;

use serde::Serialize;
use yahtzee_solver::TableHeader;

use crate::args::TableCommand;
use crate::context::Context;
use crate::failure::Failure;
use crate::output;
use crate::text::thousands;

#[derive(Serialize)]
struct Info {
    file: String,
    bytes: u64,
    rules: String,
    fingerprint: String,
    objective: String,
    states: u64,
    values: u64,
}

pub(super) fn run(context: &Context, command: TableCommand) -> Result<(), Failure> {
    match command {
        TableCommand::Info { file } => info(context, file),
    }
}

/// The file that was named, or else the one kept for `--rules`.
fn file_or_kept(context: &Context, file: Option<PathBuf>) -> Result<PathBuf, Failure> {
    match file {
        Some(file) => Ok(file),
        None => {
            context.table_path(&context.rules()?).ok_or_else(|| Failure::failed("no tables folder: name a file, or a folder with --tables"))
        }
    }
}

fn info(context: &Context, file: Option<PathBuf>) -> Result<(), Failure> {
    let path = file_or_kept(context, file)?;
    let (header, bytes) = TableHeader::load(&path).map_err(|error| Failure::file(&path, error))?;
    let TableHeader { rules, fingerprint, objective, states, values } = header;
    let info =
        Info { file: path.display().to_string(), bytes, rules, fingerprint: format!("{fingerprint:016x}"), objective, states, values };
    if context.json() {
        return output::print_json(&info);
    }
    output::print(&format!(
        "file          {}\nrule set      {} ({})\nobjective     {}\nstates        {}\nvalues        {} (states with one future share a value)\nbytes         {}\nchecksum      right\n",
        info.file,
        info.rules,
        info.fingerprint,
        info.objective,
        thousands(states),
        thousands(values),
        thousands(bytes),
    ))
}
