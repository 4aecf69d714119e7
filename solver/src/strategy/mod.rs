//! Whoever answers what to do: a strategy answers a whole turn of a state, a player answers one question.
//!
//! This room uses `dice`, `rules`, `game`, `space` and `solve`.

mod adapter;
mod block;
mod greedy;
mod optimal;
mod player;
mod random;
#[cfg(test)]
mod tests;

pub use adapter::Optimal;

pub(crate) use block::BlockStrategy;
pub use greedy::Greedy;
pub use optimal::{OptimalStrategy, TurnStrategy};
pub use player::Player;
pub use random::Random;
