//! The context of every command: the rule set, the language, the limits of memory and threads, the folders, and work with a progress bar.

pub(crate) mod asking;
pub(crate) mod history;
pub(crate) mod strategy_named;
mod texts;

use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstream::ColorChoice;
use directories::ProjectDirs;
use indicatif::{ProgressBar, ProgressStyle};
use yahtzee_dialogue::words::languages;
use yahtzee_solver::language::Language;
use yahtzee_solver::rules::ColumnGame;
use yahtzee_solver::solve::MemoryLimit;
use yahtzee_solver::{RuleSet, Run, ValueTable, tr};

use crate::args::{Color, Common};
use crate::files::rule_file::{NamedRules, RuleFileError, names_file, rule_file};
use crate::system::hidden::hide_keys;
use crate::system::memory;
use crate::terminal::failure::Failure;
use crate::terminal::{console, window};

const DEFAULT_RULES: &str = "hasbro";

#[derive(Clone)]
pub(crate) struct Context {
    common: Common,
    /// The threads to work on.
    threads: usize,
    /// The memory limit of the process, in bytes.
    memory: u64,
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
        let threads = memory::threads(common.threads);
        Context { threads, memory: memory::available(common.memory, threads), common, folders }
    }

    /// Whether the answer is for a program.
    pub(crate) fn json(&self) -> bool {
        self.common.json
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
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
        self.of_one_card(self.any_rules(Some(name))?)
    }

    /// Named rules as the rules of one card, with their names in the language of `--language`.
    pub(crate) fn of_one_card(&self, named: NamedRules) -> Result<RuleSet, Failure> {
        match named {
            NamedRules::One(rules) => self.in_language(rules),
            NamedRules::Columns(game) => Err(Failure::input(tr!(
                "'{}' is a game of several columns: only solve, advise, play and simulate know such games, and rules shows them",
                game.name()
            ))),
        }
    }

    /// The game with several columns of `--rules`; `None` if these are rules of one card.
    pub(crate) fn column_game(&self) -> Option<ColumnGame> {
        let of_one_card = |name: &str| !names_file(name) && RuleSet::builtin_names().any(|builtin| builtin == name);
        match self.rules_given().filter(|name| !of_one_card(name)).map(|name| self.any_rules(Some(name))) {
            Some(Ok(NamedRules::Columns(game))) => Some(game),
            // What is wrong is said where the rules are needed.
            _ => None,
        }
    }

    /// The rules of this name, or else of `--rules`: of a card, or of a game with several columns.
    pub(crate) fn any_rules(&self, name: Option<&str>) -> Result<NamedRules, Failure> {
        let name = name.or(self.rules_given()).unwrap_or(DEFAULT_RULES);
        let named = if names_file(name) { self.rule_file(Path::new(name))? } else { NamedRules::builtin(name)? };
        Ok(match named {
            NamedRules::One(rules) => NamedRules::One(self.in_language(rules)?),
            NamedRules::Columns(game) => NamedRules::Columns(game.with_rules(|rules| self.in_language(rules))?),
        })
    }

    /// The rules in a file.
    pub(crate) fn rule_file(&self, path: &Path) -> Result<NamedRules, RuleFileError> {
        rule_file(path, self.read(path, RuleSet::LONGEST_TOML as u64))
    }

    /// The language of `--language`, or else of the locale. `None` for English.
    pub(crate) fn words(&self, locale: Option<String>) -> Option<Language> {
        let of_locale = || locale.and_then(|locale| Some(locale.split(['-', '_', '.']).next()?.to_owned()));
        languages::named(&self.language().map(str::to_owned).or_else(of_locale)?.trim().to_lowercase())
    }

    /// A rule set with its names in the language of `--language`, or else in the current one.
    pub(crate) fn in_language(&self, rules: RuleSet) -> Result<RuleSet, Failure> {
        languages::rules_in(rules, self.language()).map_err(|error| Failure::input(tr!("--language: {}", error)))
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

    /// The memory limit for tables and results, in bytes: the limit of the process, less the program's own memory.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.saturating_sub(memory::of_program(self.threads))
    }

    /// The memory limit of the process, in bytes.
    pub(crate) fn memory_of_process(&self) -> u64 {
        self.memory
    }

    /// The memory limit with the threads.
    pub(crate) fn limit(&self) -> MemoryLimit {
        MemoryLimit { bytes: self.memory(), threads: self.threads }
    }

    /// The settings of work without a progress bar: the threads of `--threads`.
    pub(crate) fn run(&self) -> Run<'static> {
        Run::new().threads(self.threads)
    }

    /// Does long work, with a progress bar on stderr if that is a terminal.
    pub(crate) fn with_bar<T>(&self, title: &str, work: impl FnOnce(Run<'_>, &ProgressBar) -> T) -> T {
        let bar = progress_bar(title);
        let _hidden = (!bar.is_hidden()).then(hide_keys);
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
        let _hidden = hide_keys();
        let sign = ProgressBar::new_spinner().with_message(title.to_owned());
        sign.enable_steady_tick(Duration::from_millis(100));
        let done = work();
        sign.finish_and_clear();
        done
    }

    /// The folder of tables.
    pub(crate) fn tables_folder(&self) -> Option<PathBuf> {
        let given = self.common.tables.clone().filter(|folder| !folder.as_os_str().is_empty());
        given.or_else(|| self.folders.as_ref().map(|folders| folders.cache_dir().to_owned()))
    }

    /// The file of the table of a rule set.
    pub(crate) fn table_path(&self, rules: &RuleSet) -> Option<PathBuf> {
        Some(self.tables_folder()?.join(ValueTable::file_name(rules)))
    }

    /// The folder of the person's history and games.
    pub(crate) fn data_folder(&self) -> Option<&Path> {
        self.folders.as_ref().map(ProjectDirs::data_dir)
    }
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
