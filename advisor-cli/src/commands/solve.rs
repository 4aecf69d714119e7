//! `yahtzee solve`: solve a rule set, or all built-in ones, and write the tables.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use indicatif::{DecimalBytes, ProgressBar};
use serde::Serialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use yahtzee_dialogue::{Effort, FolderStore, Service, Work};
use yahtzee_solver::language::{decimal, grouped, tr, with_mark};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::solve::Stopped;
use yahtzee_solver::space::StateSpace;
use yahtzee_solver::{Model, RuleSet, Run, ValueTable, counted, tr};

use super::columns;
use crate::context::Context;
use crate::context::asking::no_folder;
use crate::system::interrupt::writing;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::text;

/// A solved rule set.
#[derive(Serialize)]
struct Solved {
    /// The name of the rule set.
    rules: String,
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

/// All built-in rule sets that fit into memory, solved.
#[derive(Serialize)]
struct AllSolved {
    /// The solved ones.
    solved: Vec<SolvedOfAll>,
    /// The others.
    left_out: Vec<LeftOut>,
}

/// One of all rule sets.
#[derive(Serialize)]
struct SolvedOfAll {
    #[serde(flatten)]
    solved: Solved,
    /// The expected score in `tables/reference.toml`. If it differs, the exit status is 1.
    reference: f64,
}

/// A rule set that was not solved.
#[derive(Serialize)]
struct LeftOut {
    /// Its name.
    rules: String,
    /// Why.
    why: String,
}

/// The expected score of a rule set in `tables/reference.toml`, to 1e-9 of a point.
fn reference(rules: &str) -> Option<f64> {
    let manifest = DeTable::parse(include_str!("reference.toml")).ok()?;
    let references = manifest.get_ref().get("reference")?.get_ref().as_array()?;
    let is_of = |of: &&Spanned<DeValue<'_>>| of.get_ref().get("rules").and_then(|name| name.get_ref().as_str()) == Some(rules);
    references.iter().find(is_of)?.get_ref().get("computed")?.get_ref().as_float()?.as_str().parse().ok()
}

pub(super) fn run(context: &Context, all: bool) -> Result<(), Failure> {
    match (all, context.rules_given()) {
        (true, Some(_)) => return Err(Failure::input(tr!("--all solves every built-in rule set: leave out --rules"))),
        (true, None) => return solve_all(context),
        _ => {}
    }
    if let Some(game) = context.column_game() {
        return columns::solve(context, &game);
    }
    let model = context.model(&context.rules()?, Work::Table, Model::new)?;
    let (solved, kept) = solve(context, &model, || context.with_effort(model.rules(), "", |effort| Service::solve_table(&model, effort)))?;
    if context.json() {
        output::print_json(&solved)?;
    } else {
        output::print(&in_text(&solved, model.rules()))?;
    }
    kept.map_err(Failure::failed)
}

/// Solves a model, and keeps its table. The second is the error if it could not be kept.
fn solve(
    context: &Context,
    model: &Model,
    work: impl FnOnce() -> Result<ValueTable, Stopped>,
) -> Result<(Solved, Result<(), String>), Failure> {
    let start = Instant::now();
    let table = work()?;
    let seconds = start.elapsed().as_secs_f64();
    let stored = keep(context, &table);
    let bytes = stored.as_ref().ok().copied();
    let path = context.table_path(model.rules()).filter(|_| bytes.is_some());
    let solved = Solved {
        rules: model.rules().name().to_owned(),
        expected_score: table.expected_score(),
        states: table.header().states,
        seconds,
        threads: context.threads(),
        table: path.map(|path| path.display().to_string()),
        bytes,
    };
    Ok((solved, stored.map(|_| ())))
}

/// Solves every built-in rule set that fits into memory, and compares it with the manifest.
fn solve_all(context: &Context) -> Result<(), Failure> {
    let sets = RuleSet::builtin_names().map(|name| context.rules_named(name)).collect::<Result<Vec<_>, _>>()?;
    let mut all = AllSolved { solved: Vec::new(), left_out: Vec::new() };
    let mut failed = None;
    context.with_bar("", |run, bar| {
        bar.set_length(sets.iter().map(StateSpace::bytes_needed).sum());
        for rules in &sets {
            let (name, after) = (rules.name().to_owned(), bar.position() + StateSpace::bytes_needed(rules));
            bar.set_message(tr!("Solving {}", name));
            match context.model(rules, Work::Table, Model::new) {
                Err(failure) => all.left_out.push(LeftOut { rules: name, why: failure.message().unwrap_or_default().to_owned() }),
                Ok(model) => {
                    let (solved, kept) = solve(context, &model, || solve_beside_others(&model, run, bar))?;
                    let reference = reference(&name).unwrap_or(f64::NAN);
                    if reference.is_nan() || (solved.expected_score - reference).abs() > 1e-9 {
                        failed = Some(tr!("{}: the expected score is {}, and should be {}", name, solved.expected_score, reference));
                    }
                    failed = failed.take().or(kept.err());
                    all.solved.push(SolvedOfAll { solved, reference });
                }
            }
            bar.set_position(after);
        }
        Ok::<_, Failure>(())
    })?;
    if context.json() {
        output::print_json(&all)?;
    } else {
        output::print(&all_in_text(&all))?;
    }
    failed.map_or(Ok(()), |error| Err(Failure::failed(error)))
}

/// Solves one of several models; the bar, which counts bytes, moves on from where it is.
fn solve_beside_others(model: &Arc<Model>, run: Run<'_>, bar: &ProgressBar) -> Result<ValueTable, Stopped> {
    let (before, bytes) = (bar.position(), StateSpace::bytes_needed(model.rules()) as f64);
    let progress = |done: u64, of: u64| {
        bar.set_position(before + (bytes * done as f64 / of.max(1) as f64) as u64);
        ControlFlow::Continue(())
    };
    Service::solve_table(model, &Effort { run: run.progress(&progress), before: None })
}

fn all_in_text(all: &AllSolved) -> String {
    let row = |SolvedOfAll { solved, reference }: &SolvedOfAll| {
        let size = with_mark(DecimalBytes(solved.bytes.unwrap_or_default()).to_string());
        let (states, seconds) = (grouped(solved.states), decimal(solved.seconds, 2));
        vec![solved.rules.clone(), states, seconds, size, decimal(solved.expected_score, 4), decimal(*reference, 4)]
    };
    let header = [tr!("name"), tr!("states"), tr!("seconds"), tr!("file"), tr!("expected score"), tr!("reference")];
    let solved = text::table(&header, &[false, true, true, true, true, true], all.solved.iter().map(row).collect());
    let left_out = all.left_out.iter().map(|left_out| format!("{}\n", tr!("left out: {}", left_out.why)));
    solved + &left_out.collect::<String>()
}

/// Keeps the table in the tables folder. Returns its length in bytes, or the error.
fn keep(context: &Context, table: &ValueTable) -> Result<u64, String> {
    let store = FolderStore::new(context.tables_folder().ok_or_else(no_folder)?);
    let name = ValueTable::file_name(table.rules());
    let kept = writing(|| store.save(&name, &|path| table.save(path)));
    kept.map_err(|error| tr!("cannot keep the table as {}: {}", store.path(&name).display(), error))
}

fn in_text(solved: &Solved, rules: &RuleSet) -> String {
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
