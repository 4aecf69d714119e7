//! Many positions at once, as arrays of numbers: the value of every action, the best action, the regret of an action.
//!
//! This room uses `dice`, `rules`, `space` and `solve`.

mod advisor;
mod answered;
mod columns;
mod dealt;
mod numbers;
mod rows;
#[cfg(test)]
mod tests;

pub use advisor::BatchAdvisor;
pub use columns::{BatchError, BatchFault, Positions, States};
pub use numbers::{ActionNumbers, NumberedAction};
