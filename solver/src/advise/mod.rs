//! What a player is told: every action of a position with its value, chances of a goal, the reasons, a game looked over, positions to learn from.
//!
//! This room uses all rooms before it: `dice`, `rules`, `game`, `space`, `solve`, `strategy` and `evaluate`.

mod advisor;
mod goal;
mod quiz;
mod reasons;
mod review;
mod rounds;

pub use advisor::{Advice, Advisor};
pub use goal::{Goal, GoalAdvice, GoalError, GoalOption};
pub use quiz::{Puzzle, Quiz};
pub use reasons::{Reason, ReasonError, Reasons, UpperStanding};
pub use review::{Grade, Review, ReviewedDecision, ReviewedTurn};
