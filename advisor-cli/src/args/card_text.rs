//! A card on the command line: its text, or a file with a score sheet.

use std::io::{self, Read};
use std::path::Path;

use yahtzee_solver::printable::escaped;
use yahtzee_solver::table::read_limited;
use yahtzee_solver::{RuleSet, Scorecard, Sheet};

use crate::terminal::console;
use crate::terminal::failure::{Failure, warn};

/// The text of a card. `@FILE` stands for the text in a file, and `@-` for that on stdin.
pub(super) fn card_text(text: &str) -> Result<String, String> {
    let Some(file) = text.strip_prefix('@') else { return Ok(text.to_owned()) };
    let read = if file == "-" { read_stdin() } else { read_limited(Path::new(file), Sheet::LONGEST as u64) };
    let name = if file == "-" { "stdin".to_owned() } else { escaped(file).into_owned() };
    let bytes = read.map_err(|error| format!("{name}: {error}"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{name}: not a card: it is no text in UTF-8"))?;
    // It would otherwise be a new card, as a second one from stdin.
    match text.trim() {
        "" if file == "-" => Err(format!("{name}: nothing is there, or it was read already")),
        "" => Err(format!("{name}: nothing is there")),
        _ => Ok(text),
    }
}

/// The card in the text of an option. What is doubtful there is said on stderr.
pub(crate) fn card_of(option: &str, text: &str, rules: &RuleSet) -> Result<Scorecard, Failure> {
    let sheet = Sheet::parse(text, rules, None).map_err(|error| Failure::input(format_args!("{option}: {error}")))?;
    sheet.warnings.iter().for_each(warn);
    Ok(sheet.card)
}

fn read_stdin() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    console::stdin().take(Sheet::LONGEST as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
