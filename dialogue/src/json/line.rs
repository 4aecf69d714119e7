//! A question on a line of JSON, as `yahtzee advise --stdin` reads it.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::{CowStrDeserializer, MapAccessDeserializer};
use serde::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::id::Id;
use super::print::print_line;
use super::read::read_json;
use crate::ask::{Ask, Name};

/// An example for error messages.
const EXAMPLE: &str = r#"like {"dice": [1,3,3,5,6], "rerolls_left": 2, "card": {"ones": 3}}"#;

/// A question as written on its line, not yet checked against the rules.
#[derive(Debug)]
pub struct JsonQuestion<'a> {
    /// Copied into the answer.
    pub id: Option<Id<'a>>,
    /// The name of the rule set, if given.
    pub rules: Option<Cow<'a, str>>,
    /// All other fields.
    pub ask: Ask<'a>,
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
    /// Appends the line of JSON that replaces the answer to the line of this number. Not generic, for the same reason as [`JsonAnswer::print_line`].
    ///
    /// # Errors
    ///
    /// As [`print_line`].
    ///
    /// [`JsonAnswer::print_line`]: super::JsonAnswer::print_line
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

impl<'a> JsonQuestion<'a> {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// The error in its form, with the field.
    pub fn read(line: &'a [u8]) -> Result<JsonQuestion<'a>, Unanswered<'a>> {
        // Some editors begin a file with a byte order mark.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err(Unanswered { id: None, message: format!("no JSON object: a question is {EXAMPLE}") });
        }
        read_json(line).map_err(|error| Unanswered { id: id_of(line), message: with_own_fields(&error.to_string()) })
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for JsonQuestion<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonQuestion<'a>, D::Error> {
        struct Line;
        impl<'de> Visitor<'de> for Line {
            type Value = JsonQuestion<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a question {EXAMPLE}")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<JsonQuestion<'de>, A::Error> {
                let (mut id, mut rules) = (None, None);
                let ask = Ask::deserialize(MapAccessDeserializer::new(Others { map, id: &mut id, rules: &mut rules }))?;
                Ok(JsonQuestion { id, rules, ask })
            }
        }
        deserializer.deserialize_map(Line)
    }
}

/// The fields of a line without its id and its rules, which are removed on the way.
struct Others<'t, 'de, A> {
    map: A,
    id: &'t mut Option<Id<'de>>,
    rules: &'t mut Option<Cow<'de, str>>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Others<'_, 'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let take = |is_new: bool, name| if is_new { Ok(()) } else { Err(A::Error::duplicate_field(name)) };
        while let Some(Name(name)) = self.map.next_key::<Name<'de>>()? {
            match &*name {
                "id" => {
                    take(self.id.is_none(), "id")?;
                    *self.id = self.map.next_value()?;
                }
                "rules" => {
                    take(self.rules.is_none(), "rules")?;
                    *self.rules = self.map.next_value::<Option<Name<'de>>>()?.map(|Name(name)| name);
                }
                _ => return seed.deserialize(CowStrDeserializer::new(name)).map(Some),
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
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

/// An error with an unknown field names the fields of a question; a line has two more.
fn with_own_fields(message: &str) -> String {
    message.replace("expected one of `dice`", "expected one of `id`, `rules`, `dice`")
}
