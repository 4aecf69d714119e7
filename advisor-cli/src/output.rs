//! Writes to stdout: JSON, and text, which is in colour on a terminal.

use std::io::Write;

use serde::Serialize;
use yahtzee_dialogue::json;

use crate::failure::Failure;
use crate::text::wrap::fitted;
use crate::window;

/// Writes text to stdout at once, its lines wrapped to the terminal. Escape sequences are left out unless a terminal shows them.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let text = &fitted(text, window::columns());
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
    let mut line = Vec::new();
    json::print_line(value, &mut line).map_err(Failure::failed)?;
    write(&line)
}
