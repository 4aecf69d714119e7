//! Play from a sheet of paper: cards of rules, which are strategies for people. `docs/winning.md` describes their form.
//!
//! A [`RuleCard`] is read from TOML ([`RuleCard::parse`]) or built in ([`RuleCard::builtin`]). [`CardStrategy`] compiles it, to play it or to value
//! it exactly with the [`Evaluator`](crate::evaluate::Evaluator).

mod builtin;
mod card;
mod compiled;
mod form;
mod lint;
mod shape;
mod strategy;
#[cfg(test)]
mod tests;
mod toml_text;

pub use card::{Condition, KeepRule, Kept, RuleCard, ScoreRule, WriteIn};
pub use lint::Idle;
pub use shape::{OwnBox, Shape, ShapeKind};
pub use strategy::CardStrategy;
