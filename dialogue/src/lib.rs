//! The common parts of all faces of the game (terminal, browser, Python).
//!
//! Questions and answers about positions, the JSON types, explanations in words, reading typed text, the session of a game, and saved games. This
//! crate uses no terminal, no clock and no process, and files only with the feature `fs`. It builds for wasm32.

pub mod answer;
pub mod ask;
pub mod columns;
pub mod json;
pub mod session;
#[cfg(test)]
mod tests;
pub mod training;
pub mod words;

#[cfg(feature = "fs")]
pub use answer::FolderStore;
pub use answer::{
    Answer, AnswerError, CardValue, Effort, Evaluated, LossParts, NamedStrategy, Solutions, Store, StrategyNameError, WorthParts,
};
pub use ask::Question;
pub use session::TakenBack;
pub use words::{Measure, RuleCardTexts, Text};
