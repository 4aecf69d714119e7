//! What to keep and where to score: the actions of a position with their values, the chances of a goal, the odds of each box, reasons, the review of a
//! game, hindsight, a quiz, and the best chance of every final score.

mod advisor;
mod counted;
pub(crate) mod duel;
mod duel_book;
mod duel_follow;
pub(crate) mod duel_player;
mod duel_seat;
mod duel_stage;
#[cfg(test)]
mod duel_tests;
mod goal;
mod hindsight;
mod level;
mod objective;
mod odds;
mod proved;
mod quiz;
mod reasons;
mod recall;
mod review;
mod targets;

pub use advisor::{Advice, AdviceError, Advisor};
pub use goal::{Goal, GoalAdvice, GoalError, GoalOption};
pub use hindsight::{Hindsight, HindsightTurn, Stopping};
pub use level::{PlayerLevel, Severity};
pub use objective::{Objective, ObjectiveError, ObjectiveSolver, SolveStep, SolvedTurn};
pub use odds::{BestOdds, BoxOdds, Ends, Odds, OddsError, PointsChance};
pub use proved::is_proved;
pub use quiz::{Puzzle, Quiz};
pub use reasons::{GainingZero, Reason, ReasonError, Reasons, UpperStanding};
pub use recall::Recall;
pub use review::{BestDecision, Review, ReviewedDecision, ReviewedTurn};
pub use targets::{TargetChance, TargetDifference, TargetSolver, Targets};
