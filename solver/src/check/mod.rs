//! Verification of tables, by code that shares nothing with `solve` and `evaluate`.
//!
//! This room uses `dice`, `rules`, `space`, of `solve` only the table that it checks and the threads that it runs on, and of `evaluate` only the
//! spread table that it checks.

mod spread;
mod verify;

pub use spread::SpreadVerification;
pub use verify::{Derived, Verification, Verifier};
