//! The tests of the proofs, of their program, and of the checker in C.

mod certify;
mod exact;
mod forged;
mod program;
