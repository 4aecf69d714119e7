//! Catches the signals that ask the program to end, those of Ctrl-C, `kill` and a closed window, and does the registered clean-up first: removes
//! incomplete files, and ends child programs. While the full screen is open, they are deferred: the game restores the terminal and leaves by itself.

use std::collections::BTreeMap;
use std::io;
#[cfg(unix)]
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
#[cfg(unix)]
use std::sync::{Arc, OnceLock};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGXFSZ};
use signal_hook::consts::{SIGINT, SIGTERM};
use yahtzee_solver::tr;

use crate::terminal::failure::warn;

type CleanUp = Box<dyn FnMut() + Send>;

/// The registered clean-up, by the number of its guard.
static TO_DO: Mutex<BTreeMap<u64, CleanUp>> = Mutex::new(BTreeMap::new());

/// While this exists, an interrupt runs its clean-up.
#[derive(Debug)]
pub(crate) struct OnInterrupt(u64);

impl OnInterrupt {
    pub(crate) fn new(clean_up: impl FnMut() + Send + 'static) -> OnInterrupt {
        let mut to_do = TO_DO.lock().unwrap_or_else(PoisonError::into_inner);
        let number = to_do.last_key_value().map_or(0, |(last, _)| last + 1);
        to_do.insert(number, Box::new(clean_up));
        OnInterrupt(number)
    }
}

impl Drop for OnInterrupt {
    fn drop(&mut self) {
        TO_DO.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
    }
}

/// Read-locked while a file is written: an interrupt waits until all files are complete.
static WRITING: RwLock<()> = RwLock::new(());

/// Does something that an interrupt must not cut short.
pub(crate) fn writing<T>(write: impl FnOnce() -> T) -> T {
    let _writing = WRITING.read().unwrap_or_else(PoisonError::into_inner);
    write()
}

/// Whether the clean-up has begun, because the program ends.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Does not return if the program ends: an interrupt ends child programs too, and their end is then no fault of theirs.
pub(crate) fn stay_if_ending() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Waits until all files are complete, and does all clean-up. The program must end after it; while the result is alive, no file is started.
#[must_use]
pub(crate) fn clean_up() -> impl Sized {
    ENDING.store(true, Ordering::SeqCst);
    let writing = WRITING.write();
    let mut to_do = TO_DO.lock().unwrap_or_else(PoisonError::into_inner);
    for clean_up in to_do.values_mut() {
        clean_up();
    }
    writing
}

/// Whether an interrupt only sets [`CAME`], because the caller must restore the terminal first.
static DEFERRED: Mutex<bool> = Mutex::new(false);
/// The signal that came while interrupts were deferred, or 0.
static CAME: AtomicU8 = AtomicU8::new(0);
/// The time for the caller to end the program by itself. It cannot do so if the terminal accepts no output.
const GRACE: Duration = Duration::from_millis(300);

/// Makes Ctrl-C and other signals end the program, after files being written are complete. The exit status is 128 plus the number of the signal, as
/// in shells.
pub(crate) fn end_on_signals() {
    let handler = |signal: i32| {
        let lock = || DEFERRED.lock().unwrap_or_else(PoisonError::into_inner);
        let mut deferred = lock();
        if *deferred {
            CAME.store(signal.try_into().unwrap_or(u8::MAX), Ordering::SeqCst);
            drop(deferred);
            wake();
            std::thread::sleep(GRACE);
            deferred = lock();
        }
        let _clean = clean_up();
        // The lock is held to the end, so that no other thread starts deferring interrupts while the program ends.
        let _deferred = deferred;
        std::process::exit(128 + signal);
    };
    if let Err(error) = on_signal(handler) {
        warn(tr!("Ctrl-C cannot be caught: {}", error));
    }
}

/// Starts or stops deferring interrupts. While they are deferred, the caller must check [`signal_that_came`], and then leave.
pub(crate) fn defer_interrupts(defer: bool) {
    *DEFERRED.lock().unwrap_or_else(PoisonError::into_inner) = defer;
}

/// The signal that came while interrupts were deferred.
pub(crate) fn signal_that_came() -> Option<u8> {
    Some(CAME.load(Ordering::SeqCst)).filter(|&signal| signal > 0)
}

/// The signals of Ctrl-C and of `kill`; where there is one, that of a closed window is caught too.
const CAUGHT: [i32; 2] = [SIGINT, SIGTERM];

/// Whether SIGHUP, the signal of a closed window, is ignored: `nohup` must keep its effect.
#[cfg(unix)]
fn hang_up_is_ignored() -> bool {
    let ignored = |status: String| u64::from_str_radix(status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?.trim(), 16).ok();
    match std::fs::read_to_string("/proc/self/status").ok().and_then(ignored) {
        Some(mask) => mask >> (SIGHUP - 1) & 1 == 1,
        // Not on Linux. Under `nohup` no output goes to a terminal.
        None => !io::stdout().is_terminal() && !io::stderr().is_terminal(),
    }
}

/// The handle for catching more signals.
#[cfg(unix)]
static MORE: OnceLock<signal_hook::iterator::Handle> = OnceLock::new();

/// Calls `handler` with each signal that asks the program to end, on a separate thread, where it may lock and write.
#[cfg(unix)]
fn on_signal(handler: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    // A write beyond the limit of `ulimit -f` then is an error, and does not end the program without a word.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    let hang_up = (!hang_up_is_ignored()).then_some(SIGHUP);
    let mut signals = signal_hook::iterator::Signals::new(CAUGHT.into_iter().chain(hang_up))?;
    let _ = MORE.set(signals.handle());
    std::thread::Builder::new().spawn(move || signals.forever().for_each(handler))?;
    Ok(())
}

/// Also catches SIGQUIT (Ctrl-\), and SIGHUP even if it is ignored. Only the full screen needs it, to restore its terminal.
#[cfg(unix)]
pub(crate) fn catch_signals_of_terminal() -> io::Result<()> {
    use signal_hook::consts::SIGQUIT;
    MORE.get().map_or(Ok(()), |more| [SIGHUP, SIGQUIT].into_iter().try_for_each(|signal| more.add_signal(signal)))
}

/// Ends the wait for a key: it ends when the window changes its size, and the signal of such a change may come without one.
pub(crate) fn wake() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGWINCH);
}

/// Calls `handler` with each signal that asks the program to end, on a separate thread, where it may lock and write. Windows cannot wait for a
/// signal, so the thread polls 50 times a second.
#[cfg(not(unix))]
fn on_signal(handler: impl Fn(i32) + Send + 'static) -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    let came = Arc::new(AtomicUsize::new(0));
    for signal in CAUGHT {
        signal_hook::flag::register_usize(signal, Arc::clone(&came), signal as usize)?;
    }
    std::thread::Builder::new().spawn(move || {
        loop {
            match came.swap(0, Ordering::SeqCst) {
                0 => std::thread::sleep(Duration::from_millis(20)),
                signal => handler(signal as i32),
            }
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn catch_signals_of_terminal() -> io::Result<()> {
    Ok(())
}
