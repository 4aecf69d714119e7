//! Check a table, by code that shares nothing with `solve` and `evaluate`.
//!
//! This room uses `dice`, `rules` and `space`; of `solve` only the table to check and the threads; of `evaluate` only the spread table to check; and of
//! `strategy` the actions to check.

mod certify;
mod proved;
mod spread;
mod verify;

pub use certify::{BoundsError, Certificate, CertifiedBounds, Certifier, CertifyError, Decision, NotPlain, PlainRules};
pub use proved::is_proved;
pub use spread::SpreadVerification;
pub use verify::{Derived, Verification, Verifier};
