//! The reachable states of a game, their numbering, and the rows and lanes that hold their values.

mod numbering;
mod state_space;
mod upper_sets;

#[doc(hidden)]
pub use state_space::Row;
pub use state_space::{StateError, StateIndex, StateSpace};
#[doc(hidden)]
pub use upper_sets::{BLOCK, block_from};
