//! The reachable states of a game, their numbering, and the rows and lanes that hold their values.
//!
//! This room uses `dice` and `rules`.

mod state_space;
mod upper_sets;

pub(crate) use state_space::Row;
pub use state_space::{StateError, StateIndex, StateSpace};
pub(crate) use upper_sets::{BLOCK, block_from};
