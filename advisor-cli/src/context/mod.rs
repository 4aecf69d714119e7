//! The context of every command: the rule set, its table from the tables folder, and the output.

pub(crate) mod asking;
pub(crate) mod from_card;
pub(crate) mod history;
pub(crate) mod strategy_named;

use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use anstream::ColorChoice;
use directories::ProjectDirs;
use indicatif::{ProgressBar, ProgressStyle};
use yahtzee_dialogue::words::languages;
use yahtzee_dialogue::{Service, Work};
use yahtzee_solver::language::Language;
use yahtzee_solver::rules::Filled;
use yahtzee_solver::say;
use yahtzee_solver::solve::Stopped;
use yahtzee_solver::table::{LEFTOVER_AGE, remove_leftovers};
use yahtzee_solver::{Follower, Model, RuleSet, RulesError, Run, Solver, SpreadTable, TableError, ValueTable};

use crate::args::{Color, Common};
use crate::files::file::shown;
use crate::files::rule_file::{names_file, rule_file};
use crate::files::store::WarningStore;
use crate::system::interrupt::writing;
use crate::system::memory;
use crate::terminal::console;
use crate::terminal::failure::{Failure, warn};
use crate::terminal::window;

const DEFAULT_RULES: &str = "hasbro";
/// The size in bytes from which on the file of a table is announced.
const LARGE_TABLE: u64 = 1_000_000_000;

/// Whether an interrupt only sets [`CAME`], because the caller must restore the terminal first.
static DEFERRED: Mutex<bool> = Mutex::new(false);
/// The signal that came while interrupts were deferred, or 0.
static CAME: AtomicU8 = AtomicU8::new(0);
/// The time for the caller to end the program by itself. It cannot do so if the terminal accepts no output.
const GRACE: Duration = Duration::from_millis(300);

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

#[derive(Clone)]
pub(crate) struct Context {
    common: Common,
    /// The bytes of tables and results that are held beside those of a command, for commands that hold several.
    held: u64,
    /// The folders of the person who runs the program, if there are any.
    folders: Option<ProjectDirs>,
}

impl Context {
    pub(crate) fn new(common: Common, folders: Option<ProjectDirs>) -> Context {
        let choice = match common.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        console::set_colour(choice);
        Context { common, held: 0, folders }
    }

    /// Makes Ctrl-C and other signals end the program, after files being written are complete. The exit status is 128 plus the number of the signal,
    /// as in shells.
    pub(crate) fn on_interrupt(&self) {
        let handler = |signal: i32| {
            let lock = || DEFERRED.lock().unwrap_or_else(PoisonError::into_inner);
            let mut deferred = lock();
            if *deferred {
                CAME.store(signal.try_into().unwrap_or(u8::MAX), Ordering::SeqCst);
                drop(deferred);
                crate::system::interrupt::wake();
                std::thread::sleep(GRACE);
                deferred = lock();
            }
            let _clean = crate::system::interrupt::clean_up();
            // The lock is held to the end, so that no other thread starts deferring interrupts while the program ends.
            let _deferred = deferred;
            std::process::exit(128 + signal);
        };
        if let Err(error) = crate::system::interrupt::on_signal(handler) {
            warn(say!("Ctrl-C cannot be caught: {}", error));
        }
    }

    /// Whether the answer is for a program.
    pub(crate) fn json(&self) -> bool {
        self.common.json
    }

    pub(crate) fn threads(&self) -> usize {
        memory::threads(match self.common.threads {
            Some(threads) => threads,
            None => std::thread::available_parallelism().map_or(1, usize::from),
        })
    }

    /// The threads of `--threads`.
    pub(crate) fn threads_given(&self) -> Option<usize> {
        self.common.threads
    }

    /// The rule set of `--rules`.
    pub(crate) fn rules(&self) -> Result<RuleSet, Failure> {
        self.rules_named(self.rules_given().unwrap_or(DEFAULT_RULES))
    }

    /// A rule set named by a person: a built-in one, or a TOML file.
    pub(crate) fn rules_named(&self, name: &str) -> Result<RuleSet, Failure> {
        self.in_language(if names_file(name) { rule_file(Path::new(name))? } else { RuleSet::builtin_named(name)? })
    }

    /// The language of `--language`, or else of the locale. `None` for English.
    pub(crate) fn words(&self, locale: Option<String>) -> Option<Language> {
        let of_locale = || locale.and_then(|locale| Some(locale.split(['-', '_', '.']).next()?.to_owned()));
        languages::named(&self.language().map(str::to_owned).or_else(of_locale)?.trim().to_lowercase())
    }

    /// A rule set with its names in the language of `--language`, or else in the one that is spoken.
    pub(crate) fn in_language(&self, rules: RuleSet) -> Result<RuleSet, Failure> {
        languages::rules_in(rules, self.language()).map_err(|error| Failure::input(say!("--language: {}", error)))
    }

    /// The argument of `--language`, if given.
    pub(crate) fn language(&self) -> Option<&str> {
        self.common.language.as_deref()
    }

    /// The argument of `--rules`, if given.
    pub(crate) fn rules_given(&self) -> Option<&str> {
        self.common.rules.as_deref()
    }

    /// Whether stdout gets colour.
    pub(crate) fn colours(&self) -> bool {
        console::colours()
    }

    /// The rule set of `--rules`, with everything derived from it.
    pub(crate) fn model(&self, reading: Reading) -> Result<Arc<Model>, Failure> {
        self.model_of(&self.rules()?, reading)
    }

    /// A rule set with everything derived from it. If its table is in a file and is read for one turn, the values need not fit into memory.
    pub(crate) fn model_of(&self, rules: &RuleSet, reading: Reading) -> Result<Arc<Model>, Failure> {
        let limit = self.memory();
        let (what, model) = match reading {
            reading if reading.is_small() && self.table_path(rules).is_some_and(|path| path.exists()) => {
                (say!("reading the table of '{}'", rules.name()), Model::without_values(rules, limit))
            }
            _ => (solving(rules), Model::new(rules, limit)),
        };
        model.map(Arc::new).map_err(|error| match error {
            RulesError::TooLarge { needed, .. } => self.refused(&what, needed),
            error => error.into(),
        })
    }

    /// A rule set with everything derived from it, for questions that need no values.
    pub(crate) fn model_without_values(&self, rules: &RuleSet) -> Result<Model, Failure> {
        Model::without_values(rules, self.memory()).map_err(|error| match error {
            RulesError::TooLarge { needed, .. } => self.refused(&say!("reading the rules of '{}'", rules.name()), needed),
            error => error.into(),
        })
    }

    /// The memory limit for tables and results, in bytes: the limit of the process, less the program's own memory.
    pub(crate) fn memory(&self) -> u64 {
        let threads = self.threads();
        memory::available(self.common.memory, threads).saturating_sub(memory::of_program(threads)).saturating_sub(self.held)
    }

    /// The same, with this much memory for tables and results: others hold the rest.
    pub(crate) fn limited_to(&self, bytes: u64) -> Context {
        Context { held: self.held.saturating_add(self.memory().saturating_sub(bytes)), ..self.clone() }
    }

    /// The error of a computation that needs more than [`memory`](Context::memory). It names the need and the limit of the whole process. `what` is the
    /// work, the beginning of the sentence.
    pub(crate) fn refused(&self, what: &str, needed: u64) -> Failure {
        self.refused_or(what, needed, &say!("leave out some categories"))
    }

    /// As [`refused`](Context::refused), with this advice beside more memory.
    pub(crate) fn refused_or(&self, what: &str, needed: u64, instead: &str) -> Failure {
        let [needed, limit] = self.need_and_limit(needed);
        Failure::failed(say!("{} needs {} of memory, and the limit is {}: raise it with --memory, or {}", what, needed, limit, instead))
    }

    /// As [`refused`](Context::refused), where only the least need is known.
    pub(crate) fn refused_at_least(&self, what: &str, needed: u64) -> Failure {
        let [needed, limit] = self.need_and_limit(needed);
        let instead = say!("leave out some categories");
        Failure::failed(say!(
            "{} needs at least {} of memory, and the limit is {}: raise it with --memory, or {}",
            what,
            needed,
            limit,
            instead
        ))
    }

    /// The need of a computation and the limit, both of the whole process, in words.
    fn need_and_limit(&self, needed: u64) -> [String; 2] {
        let threads = self.threads();
        let needed = needed.saturating_add(memory::of_program(threads)).saturating_add(self.held);
        [needed, memory::available(self.common.memory, threads)].map(memory::in_words)
    }

    /// Checks before a computation that the memory for it suffices, beside the table of a game.
    pub(crate) fn check_memory(&self, what: &str, model: &Model, needed: u64) -> Result<(), Failure> {
        let needed = model.bytes_needed().saturating_add(needed);
        if needed > self.memory() { Err(self.refused(&say!("{} of '{}'", what, model.rules().name()), needed)) } else { Ok(()) }
    }

    /// Checks that the memory suffices to solve a model whose values were not counted so far.
    fn check_solving(&self, model: &Model) -> Result<(), Failure> {
        let needed = model.bytes_needed();
        if needed > self.memory() { Err(self.refused(&solving(model.rules()), needed)) } else { Ok(()) }
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

    /// The service of a table and its spread table, within the memory limit. It keeps results in the tables folder.
    pub(crate) fn service(&self, (table, spread): (ValueTable, Option<SpreadTable>)) -> Service {
        let service = Service::new(table).with_spread(spread).limited_to(self.memory());
        match self.tables_folder() {
            Some(folder) => service.kept_in(Box::new(WarningStore::new(folder))),
            None => service,
        }
    }

    /// The settings of work without a progress bar: the threads of `--threads`.
    pub(crate) fn run(&self) -> Run<'static> {
        Run::new().threads(self.threads())
    }

    /// Does long work, with a progress bar on stderr if that is a terminal.
    pub(crate) fn with_bar<T>(&self, title: &str, work: impl FnOnce(Run<'_>, &ProgressBar) -> T) -> T {
        let bar = progress_bar(title);
        let progress = |done: u64, all: u64| {
            bar.set_length(all);
            bar.inc(done.saturating_sub(bar.position()));
            ControlFlow::Continue(())
        };
        let done = work(self.run().progress(&progress), &bar);
        bar.finish_and_clear();
        done
    }

    /// Does work of unknown duration, with a spinner on stderr if that is a terminal.
    pub(crate) fn busy<T>(&self, title: &str, work: impl FnOnce() -> T) -> T {
        if !console::stderr_is_terminal() {
            return work();
        }
        let sign = ProgressBar::new_spinner().with_message(title.to_owned());
        sign.enable_steady_tick(Duration::from_millis(100));
        let done = work();
        sign.finish_and_clear();
        done
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

    /// The folder of tables.
    pub(crate) fn tables_folder(&self) -> Option<PathBuf> {
        let given = self.common.tables.clone().filter(|folder| !folder.as_os_str().is_empty());
        given.or_else(|| self.folders.as_ref().map(|folders| folders.cache_dir().to_owned()))
    }

    /// The folder of the person's history and games.
    pub(crate) fn data_folder(&self) -> Option<&Path> {
        self.folders.as_ref().map(ProjectDirs::data_dir)
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
        let (name, size, folder) = (model.rules().name(), memory::in_words(bytes), shown(folder));
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

/// Starts or stops deferring interrupts. While they are deferred, the caller must check [`signal_that_came`], and then leave.
pub(crate) fn defer_interrupts(defer: bool) {
    *DEFERRED.lock().unwrap_or_else(PoisonError::into_inner) = defer;
}

/// The signal that came while interrupts were deferred.
pub(crate) fn signal_that_came() -> Option<u8> {
    Some(CAME.load(Ordering::SeqCst)).filter(|&signal| signal > 0)
}

/// A random seed that is short enough to type again. It comes from the random keys of the standard library's hash maps.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one("dice") % 1_000_000
}

/// A progress bar on stderr, hidden if stderr is not a terminal.
fn progress_bar(title: &str) -> ProgressBar {
    if !console::stderr_is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = window::columns_of_errors().map_or(40, |columns| columns.saturating_sub(40).clamp(5, 40));
    let style = ProgressStyle::with_template(&format!("{{msg}} {{bar:{bar}.green}} {{percent:>3}}% {{eta}}"));
    ProgressBar::new(1).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_message(title.to_owned())
}
