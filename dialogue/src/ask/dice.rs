//! The dice of a question: faces, or text that may be a whole position.

use yahtzee_solver::{Dice, Position, RerollsLeft, RuleSet, Scorecard, tr};

use super::error::{AskError, AskField, InField};
use super::text_or::{OrText, TextOr};

/// The dice of a question: the pips of each die, or text, which may be a whole position: `13356 rerolls=1 ones=3`.
pub type AskDice<'a> = TextOr<'a, Vec<i64>>;

impl OrText for Vec<i64> {
    const LIKE: &'static str = r#"dice: a list like [1, 3, 3, 5, 6], or text like "13356""#;
}

impl AskDice<'_> {
    /// Whether no dice are given.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            TextOr::Value(faces) => faces.is_empty(),
            TextOr::Text(text) => text.trim().is_empty(),
        }
    }

    /// The dice, perhaps not all, and the other parts of a text.
    pub(super) fn read(&self, rules: &RuleSet) -> Result<(Dice, Option<RerollsLeft>, Option<Scorecard>), AskError> {
        let no_dice = || {
            let example = rules.die().text_of(&rules.game_dice().example());
            AskError::new(AskField::Dice, tr!("no dice: give the {} dice on the table, like {}", rules.dice(), example))
        };
        match self {
            dice if dice.is_empty() => Err(no_dice()),
            TextOr::Value(faces) => rules.dice_of_pips(faces).map(|dice| (dice, None, None)).in_field(AskField::Dice),
            TextOr::Text(text) => Position::parse_parts(text, rules).map_err(AskError::of_position),
        }
    }
}
