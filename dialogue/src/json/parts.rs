//! The JSON of an action and of an option, which are parts of several JSON types.

use serde::{Serialize, Serializer};
use yahtzee_solver::advise::GoalOption;
use yahtzee_solver::evaluate::Spread;
use yahtzee_solver::solve::Worth;
use yahtzee_solver::{Action, Hold, Points, Position, Roll, RuleSet, TurnOption};

use crate::words::{self, WorthKind};

/// An option with its value: `{"kind": "hold", "hold": [6, 6], "expected_final": 254.1, "loss": 0}`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct JsonOption<'a> {
    #[serde(flatten)]
    action: JsonAction<'a>,
    expected_final: f64,
    loss: f64,
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "JsonWorth"))]
    worth: Option<JsonWorth>,
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "Partial<JsonRisk>"))]
    risk: Option<JsonRisk>,
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "JsonOptionWords"))]
    words: Option<Box<JsonOptionWords>>,
}

/// What the page shows of an option besides its numbers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonOptionWords {
    /// Its amount, in the unit of the worth.
    amount: String,
    /// Its loss, in the same unit; null if it is as good as the best.
    #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
    lost: Option<String>,
    /// The chance of the upper bonus, if the risk is known.
    #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
    bonus_chance: Option<String>,
    /// The card afterwards, if the roll is scored.
    #[cfg_attr(feature = "tsify", tsify(type = "string | null"))]
    card: Option<String>,
}

/// An action: `{"kind": "hold", "hold": [6, 6]}`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JsonAction<'a> {
    /// Some dice are kept.
    Hold {
        /// These.
        #[cfg_attr(feature = "tsify", tsify(type = "number[]"))]
        hold: Hold,
        /// Its words, if they were asked for.
        #[serde(flatten)]
        #[cfg_attr(feature = "tsify", tsify(type = "JsonActionWords"))]
        words: Option<Box<JsonActionWords>>,
    },
    /// The roll is scored.
    Score {
        /// The name of the category.
        category: &'a str,
        /// The points of the roll there.
        #[cfg_attr(feature = "tsify", tsify(type = "number"))]
        points: Points,
        /// The extra bonus.
        #[cfg_attr(feature = "tsify", tsify(type = "number"))]
        bonus: Points,
        /// Its words, if they were asked for.
        #[serde(flatten)]
        #[cfg_attr(feature = "tsify", tsify(type = "JsonActionWords"))]
        words: Option<Box<JsonActionWords>>,
    },
}

/// What the page shows of an action.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct JsonActionWords {
    /// The action as an instruction.
    words: String,
    /// Its typed form.
    typed: String,
    /// For each die in ascending order of their faces, whether it is kept; empty if the roll is scored.
    kept: Vec<bool>,
}

impl<'a> JsonAction<'a> {
    /// An action; with a roll, the words of the action with it too.
    pub fn new(action: &Action, roll: Option<&Roll>, rules: &'a RuleSet) -> JsonAction<'a> {
        let words = roll.map(|roll| Box::new(JsonActionWords::new(action, roll, rules)));
        match action {
            Action::Hold(hold) => JsonAction::Hold { hold: *hold, words },
            Action::Score(placement) => {
                let category = &rules.category(placement.category).name;
                JsonAction::Score { category, points: placement.points, bonus: placement.bonus, words }
            }
        }
    }
}

impl JsonActionWords {
    fn new(action: &Action, roll: &Roll, rules: &RuleSet) -> JsonActionWords {
        JsonActionWords {
            words: words::in_words(action, roll, rules),
            typed: action.display(rules).to_string(),
            kept: if let Action::Hold(hold) = action { words::kept_dice(roll, hold) } else { Vec::new() },
        }
    }
}

/// The worth of an option, if the objective is not the expected score, or for a goal of the turn: two numbers with their names.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[cfg_attr(
    feature = "tsify",
    tsify(
        type = "{ chance?: number; chance_loss?: number; utility?: number; utility_loss?: number; turn_points?: number; turn_points_loss?: number; fewest_points?: number; fewest_points_loss?: number }"
    )
)]
pub(super) struct JsonWorth(pub(super) [(&'static str, f64); 2]);

impl Serialize for JsonWorth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0)
    }
}

impl JsonWorth {
    pub(super) fn new(option: &TurnOption, kind: WorthKind) -> Option<JsonWorth> {
        let Worth { value, loss } = option.worth?;
        Some(JsonWorth(match kind {
            WorthKind::Utility => [("utility", value), ("utility_loss", loss)],
            WorthKind::Turn => [("turn_points", value), ("turn_points_loss", loss)],
            // Not -0.
            WorthKind::Fewest => [("fewest_points", 0.0 - value), ("fewest_points_loss", loss)],
            _ => [("chance", value), ("chance_loss", loss)],
        }))
    }
}

/// The risk of an option.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
struct JsonRisk {
    /// Standard deviation of the final score.
    sd: f64,
    /// Probability of the upper bonus.
    upper_bonus: f64,
}

impl<'a> JsonOption<'a> {
    /// An option without its risk.
    pub fn new(option: &TurnOption, rules: &'a RuleSet) -> JsonOption<'a> {
        JsonOption::of(option, None, WorthKind::Points, None, rules)
    }

    /// An option with the chance of a goal.
    pub(super) fn chased(chased: &GoalOption, rules: &'a RuleSet) -> JsonOption<'a> {
        let GoalOption { ref option, chance, expected_chased } = *chased;
        JsonOption { worth: Some(JsonWorth([("chance", chance), ("expected_chased", expected_chased)])), ..JsonOption::new(option, rules) }
    }

    /// An option with its worth of this kind, and with its risk if known; with the position, in words too.
    pub fn of(
        option: &TurnOption,
        risk: Option<Spread>,
        kind: WorthKind,
        position: Option<&Position>,
        rules: &'a RuleSet,
    ) -> JsonOption<'a> {
        let TurnOption { action, expected_final, loss, .. } = *option;
        JsonOption {
            action: JsonAction::new(&action, position.map(Position::roll).as_ref(), rules),
            expected_final,
            loss,
            worth: JsonWorth::new(option, kind),
            risk: risk.map(|Spread { sd, upper_bonus }| JsonRisk { sd, upper_bonus }),
            words: position.map(|position| Box::new(JsonOptionWords::new(option, risk, kind, position))),
        }
    }
}

impl JsonOptionWords {
    fn new(option: &TurnOption, risk: Option<Spread>, kind: WorthKind, position: &Position) -> JsonOptionWords {
        let card_after = |action: &Action| {
            let Action::Score(placement) = action else { return None };
            let mut card = position.card().clone();
            card.write(placement).is_ok().then(|| card.to_string())
        };
        JsonOptionWords {
            amount: kind.amount(option),
            lost: kind.loss(option),
            bonus_chance: risk.map(|risk| words::percent(risk.upper_bonus)),
            card: card_after(&option.action),
        }
    }
}
