//! Check a table, by code that shares nothing with `solve` and `evaluate`.
//!
//! This room uses `dice`, `rules` and `space`; of `solve` only the table to check and the threads; and of `evaluate` only the spread table to check.

mod spread;
mod verify;

pub use spread::SpreadVerification;
pub use verify::{Derived, Verification, Verifier};
