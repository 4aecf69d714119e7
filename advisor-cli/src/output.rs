//! Writing to stdout: JSON, and text in colour where a terminal shows it.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::failure::Failure;

/// `error:` on stderr.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// `warning:` on stderr.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// What is best, or kept.
pub(crate) const BEST: Style = AnsiColor::Green.on_default().bold();
/// What costs points.
pub(crate) const LOSS: Style = AnsiColor::Red.on_default();
/// What matters less.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// Headings.
pub(crate) const HEADING: Style = Style::new().bold();

/// Writes text to stdout at once; escape sequences are left out where no terminal shows them.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes one JSON value on a line to stdout.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut line = serde_json::to_string(value).map_err(Failure::failed)?;
    line.push('\n');
    let mut out = std::io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()?;
    Ok(())
}
