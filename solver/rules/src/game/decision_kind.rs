//! The kinds of decisions.

use super::action::Action;
use super::position::Position;

/// The kind of a decision. Each kind is a separate skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecisionKind {
    /// Which dice to hold after roll number n of the turn, from 1. It includes scoring where a hold is best, and holding where scoring is best.
    Hold(u8),
    /// Where to score: the chosen and the best action are both scores.
    Category,
}

impl DecisionKind {
    /// The kind of a decision, given the action chosen in a position and whether scoring is best there.
    pub fn of(position: &Position, chosen: &Action, best_is_score: bool) -> DecisionKind {
        match chosen {
            Action::Score(_) if best_is_score => DecisionKind::Category,
            _ => DecisionKind::Hold(1 + position.card().rerolls().get() - position.rerolls_left().get()),
        }
    }
}
