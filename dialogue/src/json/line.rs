//! A question on a line of JSON, as `yahtzee advise --stdin` reads it.

use serde::{Deserialize, Serialize};

use super::print::print_line;
use super::read::read_json;
use crate::answer::Answer;
use crate::ask::{Ask, Id};

/// An example for error messages.
const EXAMPLE: &str = r#"like {"dice": [1,3,3,5,6], "rerolls_left": 2, "card": {"ones": 3}}"#;

/// The line that answers a question: the answer, after the id of the question if it has one.
#[derive(Serialize)]
pub struct AnsweredLine<'a, T> {
    /// The id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id<'a>>,
    /// The answer.
    #[serde(flatten)]
    pub answer: T,
}

impl AnsweredLine<'_, Answer> {
    /// [`print_line`] for an answer. It is not generic, so it is optimised with this crate's settings in every program.
    ///
    /// # Errors
    ///
    /// As [`print_line`].
    pub fn print_line(&self, out: &mut Vec<u8>) -> serde_json::Result<()> {
        print_line(self, out)
    }
}

/// A line that has no answer.
#[derive(Clone, Debug)]
pub struct Unanswered<'a> {
    /// The id on the line, if there is one.
    pub id: Option<Id<'a>>,
    /// The error.
    pub message: String,
}

impl Unanswered<'_> {
    /// Appends the line of JSON that replaces the answer to the line of this number. Not generic, for the same reason as [`AnsweredLine::print_line`].
    ///
    /// # Errors
    ///
    /// As [`print_line`].
    pub fn print_line(&self, line: u64, out: &mut Vec<u8>) -> serde_json::Result<()> {
        #[derive(Serialize)]
        struct ErrorAnswer<'a> {
            id: Option<Id<'a>>,
            line: u64,
            error: &'a str,
        }
        print_line(&ErrorAnswer { id: self.id, line, error: &self.message }, out)
    }
}

/// Reads the question on a line.
///
/// # Errors
///
/// The error in its form, with the field.
pub fn read_question(line: &[u8]) -> Result<Ask<'_>, Unanswered<'_>> {
    // Some editors begin a file with a byte order mark.
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    if !line.trim_ascii_start().starts_with(b"{") {
        return Err(Unanswered { id: None, message: format!("no JSON object: a question is {EXAMPLE}") });
    }
    read_json(line).map_err(|error| Unanswered { id: id_of(line), message: error.to_string() })
}

/// The id of an invalid line, if the line is JSON and its id is within the limits.
fn id_of(line: &[u8]) -> Option<Id<'_>> {
    #[derive(Deserialize)]
    struct OnlyId<'a> {
        #[serde(borrow, default)]
        id: Option<Id<'a>>,
    }
    serde_json::from_slice::<OnlyId<'_>>(line).ok()?.id
}
