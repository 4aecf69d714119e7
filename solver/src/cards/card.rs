//! A card of rules: the conditions and the effect of each rule.

use super::shape::{FACES, OwnBox, Shape};
use crate::rules::{Category, Filled, RuleSet};

/// A card of rules. While rerolls are left, the first matching rule for keeping decides which dice to keep. Then the first matching rule for scoring
/// decides where to score.
///
/// If no rule for keeping matches, all dice are rolled again. If no rule for scoring matches, the roll goes where it scores the most points; of
/// equals into the first box.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleCard {
    /// Its name, in kebab case.
    pub name: String,
    /// Its display name.
    pub title: String,
    /// Its source.
    pub source: String,
    /// The game it is for.
    pub rules: RuleSet,
    /// The rules for keeping dice.
    pub keep: Vec<KeepRule>,
    /// The rules for scoring.
    pub score: Vec<ScoreRule>,
}

/// A condition on the player's scorecard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Each of these categories is open. To a rule for scoring, a box is open if the roll may go there.
    pub open: Filled,
    /// One of these is open, if the set is not empty.
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
    /// The condition on the dice.
    pub shape: Shape,
    /// The condition on the scorecard.
    pub condition: Condition,
    /// The least and the most rerolls left.
    pub rerolls: (u8, u8),
    /// The dice to keep.
    pub keep: Kept,
}

/// The dice that a rule keeps. If these are all dice, the roll is scored.
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

/// A rule for scoring: it uses its first open box with enough points.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScoreRule {
    /// The condition on the dice.
    pub shape: Shape,
    /// The condition on the scorecard.
    pub condition: Condition,
    /// The boxes, in order of preference.
    pub boxes: Vec<WriteIn>,
    /// The least points that the roll must score there.
    pub at_least: u16,
}

/// A box in a rule for scoring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteIn {
    /// The upper box of the face of the dice that show the shape.
    Own,
    /// This box.
    Box(Category),
}

impl Default for Condition {
    fn default() -> Condition {
        Condition { open: Filled::NONE, open_any: Filled::NONE, filled: Filled::NONE, boxes_left: (0, u8::MAX), needed: (0, u16::MAX) }
    }
}

impl Condition {
    /// Whether it has a condition on the points still needed.
    pub(super) fn asks_for_points(&self) -> bool {
        self.needed != (0, u16::MAX)
    }

    /// Whether a scorecard meets the condition, given its open boxes and the points it still needs for the bonus.
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

    pub(super) fn has_all_faces(&self) -> bool {
        self.faces == (1, FACES as u8)
    }
}

impl ScoreRule {
    /// The whole condition on the dice: a rule that uses only the own box matches only faces whose box is open.
    pub fn whole_shape(&self) -> Shape {
        let only_own = !self.boxes.is_empty() && self.boxes.iter().all(|write| *write == WriteIn::Own);
        if only_own && self.shape.own_box == OwnBox::Any { Shape { own_box: OwnBox::Open, ..self.shape } } else { self.shape }
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

    /// The card without one of its rules; the rules for keeping are counted first. For an unknown rule it is the same card.
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
