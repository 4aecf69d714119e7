//! How a long computation runs.

use std::fmt;
use std::ops::ControlFlow;

use super::threads::most_threads;
use crate::rules::OtherRules;

/// A callback for progress: the units of work done, and all units. It is called now and then, from any thread, and says whether to go on.
pub(crate) type Progress<'a> = dyn Fn(u64, u64) -> ControlFlow<()> + Sync + 'a;

/// How a long computation runs: on how many threads, in how much memory, who hears of its progress, and who may end it. The results are the same to the
/// last bit for any number of threads.
///
/// Solvers and players of many games take one: see their method `with`. By default they run on as many threads as the machine has cores, and to the end.
///
/// ```
/// use std::ops::ControlFlow;
/// use yahtzee_solver::{RuleSet, Run, Solver};
/// let solver = Solver::new(&RuleSet::builtin("hasbro")?)?;
/// let halfway = |done, all| if 2 * done > all { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
/// let solved = solver.with(Run::new().threads(2).progress(&halfway)).solve();
/// assert_eq!(solved.err().unwrap().to_string(), "ended before it was done");
/// # Ok::<(), yahtzee_solver::RulesError>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Run<'a> {
    threads: Option<usize>,
    memory: Option<u64>,
    progress: Option<&'a Progress<'a>>,
}

/// A computation was ended by its progress callback before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ended before it was done")]
pub struct Stopped;

/// Why work for a card has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The card is of another game than the table or the model.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// It takes more memory than is allowed.
    #[error("it needs {needed} bytes of memory or more, and the limit is {limit}")]
    TooLarge {
        /// The bytes that it needs at least.
        needed: u64,
        /// The bytes that are allowed.
        limit: u64,
    },
    /// The progress callback ended it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl<'a> Run<'a> {
    /// On as many threads as the machine has cores, in any amount of memory, to the end.
    pub fn new() -> Run<'a> {
        Run::default()
    }

    /// Runs on this many threads (0 counts as 1).
    #[must_use]
    pub fn threads(self, threads: usize) -> Run<'a> {
        Run { threads: Some(threads.max(1)), ..self }
    }

    /// Takes at most so many bytes of memory. It is a limit for work whose memory depends on the question: for [`AimSolver`](crate::AimSolver) and
    /// [`Duel`](crate::win::Duel) what would need more is an error before it is begun; where games are followed
    /// ([`Follower::statistics`](crate::Follower::statistics)) it may turn out on the way. Other work says beforehand how much it takes.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Run<'a> {
        Run { memory: Some(bytes), ..self }
    }

    /// Calls `progress` now and then, from any thread, with the units of work done and all units. The work says what its units are. Once it returns
    /// [`ControlFlow::Break`], the threads end soon, what was worked out is dropped, and the result is [`Stopped`].
    #[must_use]
    pub fn progress(self, progress: &'a (dyn Fn(u64, u64) -> ControlFlow<()> + Sync + 'a)) -> Run<'a> {
        Run { progress: Some(progress), ..self }
    }

    /// The same, but nobody hears of it.
    pub(crate) fn unheard<'b>(&self) -> Run<'b> {
        Run { threads: self.threads, memory: self.memory, progress: None }
    }

    /// The most bytes of memory; as many as can be counted if there is no limit.
    pub(crate) fn most_bytes(&self) -> u64 {
        self.memory.unwrap_or(u64::MAX)
    }

    /// The number of threads.
    pub(crate) fn thread_count(&self) -> usize {
        self.threads.unwrap_or_else(|| most_threads() / 4)
    }

    /// Says that so many units of all are done.
    pub(crate) fn report(&self, done: u64, all: u64) -> Result<(), Stopped> {
        match self.progress.map(|progress| progress(done, all)) {
            Some(ControlFlow::Break(())) => Err(Stopped),
            Some(ControlFlow::Continue(())) | None => Ok(()),
        }
    }

    /// The number of threads that was asked for.
    pub(super) fn threads_wanted(&self) -> Option<usize> {
        self.threads
    }
}

impl fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Run { threads, memory, progress } = self;
        f.debug_struct("Run").field("threads", threads).field("memory", memory).field("progress", &progress.is_some()).finish()
    }
}
