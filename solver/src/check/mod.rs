//! Verification of a table, by code that shares nothing with `solve`.
//!
//! This room uses `dice`, `rules`, `space`, and of `solve` only the table that it checks and the threads that it runs on.

mod verify;

pub use verify::{Derived, Verification, Verifier};
