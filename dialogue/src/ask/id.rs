//! The id of a question, which its answer repeats.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use yahtzee_solver::printable::check_line;
use yahtzee_solver::tr;

/// The longest id, in bytes.
const LONGEST: usize = 1000;
/// The most lists and objects inside each other.
const DEEPEST: usize = 32;

/// Any JSON value, within limits. It is repeated unchanged, so it must be short and must not have characters that control a terminal.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(transparent)]
pub struct Id<'a>(&'a RawValue);

impl PartialEq for Id<'_> {
    /// Whether they are written alike.
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Id<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id<'a>, D::Error> {
        let id = <&RawValue>::deserialize(deserializer)?;
        check(id.get()).map_err(|what| D::Error::custom(format_args!("id: {what}")))?;
        Ok(Id(id))
    }
}

fn check(id: &str) -> Result<(), String> {
    if id.len() > LONGEST {
        return Err(format!("it is longer than {LONGEST} bytes"));
    }
    if depth(id) > DEEPEST {
        return Err(format!("it has more than {DEEPEST} lists and objects inside each other"));
    }
    // JSON may have tabs between values.
    id.split('\t').try_for_each(check_line).map_err(|found| tr!("{}, or write it as an escape like \\u001b", found))
}

/// The depth of nested lists and objects in valid JSON.
fn depth(json: &str) -> usize {
    let (mut depth, mut deepest) = (0, 0);
    let (mut in_string, mut is_escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth -= 1,
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_within_the_limits_pass() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        let text = |length: usize| format!("\"{}\"", "x".repeat(length - 2));
        for id in ["7", "\"x\\u009b\"", "{\"a\":\t[1, 2]}", "\"[[\\\"[[\"", &nested(32), &text(1000)] {
            assert_eq!(serde_json::to_string(&serde_json::from_str::<Id<'_>>(id).unwrap()).unwrap(), id);
        }
        for (id, what) in [(nested(33), "32 lists"), (nested(400), "32 lists"), (text(1001), "1000 bytes"), (nested(20_000), "1000 bytes")]
        {
            let error = serde_json::from_str::<Id<'_>>(&id).unwrap_err().to_string();
            assert!(error.starts_with("id: ") && error.contains(what), "{error}");
        }
        assert_eq!((depth("[[1],{\"a\":[\"]]\"]},\"\\\\\"]"), depth("\"[\"")), (3, 0));
    }
}
