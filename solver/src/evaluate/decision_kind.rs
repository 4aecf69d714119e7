//! The kinds of decisions.

/// What a decision is about: each kind is a skill of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecisionKind {
    /// What to keep after this roll of the turn, from 1. To score at once where a hold is best, or the other way round, counts here.
    Hold(u8),
    /// Where to score: both what was chosen and what was best are categories.
    Category,
}
