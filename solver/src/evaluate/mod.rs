//! A strategy followed exactly: distributions, statistics, spreads, where a turn ends, exact fractions, and the scores of opponents.
//!
//! This room uses `dice`, `rules`, `game`, `space`, `solve`, `table` and `strategy`.

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
mod memory;
mod opponents;
mod outcome;
mod spread;
mod spread_walk;
mod statistics;
mod turn_end;
mod variances;
#[cfg(feature = "exact")]
mod wide;

pub use distribution::Distribution;
#[cfg(feature = "exact")]
pub use exact::ExactSolver;
pub use final_scores::FinalScores;
pub(crate) use final_scores::{STEP, ToCome, step};
pub use follower::Follower;
#[cfg(feature = "exact")]
pub use fraction::Fraction;
pub use opponents::{Opponent, Opponents, OpponentsError, Ties};
pub(crate) use outcome::choose_block;
pub use spread::{Spread, SpreadTable};
pub use statistics::{BonusStatistics, CategoryStatistics, Statistics};
pub use turn_end::{CategoryEnd, TurnEnd};
