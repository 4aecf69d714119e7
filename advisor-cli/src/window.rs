//! The terminal that the program writes to: what it can show, and its size.

use std::io::IsTerminal;

/// Whether stdout is a terminal that can draw: boxes and pips.
pub(crate) fn draws() -> bool {
    std::io::stdout().is_terminal() && supports_unicode::on(supports_unicode::Stream::Stdout)
}

/// The columns of the terminal on stdout; `None` if stdout is not a terminal.
pub(crate) fn columns() -> Option<u16> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(columns).filter(|columns| *columns > 0)
}

/// The rows of the terminal on stdout; `None` if stdout is not a terminal.
pub(crate) fn rows() -> Option<u16> {
    let (_, terminal_size::Height(rows)) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(rows)
}

/// The columns of the terminal on stderr; `None` if stderr is not a terminal.
pub(crate) fn columns_of_errors() -> Option<u16> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size_of(std::io::stderr())?;
    Some(columns).filter(|columns| *columns > 0)
}
