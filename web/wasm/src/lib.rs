//! The engine of the page as one WebAssembly file. It is a separate crate because the optimisation level of the crate linked last applies to all of
//! them when linking: the loops of `yahtzee-kernel` are vectorised here.

pub use yahtzee_web_engine::*;
