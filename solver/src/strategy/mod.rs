//! Write a strategy or a player: a strategy answers a whole turn of a state, a player answers one question.

mod block;
mod chooser;
mod estimate;
mod lookahead;
mod mixed;
mod objective_player;
mod optimal;
mod player;
mod random;
mod simple;
mod turn_strategy;

pub(crate) use block::{BlockStrategy, RowOption};
pub(crate) use chooser::Chooser;
pub use estimate::Estimate;
pub use lookahead::{FallingEstimate, LookaheadStrategy};
pub use mixed::{ChancesError, MixedStrategy, Mixture, Pure, TurnChances, Uniform};
pub(crate) use mixed::{Deed, Target};
pub use objective_player::ObjectivePlayer;
pub use optimal::OptimalStrategy;
pub use player::{Player, StrategyPlayer};
pub use random::Random;
pub(crate) use simple::simple_actions;
pub use turn_strategy::{Strategy, TurnStrategy};
