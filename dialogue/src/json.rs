//! The JSON that several commands print. Other programs rely on its fields: add to them, but change none.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use yahtzee_solver::{Action, Dice, RuleSet, Scorecard, TurnOption};

/// An option of `advise`.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JsonOption {
    /// Some dice are kept.
    Hold {
        /// Their pips, ascending.
        hold: Vec<u8>,
        /// Expected final score.
        expected_final: f64,
        /// Points that it costs beside the best option.
        loss: f64,
    },
    /// The roll is scored.
    Score {
        /// Name of the category.
        category: String,
        /// Points in the category.
        points: u32,
        /// Extra bonus.
        bonus: u32,
        /// Expected final score.
        expected_final: f64,
        /// Points that it costs beside the best option.
        loss: f64,
    },
}

impl JsonOption {
    /// `added` is what other rounds of the game add to the expected final score.
    pub fn new(option: &TurnOption, rules: &RuleSet, added: f64) -> JsonOption {
        let TurnOption { action, expected_final, loss } = *option;
        let expected_final = expected_final + added;
        match action {
            Action::Hold(hold) => JsonOption::Hold { hold: pips(&hold), expected_final, loss },
            Action::Score(placement) => JsonOption::Score {
                category: rules.category(placement.category).name.clone(),
                points: placement.points,
                bonus: placement.bonus,
                expected_final,
                loss,
            },
        }
    }
}

/// An option with what may come of it.
#[derive(Debug, Serialize)]
pub struct SpreadOption {
    /// The option itself; its fields stand beside the others.
    #[serde(flatten)]
    pub option: JsonOption,
    /// Standard deviation of the final score.
    pub sd: f64,
    /// Probability of the upper bonus.
    pub upper_bonus: f64,
}

/// A card: `{"ones": 3, "yahtzee": 50, "extra": 1}`.
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

/// The pips of dice, ascending.
pub fn pips(dice: &Dice) -> Vec<u8> {
    dice.faces().map(|face| face.pips()).collect()
}
