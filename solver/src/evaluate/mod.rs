//! Evaluation of strategies: exact distributions and fractions, where a turn ends, simulated games, and the measurement of a player.
//!
//! This room uses `dice`, `rules`, `game`, `space`, `solve`, `table` and `strategy`.

mod decision_kind;
mod distribution;
#[cfg(feature = "exact")]
mod exact;
mod final_file;
mod final_scores;
mod follow;
mod follower;
#[cfg(feature = "exact")]
mod fraction;
mod games;
mod head_to_head;
mod live;
mod losses;
mod measure;
mod memory;
mod opponents;
mod outcome;
mod scores;
mod simulate;
#[cfg(test)]
mod simulation_tests;
mod spread;
mod spread_walk;
mod stakes;
mod statistics;
mod turn_end;
#[cfg(feature = "exact")]
mod wide;

pub use decision_kind::DecisionKind;
pub use distribution::Distribution;
#[cfg(feature = "exact")]
pub use exact::ExactSolver;
pub use final_scores::FinalScores;
pub use follower::Follower;
#[cfg(feature = "exact")]
pub use fraction::Fraction;
pub use head_to_head::{Contestant, HeadToHead, HeadToHeadResults, Results};
pub use live::{Live, Standing};
pub use losses::{DecisionLoss, Measured, Mistake};
pub use measure::{MeasureError, Measurement};
pub use opponents::{Opponent, Opponents, OpponentsError, Ties};
pub use scores::{Deviation, Scores};
pub use simulate::Simulation;
pub use spread::{Spread, SpreadTable};
pub use statistics::{BonusStatistics, CategoryStatistics, Statistics};
pub use turn_end::{CategoryEnd, TurnEnd};
