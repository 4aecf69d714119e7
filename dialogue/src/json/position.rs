//! A position of a quiz, as JSON.

use serde::Serialize;
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::{RerollsLeft, Roll, Scorecard, ValueTable};

use crate::answer::NamedOption;
use crate::training::Theme;
use crate::training::topic::{Level, gap};

/// A position of a quiz: a question of `yahtzee advise --stdin` with its answer.
#[derive(Clone, Debug, Serialize)]
pub struct JsonPuzzle<'a> {
    rules: &'a str,
    seed: u64,
    number: usize,
    dice: Roll,
    rerolls_left: RerollsLeft,
    card: &'a Scorecard,
    options: Vec<NamedOption>,
    obvious: NamedOption,
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
            options: puzzle.advice.options.iter().map(|option| NamedOption::new(option, rules)).collect(),
            obvious: NamedOption::new(&puzzle.obvious, rules),
            position: position.to_string(),
            theme: Theme::of_puzzle(puzzle, table).name(),
            level: Level::of(&puzzle.advice).name(),
            gap: gap(&puzzle.advice),
        }
    }
}
