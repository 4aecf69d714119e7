//! The states of a game that can be reached, their numbering, and the rows and lanes in which their values stand.
//!
//! This room uses `dice` and `rules`.

mod state_space;
mod upper_sets;

pub(crate) use state_space::Row;
pub use state_space::{StateError, StateIndex, StateSpace};
pub(crate) use upper_sets::BLOCK;
