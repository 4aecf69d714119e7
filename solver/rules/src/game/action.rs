//! Actions, and their notation.

use std::fmt;

use crate::dice::{Dice, Hold};
use crate::rules::{Placement, RuleSet};

/// An action: one thing a player may do in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Keep these dice and reroll the others.
    Hold(Hold),
    /// Write the roll into a category.
    Score(Placement),
}

impl Action {
    /// The action in the notation of games: `hold 666`, `hold none`, `score sixes=24`.
    pub fn display<'a>(&'a self, rules: &'a RuleSet) -> impl fmt::Display + 'a {
        ActionText { action: self, rules, with_points: true }
    }
}

/// An action in the notation of games.
pub(super) struct ActionText<'a> {
    pub(super) action: &'a Action,
    pub(super) rules: &'a RuleSet,
    /// Whether the points of a placement are written too.
    pub(super) with_points: bool,
}

impl fmt::Display for ActionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            Action::Hold(hold) if hold.is_empty() => f.write_str("hold none"),
            Action::Hold(hold) => write!(f, "hold {}", Digits(hold, self.rules)),
            Action::Score(placement) => {
                write!(f, "score {}", self.rules.category(placement.category).name)?;
                if self.with_points { write!(f, "={}", placement.points) } else { Ok(()) }
            }
        }
    }
}

/// Dice of a game as it is written: without spaces, `11666`, unless faces have two digits.
pub(super) struct Digits<'a>(pub(super) &'a Dice, pub(super) &'a RuleSet);

impl fmt::Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.1.die().text_of(self.0))
    }
}
