//! The JSON that several commands print. Other programs rely on its fields: add to them, but change none.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use yahtzee_solver::{Action, Dice, RuleSet, Scorecard, TurnOption};

/// An option of `advise`.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum JsonOption {
    Hold { hold: Vec<u8>, expected_final: f64, loss: f64 },
    Score { category: String, points: u32, bonus: u32, expected_final: f64, loss: f64 },
}

impl JsonOption {
    /// `added` is what other rounds of the game add to the expected final score.
    pub(crate) fn new(option: &TurnOption, rules: &RuleSet, added: f64) -> JsonOption {
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
pub(crate) struct SpreadOption {
    #[serde(flatten)]
    pub(crate) option: JsonOption,
    /// Standard deviation of the final score.
    pub(crate) sd: f64,
    /// Probability of the upper bonus.
    pub(crate) upper_bonus: f64,
}

/// A card: `{"ones": 3, "yahtzee": 50, "extra": 1}`.
pub(crate) struct JsonCard<'a> {
    pub(crate) card: &'a Scorecard,
    pub(crate) rules: &'a RuleSet,
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
pub(crate) fn pips(dice: &Dice) -> Vec<u8> {
    dice.faces().map(|face| face.pips()).collect()
}
