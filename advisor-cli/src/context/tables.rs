//! The tables of games: read from the tables folder, or solved now and saved there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use yahtzee_dialogue::Work;
use yahtzee_dialogue::words::memory::in_words;
use yahtzee_solver::rules::Filled;
use yahtzee_solver::say;
use yahtzee_solver::solve::Stopped;
use yahtzee_solver::table::{LEFTOVER_AGE, remove_leftovers};
use yahtzee_solver::{Follower, Model, RuleSet, RulesError, Solver, SpreadTable, TableError, ValueTable};

use super::Context;
use crate::files::file::shown;
use crate::system::interrupt::writing;
use crate::system::memory;
use crate::terminal::console;
use crate::terminal::failure::{Failure, warn};

/// The size in bytes from which on the file of a table is announced.
const LARGE_TABLE: u64 = 1_000_000_000;

/// The part of a table file to read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reading {
    /// Values are read on demand, one turn at a time, so that little of a large table is in memory.
    Turn,
    /// On demand, for a few turns.
    AsAsked,
    /// All, at once.
    Whole,
}

impl Reading {
    /// Whether it takes little memory, even for a large table. It reserves room for all values, but uses it only for the values it reads.
    pub(crate) fn is_small(self) -> bool {
        matches!(self, Reading::Turn) && !memory::counts_reserved()
    }
}

impl Context {
    /// The rule set of `--rules`, with everything derived from it.
    pub(crate) fn model(&self, reading: Reading) -> Result<Arc<Model>, Failure> {
        self.model_of(&self.rules()?, reading)
    }

    /// A rule set with everything derived from it. If its table is in a file and is read for one turn, the values need not fit into memory.
    pub(crate) fn model_of(&self, rules: &RuleSet, reading: Reading) -> Result<Arc<Model>, Failure> {
        let beside = self.beside_threads(rules);
        let limit = beside.memory();
        let (what, model) = match reading {
            reading if reading.is_small() && self.table_path(rules).is_some_and(|path| path.exists()) => {
                (say!("reading the table of '{}'", rules.name()), Model::without_values(rules, limit))
            }
            _ => (solving(rules), Model::new(rules, limit)),
        };
        model.map(Arc::new).map_err(|error| match error {
            RulesError::TooLarge { needed, .. } => beside.refused(&what, needed),
            error => error.into(),
        })
    }

    /// A rule set with everything derived from it, for questions that need no values.
    pub(crate) fn model_without_values(&self, rules: &RuleSet) -> Result<Model, Failure> {
        let beside = self.beside_threads(rules);
        Model::without_values(rules, beside.memory()).map_err(|error| match error {
            RulesError::TooLarge { needed, .. } => beside.refused(&say!("reading the rules of '{}'", rules.name()), needed),
            error => error.into(),
        })
    }

    /// Checks that the memory suffices to solve a model whose values were not counted so far.
    fn check_solving(&self, model: &Model) -> Result<(), Failure> {
        let (needed, beside) = (model.bytes_needed(), self.beside_threads(model.rules()));
        if needed > beside.memory() { Err(beside.refused(&solving(model.rules()), needed)) } else { Ok(()) }
    }

    /// The table of a model: read from the tables folder, or else solved now and saved there.
    pub(crate) fn table_of(&self, model: &Arc<Model>, reading: Reading) -> Result<ValueTable, Failure> {
        Ok(self.tables_of(model, reading, false)?.0)
    }

    /// The table of a model, and its spread table on request: read from the tables folder, or else computed now and saved there.
    pub(crate) fn tables_of(
        &self,
        model: &Arc<Model>,
        reading: Reading,
        spread: bool,
    ) -> Result<(ValueTable, Option<SpreadTable>), Failure> {
        if spread && !reading.is_small() {
            self.check_spread(model)?;
        }
        let path = self.path_of(model);
        let table = path.as_deref().and_then(|path| {
            kept(path, || match reading {
                Reading::Turn | Reading::AsAsked => ValueTable::open(model, path, self.anew(model, path, Context::solve_and_keep)),
                Reading::Whole => ValueTable::load(model, path),
            })
        });
        let kept_spread = if spread { self.kept_spread(model, reading) } else { None };
        match table {
            Some(table) => {
                let spread = spread.then(|| kept_spread.map_or_else(|| self.work_out_spread(model), Ok)).transpose()?;
                Ok((table, spread))
            }
            None if spread && kept_spread.is_none() => {
                self.check_spread(model)?;
                let (table, spread) = self.solve_with_spread(model)?;
                // Writing waits for the disk, so both files are written at once; without another thread, one after the other.
                std::thread::scope(|scope| {
                    let keep_spread = || self.keep_spread(&spread);
                    let thread = std::thread::Builder::new().spawn_scoped(scope, console::on_thread(keep_spread));
                    self.keep_or_warn(&table, path.as_deref());
                    if thread.is_err() {
                        keep_spread();
                    }
                });
                Ok((table, Some(spread)))
            }
            None => Ok((self.solve_and_keep(model)?, kept_spread)),
        }
    }

    /// The replacement for a file that turns out to be damaged while it is read on demand: reports the damage, and replaces the file. Without the
    /// memory for that, the program ends here, because the question cannot be answered.
    fn anew<T>(
        &self,
        model: &Arc<Model>,
        path: &Path,
        work_out: fn(&Context, &Arc<Model>) -> Result<T, Failure>,
    ) -> impl FnOnce(&TableError) -> Option<T> + use<T> {
        let (context, model, path) = (self.clone(), Arc::clone(model), path.to_owned());
        move |error| {
            warn_of_anew(&path, error);
            let worked_out = work_out(&context, &model).unwrap_or_else(|failure| {
                failure.report();
                let _clean = crate::system::interrupt::clean_up();
                std::process::exit(1);
            });
            Some(worked_out)
        }
    }

    fn solve_and_keep(&self, model: &Arc<Model>) -> Result<ValueTable, Failure> {
        self.check_solving(model)?;
        let table = self.solve(model)?;
        self.keep_or_warn(&table, self.path_of(model).as_deref());
        Ok(table)
    }

    /// Solves, with a progress bar on a terminal.
    pub(crate) fn solve(&self, model: &Arc<Model>) -> Result<ValueTable, Stopped> {
        self.solving(model, |solver| solver.solve())
    }

    /// Solves with the spread table, with a progress bar on a terminal.
    fn solve_with_spread(&self, model: &Arc<Model>) -> Result<(ValueTable, SpreadTable), Stopped> {
        self.solving(model, |solver| solver.solve_with_spread())
    }

    fn solving<T>(&self, model: &Arc<Model>, solve: impl FnOnce(Solver<'_>) -> T) -> T {
        if let Some(folder) = self.tables_folder().filter(|_| is_whole(model)) {
            warn_of_size(model, &folder);
        }
        self.with_bar(&say!("Solving {}", model.rules().name()), |run, _| solve(Solver::of(Arc::clone(model)).with(run)))
    }

    /// The spread table: read from the tables folder, or else computed now and saved there.
    pub(crate) fn spread_of(&self, table: &ValueTable, reading: Reading) -> Result<SpreadTable, Failure> {
        self.check_spread(table.model())?;
        self.kept_spread(table.model(), reading).map_or_else(|| self.work_out_spread(table.model()), Ok)
    }

    /// Whether the spread of a model is in a file, or the memory suffices to compute it. If not, warns what is missing without it.
    pub(crate) fn has_spread(&self, model: &Model, missing: &str) -> bool {
        if self.spread_path(model).is_some_and(|path| path.exists()) {
            return true;
        }
        let fits = self.check_spread(model);
        if let Err(failure) = &fits {
            warn(format_args!("{missing}: {}", failure.message().unwrap_or_default()));
        }
        fits.is_ok()
    }

    fn check_spread(&self, model: &Model) -> Result<(), Failure> {
        self.check_memory(&Work::Spread.to_string(), model, Follower::spread_bytes(model))
    }

    fn kept_spread(&self, model: &Arc<Model>, reading: Reading) -> Option<SpreadTable> {
        let path = self.spread_path(model)?;
        kept(&path, || match reading {
            Reading::Turn | Reading::AsAsked => SpreadTable::open(model, &path, self.anew(model, &path, Context::work_out_spread)),
            Reading::Whole => SpreadTable::load(model, &path),
        })
    }

    fn work_out_spread(&self, model: &Arc<Model>) -> Result<SpreadTable, Failure> {
        self.check_spread(model)?;
        let (_, spread) = self.solve_with_spread(model)?;
        self.keep_spread(&spread);
        Ok(spread)
    }

    fn keep_spread(&self, spread: &SpreadTable) {
        if !is_whole(spread.model()) {
            return;
        }
        let path = self.spread_path(spread.model());
        if let Err(error) = self.keep_file(path.as_deref(), |path| spread.save(path)) {
            warn(error);
        }
    }

    /// Saves a table of a whole game.
    fn keep_or_warn(&self, table: &ValueTable, path: Option<&Path>) {
        if !is_whole(table.model()) {
            return;
        }
        if let Err(error) = self.keep(table, path) {
            warn(error);
        }
    }

    /// The file of the table of a model, if it is of the whole game.
    fn path_of(&self, model: &Model) -> Option<PathBuf> {
        is_whole(model).then(|| self.table_path(model.rules()))?
    }

    fn spread_path(&self, model: &Model) -> Option<PathBuf> {
        is_whole(model).then(|| Some(self.tables_folder()?.join(SpreadTable::file_name(model.rules()))))?
    }

    /// Writes a table to the tables folder. Returns its length in bytes, or the error.
    pub(crate) fn keep(&self, table: &ValueTable, path: Option<&Path>) -> Result<u64, String> {
        self.keep_file(path, |path| table.save(path))
    }

    fn keep_file(&self, path: Option<&Path>, save: impl FnOnce(&Path) -> Result<u64, TableError>) -> Result<u64, String> {
        let path = path.ok_or_else(|| say!("this platform has no cache directory: name a folder with --tables to keep tables"))?;
        let saved = writing(|| {
            let folder = path.parent().unwrap_or(Path::new("."));
            std::fs::create_dir_all(folder)?;
            let length = save(path)?;
            // Removes leftovers of killed programs, of other tables too. A leftover that cannot be removed now stays for the next time.
            if let Some(before) = SystemTime::now().checked_sub(LEFTOVER_AGE) {
                let _ = remove_leftovers(folder, before);
            }
            Ok(length)
        });
        saved.map_err(|error: TableError| say!("cannot keep the table as {}: {}", path.display(), error))
    }

    /// The file of the table of a rule set.
    pub(crate) fn table_path(&self, rules: &RuleSet) -> Option<PathBuf> {
        Some(self.tables_folder()?.join(ValueTable::file_name(rules)))
    }
}

/// Whether a model covers the whole game, not only the states after a card.
fn is_whole(model: &Model) -> bool {
    model.space().base() == Filled::NONE
}

/// Says before a large table is solved what its file will take, and how to remove it.
fn warn_of_size(model: &Model, folder: &Path) {
    let bytes = (model.space().distinct() * size_of::<f64>()) as u64;
    if bytes >= LARGE_TABLE {
        let (name, size, folder) = (model.rules().name(), in_words(bytes), shown(folder));
        warn(say!("the table of '{}' takes {} in {}; 'yahtzee table prune {}' removes it", name, size, folder, name));
    }
}

fn solving(rules: &RuleSet) -> String {
    say!("solving '{}'", rules.name())
}

/// A table from a file, if the file exists and is sound.
fn kept<T>(path: &Path, load: impl FnOnce() -> Result<T, TableError>) -> Option<T> {
    match load() {
        Ok(table) => Some(table),
        Err(TableError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => {
            warn_of_anew(path, &error);
            None
        }
    }
}

fn warn_of_anew(path: &Path, error: &TableError) {
    warn(say!("{}: {}; solving anew", crate::files::file::shown(path), error));
}
