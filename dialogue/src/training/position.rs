//! A position of a quiz.

use serde::Serialize;
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::{RerollsLeft, Roll, Scorecard, ValueTable};

use super::theme::Theme;
use super::topic::{Level, gap};
use crate::answer::NamedOption;

/// A position of a quiz, in a line each. It is a question of `advise --stdin` with its answer.
#[derive(Clone, Debug, Serialize)]
pub struct QuizPosition {
    /// The name of the rule set.
    pub rules: String,
    /// The seed of the quiz; of a daily ten, the day as a number like 20261123; 0 where there is none.
    pub seed: u64,
    /// The number of the position in the quiz, from 1. With the seed it gives the same position for any `-n`.
    pub number: usize,
    /// The roll, in ascending order.
    pub dice: Roll,
    /// The rerolls left.
    pub rerolls_left: RerollsLeft,
    /// The card.
    pub card: Scorecard,
    /// Every option, best first.
    pub options: Vec<NamedOption>,
    /// The obvious choice, one of the options; of several the best.
    pub obvious: NamedOption,
    /// The position in the notation of the program.
    pub position: String,
    /// The name of its theme.
    pub theme: &'static str,
    /// The name of its level.
    pub level: &'static str,
    /// The loss of the first option worse than the best, in points; 0 if there is none.
    pub gap: f64,
}

impl QuizPosition {
    /// The position with this number in the quiz of a seed.
    pub fn new(puzzle: &Puzzle, seed: u64, number: usize, table: &ValueTable) -> QuizPosition {
        let (position, rules) = (&puzzle.advice.position, table.rules());
        QuizPosition {
            rules: rules.name().to_owned(),
            seed,
            number,
            dice: position.roll(),
            rerolls_left: position.rerolls_left(),
            card: position.card().clone(),
            options: puzzle.advice.options.iter().map(|option| NamedOption::new(option, rules)).collect(),
            obvious: NamedOption::new(&puzzle.obvious, rules),
            position: position.to_string(),
            theme: Theme::of_puzzle(puzzle, table).name(),
            level: Level::of(&puzzle.advice).name(),
            gap: gap(&puzzle.advice),
        }
    }
}
