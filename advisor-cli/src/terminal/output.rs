//! Writes to stdout: JSON, and text, coloured on a terminal.

use std::io::Write;
use std::path::Path;

use serde::Serialize;
use yahtzee_dialogue::json;

use super::failure::Failure;
use super::wrap::fitted;
use super::{console, window};

/// Writes text to stdout at once, with lines wrapped to the terminal, and without escape sequences unless a terminal shows them.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    Ok(console::write_text(&fitted(text, window::columns()))?)
}

/// Writes unchanged bytes to stdout.
pub(crate) fn write(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = console::stdout();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Asks on stderr, and reads the line that answers, without the blanks around it.
pub(crate) fn ask(question: &str) -> Result<String, Failure> {
    let failed = |error| Failure::file(Path::new("stdin"), error);
    console::write_error(question).map_err(failed)?;
    let mut answer = String::new();
    console::stdin().read_line(&mut answer).map_err(failed)?;
    Ok(answer.trim().to_owned())
}

/// Writes one JSON value on a line to stdout.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut line = Vec::new();
    json::print_line(value, &mut line).map_err(Failure::failed)?;
    write(&line)
}
