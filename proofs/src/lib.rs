//! Proofs about the solver, by code that is not the solver's: the library of the program `yahtzee-prove`.
//!
//! - [`ExactSolver`]: the expected score as a fraction of whole numbers.
//! - [`Certifier`]: a proof in exact arithmetic that every decision by a table is right, with a [`Certificate`] that other programs can check.
//! - [`Verifier`]: the values of a table, derived again from the rules in plain form, or compared with a certificate.

mod certify;
mod exact;
mod file;
mod fraction;
mod game;
mod named;
mod plain;
mod tally;
mod turn;
mod verify;
mod whole;

pub use certify::{Certificate, Certifier, CertifyError, Decision};
pub use exact::ExactSolver;
pub use file::{BoundsError, CertifiedBounds};
pub use fraction::Fraction;
pub use plain::{NotPlain, PlainRules};
pub use verify::{Derived, Verification, Verifier};
