//! A card of rules: what each rule asks for and what it does.

use super::shape::{OwnBox, Shape, ShapeKind};
use crate::dice::FACES;
use crate::rules::{Category, Filled, RuleSet};

/// A card of rules. While rerolls are left, the first of its rules for keeping that fits says what to keep; then the first of its rules for scoring that
/// fits says where to score.
///
/// If no rule for keeping fits, all dice are rolled again. If no rule for scoring fits, the roll is scored where it gets the most points; of equals in the
/// first box.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleCard {
    /// Its name, in kebab case.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Where it is from.
    pub source: String,
    /// The game it is for.
    pub rules: RuleSet,
    /// The rules for keeping dice.
    pub keep: Vec<KeepRule>,
    /// The rules for scoring.
    pub score: Vec<ScoreRule>,
}

/// A condition on the card of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// Each of these categories is open.
    pub open: Filled,
    /// One of these is open, if there are any.
    pub open_any: Filled,
    /// None of these is open.
    pub filled: Filled,
    /// The least and the most open boxes.
    pub boxes_left: (u8, u8),
    /// The least and the most points that are still needed for the upper bonus; 0 if it is reached.
    pub needed: (u16, u16),
}

/// A rule for keeping dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeepRule {
    /// What the dice must show.
    pub shape: Shape,
    /// What the card must be like.
    pub side: Side,
    /// The least and the most rerolls left.
    pub rerolls: (u8, u8),
    /// What is kept.
    pub keep: Kept,
}

/// What a rule keeps. If these are all dice, they are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    /// The dice that show the shape.
    Those,
    /// All dice.
    All,
    /// Nothing.
    Nothing,
    /// All dice of these faces, from the first to the second.
    Faces(u8, u8),
}

/// A rule for scoring: the first of its boxes that is open, and gets enough points.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScoreRule {
    /// What the dice must show.
    pub shape: Shape,
    /// What the card must be like.
    pub side: Side,
    /// The boxes, first choice first.
    pub boxes: Vec<WriteIn>,
    /// The points that the roll must get there.
    pub at_least: u16,
}

/// A box in a rule for scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteIn {
    /// The upper box of the face of the dice that show the shape.
    Own,
    /// This one.
    Box(Category),
}

impl Default for Side {
    fn default() -> Side {
        Side { open: Filled::NONE, open_any: Filled::NONE, filled: Filled::NONE, boxes_left: (0, u8::MAX), needed: (0, u16::MAX) }
    }
}

impl Side {
    /// Whether it asks for points that are needed.
    pub(super) fn asks_for_points(&self) -> bool {
        self.needed != (0, u16::MAX)
    }

    /// Whether the card of a player is like this: its open boxes, and the points that it still needs for the bonus.
    #[inline]
    pub(super) fn fits(&self, open: Filled, needed: u16) -> bool {
        open.contains_all(self.open)
            && (self.open_any == Filled::NONE || open.and(self.open_any) != Filled::NONE)
            && open.and(self.filled) == Filled::NONE
            && (self.boxes_left.0..=self.boxes_left.1).contains(&(open.count() as u8))
            && (self.needed.0..=self.needed.1).contains(&needed)
    }
}

impl Shape {
    /// Whether the upper box of the face matters.
    pub(super) fn asks_for_box(&self) -> bool {
        self.own_box != OwnBox::Any
    }

    /// Whether the dice that show it have a face of their own, and so a box.
    pub(super) fn has_face(&self) -> bool {
        matches!(self.kind, ShapeKind::Alike(_) | ShapeKind::TwoPairs | ShapeKind::FullHouse)
    }

    pub(super) fn has_all_faces(&self) -> bool {
        self.faces == (1, FACES as u8)
    }
}

impl RuleCard {
    /// The number of rules.
    pub fn len(&self) -> usize {
        self.keep.len() + self.score.len()
    }

    /// Whether it has no rules.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The card without one of its rules: those for keeping are counted first. Without such a rule it is the same card.
    #[must_use]
    pub fn without(&self, rule: usize) -> RuleCard {
        let mut card = self.clone();
        if rule < card.keep.len() {
            card.keep.remove(rule);
        } else if rule < self.len() {
            card.score.remove(rule - self.keep.len());
        }
        card
    }
}
