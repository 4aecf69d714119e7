//! Play games to the end: simulated games of the optimal strategy, and the measurement of any player.

mod losses;
mod measure;
mod scores;
mod simulation;
#[cfg(test)]
mod tests;

pub use losses::{CountedMistake, DecisionLoss, Measured};
pub use measure::{MeasureError, Measurement};
pub use scores::{Deviation, Scores};
pub use simulation::Simulation;
pub(crate) use simulation::{Plane, play_turn};
