//! Ending a long computation before it is done.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A computation ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before it was done")]
pub struct Stopped;

/// Ends the computation whose progress callback calls this. It must run inside [`stoppable`]. All its threads end soon, and what it has worked out is
/// dropped. It unwinds without a message of a panic; where panics abort, so does this.
pub fn stop() -> ! {
    resume_unwind(Box::new(Stopped))
}

/// Does work that its progress callback may [`stop`].
///
/// ```
/// use yahtzee_solver::{RuleSet, Solver};
/// use yahtzee_solver::solve::{stop, stoppable};
/// let solver = Solver::new(&RuleSet::builtin("hasbro")?)?;
/// let halfway = |done, all| if 2 * done > all { stop() };
/// assert!(stoppable(|| solver.progress(&halfway).solve()).is_err());
/// # Ok::<(), yahtzee_solver::RulesError>(())
/// ```
///
/// # Errors
///
/// [`Stopped`] if the work was stopped.
pub fn stoppable<T>(work: impl FnOnce() -> T) -> Result<T, Stopped> {
    // Results left incomplete by the work are dropped with it.
    catch_unwind(AssertUnwindSafe(work)).map_err(|reason| match reason.downcast::<Stopped>() {
        Ok(stopped) => *stopped,
        Err(panic) => resume_unwind(panic),
    })
}
