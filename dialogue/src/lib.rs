//! The common parts of all front ends of the game (terminal, browser, Python).
//!
//! A front end reads what somebody asks into an [`Ask`](ask::Ask), calls the [`Service`] of the game, and draws the [`Answer`], in words or as JSON. A game at
//! a table is a [`Session`](session::Session). This crate uses no terminal, no clock and no process, and files only with the feature `fs`. It builds for wasm32.

pub mod answer;
pub mod ask;
pub mod columns;
pub mod json;
pub mod service;
pub mod session;
#[cfg(test)]
mod tests;
pub mod training;
pub mod words;

pub use answer::{Answer, AnswerError, CardValue, LossParts, OddsAnswer};
pub use ask::Question;
#[cfg(feature = "fs")]
pub use service::FolderStore;
pub use service::{Detail, Effort, Evaluated, NamedStrategy, Service, ServiceError, Shelf, Store, StrategyNameError, Work};
pub use session::{ReviewAnswer, TakenBack};
pub use words::{Measure, RuleCardTexts, WorthKind};
