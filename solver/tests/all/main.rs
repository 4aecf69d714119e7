//! The tests of the library's interface. There is one test binary, so it is linked once and each table is solved once.

mod common;

mod boxes;
mod by_throw;
mod cards;
mod columns;
mod definition;
mod duel;
mod ended;
mod endgames;
mod fingerprints;
mod hindsight;
mod hostile;
mod languages;
mod names;
mod no_bonus;
mod odds;
mod patterns;
mod published;
mod readme;
mod recall;
mod reference;
mod relatives;
mod rooms;
mod rule_errors;
mod sections;
mod sheets;
mod states;
#[cfg(feature = "fs")]
mod table_file;
#[cfg(feature = "fs")]
mod targets;
mod toys;
mod turn;
mod typed;
mod utility;
mod winning;
mod winning_rolls;
mod zeros;
