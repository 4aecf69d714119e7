//! The terminal for output: its abilities and its size.

use std::io;

use terminal_size::{Height, Width, terminal_size_of};

use super::console;

/// Whether stdout is a terminal that can draw: boxes and pips.
pub(crate) fn draws() -> bool {
    console::stdout_is_terminal() && supports_unicode::on(supports_unicode::Stream::Stdout)
}

/// The columns of the terminal on stdout; `None` if stdout is not a terminal.
pub(crate) fn columns() -> Option<u16> {
    console::stdout_is_terminal().then(|| terminal_size_of(io::stdout())).and_then(reported)
}

/// The columns of the terminal on stderr; `None` if stderr is not a terminal.
pub(crate) fn columns_of_errors() -> Option<u16> {
    console::stderr_is_terminal().then(|| terminal_size_of(io::stderr())).and_then(reported)
}

/// The columns of a terminal, if it reports them.
fn reported(size: Option<(Width, Height)>) -> Option<u16> {
    size.map(|(Width(columns), _)| columns).filter(|&columns| columns > 0)
}
