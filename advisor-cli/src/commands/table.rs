//! `yahtzee table`: describes, checks and exports table files.

mod export;
mod verify;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::HumanCount;
use serde::Serialize;
use yahtzee_solver::{MEMORY_LIMIT, Model, RuleSet, TableError, TableHeader, ValueTable};

use crate::args::TableCommand;
use crate::context::Context;
use crate::failure::Failure;
use crate::output;

#[derive(Serialize)]
struct Info {
    file: String,
    bytes: u64,
    rules: String,
    fingerprint: String,
    arithmetic: u32,
    objective: String,
    states: u64,
    values: u64,
}

pub(super) fn run(context: &Context, command: TableCommand) -> Result<(), Failure> {
    match command {
        TableCommand::Info { file } => info(context, file),
        TableCommand::Export(args) => export::run(context, &args),
        TableCommand::Verify(args) => verify::run(context, args),
    }
}

/// The file that is named, or else the one in the tables folder for `--rules`.
fn file_or_kept(context: &Context, file: Option<PathBuf>) -> Result<PathBuf, Failure> {
    match file {
        Some(file) => Ok(file),
        None => {
            context.table_path(&context.rules()?).ok_or_else(|| Failure::failed("no tables folder: name a file, or a folder with --tables"))
        }
    }
}

/// Reads a table file. Its rules are those of `--rules`, or else the built-in rule set that its header names.
fn load(context: &Context, path: &Path) -> Result<ValueTable, Failure> {
    let (header, _) = TableHeader::load(path).map_err(|error| Failure::table(path, &error))?;
    let wanted = context.rules()?;
    let is_of = |rules: &RuleSet| rules.fingerprint() == header.fingerprint;
    let of_file = if is_of(&wanted) { None } else { RuleSet::builtin(&header.rules).ok().filter(is_of) };
    let model = Arc::new(Model::new(of_file.as_ref().unwrap_or(&wanted), MEMORY_LIMIT)?);
    ValueTable::load(&model, path).map_err(|error| Failure::table(path, &error))
}

fn info(context: &Context, file: Option<PathBuf>) -> Result<(), Failure> {
    let kept = file.is_none();
    let path = file_or_kept(context, file)?;
    let (header, bytes) = TableHeader::load(&path).map_err(|error| match error {
        TableError::Io(ref error) if kept && error.kind() == std::io::ErrorKind::NotFound => {
            Failure::file(&path, "no table yet: 'yahtzee solve' makes it")
        }
        error => Failure::table(&path, &error),
    })?;
    let TableHeader { rules, fingerprint, arithmetic, objective, states, values } = header;
    let info =
        Info { file: path.display().to_string(), bytes, rules, fingerprint: format!("{fingerprint:016x}"), arithmetic, objective, states, values };
    if context.json() {
        return output::print_json(&info);
    }
    output::print(&format!(
        "file          {}\nrule set      {} ({})\nobjective     {}\nstates        {}\nvalues        {} (states with the same future share a value)\nbytes         {}\nchecksum      right\n",
        info.file,
        info.rules,
        info.fingerprint,
        info.objective,
        HumanCount(states),
        HumanCount(values),
        HumanCount(bytes),
    ))
}
