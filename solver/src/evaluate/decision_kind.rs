//! The kinds of decisions.

use crate::game::{Action, Position};

/// What a decision is about: each kind is a skill of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecisionKind {
    /// What to keep after this roll of the turn, from 1. To score at once where a hold is best, or the other way round, counts here.
    Hold(u8),
    /// Where to score: both what was chosen and what was best are categories.
    Category,
}

impl DecisionKind {
    /// The kind of a decision: what was chosen in a position, and whether to score is best there.
    pub(crate) fn of(position: &Position, chosen: &Action, best_is_score: bool) -> DecisionKind {
        match chosen {
            Action::Score(_) if best_is_score => DecisionKind::Category,
            _ => DecisionKind::Hold(position.rules().rolls() - position.rerolls_left().get()),
        }
    }
}
