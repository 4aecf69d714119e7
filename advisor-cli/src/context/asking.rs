//! Asking the service of a game, with a progress bar.

use std::sync::Arc;

use yahtzee_dialogue::service::{Need, Planned, Step};
use yahtzee_dialogue::words::memory::in_words;
use yahtzee_dialogue::{Effort, Service, ServiceError, Store, Work};
use yahtzee_solver::advise::SolveStep;
use yahtzee_solver::rules::Filled;
use yahtzee_solver::solve::MemoryLimit;
use yahtzee_solver::{Model, RuleSet, RulesError, tr};

use super::Context;
use crate::files::file::shown;
use crate::files::store::WarningStore;
use crate::system::memory;
use crate::terminal::failure::{Failure, warn};
use crate::text;

/// The size in bytes from which on the file of a table is announced.
const LARGE_TABLE: u64 = 1_000_000_000;

/// The title of work for an objective, until its first step.
pub(crate) fn solving() -> String {
    tr!("Solving for the objective")
}

/// The seconds for a value, and for following the games from a state, on one thread. They are rough: machines differ.
const A_VALUE: f64 = 4e-7;
const A_STATE: f64 = 4e-6;
/// A shorter computation than this many seconds is not announced.
const SHORT: f64 = 2.0;

/// The approximate seconds of a step on this many threads; 0 if it is always short.
fn seconds(step: Step, threads: usize) -> f64 {
    let work = match step {
        Step::Objective(SolveStep::FinalScore { states }) => states as f64 * A_STATE,
        Step::Objective(SolveStep::Values { values } | SolveStep::Duel { values }) => values as f64 * A_VALUE,
        Step::Table { .. } | Step::Ends | Step::Strategy | Step::Duel => 0.0,
    };
    work / threads as f64
}

/// The title of a step in a game of this name.
fn title_of(step: Step, game: &str) -> String {
    match step {
        Step::Table { .. } => tr!("Solving {}", game),
        Step::Objective(SolveStep::FinalScore { .. }) => tr!("Following the opponents' games"),
        Step::Objective(SolveStep::Values { .. }) => tr!("Finding the best way to play"),
        Step::Objective(SolveStep::Duel { .. }) => tr!("Finding the best way to play for both"),
        Step::Ends => tr!("Finding how the games may end"),
        Step::Strategy => tr!("Following the computer's strategy"),
        Step::Duel => tr!("Solving the duel"),
    }
}

/// The message before a step, if it takes long.
fn beforehand(step: Step, threads: usize, game: &str) -> Option<String> {
    let seconds = seconds(step, threads);
    (seconds >= SHORT).then(|| tr!("{} takes about {}.", title_of(step, game), text::duration(seconds.round() as u64)))
}

impl Context {
    /// The service of a game, with what questions need of its table.
    pub(crate) fn open(&self, rules: &RuleSet, need: Need<'_>) -> Result<Service, Failure> {
        self.open_within(self.memory(), rules, need)
    }

    /// The same within this many bytes of memory.
    pub(crate) fn open_within(&self, memory: u64, rules: &RuleSet, need: Need<'_>) -> Result<Service, Failure> {
        self.opened(memory, rules, need).map_err(|error| self.unanswered(rules, error))
    }

    /// The service of a game, with its spread table if it is wanted. If the memory does not suffice for that, warns what is missing.
    pub(crate) fn open_with_spread(&self, wanted: bool, rules: &RuleSet, need: Need<'_>, missing: &str) -> Result<Service, Failure> {
        match self.opened(self.memory(), rules, Need { planned: wanted.then_some(Planned::Spread), ..need }) {
            Err(error @ ServiceError::TooLarge { work: Work::Spread, .. }) => {
                warn(format_args!("{missing}: {}", self.unanswered(rules, error).message().unwrap_or_default()));
                self.open(rules, need)
            }
            opened => opened.map_err(|error| self.unanswered(rules, error)),
        }
    }

    fn opened(&self, memory: u64, rules: &RuleSet, need: Need<'_>) -> Result<Service, ServiceError> {
        // Where reserved memory counts, reading a turn takes as much as reading all.
        let need = Need { turn: need.turn.filter(|_| !memory::counts_reserved()), ..need };
        let store = self.tables_folder().map(|folder| Box::new(WarningStore::new(folder)) as Box<dyn Store>);
        let is_kept = store.is_some();
        let opened = self.with_effort(rules, &tr!("Solving {}", rules.name()), |effort| Service::open(rules, &need, store, memory, effort));
        if !is_kept && opened.as_ref().is_ok_and(|service| service.table().model().space().base() == Filled::NONE) {
            warn(no_folder());
        }
        opened
    }

    /// A model, for questions that need no service; `work` is what needs it.
    pub(crate) fn model(
        &self,
        rules: &RuleSet,
        work: Work,
        make: fn(&RuleSet, MemoryLimit) -> Result<Model, RulesError>,
    ) -> Result<Arc<Model>, Failure> {
        let model = make(rules, self.limit());
        model.map(Arc::new).map_err(|error| self.unanswered(rules, ServiceError::of_model(error, work, 0, self.memory())))
    }

    /// Asks the service of a game, with a progress bar on a terminal.
    pub(crate) fn ask<T>(
        &self,
        service: &Service,
        title: &str,
        work: impl FnOnce(&Effort<'_>) -> Result<T, ServiceError>,
    ) -> Result<T, Failure> {
        self.with_effort(service.rules(), title, work).map_err(|error| self.unanswered(service.rules(), error))
    }

    /// Works on a game, with a progress bar on a terminal. Tells before each step what it takes.
    pub(crate) fn with_effort<T>(&self, rules: &RuleSet, title: &str, work: impl FnOnce(&Effort<'_>) -> T) -> T {
        self.with_bar(title, |run, bar| {
            let before = |step: Step| {
                if let Step::Table { kept: kept @ 1.. } = step {
                    bar.suspend(|| self.warn_of_size(kept, rules.name()));
                }
                beforehand(step, self.threads(), rules.name()).into_iter().for_each(|line| bar.println(line));
                bar.reset();
                bar.set_message(title_of(step, rules.name()));
            };
            work(&Effort { run, before: Some(&before) })
        })
    }

    /// Says before a large table is solved what its file will take, and how to remove it.
    fn warn_of_size(&self, bytes: u64, name: &str) {
        if let Some(folder) = self.tables_folder().filter(|_| bytes >= LARGE_TABLE) {
            let (size, folder) = (in_words(bytes), shown(&folder));
            warn(tr!("the table of '{}' takes {} in {}; 'yahtzee table prune {}' removes it", name, size, folder, name));
        }
    }

    /// The failure of a question to the service.
    pub(crate) fn unanswered(&self, rules: &RuleSet, error: ServiceError) -> Failure {
        let (work, needed, limit) = match error {
            ServiceError::TooLarge { work, needed, limit } => (work, needed, limit),
            ServiceError::Stopped(stopped) => return stopped.into(),
            error => return Failure::input(error),
        };
        // Several services share the memory.
        let needed = needed.saturating_add(self.memory().saturating_sub(limit));
        let instead = match work {
            Work::Duel => tr!("ask late in the game, when few categories are open, or ask without reacting"),
            _ => tr!("leave out some categories"),
        };
        let is_least = matches!(work, Work::Statistics | Work::Strategy | Work::Evaluation);
        self.refused(&work.of(rules.name()), needed, is_least, &instead)
    }

    /// The failure of work that needs more than [`memory`](Context::memory). It names the need and the limit of the whole process. `work` begins the
    /// sentence. More memory is advised only if the machine has so much, and `instead` beside it.
    pub(crate) fn refused(&self, work: &str, needed: u64, is_least: bool, instead: &str) -> Failure {
        let needed = needed.saturating_add(memory::of_program(self.threads()));
        let (need, limit) = (in_words(needed), in_words(self.memory_of_process()));
        let needs = if is_least { tr!("{} needs at least {} of memory", work, need) } else { tr!("{} needs {} of memory", work, need) };
        Failure::failed(match needed <= memory::most(self.threads()) {
            true => tr!("{}, and the limit is {}: raise it with --memory, or {}", needs, limit, instead),
            false => tr!("{}, and the limit is {}: {}", needs, limit, instead),
        })
    }
}

/// Why a table is not kept.
pub(crate) fn no_folder() -> String {
    tr!("this platform has no cache directory: name a folder with --tables to keep tables")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_work_is_announced() {
        let step = Step::Objective(SolveStep::Values { values: 50_000_000 });
        assert_eq!(beforehand(step, 2, "hasbro").unwrap(), "Finding the best way to play takes about 10 seconds.");
        assert_eq!(beforehand(Step::Objective(SolveStep::Values { values: 50_000 }), 1, "hasbro"), None);
        assert_eq!(
            beforehand(Step::Objective(SolveStep::FinalScore { states: 10_000_000 }), 1, "hasbro").unwrap(),
            "Following the opponents' games takes about 40 seconds."
        );
    }
}
