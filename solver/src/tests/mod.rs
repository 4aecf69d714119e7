//! Tests that need more than the interface of the library.

mod chosen;
mod distribution;
mod evaluator;
mod final_scores;
mod kernel;
mod lattice;
#[cfg(feature = "fs")]
mod leftovers;
mod memory;
mod opponents;
mod optimal;
mod outcome;
mod parts;
mod ranked;
#[cfg(feature = "fs")]
mod regular_file;
mod simple;
mod spread;
mod spread_walk;
mod statistics;
#[cfg(feature = "fs")]
mod turn_read;
mod turn_strategy;
mod turn_worths;
mod utility;
mod variances;
#[cfg(feature = "fs")]
mod whole_file;
mod worked_row;
