//! Hides typed keys while a progress bar is drawn.

#[cfg(unix)]
use std::io;

#[cfg(unix)]
use super::interrupt::{self, OnInterrupt};

/// While this exists, the terminal does not show typed keys, so that they do not mix with a progress bar. They are kept for whoever reads next.
pub(crate) struct Hidden {
    #[cfg(unix)]
    before: rustix::termios::Termios,
    #[cfg(unix)]
    _on_interrupt: OnInterrupt,
}

#[cfg(unix)]
pub(crate) fn hide_keys() -> Option<Hidden> {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcgetpgrp, tcsetattr};
    let before = tcgetattr(io::stdin()).ok()?;
    // A program in the background would be stopped.
    tcgetpgrp(io::stdin()).ok().filter(|group| *group == rustix::process::getpgrp())?;
    let mut modes = before.clone();
    modes.local_modes.remove(LocalModes::ECHO);
    let restored = before.clone();
    // An interrupt comes before both steps, or after them.
    interrupt::writing(|| {
        let restore = move || {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &restored);
        };
        let hidden = Hidden { before, _on_interrupt: OnInterrupt::new(restore) };
        tcsetattr(io::stdin(), OptionalActions::Now, &modes).is_ok().then_some(hidden)
    })
}

#[cfg(unix)]
impl Drop for Hidden {
    fn drop(&mut self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
    }
}

#[cfg(not(unix))]
pub(crate) fn hide_keys() -> Option<Hidden> {
    None
}
