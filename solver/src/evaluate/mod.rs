//! Know what a strategy is worth, exactly: distributions, statistics, spreads, ends of turns, and the scores of opponents.

mod distribution;
mod evaluator;
mod example;
mod final_scores;
mod finish;
mod follower;
mod games;
mod lookahead_values;
mod losses;
mod memory;
mod mixed_ends;
mod opponents;
mod outcome;
mod row_ends;
mod sampled;
mod spread;
mod spread_walk;
mod statistics;
mod statistics_file;
mod turn_end;
mod turn_values;
mod variances;
mod worth_turns;

pub use distribution::Distribution;
pub use evaluator::{EvaluateError, Evaluator, StrategyValues};
#[cfg(test)]
pub(crate) use example::example_card;
pub use final_scores::FinalScores;
pub(crate) use final_scores::{STEP, ToCome, step};
pub use finish::Finish;
pub use follower::Follower;
pub use losses::{Habit, LossKinds, Losses};
pub use opponents::{Opponent, Opponents, OpponentsError, Ties};
#[cfg(test)]
pub(crate) use outcome::{End, ends, follow};
pub use sampled::SampledTurns;
pub use spread::{Spread, SpreadTable};
pub use statistics::{BonusStatistics, CategoryStatistics, Statistics};
pub use turn_end::{CategoryEnd, TurnEnd};
pub(crate) use worth_turns::WorthTurns;
