//! The odds of boxes as JSON.

use serde::{Serialize, Serializer};
use yahtzee_solver::advise::{BestOdds, BoxOdds};
use yahtzee_solver::{Points, RerollsLeft, Roll};

use super::parts::JsonAction;
use crate::answer::OddsAnswer;
use crate::answer::sentences::Sentence;
use crate::ask::Id;
use crate::words;

/// The output of `yahtzee odds --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct JsonOdds<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(type = "never"))]
    id: Option<Id<'a>>,
    rules: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(type = "number[]"))]
    dice: Option<Roll>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(type = "number"))]
    rerolls_left: Option<RerollsLeft>,
    /// The throws of the turn, if no dice are thrown.
    #[serde(skip_serializing_if = "Option::is_none")]
    throws: Option<u8>,
    boxes: Vec<JsonBoxOdds<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// The odds of a box.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonBoxOdds<'a> {
    category: &'a str,
    #[cfg_attr(feature = "tsify", tsify(type = "number"))]
    points: Points,
    chance: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    for_chance: Option<JsonAction<'a>>,
    mean: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    for_mean: Option<JsonAction<'a>>,
    #[cfg_attr(feature = "tsify", tsify(type = "number | null"))]
    expected_throws: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    within: Vec<f64>,
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "JsonOddsWords"))]
    words: Option<Box<JsonOddsWords>>,
}

/// What the page shows of the odds of a box.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonOddsWords {
    /// The points that are wanted.
    wanted: String,
    /// The chance.
    percent: String,
    said: Vec<Sentence>,
}

impl OddsAnswer<'_> {
    /// The answer as JSON, with the id of the question if it has one.
    pub fn json<'s>(&'s self, id: Option<Id<'s>>) -> JsonOdds<'s> {
        JsonOdds { id, ..JsonOdds::new(self, false) }
    }

    /// The answer for the page: in words too.
    pub fn json_in_words(&self) -> JsonOdds<'_> {
        JsonOdds::new(self, true)
    }
}

impl Serialize for OddsAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json(None).serialize(serializer)
    }
}

impl<'a> JsonOdds<'a> {
    fn new(answer: &'a OddsAnswer<'_>, in_words: bool) -> JsonOdds<'a> {
        let position = answer.asked.position.as_ref();
        let action = |best: &BestOdds| Some(JsonAction::new(&best.action?, None, answer.rules));
        let of_box = |odds: &'a BoxOdds| JsonBoxOdds {
            category: &answer.rules.category(odds.goal.category()).name,
            points: odds.goal.points(),
            chance: odds.chance.value,
            for_chance: action(&odds.chance),
            mean: odds.mean.value,
            for_mean: action(&odds.mean),
            expected_throws: odds.expected_throws,
            within: odds.within.clone(),
            words: in_words.then(|| {
                let percent = words::percent(odds.chance.value);
                Box::new(JsonOddsWords { wanted: answer.wanted(odds.goal), percent, said: answer.in_words(odds) })
            }),
        };
        JsonOdds {
            id: None,
            rules: answer.rules.name(),
            dice: position.map(|position| position.roll()),
            rerolls_left: position.map(|position| position.rerolls_left()),
            throws: position.is_none().then_some(answer.throws),
            boxes: answer.boxes.iter().map(of_box).collect(),
            warnings: answer.asked.warnings.iter().map(ToString::to_string).collect(),
        }
    }
}
