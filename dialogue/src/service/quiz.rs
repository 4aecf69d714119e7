//! The positions of a quiz, and their solutions.

use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::{Position, TurnOption};

use super::Service;
use crate::answer::AnswerError;
use crate::training::daily::{self, Day};
use crate::training::quiz::Solution;
use crate::training::topic::QuizOf;

impl Service {
    /// The positions of a quiz, in its order. They end when no more are found.
    pub fn puzzles(&self, of: &QuizOf) -> Box<dyn Iterator<Item = Puzzle> + Send> {
        of.puzzles(self.table())
    }

    /// The ten of a day.
    pub fn daily(&self, day: Day) -> Vec<Puzzle> {
        daily::ten(day, self.table())
    }

    /// A position to learn from.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the position is of another game.
    pub fn puzzle(&self, position: &Position) -> Result<Puzzle, OtherRules> {
        Puzzle::of(position, self.table())
    }

    /// The solution of a position after a reply; no reply means that it was given up. With a known spread table the reasons have the chance of the upper
    /// bonus.
    ///
    /// # Errors
    ///
    /// An [`AnswerError`] if the position is of another game.
    pub fn solution(&self, puzzle: &Puzzle, chosen: Option<&TurnOption>) -> Result<Solution<'_>, AnswerError> {
        Solution::new(puzzle, chosen, self.table(), self.spread())
    }
}
