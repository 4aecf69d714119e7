//! Write a strategy or a player: a strategy answers a whole turn of a state, a player answers one question.

mod aimed;
mod block;
mod chooser;
mod chosen;
mod estimate;
mod lookahead;
mod mixed;
mod optimal;
mod player;
mod random;
mod simple;
mod turn_strategy;

pub use aimed::AimedPlayer;
#[doc(hidden)]
pub use block::BlockStrategy;
pub(crate) use block::RowOption;
#[doc(hidden)]
pub use chooser::Chooser;
#[doc(hidden)]
pub use chosen::{ByScore, ByWorth, Choosing, Chosen, TieOrder};
pub use estimate::Estimate;
pub use lookahead::{FallingEstimate, LookaheadStrategy};
pub use mixed::{ChancesError, MixedStrategy, Mixture, Pure, TurnChances, Uniform};
#[doc(hidden)]
pub use mixed::{Deed, Target};
pub use optimal::OptimalStrategy;
pub use player::{Player, StrategyPlayer};
pub use random::Random;
#[doc(hidden)]
pub use simple::simple_actions;
pub use turn_strategy::{Strategy, TurnStrategy};
