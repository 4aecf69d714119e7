//! Reads JSON from other programs, with errors that name the field.

use std::fmt;

use serde::Deserialize;
use serde_json::Deserializer;
use yahtzee_solver::printable::{escaped, quoted};

/// What is wrong with JSON, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The invalid field, like `card.ones`; empty if it is not known, or the text as a whole is invalid.
    pub field: String,
    /// The column of the text, from 1.
    pub column: usize,
    /// What is wrong, and what is expected.
    pub message: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.field {
            "" => write!(f, "column {}: {}", self.column, self.message),
            field => write!(f, "{field}: {}", self.message),
        }
    }
}

/// The types that serde names in its errors, in words.
const TYPES: [(&str, &str); 4] = [
    ("i64", "a whole number"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u8", "a whole number from 0 to 255"),
    ("f64", "a number"),
];

/// Reads a value from one line of JSON.
///
/// # Errors
///
/// The invalid field, or else the column.
pub fn read_json<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T, JsonError> {
    serde_json::from_slice(json).map_err(|error| {
        // It is read again, because tracking the field takes time.
        let again = serde_path_to_error::deserialize::<_, T>(&mut Deserializer::from_slice(json));
        let path = again.err().map(|error| error.path().to_string()).unwrap_or_default();
        // A place inside an objective is unknown.
        let field = quoted(path.split(".?").next().unwrap_or_default().trim_matches(['.', '?'])).into_owned();
        let text = error.to_string();
        let text = escaped(&text);
        let message = text.strip_suffix(&format!(" at line {} column {}", error.line(), error.column())).unwrap_or(&text);
        let message = message.strip_prefix(&format!("{field}: ")).unwrap_or(message);
        let named = TYPES
            .iter()
            .find_map(|(name, words)| Some(format!("{}, expected {words}", message.strip_suffix(&format!(", expected {name}"))?)));
        JsonError { message: without_middle(named.unwrap_or_else(|| message.to_owned())), column: error.column(), field }
    })
}

/// A message of serde without the middle of a long text that it quotes: the expectation stands at its end.
fn without_middle(message: String) -> String {
    const ENDS: usize = 500;
    let ends = message.char_indices().nth(ENDS).zip(message.char_indices().rev().nth(ENDS));
    match ends.filter(|((start, _), (end, _))| start < end) {
        Some(((start, _), (end, _))) => format!("{}…{}", &message[..start], &message[end..]),
        None => message,
    }
}
