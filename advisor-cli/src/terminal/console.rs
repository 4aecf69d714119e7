//! The streams of a run: the streams of the process, or of a caller who captures them.

use std::cell::RefCell;
use std::io::{self, BufRead, Cursor, IsTerminal, Write};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anstream::{AutoStream, ColorChoice};

thread_local! {
    /// The captured streams of this thread's run.
    static CAPTURED: RefCell<Option<Captured>> = const { RefCell::new(None) };
}

/// Whether a run of this process was captured. Then every run must be, because the output of a thread without streams would be lost.
static CAPTURING: AtomicBool = AtomicBool::new(false);

/// Streams in memory. None of them is a terminal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Captured {
    stdin: Arc<Mutex<Cursor<Vec<u8>>>>,
    stdout: Arc<Mutex<Vec<u8>>>,
    stderr: Arc<Mutex<Vec<u8>>>,
    /// Whether `--color always` was given.
    colour: Arc<AtomicBool>,
}

impl Captured {
    pub(crate) fn new(stdin: &[u8]) -> Captured {
        Captured { stdin: Arc::new(Mutex::new(Cursor::new(stdin.to_owned()))), ..Captured::default() }
    }

    /// Does work on a thread with these streams.
    pub(crate) fn during<T>(self, work: impl FnOnce() -> T) -> T {
        CAPTURING.store(true, Ordering::Relaxed);
        let before = CAPTURED.replace(Some(self));
        // A panic ends the thread of a test, so no reset is needed.
        let done = work();
        CAPTURED.set(before);
        done
    }

    /// The output on stdout and on stderr.
    pub(crate) fn written(&self) -> (Vec<u8>, Vec<u8>) {
        (mem::take(&mut lock(&self.stdout)), mem::take(&mut lock(&self.stderr)))
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The captured streams of this thread; `None` if it uses the streams of the process.
///
/// # Panics
///
/// If runs are captured, and one of them started this thread.
fn captured() -> Option<Captured> {
    let captured = CAPTURED.with_borrow(Clone::clone);
    assert!(captured.is_some() || !CAPTURING.load(Ordering::Relaxed), "a thread of a captured run has no streams");
    captured
}

/// One of the captured streams.
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn stdin() -> Box<dyn BufRead> {
    match captured() {
        Some(captured) => Box::new(mem::take(&mut *lock(&captured.stdin))),
        None => Box::new(io::stdin().lock()),
    }
}

/// Stdout, for unchanged bytes.
pub(crate) fn stdout() -> Box<dyn Write> {
    match captured() {
        Some(captured) => Box::new(Shared(captured.stdout)),
        None => Box::new(io::stdout().lock()),
    }
}

/// Writes text to stdout, without escape sequences unless [`colours`].
pub(crate) fn write_text(text: &str) -> io::Result<()> {
    let mut out: Box<dyn Write> = match captured() {
        _ if !colours() => return write_stripped(text, &mut stdout()),
        Some(captured) => Box::new(Shared(captured.stdout)),
        None => Box::new(anstream::stdout().lock()),
    };
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes text to stderr, without escape sequences unless a terminal shows them.
pub(crate) fn write_error(text: &str) -> io::Result<()> {
    match captured() {
        Some(captured) if captured.colour.load(Ordering::Relaxed) => Shared(captured.stderr).write_all(text.as_bytes()),
        Some(captured) => write_stripped(text, &mut Shared(captured.stderr)),
        None => anstream::stderr().write_all(text.as_bytes()),
    }
}

fn write_stripped(text: &str, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(anstream::adapter::strip_str(text).to_string().as_bytes())?;
    out.flush()
}

/// Sets when to use colour.
pub(crate) fn set_colour(choice: ColorChoice) {
    match captured() {
        Some(captured) => captured.colour.store(choice == ColorChoice::Always, Ordering::Relaxed),
        None => choice.write_global(),
    }
}

/// Whether stdout gets colour.
pub(crate) fn colours() -> bool {
    match captured() {
        Some(captured) => captured.colour.load(Ordering::Relaxed),
        None => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
    }
}

/// Prints help, or the error in the arguments, and returns the exit status. A write error on stderr is ignored.
pub(crate) fn print_clap(error: &clap::Error) -> io::Result<u8> {
    let written = match captured() {
        Some(captured) => {
            Shared(if error.use_stderr() { captured.stderr } else { captured.stdout }).write_all(error.to_string().as_bytes())
        }
        None => error.print().and_then(|()| io::stdout().flush()),
    };
    if !error.use_stderr() {
        written?;
    }
    Ok(error.exit_code().try_into().unwrap_or(u8::MAX))
}

/// Whether a stream is a terminal. Streams in memory are none.
fn is_terminal(stream: &impl IsTerminal) -> bool {
    captured().is_none() && stream.is_terminal()
}

pub(crate) fn stdin_is_terminal() -> bool {
    is_terminal(&io::stdin())
}

pub(crate) fn stdout_is_terminal() -> bool {
    is_terminal(&io::stdout())
}

pub(crate) fn stderr_is_terminal() -> bool {
    is_terminal(&io::stderr())
}
