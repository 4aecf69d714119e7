//! The trainer: figures from a player's games and answers, and what to practise.
//!
//! Front ends keep a history, a line of JSON for each game and each answer ([`record`]). The rating ([`progress`]) and the deck of the player's mistakes
//! ([`deck`]) are computed from it, without solving anything. There is no clock here: a front end passes the time, in seconds since 1970.

mod asked_in;
pub mod daily;
pub mod deck;
mod first_steps;
mod fsrs;
mod history;
mod known;
mod owner;
mod position;
pub mod progress;
pub mod quiz;
pub mod rating;
pub mod record;
#[cfg(test)]
mod simulated;
mod ten;
pub mod theme;
pub mod topic;

pub use first_steps::{FirstStep, first_steps, fit_first_steps};
pub use history::History;
pub use known::Known;
pub use owner::Whose;
pub use position::QuizPosition;
pub use record::Record;
pub use theme::Theme;

/// The seconds in a day.
pub const DAY: u64 = 86_400;
