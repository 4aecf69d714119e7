//! Work without holding the interpreter: other Python threads run meanwhile, Ctrl-C stops it, and a panic becomes an exception.

use std::any::Any;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use yahtzee_solver::Run;
use yahtzee_solver::solve::most_threads;

use crate::errors::{Error, too_much_text};

/// The interval for checking for Ctrl-C during a long computation.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does short work.
pub(crate) fn briefly<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|panic| broken(&*panic))
}

/// The number of threads for long work, and a function that is told of its progress.
#[derive(FromPyObject)]
pub(crate) struct Pace<'py>(Threads<'py>, Option<Bound<'py, PyAny>>);

/// A number of threads, or something else.
#[derive(FromPyObject)]
enum Threads<'py> {
    Number(Option<i64>),
    Other(Bound<'py, PyAny>),
}

impl From<Option<i64>> for Pace<'_> {
    fn from(threads: Option<i64>) -> Self {
        Pace(Threads::Number(threads), None)
    }
}

impl<'py> Pace<'py> {
    pub(crate) fn threads(&self) -> PyResult<usize> {
        match &self.0 {
            Threads::Number(number) => threads(*number),
            Threads::Other(other) => Err(no_threads(&other.repr()?.to_string())),
        }
    }

    /// Does work that may take long, and tells of its progress: the done and the total units of work.
    pub(crate) fn at_length<T: Send>(&self, py: Python<'py>, work: impl FnOnce(Run<'_>) -> T + Send) -> PyResult<T> {
        told(py, self.threads()?, self.1.as_ref(), work)
    }
}

/// Does work that may take long, on a separate thread. The computation must use the given `Run`, because Ctrl-C stops it through that.
pub(crate) fn at_length<T: Send>(py: Python<'_>, threads: usize, work: impl FnOnce(Run<'_>) -> T + Send) -> PyResult<T> {
    told(py, threads, None, work)
}

fn told<T: Send>(py: Python<'_>, threads: usize, told: Option<&Bound<'_, PyAny>>, work: impl FnOnce(Run<'_>) -> T + Send) -> PyResult<T> {
    let (wanted, done) = (AtomicBool::new(true), AtomicBool::new(false));
    let (so_far, of) = (AtomicU64::new(0), AtomicU64::new(0));
    let progress = |units, total| {
        so_far.store(units, Ordering::Relaxed);
        of.store(total, Ordering::Relaxed);
        if wanted.load(Ordering::Relaxed) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let mut last = (0, 0);
    let mut tell = || {
        let now = (so_far.load(Ordering::Relaxed), of.load(Ordering::Relaxed));
        match told {
            Some(told) if now != last => {
                last = now;
                told.call1(now).map(drop)
            }
            _ => Ok(()),
        }
    };
    let waiting = thread::current();
    let mut interrupt = None;
    let result = thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = catch_unwind(AssertUnwindSafe(|| work(Run::new().threads(threads).progress(&progress))));
            done.store(true, Ordering::Release);
            waiting.unpark();
            result
        });
        while !done.load(Ordering::Acquire) {
            py.detach(|| thread::park_timeout(PATIENCE));
            if let Err(error) = py.check_signals().and_then(|()| tell()) {
                interrupt.get_or_insert(error);
                wanted.store(false, Ordering::Relaxed);
            }
        }
        py.detach(|| worker.join())
    });
    match (interrupt, result) {
        (Some(interrupt), _) => Err(interrupt),
        (None, Ok(Ok(value))) => tell().map(|()| value),
        (None, Ok(Err(panic)) | Err(panic)) => Err(broken(&*panic)),
    }
}

/// The number of threads: the requested one, but no more than are of use, or one per core. Each computation starts its own threads, so that it also works in a process forked from
/// one with threads.
pub(crate) fn threads(wanted: Option<i64>) -> PyResult<usize> {
    match wanted {
        // Counting the cores takes longer than a short answer.
        Some(1) => Ok(1),
        Some(threads) if threads >= 1 => Ok(usize::try_from(threads).unwrap_or(usize::MAX).min(most_threads())),
        Some(threads) => Err(no_threads(&threads.to_string())),
        None => Ok(thread::available_parallelism().map_or(1, NonZero::get)),
    }
}

fn no_threads(given: &str) -> PyErr {
    Error::new_err(format!("threads={given}: give 1 or more, or None for as many as there are cores"))
}

/// The memory limit of a game played without a table, in bytes.
pub(crate) const MEMORY: u64 = 2_000_000_000;

/// A memory limit from Python, in bytes.
pub(crate) fn bytes(memory: i64) -> PyResult<u64> {
    u64::try_from(memory).map_err(|_| Error::new_err(format!("memory={memory}: give a number of bytes, 0 or more")))
}

/// Checks the memory for an answer before it starts. `instead` is the advice if it is too much.
pub(crate) fn check_memory(needed: u64, limit: u64, instead: &str) -> PyResult<()> {
    if needed > limit { Err(too_much("it needs", needed, limit, instead)) } else { Ok(()) }
}

/// The advice if a question needs too much memory.
pub(crate) const FEWER: &str = "ask about a card with fewer open categories";

/// The exception for work that exceeds its memory limit. `needs` is the beginning of the sentence.
pub(crate) fn too_much(needs: &str, needed: u64, limit: u64, instead: &str) -> PyErr {
    Error::new_err(too_much_text(needs, needed, limit, instead))
}

/// The exception for a panic.
fn broken(panic: &(dyn Any + Send)) -> PyErr {
    let message = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    Error::new_err(format!("the solver is broken here, please report it: {}", message.unwrap_or("it gives no reason")))
}
