//! Answer many positions at once, as arrays of numbers: the value of every action, the best action, the loss of an action; and many games played at the
//! same time.

mod advisor;
mod answered;
mod arrays;
mod columns;
mod dealt;
mod decisions;
mod games;
#[cfg(test)]
mod games_tests;
mod numbers;
mod objective;
mod policy;
#[cfg(test)]
mod policy_tests;
mod reached;
mod rows;
#[cfg(test)]
mod tests;

pub use advisor::BatchAdvisor;
pub use arrays::{ModelArrays, Placements};
pub use columns::{BatchError, BatchErrorKind, Positions, States};
pub use decisions::{DecisionColumns, Decisions};
pub use games::BatchGames;
pub use numbers::{ActionNumbers, NumberedAction};
pub use objective::ObjectiveAdvisor;
pub use policy::RecordedPolicy;
