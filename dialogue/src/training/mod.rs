//! The trainer: what a player's games and answers say, and what to practise.
//!
//! Faces keep a history, a line of JSON for each game and each answer ([`record`]). All else is worked out from it, without solving anything: the rating
//! ([`progress`]), and the deck of the player's own mistakes ([`deck`]). There is no clock here: a face says what time it is, in seconds since 1970.

mod asked_in;
pub mod daily;
pub mod deck;
mod fsrs;
mod history;
mod known;
pub mod progress;
pub mod quiz;
pub mod rating;
pub mod record;
#[cfg(test)]
mod simulated;
pub mod theme;
pub mod topic;

pub use history::History;
pub use known::Known;
pub use record::Record;
pub use theme::Theme;

/// The seconds of a day.
pub const DAY: u64 = 86_400;
