//! The parts that every face of the game (terminal, browser, Python) shares.
//!
//! Questions and answers about positions, the JSON types, explanations in words, reading what people type, the session of a game, and saved games.
//! This crate uses no terminal, no clock, no file and no process. It builds for wasm32.

mod aims;
mod answer;
pub mod ask;
#[cfg(test)]
mod asked_tests;
pub mod chosen;
pub mod columns;
mod deciding;
mod evaluated;
pub mod hint;
#[cfg(test)]
mod hostile_tests;
pub mod json;
mod loss_parts;
mod named_strategy;
pub mod objectives;
pub mod quiz;
pub mod reasons;
mod rule_card;
pub mod saved;
#[cfg(test)]
mod saved_tests;
pub mod session;
pub mod spoken;
mod taken_back;
pub mod text;
pub mod training;
pub mod typed;
mod whole_game;
pub mod words;

pub use aims::Measure;
pub use answer::{Answer, AnswerError, Effort, Solutions, Store};
#[cfg(feature = "fs")]
pub use answer::{FolderStore, objective_named};
pub use ask::Question;
pub use evaluated::Evaluated;
pub use loss_parts::{LossParts, WorthParts};
pub use named_strategy::{NamedStrategy, StrategyNameError};
pub use rule_card::RuleCardTexts;
pub use taken_back::TakenBack;
pub use text::Text;
pub use whole_game::CardValue;
