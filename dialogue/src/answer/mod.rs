//! Answers: plain data that serialises. An answer is the JSON, the terminal prints it, the page draws it, and Python's classes decode it. Other
//! programs rely on its fields: add fields, but change none. Their comments are `docs/json.md`.
//!
//! What is in words, and what needs a table, is computed when the question asks for it, not when a field is read.

mod card;
mod card_review;
mod deciding;
mod duel;
mod hindsight;
pub mod hint;
mod lesson;
mod loss_parts;
mod measured;
mod objective;
mod odds;
mod option;
mod rule_card;
pub mod sentences;
mod statistics;
mod targets;
mod whole_game;
mod why;
mod winning;
mod worked;

use serde::Serialize;
use yahtzee_solver::advise::{AdviceError, GoalError, ReasonError};
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::{Action, Points, Position, RerollsLeft, Roll, Scorecard, Sheet, TurnOption, ValueTable};

use crate::ask::{AskError, AskField};
use crate::words::Measure;
use crate::words::reasons::Explanation;
pub use card::{CardView, PositionView, PositionWords};
pub use card_review::{BonusReview, BoxReview, CardReview};
pub use duel::DuelAnswer;
pub use hindsight::{BestBoxes, BoxOfTurn, HindsightAnswer, RollsReview};
pub use loss_parts::LossParts;
pub use measured::{MeasuredByKind, MeasuredLoss, MeasuredMistake};
pub use objective::{AnswerObjective, AnswerOpponent};
pub use odds::{OddsAnswer, OddsOfBox, OddsWords};
pub(crate) use option::ASKED;
pub use option::{ActionWords, GoalChance, NamedAction, NamedGoal, NamedOption, OptionWords};
pub use rule_card::{RuleCardAnswer, RuleCardAt};
use sentences::Sentence;
pub use statistics::{ScoreParts, StatisticsAnswer, StatisticsOfBox};
pub use targets::{TargetChoice, TargetDiffers, TargetsAnswer};
pub use whole_game::{CardValue, ValueAnswer};
pub use why::{End, PartOfLoss, Reasoned, Standing, Why};
pub use winning::{WinAnswer, WinDecision, WinTurn, WinWords};
pub(crate) use worked::Worked;

/// The types of the solver that the page names; their JSON is plain.
#[cfg(feature = "tsify")]
#[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
const PLAIN_TYPES: &str = "
export type Dice = number[];
export type Hold = number[];
export type PlayerLevel = string;
export type Points = number;
export type RerollsLeft = number;
export type Roll = number[];
export type Severity = string;
";

/// The answer to a question about a position. All values are of the whole game, with its other rounds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Answer {
    /// The name of the rule set.
    pub rules: String,
    /// The roll, in ascending order.
    pub dice: Roll,
    /// The rerolls left.
    pub rerolls_left: RerollsLeft,
    /// The points on the card, with the extra bonuses and the upper bonus once it is reached, and those of earlier rounds.
    pub score_so_far: Points,
    /// The expected final score after the first option, in points.
    pub expected_final: f64,
    /// Whether all numbers are exact. In the program and in Python they always are; on the page chances to win may be approximate.
    pub exact: bool,
    /// Whether the options with a `loss` below 1e-10 are proved to be exact ties.
    pub exact_ties: bool,
    /// What is maximised, if it is not the expected score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "object"))]
    pub objective: Option<AnswerObjective>,
    /// With an objective: what `worth` measures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
    /// With an objective: what the first option is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth: Option<f64>,
    /// The loss in worth of the first option: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth_loss: Option<f64>,
    /// Every option, best first: for each hold if a reroll is left, and for each category where the rules allow the roll; twice, once with 0 points, where
    /// a voluntary zero may gain. Chances with a relative difference below 1e-12 are ties: then the higher `expected_final` comes first.
    pub options: Vec<NamedOption>,
    /// The option to compare with the best, if the question names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<NamedOption>,
    /// Why the best option is the best, if the question asks for reasons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// The chances of the goal, if the question has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<GoalChances>,
    /// The card, if it was given as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "object"))]
    pub card: Option<Scorecard>,
    /// What is doubtful on the sheet of the card; present only if something is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "tsify", tsify(optional))]
    pub warnings: Vec<String>,
    /// The answer in words, if they were asked for.
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "AnswerWords"))]
    pub words: Option<Box<AnswerWords>>,
}

/// An answer in words, with its position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AnswerWords {
    /// The position.
    #[serde(flatten)]
    #[cfg_attr(feature = "tsify", tsify(type = "PositionWords"))]
    pub position: PositionWords,
    /// The title of the amounts of options.
    pub amounts: String,
    /// The options tied with the best.
    pub ties: Option<String>,
    /// The chosen option and its loss; empty without one.
    pub verdict: Vec<Sentence>,
    /// What is said of the objective; empty without one.
    pub objective_said: Vec<Sentence>,
    /// What is said of the goal; empty without one.
    pub goal_said: Vec<Sentence>,
}

/// The chances of a goal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct GoalChances {
    /// The goal.
    #[serde(flatten)]
    pub goal: NamedGoal,
    /// Every option, the best chance first.
    pub options: Vec<GoalChance>,
}

impl Answer {
    /// The first option.
    pub fn best(&self) -> &NamedOption {
        &self.options[0]
    }

    /// The card after the first option of this position; `None` for another position.
    pub fn card_after(&self, position: &Position) -> Option<Scorecard> {
        let mut card = position.card().clone();
        if let NamedAction::Score { category, points, .. } = &self.best().action {
            let is_best = |action: Action| match action {
                Action::Score(placed) if placed.points == *points && card.rules().category(placed.category).name == *category => {
                    Some(placed)
                }
                _ => None,
            };
            let best = position.actions().find_map(is_best)?;
            card.write(&best).ok()?;
        }
        Some(card)
    }

    /// Its words.
    ///
    /// # Panics
    ///
    /// If the question did not ask for words.
    pub fn words(&self) -> &AnswerWords {
        self.words.as_ref().expect(ASKED)
    }

    /// The reasons in words, with this title of the best option; empty if the question asks for none.
    ///
    /// # Panics
    ///
    /// If the question did not ask for words.
    pub fn explained(&self, title: &str) -> Vec<Explanation> {
        let Some(why) = &self.why else { return Vec::new() };
        let mut said = why.said.clone();
        said[0].heading = Explanation::titled(title, self.best().action.words());
        said
    }

    pub(crate) fn new(worked: &Worked<'_>, table: &ValueTable) -> Answer {
        let Worked { rules, question, advice, .. } = worked;
        let position = question.words.then_some(&question.position);
        let kind = worked.worth_kind();
        let option = |option: &TurnOption| NamedOption::of(option, worked.risk(option), kind, position, rules);
        let goal = worked.goal.as_ref().map(|goal| GoalChances {
            goal: NamedGoal::new(&goal.goal, rules),
            options: goal.options.iter().map(|option| GoalChance::new(option, position, rules)).collect(),
        });
        let options: Vec<NamedOption> = advice.options.iter().map(option).collect();
        Answer {
            rules: rules.name().to_owned(),
            dice: question.position.roll(),
            rerolls_left: question.position.rerolls_left(),
            score_so_far: advice.score_so_far,
            expected_final: advice.expected_final(),
            exact: worked.is_exact(),
            exact_ties: advice.has_exact_ties(),
            objective: question.solved.as_ref().map(|solved| AnswerObjective::new(&solved.objective)),
            measure: kind.measure(),
            worth: options[0].worth,
            worth_loss: options[0].worth_loss,
            options,
            chosen: worked.chosen.as_ref().map(option),
            why: worked.reasons.as_ref().map(|reasons| Why::new(reasons, worked, option)),
            goal,
            card: question.sheet.as_ref().map(|sheet| sheet.card.clone()),
            warnings: warnings(question.sheet.as_ref()),
            words: position.map(|position| {
                Box::new(AnswerWords {
                    position: PositionWords::new(position, &question.rounds, table),
                    amounts: kind.title(),
                    ties: worked.ties(),
                    verdict: worked.verdict(),
                    objective_said: worked.objective_in_words(),
                    goal_said: worked.goal_in_words(),
                })
            }),
        }
    }
}

/// What is doubtful on a sheet, in words.
fn warnings(sheet: Option<&Sheet>) -> Vec<String> {
    sheet.iter().flat_map(|sheet| &sheet.warnings).map(ToString::to_string).collect()
}

/// Why a question could not be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The position and the table belong to different games.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// The objective was solved for another game or turn.
    #[error(transparent)]
    Objective(#[from] AdviceError),
    /// The reasons cannot be given.
    #[error(transparent)]
    Reasons(#[from] ReasonError),
    /// The chosen action is not possible.
    #[error("{0}")]
    Chosen(String),
    /// The goal is not possible.
    #[error(transparent)]
    Goal(GoalError),
}

impl From<AnswerError> for AskError {
    /// The error with the field that causes it.
    fn from(error: AnswerError) -> AskError {
        let field = match &error {
            AnswerError::Chosen(_) => AskField::Chosen,
            AnswerError::Goal(_) => AskField::Goal,
            AnswerError::Objective(_) => AskField::Objective,
            _ => AskField::Dice,
        };
        AskError::new(field, error)
    }
}
