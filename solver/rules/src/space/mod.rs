//! The reachable states of a game, their numbering, and the rows and lanes that hold their values.

mod numbering;
mod state_space;
mod upper_sets;

pub use state_space::Row;
pub use state_space::{Outline, StateError, StateIndex, StateSpace};
pub use upper_sets::{BLOCK, block_from};
