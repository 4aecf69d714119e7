//! `yahtzee-prove`: the expected score as an exact fraction, proofs of every decision, and tables checked by code that is not the solver's.

mod commands;

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, Parser, Subcommand, ValueHint};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use yahtzee_dialogue::json;
use yahtzee_dialogue::words::memory;
use yahtzee_solver::printable::escaped;
use yahtzee_solver::rules::Filled;
use yahtzee_solver::solve::{MEMORY_LIMIT, most_threads};
use yahtzee_solver::table::{TableHeader, read_limited};
use yahtzee_solver::{Model, RuleSet, RulesError, Run, Solver, ValueTable};

/// Proofs about the solver of Yahtzee and its family, by code that is not the solver's.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Exit status: 0 done; 1 the command failed, or something is wrong; 2 the input was wrong.")]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

/// Options that every command has.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options everywhere")]
struct Common {
    /// The rule set: a built-in name (see 'yahtzee rules list') or a TOML file [default: hasbro]
    #[arg(long, global = true, value_name = "NAME|FILE.toml")]
    rules: Option<String>,
    /// Print JSON, for programs
    #[arg(long, global = true)]
    json: bool,
    /// Threads to work with, at most four for each core [default: one for each core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// The most memory to take, like 500MB or 3GB [default: 2GB]
    #[arg(long, global = true, value_name = "SIZE", value_parser = memory::parse)]
    memory: Option<u64>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The expected score as an exact fraction
    Exact {
        /// The filled categories: "ones=3 fours=12 yahtzee=50 extra=1" [default: a new game]
        #[arg(short, long, value_name = "CARD", default_value = "", hide_default_value = true)]
        card: String,
        /// Decimal places of the expected score; the last is rounded
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(0..=100_000))]
        digits: u32,
    },
    /// Prove every decision by a table
    ///
    /// In every reachable state, for every roll and number of rerolls left, the action that the program 'yahtzee' names is compared with all others: by
    /// bounds that are rounded down, and where these do not decide by whole numbers. The certificate of --output lets a program check it that is not ours:
    /// checker/ has one, and describes the file.
    Certify {
        #[command(flatten)]
        table: TableFile,
        /// Write the certificate to a file
        #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
        /// Prove nothing; print the rules in the plain form that certificates have, for the checker
        #[arg(long, conflicts_with_all = ["output", "table"])]
        plain_rules: bool,
    },
    /// Check that a table is right: derive its values again from the rules, with code independent of the solver
    ///
    /// Without --all it checks a sample, which always includes the empty card.
    Verify {
        #[command(flatten)]
        table: TableFile,
        /// How many states to check
        #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..))]
        sample: u32,
        /// Which states to check: the same seed checks the same states
        #[arg(long, value_name = "S", default_value_t = 0)]
        seed: u64,
        /// Check every state
        #[arg(long, conflicts_with_all = ["sample", "seed"])]
        all: bool,
        /// Compare every value with the bounds in a certificate instead
        #[arg(long, value_name = "FILE", conflicts_with_all = ["sample", "seed", "all"], value_hint = ValueHint::FilePath)]
        certificate: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
struct TableFile {
    /// The table, as 'yahtzee solve' writes it [default: solved now]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    table: Option<PathBuf>,
}

fn main() -> ExitCode {
    let Cli { common, command } = Cli::parse();
    match commands::run(&common, command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { status, message }) => {
            if status > 0 {
                // It may quote a path or a file, which can contain any characters.
                let shown: Vec<_> = message.split('\n').map(escaped).collect();
                let _ = writeln!(io::stderr(), "error: {}", shown.join("\n"));
            }
            status.into()
        }
    }
}

/// Why a command did not succeed.
struct Failure {
    status: u8,
    message: String,
}

/// The input was wrong.
fn input(message: impl Display) -> Failure {
    Failure { status: 2, message: message.to_string() }
}

/// The command failed, or found something wrong.
fn failed(message: impl Display) -> Failure {
    Failure { status: 1, message: message.to_string() }
}

/// A file could not be used.
fn file(path: &Path, error: impl Display) -> Failure {
    failed(format_args!("{}: {error}", path.display()))
}

/// Prints text.
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(|error| match error.kind() {
        // The reader has closed it, which is no error.
        ErrorKind::BrokenPipe => Failure { status: 0, message: String::new() },
        _ => failed(format_args!("cannot write the output: {error}")),
    })
}

/// Prints a value as a line of JSON.
fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut line = Vec::new();
    json::print_line(value, &mut line).map_err(failed)?;
    print(&String::from_utf8_lossy(&line))
}

/// Figures with their names, a line each.
fn fields(fields: &[(&str, String)]) -> String {
    fields.iter().fold(String::new(), |text, (name, figure)| text + &format!("{name:20}{figure}\n"))
}

impl Common {
    fn rules(&self) -> Result<RuleSet, Failure> {
        let name = self.rules.as_deref().unwrap_or("hasbro");
        let path = Path::new(name);
        if path.extension().is_none_or(|extension| extension != "toml") && path.components().count() < 2 {
            return RuleSet::builtin_named(name).map_err(input);
        }
        let bytes = read_limited(path, RuleSet::LONGEST_TOML as u64).map_err(|error| file(path, error))?;
        let toml = String::from_utf8(bytes).map_err(|_| file(path, "not a rule set: it is no text in UTF-8"))?;
        RuleSet::parse(&toml).map_err(|error| input(format_args!("{}: {error}", path.display())))
    }

    /// The model of the states in which at least these categories are filled.
    fn model(&self, rules: &RuleSet, filled: Filled) -> Result<Arc<Model>, Failure> {
        Model::from(rules, filled, self.most_memory()).map(Arc::new).map_err(|error| match error {
            RulesError::TooLarge { .. } => failed(format_args!("{error}, or raise the limit with --memory")),
            error => input(error),
        })
    }

    /// A table: of a file, or solved now. A file says itself which built-in rule set it is of.
    fn table(&self, TableFile { table }: &TableFile) -> Result<ValueTable, Failure> {
        let rules = || self.rules();
        let Some(path) = table else {
            let solver = Solver::of(self.model(&rules()?, Filled::NONE)?);
            return self.with_bar("Solving", |run| solver.with(run).solve()).map_err(failed);
        };
        let (header, _) = TableHeader::load(path).map_err(|error| file(path, error))?;
        let of_file = || RuleSet::builtin(&header.rules).ok().filter(|rules| rules.fingerprint() == header.fingerprint);
        let rules = self.rules.is_none().then(of_file).flatten().map_or_else(rules, Ok)?;
        ValueTable::load(&self.model(&rules, Filled::NONE)?, path).map_err(|error| file(path, error))
    }

    fn most_memory(&self) -> u64 {
        self.memory.unwrap_or(MEMORY_LIMIT)
    }

    /// The number of threads.
    fn thread_count(&self) -> usize {
        self.threads
            .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), |threads| most_threads().min(threads.into()))
    }

    /// Checks that the memory suffices, beside the table.
    fn check_memory(&self, model: &Model, needed: u64) -> Result<u64, Failure> {
        let (needed, limit) = (model.bytes_needed().saturating_add(needed), self.most_memory());
        if needed <= limit {
            return Ok(needed);
        }
        let [needs, limit] = [needed, limit].map(memory::in_words);
        Err(failed(format_args!("it needs {needs} of memory, and the limit is {limit}: raise it with --memory")))
    }

    /// Does long work, with a progress bar on stderr if that is a terminal.
    fn with_bar<T>(&self, title: &'static str, work: impl FnOnce(Run<'_>) -> T) -> T {
        let style = ProgressStyle::with_template("{msg} {bar:40} {percent:>3}% {eta}").expect("a template");
        let bar = ProgressBar::new(1).with_style(style).with_message(title);
        let progress = |done: u64, all: u64| {
            bar.set_length(all);
            bar.inc(done.saturating_sub(bar.position()));
            ControlFlow::Continue(())
        };
        let done = work(Run::new().threads(self.thread_count()).progress(&progress));
        bar.finish_and_clear();
        done
    }
}
