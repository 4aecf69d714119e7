//! Catches Ctrl-C, and holds the clean-up to do before the program ends: remove incomplete files, end programs that were started.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};

use signal_hook::consts::SIGINT;

type CleanUp = Box<dyn FnMut() + Send>;

/// The clean-up to do, by the number of its guard.
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

/// Does all clean-up. The program must end after it.
pub(crate) fn clean_up() {
    let mut to_do = TO_DO.lock().unwrap_or_else(PoisonError::into_inner);
    for clean_up in to_do.values_mut() {
        clean_up();
    }
}

/// Calls `handler` at each Ctrl-C, on a thread of its own, where it may lock and write.
#[cfg(unix)]
pub(crate) fn on_ctrl_c(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT])?;
    std::thread::Builder::new().spawn(move || signals.forever().for_each(|_| handler()))?;
    Ok(())
}

/// Calls `handler` at each Ctrl-C, on a thread of its own, where it may lock and write. Windows cannot wait for a signal: the thread polls 50 times a
/// second.
#[cfg(not(unix))]
pub(crate) fn on_ctrl_c(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    let came = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(SIGINT, Arc::clone(&came))?;
    std::thread::Builder::new().spawn(move || {
        loop {
            if came.swap(false, Ordering::SeqCst) {
                handler();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    })?;
    Ok(())
}
