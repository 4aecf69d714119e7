//! What several JSON types have in them: an option, a card, dice.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use yahtzee_solver::{Action, Dice, RuleSet, Scorecard, Spread, TurnOption};

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

/// The pips of dice, ascending.
pub fn pips(dice: &Dice) -> Vec<u8> {
    dice.faces().map(|face| face.pips()).collect()
}
