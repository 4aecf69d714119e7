//! A question on a line of JSON, as `yahtzee advise --stdin` reads it.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use yahtzee_solver::{Dice, DiceError, Objective, Position, RerollsLeft, Roll, RuleSet, Scorecard, escaped};

use super::id::Id;
use super::objective::AskedObjective;
use super::print::print_line;
use crate::question::Question;

/// An example for error messages.
const EXAMPLE: &str = r#"like {"dice": [1,3,3,5,6], "rerolls_left": 2, "card": {"ones": 3}}"#;

/// A question as written on its line, not yet checked against the rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JsonQuestion<'a> {
    /// Copied into the answer.
    #[serde(borrow, default)]
    pub id: Option<Id<'a>>,
    /// The name of the rule set, if it is given.
    #[serde(borrow, default)]
    pub rules: Option<Cow<'a, str>>,
    dice: Vec<i64>,
    rerolls_left: i64,
    #[serde(borrow)]
    card: Entries<'a>,
    #[serde(borrow, default)]
    objective: Option<AskedObjective<'a>>,
}

/// A line that has no answer.
#[derive(Clone, Debug)]
pub struct Unanswered<'a> {
    /// The id on the line, if there is one.
    pub id: Option<Id<'a>>,
    /// What is wrong.
    pub message: String,
}

impl Unanswered<'_> {
    /// Appends the line of JSON that stands for the answer to the line of this number. Not generic, for the reason that [`JsonAnswer::print_line`]
    /// gives.
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

/// The entries of a card, in their order. A name may appear twice here: the card refuses it later.
#[derive(Debug)]
pub(super) struct Entries<'a>(Vec<(Name<'a>, u64)>);

#[derive(Debug, Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

impl Entries<'_> {
    /// The card by these rules.
    pub(super) fn card(&self, rules: &RuleSet) -> Result<Scorecard, String> {
        let entries = self.0.iter().map(|(name, points)| Ok((&*name.0, *points)));
        Scorecard::from_entries(entries, rules).map_err(|error| error.to_string())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entries<'a>, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r#"a card: an object like {"ones": 3, "extra": 0}, or {} for a new game"#)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some((name, points)) = map.next_entry::<Name<'de>, i64>()? {
                    let points = u64::try_from(points).map_err(|_| Error::custom(format_args!("{}: {points} is negative", name.0)))?;
                    entries.push((name, points));
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

impl<'a> JsonQuestion<'a> {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// What is wrong with its form.
    pub fn read(line: &'a [u8]) -> Result<JsonQuestion<'a>, Unanswered<'a>> {
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err(Unanswered { id: None, message: format!("no JSON object: a question is {EXAMPLE}") });
        }
        serde_json::from_slice(line).map_err(|error| Unanswered { id: id_of(line), message: in_words(&error) })
    }

    /// The question by these rules.
    ///
    /// # Errors
    ///
    /// Which field is wrong, and why.
    pub fn by(&self, rules: &RuleSet) -> Result<Question, String> {
        let roll = self.roll(rules).map_err(|error| format!("dice: {error}"))?;
        let card = self.card.card(rules).map_err(|error| format!("card: {error}"))?;
        let rerolls_left = self.rerolls_left(&card)?;
        Ok(Question::new(Position::new(card, roll, rerolls_left).map_err(|error| error.to_string())?))
    }

    /// Whether the question says what is to be maximised.
    pub fn has_objective(&self) -> bool {
        self.objective.is_some()
    }

    /// What is to be maximised, if the question says so.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn objective(&self, rules: &RuleSet) -> Result<Option<Objective>, String> {
        let objective = self.objective.as_ref().map(|objective| objective.by(rules)).transpose();
        objective.map_err(|error| format!("objective: {error}"))
    }

    fn roll(&self, rules: &RuleSet) -> Result<Roll, DiceError> {
        let pips = self.dice.iter().map(|&pips| u8::try_from(pips).map_err(|_| DiceError::NotAFace(pips.to_string())));
        let pips = pips.collect::<Result<Vec<u8>, _>>()?;
        match Dice::from_pips(pips) {
            Ok(dice) => rules.roll(dice),
            Err(DiceError::TooMany { found }) => Err(DiceError::WrongNumber { found, wanted: rules.dice() }),
            Err(error) => Err(error),
        }
    }

    fn rerolls_left(&self, card: &Scorecard) -> Result<RerollsLeft, String> {
        let rerolls = u8::try_from(self.rerolls_left).ok().and_then(|rerolls| card.rules().rerolls_left_with(card.saved(), rerolls).ok());
        rerolls.ok_or_else(|| format!("rerolls_left: {} where a turn has from 0 to {}", self.rerolls_left, card.rerolls()))
    }
}

/// The id of a line that is not a question, if the line is JSON and its id is within the limits.
fn id_of(line: &[u8]) -> Option<Id<'_>> {
    #[derive(Deserialize)]
    struct OnlyId<'a> {
        #[serde(borrow, default)]
        id: Option<Id<'a>>,
    }
    serde_json::from_slice::<OnlyId<'_>>(line).ok()?.id
}

/// Names only the column: each line is read on its own, so its line number is always 1.
fn in_words(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = escaped(&message);
    let place = format!(" at line {} column {}", error.line(), error.column());
    match message.strip_suffix(&place) {
        Some(message) => format!("column {}: {message}", error.column()),
        None => message.into_owned(),
    }
}
