//! The JSON of an option, which is part of several JSON types.

use serde::Serialize;
use yahtzee_solver::evaluate::Spread;
use yahtzee_solver::solve::Worth;
use yahtzee_solver::{Action, Hold, Points, RuleSet, TurnOption};

use crate::words::Measure;

/// An option with its value: `{"kind": "hold", "hold": [6, 6], "expected_final": 254.1, "loss": 0}`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct JsonOption<'a> {
    #[serde(flatten)]
    action: JsonAction<'a>,
    expected_final: f64,
    loss: f64,
    #[serde(flatten)]
    worth: Option<JsonWorth>,
    #[serde(flatten)]
    risk: Option<JsonRisk>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum JsonAction<'a> {
    Hold { hold: Hold },
    Score { category: &'a str, points: Points, bonus: Points },
}

impl<'a> JsonAction<'a> {
    pub(super) fn new(action: &Action, rules: &'a RuleSet) -> JsonAction<'a> {
        match action {
            Action::Hold(hold) => JsonAction::Hold { hold: *hold },
            Action::Score(placement) => {
                JsonAction::Score { category: &rules.category(placement.category).name, points: placement.points, bonus: placement.bonus }
            }
        }
    }
}

/// The worth of an option, if the objective is not the expected score.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum JsonWorth {
    Chance { chance: f64, chance_loss: f64 },
    Utility { utility: f64, utility_loss: f64 },
}

impl JsonWorth {
    pub(super) fn new(option: &TurnOption, measure: Measure) -> Option<JsonWorth> {
        let Worth { value, loss } = option.worth?;
        Some(match measure {
            Measure::Utility => JsonWorth::Utility { utility: value, utility_loss: loss },
            _ => JsonWorth::Chance { chance: value, chance_loss: loss },
        })
    }
}

/// The risk of an option.
#[derive(Clone, Copy, Debug, Serialize)]
struct JsonRisk {
    /// Standard deviation of the final score.
    sd: f64,
    /// Probability of the upper bonus.
    upper_bonus: f64,
}

impl<'a> JsonOption<'a> {
    /// An option without its risk.
    pub(super) fn new(option: &TurnOption, rules: &'a RuleSet) -> JsonOption<'a> {
        JsonOption::with_risk(option, None, Measure::Points, rules)
    }

    /// An option with its worth by this measure, and with its risk if known.
    pub(super) fn with_risk(option: &TurnOption, risk: Option<Spread>, measure: Measure, rules: &'a RuleSet) -> JsonOption<'a> {
        let TurnOption { action, expected_final, loss, .. } = *option;
        let action = JsonAction::new(&action, rules);
        let risk = risk.map(|Spread { sd, upper_bonus }| JsonRisk { sd, upper_bonus });
        JsonOption { action, expected_final, loss, worth: JsonWorth::new(option, measure), risk }
    }
}
