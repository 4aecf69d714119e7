//! Random rule sets and random games for the tests of the other crates.

mod numbers;
mod random_rules;

pub use numbers::Numbers;
pub use random_rules::{rules_at_the_limits, rules_of_patterns, rules_that_favour_zeros, small_rules};
