//! The JSON that faces print and read. Other programs rely on its fields: add to them, but change none. `docs/json.md` describes it.

mod answer;
mod line;
mod review;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use yahtzee_solver::{Action, Dice, Puzzle, RerollsLeft, Roll, RuleSet, Scorecard, Spread, TurnOption};

use crate::whole_game::CardValue;
pub use answer::JsonAnswer;
pub use line::{JsonQuestion, Unread};
pub use review::JsonReview;

/// An option with its value: `{"kind": "hold", "hold": [6, 6], "expected_final": 254.1, "loss": 0}`.
#[derive(Clone, Debug, Serialize)]
pub struct JsonOption<'a> {
    #[serde(flatten)]
    action: JsonAction<'a>,
    expected_final: f64,
    loss: f64,
    #[serde(flatten)]
    risk: Option<JsonRisk>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum JsonAction<'a> {
    Hold { hold: Vec<u8> },
    Score { category: &'a str, points: u32, bonus: u32 },
}

/// What may come of an option.
#[derive(Clone, Copy, Debug, Serialize)]
struct JsonRisk {
    /// Standard deviation of the final score.
    sd: f64,
    /// Probability of the upper bonus.
    upper_bonus: f64,
}

impl<'a> JsonOption<'a> {
    /// An option without its risk.
    pub fn new(option: &TurnOption, rules: &'a RuleSet) -> JsonOption<'a> {
        JsonOption::with_risk(option, None, rules)
    }

    /// An option with its risk, where that is known.
    pub fn with_risk(option: &TurnOption, risk: Option<Spread>, rules: &'a RuleSet) -> JsonOption<'a> {
        let TurnOption { action, expected_final, loss } = *option;
        let action = match action {
            Action::Hold(hold) => JsonAction::Hold { hold: pips(&hold) },
            Action::Score(placement) => {
                JsonAction::Score { category: &rules.category(placement.category).name, points: placement.points, bonus: placement.bonus }
            }
        };
        let risk = risk.map(|Spread { sd, upper_bonus }| JsonRisk { sd, upper_bonus });
        JsonOption { action, expected_final, loss, risk }
    }
}

/// A card: `{"ones": 3, "yahtzee": 50, "extra": 1}`.
#[derive(Clone, Copy, Debug)]
pub struct JsonCard<'a> {
    /// What is written.
    pub card: &'a Scorecard,
    /// The rules that it is written by.
    pub rules: &'a RuleSet,
}

impl Serialize for JsonCard<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entries = serializer.serialize_map(None)?;
        for (category, points) in self.card.filled() {
            entries.serialize_entry(&self.rules.category(category).name, &points)?;
        }
        entries.serialize_entry("extra", &self.card.extra())?;
        entries.end()
    }
}

/// A position, as a bot is asked: a line that `yahtzee advise --stdin` answers.
#[derive(Clone, Debug, Serialize)]
pub struct JsonPosition<'a> {
    rules: &'a str,
    dice: Vec<u8>,
    rerolls_left: u8,
    card: JsonCard<'a>,
}

impl<'a> JsonPosition<'a> {
    /// A card, the dice on the table and the rerolls left.
    pub fn new(rules: &'a RuleSet, card: &'a Scorecard, roll: &Roll, rerolls_left: RerollsLeft) -> JsonPosition<'a> {
        JsonPosition { rules: rules.name(), dice: pips(roll), rerolls_left: rerolls_left.get(), card: JsonCard { card, rules } }
    }
}

/// A position of a quiz: a question of `yahtzee advise --stdin` with its answer.
#[derive(Clone, Debug, Serialize)]
pub struct JsonPuzzle<'a> {
    rules: &'a str,
    seed: u64,
    number: usize,
    dice: Vec<u8>,
    rerolls_left: u8,
    card: JsonCard<'a>,
    options: Vec<JsonOption<'a>>,
    obvious: JsonOption<'a>,
}

impl<'a> JsonPuzzle<'a> {
    /// The position of this number in the quiz of a seed.
    pub fn new(puzzle: &'a Puzzle, seed: u64, number: usize, rules: &'a RuleSet) -> JsonPuzzle<'a> {
        JsonPuzzle {
            rules: rules.name(),
            seed,
            number,
            dice: pips(&puzzle.roll),
            rerolls_left: puzzle.rerolls_left.get(),
            card: JsonCard { card: &puzzle.card, rules },
            options: puzzle.advice.options.iter().map(|option| JsonOption::new(option, rules)).collect(),
            obvious: JsonOption::new(&puzzle.obvious, rules),
        }
    }
}

/// What a card is worth.
#[derive(Clone, Debug, Serialize)]
pub struct JsonValue<'a> {
    rules: &'a str,
    score_so_far: u32,
    expected_remaining: f64,
    expected_final: f64,
}

impl<'a> JsonValue<'a> {
    /// The value of a card by these rules.
    pub fn new(value: &CardValue, rules: &'a RuleSet) -> JsonValue<'a> {
        let CardValue { score_so_far, expected_remaining } = *value;
        JsonValue { rules: rules.name(), score_so_far, expected_remaining, expected_final: value.expected_final() }
    }
}

/// The pips of dice, ascending.
pub fn pips(dice: &Dice) -> Vec<u8> {
    dice.faces().map(|face| face.pips()).collect()
}
