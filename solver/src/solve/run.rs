//! The settings of a long computation.

use std::fmt;
use std::ops::ControlFlow;

use super::threads::most_threads;
use crate::rules::OtherRules;
use crate::tr;

/// A progress callback, with the done and the total units of work. It is called from time to time, from any thread, and returns whether to continue.
pub(crate) type Progress<'a> = dyn Fn(u64, u64) -> ControlFlow<()> + Sync + 'a;

/// The settings of a long computation: number of threads, memory limit, and a progress callback that may stop it. The results are the same to the
/// last bit for any number of threads.
///
/// Solvers and players of many games take one in their method `with`. By default they run on one thread per core, to the end.
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

/// The progress callback stopped a computation before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("ended before it was done"))]
pub struct Stopped;

/// Why a computation for a card has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The card is of another game than the table or the model.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// It needs more memory than the limit.
    #[error("{}", tr!("it needs {} bytes of memory or more, and the limit is {}", .needed, .limit))]
    TooLarge {
        /// The memory that it needs at least, in bytes.
        needed: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The progress callback stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl<'a> Run<'a> {
    /// One thread per core, no memory limit, no callback.
    pub fn new() -> Run<'a> {
        Run::default()
    }

    /// Runs on this many threads (0 counts as 1).
    #[must_use]
    pub fn threads(self, threads: usize) -> Run<'a> {
        Run { threads: Some(threads.max(1)), ..self }
    }

    /// Limits the memory to this many bytes, for work whose memory depends on the question. `ObjectiveSolver` and
    /// `Duel` return an error before they start. Code that follows games ([`Follower::statistics`](crate::Follower::statistics))
    /// may notice later. Other work reports its need beforehand.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Run<'a> {
        Run { memory: Some(bytes), ..self }
    }

    /// Calls `progress` from time to time, from any thread, with the done and the total units of work. The unit depends on the work. Once it returns
    /// [`ControlFlow::Break`], the threads end soon, partial results are dropped, and the result is [`Stopped`].
    #[must_use]
    pub fn progress(self, progress: &'a (dyn Fn(u64, u64) -> ControlFlow<()> + Sync + 'a)) -> Run<'a> {
        Run { progress: Some(progress), ..self }
    }

    /// The same settings without the callback.
    pub(crate) fn unheard<'b>(&self) -> Run<'b> {
        Run { threads: self.threads, memory: self.memory, progress: None }
    }

    /// The memory limit in bytes; [`u64::MAX`] if there is none.
    pub fn most_bytes(&self) -> u64 {
        self.memory.unwrap_or(u64::MAX)
    }

    /// The number of threads.
    pub fn thread_count(&self) -> usize {
        self.threads.unwrap_or_else(|| most_threads() / 4)
    }

    /// Reports this many done units of all.
    pub fn report(&self, done: u64, all: u64) -> Result<(), Stopped> {
        match self.progress.map(|progress| progress(done, all)) {
            Some(ControlFlow::Break(())) => Err(Stopped),
            Some(ControlFlow::Continue(())) | None => Ok(()),
        }
    }

    /// The requested number of threads.
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
