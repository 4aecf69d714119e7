//! An action and an option of an answer: those of the solver, with names in place of numbers of categories.

use serde::Serialize;
use yahtzee_solver::advise::GoalOption;
use yahtzee_solver::evaluate::Spread;
use yahtzee_solver::{Action, Dice, Goal, Hold, Points, Position, Roll, RuleSet, TurnOption};

use crate::words::{self, WorthKind};

/// Why front ends find words: they asked for them.
pub(crate) const ASKED: &str = "the question asks for words";

/// An action: `{"kind": "hold", "hold": [6, 6]}`, or `{"kind": "score", "category": "full-house", "points": 25, "bonus": 0}`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum NamedAction {
    /// Some dice are kept.
    Hold {
        /// The dice kept; empty if none is.
        hold: Hold,
        /// Its words, if they were asked for.
        #[serde(flatten)]
        #[cfg_attr(feature = "tsify", tsify(type = "ActionWords"))]
        words: Option<Box<ActionWords>>,
    },
    /// The roll is scored.
    Score {
        /// The name of the category.
        category: String,
        /// The points of the roll there, without the extra bonus.
        points: Points,
        /// The extra bonus of a further n of a kind, else 0.
        bonus: Points,
        /// Its words, if they were asked for.
        #[serde(flatten)]
        #[cfg_attr(feature = "tsify", tsify(type = "ActionWords"))]
        words: Option<Box<ActionWords>>,
    },
}

/// What is wanted of a turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct NamedGoal {
    /// The name of the category; absent if only the dice count, in whatever box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The least points that are wanted there; 1 for any, and 0 without a category.
    pub points: Points,
    /// Whether it must be exactly these points; present only if so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub exactly: bool,
    /// The dice that must be among the final roll; absent if any will do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted_dice: Option<Dice>,
}

impl NamedGoal {
    pub(super) fn new(goal: &Goal, rules: &RuleSet) -> NamedGoal {
        NamedGoal {
            category: goal.category().map(|category| rules.category(category).name.clone()),
            points: goal.points(),
            exactly: goal.is_exact(),
            wanted_dice: Some(goal.dice()).filter(|dice| !dice.is_empty()),
        }
    }
}

/// An action in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct ActionWords {
    /// The action as an instruction: `Keep 6 6, reroll three`.
    pub words: String,
    /// Its typed form: `hold 66`.
    pub typed: String,
    /// For each die in ascending order of their faces, whether it is kept; empty if the roll is scored.
    pub kept: Vec<bool>,
}

/// An action with its value: `{"kind": "hold", "hold": [6, 6], "expected_final": 254.1, "loss": 0}`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct NamedOption {
    /// The action.
    #[serde(flatten)]
    pub action: NamedAction,
    /// The expected final score after this action, with optimal play from then on.
    pub expected_final: f64,
    /// The highest expected final score of all options less this one's; never negative.
    pub loss: f64,
    /// With an objective: what the option is worth by the measure of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<f64>,
    /// By how much the best option is worth more; never negative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth_loss: Option<f64>,
    /// The standard deviation of the final score, in points, if the risks were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sd: Option<f64>,
    /// The probability of the upper bonus, or of its first step, if the risks were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_bonus: Option<f64>,
    /// Its words, if they were asked for.
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "OptionWords"))]
    pub words: Option<Box<OptionWords>>,
}

/// An option in words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OptionWords {
    /// Its amount, in the unit of the measure.
    pub amount: String,
    /// Its loss, in the same unit; null if it is as good as the best.
    pub lost: Option<String>,
    /// The chance of the upper bonus, if the risks are known.
    pub bonus_chance: Option<String>,
    /// The card afterwards, if the roll is scored.
    pub card: Option<String>,
}

/// An option with the chance of a goal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct GoalChance {
    /// The option, by points.
    #[serde(flatten)]
    pub option: NamedOption,
    /// The best chance of the goal in this turn after it.
    pub chance: f64,
    /// The expected final score if the goal is pursued to the end of the turn.
    pub expected_chased: f64,
}

impl NamedAction {
    /// An action; with a roll, in words too.
    pub fn new(action: &Action, roll: Option<&Roll>, rules: &RuleSet) -> NamedAction {
        let words = roll.map(|roll| Box::new(ActionWords::new(action, roll, rules)));
        match action {
            Action::Hold(hold) => NamedAction::Hold { hold: *hold, words },
            Action::Score(placement) => {
                let category = rules.category(placement.category).name.clone();
                NamedAction::Score { category, points: placement.points, bonus: placement.bonus, words }
            }
        }
    }

    /// The action as an instruction.
    ///
    /// # Panics
    ///
    /// If the question did not ask for words.
    pub fn words(&self) -> &str {
        let (NamedAction::Hold { words, .. } | NamedAction::Score { words, .. }) = self;
        &words.as_ref().expect(ASKED).words
    }

    /// The action in few words: `keep 6 6 6`, `Sixes, 24`.
    pub fn in_short(&self, rules: &RuleSet) -> String {
        match self {
            NamedAction::Hold { hold, .. } => words::hold_in_short(hold),
            NamedAction::Score { category, points, bonus, .. } => {
                let title = rules.category_named(category).map_or(category, |category| &rules.category(category).title);
                format!("{title}, {}", *points + *bonus)
            }
        }
    }

    /// Whether both are the same action.
    pub fn is(&self, other: &NamedAction) -> bool {
        match (self, other) {
            (NamedAction::Hold { hold, .. }, NamedAction::Hold { hold: other, .. }) => hold == other,
            (NamedAction::Score { category, points, .. }, NamedAction::Score { category: other, points: others, .. }) => {
                (category, points) == (other, others)
            }
            _ => false,
        }
    }
}

impl ActionWords {
    fn new(action: &Action, roll: &Roll, rules: &RuleSet) -> ActionWords {
        ActionWords {
            words: words::in_words(action, roll, rules),
            typed: action.display(rules).to_string(),
            kept: if let Action::Hold(hold) = action { words::kept_dice(roll, hold) } else { Vec::new() },
        }
    }
}

impl NamedOption {
    /// An option by points, without its risk.
    pub fn new(option: &TurnOption, rules: &RuleSet) -> NamedOption {
        NamedOption::of(option, None, WorthKind::Points, None, rules)
    }

    /// An option with its worth of this kind, and with its risk if known; with the position, in words too.
    pub fn of(option: &TurnOption, risk: Option<Spread>, kind: WorthKind, position: Option<&Position>, rules: &RuleSet) -> NamedOption {
        let TurnOption { action, expected_final, loss, worth } = *option;
        NamedOption {
            action: NamedAction::new(&action, position.map(Position::roll).as_ref(), rules),
            expected_final,
            loss,
            worth: worth.map(|worth| kind.measured(worth.value)),
            worth_loss: worth.map(|worth| worth.loss),
            sd: risk.map(|risk| risk.sd),
            upper_bonus: risk.map(|risk| risk.upper_bonus),
            words: position.map(|position| Box::new(OptionWords::new(option, risk, kind, position))),
        }
    }

    /// Its words.
    ///
    /// # Panics
    ///
    /// If the question did not ask for words.
    pub fn words(&self) -> &OptionWords {
        self.words.as_ref().expect(ASKED)
    }
}

impl OptionWords {
    fn new(option: &TurnOption, risk: Option<Spread>, kind: WorthKind, position: &Position) -> OptionWords {
        let card_after = |action: &Action| {
            let Action::Score(placement) = action else { return None };
            let mut card = position.card().clone();
            card.write(placement).is_ok().then(|| card.to_string())
        };
        OptionWords {
            amount: kind.amount(option),
            lost: kind.loss(option),
            bonus_chance: risk.map(|risk| words::percent(risk.upper_bonus)),
            card: card_after(&option.action),
        }
    }
}

impl GoalChance {
    /// With the position, in words too.
    pub(super) fn new(chased: &GoalOption, position: Option<&Position>, rules: &RuleSet) -> GoalChance {
        let GoalOption { option, chance, expected_chased } = *chased;
        let option = TurnOption { worth: None, ..option };
        GoalChance { option: NamedOption::of(&option, None, WorthKind::Points, position, rules), chance, expected_chased }
    }
}
