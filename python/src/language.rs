//! The language of texts and errors.

use pyo3::prelude::*;
use yahtzee_dialogue::words::languages;
use yahtzee_solver::language;

use crate::errors::Error;

/// Gives texts and errors in a language from now on: ``"en"``, ``"de"`` or ``"sv"``.
///
/// It holds for the whole process; the names of boxes follow it in rule sets that are made from now on. Raises `Error` for any other language.
///
/// >>> import yahtzee
/// >>> yahtzee.set_language("de")
/// >>> yahtzee.solve("hasbro").advise("1335")
/// Traceback (most recent call last):
/// ...
/// yahtzee.DiceError: 4 Würfel; das Spiel hat 5. „odds 1335“ fragt nach behaltenen Würfeln.
/// >>> yahtzee.set_language("en")
#[pyfunction]
pub(crate) fn set_language(language: &str) -> PyResult<()> {
    if !languages::codes().any(|code| code == language) {
        let known: Vec<&str> = languages::codes().collect();
        return Err(Error::new_err(format!("no language {language:?}: there are {}", known.join(", "))));
    }
    language::set(languages::named(language));
    Ok(())
}
