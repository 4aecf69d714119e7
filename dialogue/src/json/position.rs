//! A position of a quiz, and the value of a card, as JSON.

use serde::Serialize;
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::{Objective, Points, RerollsLeft, Roll, RuleSet, Scorecard, ValueTable};

use super::objective::JsonObjective;
use super::parts::JsonOption;
use crate::answer::CardValue;
use crate::service::Valued;
use crate::training::Theme;
use crate::training::topic::{Level, gap};
use crate::words::WorthKind;

/// A position of a quiz: a question of `yahtzee advise --stdin` with its answer.
#[derive(Clone, Debug, Serialize)]
pub struct JsonPuzzle<'a> {
    rules: &'a str,
    seed: u64,
    number: usize,
    dice: Roll,
    rerolls_left: RerollsLeft,
    card: &'a Scorecard,
    options: Vec<JsonOption<'a>>,
    obvious: JsonOption<'a>,
    position: String,
    theme: &'static str,
    level: &'static str,
    gap: f64,
}

impl<'a> JsonPuzzle<'a> {
    /// The position with this number in the quiz of a seed.
    pub fn new(puzzle: &'a Puzzle, seed: u64, number: usize, table: &'a ValueTable) -> JsonPuzzle<'a> {
        let (position, rules) = (&puzzle.advice.position, table.rules());
        JsonPuzzle {
            rules: rules.name(),
            seed,
            number,
            dice: position.roll(),
            rerolls_left: position.rerolls_left(),
            card: position.card(),
            options: puzzle.advice.options.iter().map(|option| JsonOption::new(option, rules)).collect(),
            obvious: JsonOption::new(&puzzle.obvious, rules),
            position: position.to_string(),
            theme: Theme::of_puzzle(puzzle, table).name(),
            level: Level::of(&puzzle.advice).name(),
            gap: gap(&puzzle.advice),
        }
    }
}

/// The value of a card.
#[derive(Clone, Debug, Serialize)]
pub struct JsonValue<'a> {
    rules: &'a str,
    score_so_far: Points,
    expected_remaining: f64,
    expected_final: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<JsonObjective<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    utility: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fewest_points: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

impl<'a> JsonValue<'a> {
    /// The value of a card under these rules.
    pub fn new(value: &'a Valued, rules: &'a RuleSet) -> JsonValue<'a> {
        let Valued { points, warnings, worth } = value;
        let CardValue { score_so_far, expected_remaining } = *points;
        let of = |objective: &Objective| match WorthKind::of(Some(objective)) {
            kind @ (WorthKind::Utility | WorthKind::Turn | WorthKind::Fewest) => kind,
            _ => WorthKind::Target,
        };
        let of_kind = |kind: WorthKind| worth.as_ref().filter(|(objective, _)| of(objective) == kind).map(|(_, worth)| *worth);
        JsonValue {
            rules: rules.name(),
            score_so_far,
            expected_remaining,
            expected_final: points.expected_final(),
            objective: worth.as_ref().map(|(objective, _)| JsonObjective::new(objective)),
            chance: of_kind(WorthKind::Target),
            utility: of_kind(WorthKind::Utility),
            turn_points: of_kind(WorthKind::Turn),
            fewest_points: of_kind(WorthKind::Fewest).map(|worth| 0.0 - worth),
            warnings: warnings.iter().map(ToString::to_string).collect(),
        }
    }
}
