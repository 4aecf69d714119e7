//! The tests of the library as it is used. One test binary, so that it is linked once and a table is solved once for all tests.

mod common;

mod cards;
mod definition;
#[cfg(feature = "exact")]
mod exact;
mod names;
mod reference;
mod rule_errors;
mod sheets;
mod states;
#[cfg(feature = "fs")]
mod table_file;
mod toys;
mod turn;
mod typed;
