//! Writing to stdout: JSON, and text in colour where a terminal shows it.

use std::io::{IsTerminal, Write};

use serde::Serialize;

use crate::failure::Failure;
use crate::text::wrap::fitted;

/// Whether stdout is a terminal that can draw: boxes and pips.
pub(crate) fn draws() -> bool {
    std::io::stdout().is_terminal() && supports_unicode::on(supports_unicode::Stream::Stdout)
}

/// The columns of the terminal that stdout is; `None` where it is none.
pub(crate) fn columns() -> Option<u16> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(columns).filter(|columns| *columns > 0)
}

/// The rows of the terminal that stdout is; `None` where it is none.
pub(crate) fn rows() -> Option<u16> {
    let (_, terminal_size::Height(rows)) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(rows)
}

/// The columns of the terminal that stderr is; `None` where it is none.
pub(crate) fn columns_of_errors() -> Option<u16> {
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size_of(std::io::stderr())?;
    Some(columns).filter(|columns| *columns > 0)
}

/// Writes text to stdout at once, its lines wrapped to the terminal; escape sequences are left out where no terminal shows them.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let text = &fitted(text, columns());
    match anstream::AutoStream::choice(&std::io::stdout()) {
        anstream::ColorChoice::Never => write(anstream::adapter::strip_str(text).to_string().as_bytes()),
        _ => {
            let mut out = anstream::stdout().lock();
            out.write_all(text.as_bytes())?;
            Ok(out.flush()?)
        }
    }
}

/// Writes bytes to stdout as they are.
pub(crate) fn write(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Writes one JSON value on a line to stdout.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut line = serde_json::to_string(value).map_err(Failure::failed)?;
    line.push('\n');
    write(line.as_bytes())
}
