//! The tests of the proofs, of their program, and of the checker in C.

#[expect(dead_code, reason = "other tests use the rest")]
#[path = "../../../solver/tests/all/common/random_rules.rs"]
mod random_rules;

mod certify;
mod exact;
mod forged;
mod program;
