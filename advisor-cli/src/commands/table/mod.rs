//! `yahtzee table`: describes and exports table files.

mod export;
mod folder;

use std::path::{Path, PathBuf};

use serde::Serialize;
use yahtzee_dialogue::Work;
use yahtzee_solver::language::grouped;
use yahtzee_solver::table::TableHeader;
use yahtzee_solver::{Model, RuleSet, TableError, ValueTable, tr};

use crate::args::TableCommand;
use crate::context::Context;
use crate::files::file::shown;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::text;

/// A table file.
#[derive(Serialize)]
struct Info {
    /// Its path.
    file: String,
    /// Its length.
    bytes: u64,
    /// The name of the rule set.
    rules: String,
    /// A hash of the rules that affect values.
    fingerprint: String,
    /// The version of the solver's arithmetic, which a program of another version does not use.
    arithmetic: u32,
    /// The objective.
    objective: String,
    /// The number of states.
    states: u64,
    /// The number of distinct futures.
    values: u64,
}

pub(super) fn run(context: &Context, command: TableCommand) -> Result<(), Failure> {
    match command {
        TableCommand::Info { file } => info(context, file),
        TableCommand::Export(args) => export::run(context, &args),
        TableCommand::List => folder::list(context),
        TableCommand::Prune(args) => folder::prune(context, &args),
    }
}

/// The named file, or else the file in the tables folder for `--rules`.
fn file_or_stored(context: &Context, file: Option<PathBuf>) -> Result<PathBuf, Failure> {
    match file {
        Some(file) => Ok(file),
        None => context
            .table_path(&context.rules()?)
            .ok_or_else(|| Failure::failed(tr!("no tables folder: name a file, or a folder with --tables"))),
    }
}

/// The rules of the file with this header, if they are given by `--rules` or built in.
fn rules_of(context: &Context, header: &TableHeader) -> Result<Option<RuleSet>, Failure> {
    let is_of = |rules: &RuleSet| rules.fingerprint() == header.fingerprint;
    let given = context.rules()?;
    Ok(if is_of(&given) { Some(given) } else { RuleSet::builtin(&header.rules).ok().filter(is_of) })
}

/// Reads a table file.
fn load(context: &Context, path: &Path) -> Result<ValueTable, Failure> {
    let wrong = |error| Failure::table(path, &error);
    let (header, _) = TableHeader::load(path).map_err(wrong)?;
    if header.states == 0 {
        return Err(Failure::file(path, tr!("it holds a solved objective ('{}'), not the values of a game", header.objective)));
    }
    // Reading the file reports other rules.
    let rules = rules_of(context, &header)?.map_or_else(|| context.rules(), Ok)?;
    ValueTable::load(&context.model(&rules, Work::Table, Model::new)?, path).map_err(wrong)
}

fn info(context: &Context, file: Option<PathBuf>) -> Result<(), Failure> {
    let is_stored = file.is_none();
    let path = file_or_stored(context, file)?;
    let (header, _) = TableHeader::load(&path).map_err(|error| match error {
        TableError::Io(ref error) if is_stored && error.kind() == std::io::ErrorKind::NotFound => {
            Failure::file(&path, tr!("no table yet: 'yahtzee solve' makes it"))
        }
        error => Failure::table(&path, &error),
    })?;
    let bytes = std::fs::metadata(&path).map_err(|error| Failure::file(&path, error))?.len();
    let TableHeader { rules, fingerprint, arithmetic, objective, states, values } = header;
    let info = Info {
        file: path.display().to_string(),
        bytes,
        rules,
        fingerprint: format!("{fingerprint:016x}"),
        arithmetic,
        objective,
        states,
        values,
    };
    if context.json() {
        return output::print_json(&info);
    }
    output::print(&text::fields(&[
        (tr!("file"), shown(&path)),
        (tr!("rule set"), format!("{} ({})", info.rules, info.fingerprint)),
        (tr!("objective"), info.objective),
        (tr!("states"), grouped(states)),
        (tr!("values"), tr!("{} (states with the same future share a value)", grouped(values))),
        (tr!("bytes"), grouped(bytes)),
        (tr!("checksum"), tr!("right")),
    ]))
}
