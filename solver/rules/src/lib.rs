//! Dice, rules, games and states of Yahtzee and its family: the lowest part of `yahtzee-solver`, which is the crate to use.
//!
//! Nothing here computes a value.

pub mod dice;
mod error;
pub mod game;
pub mod language;
pub mod printable;
pub mod rules;
pub mod sorting;
pub mod space;

pub use dice::{Dice, Hold, RerollsLeft, Roll, Seed};
pub use game::{Action, Game, Move, Position, Rounds, Scorecard, Sheet, Stage, WrittenAction};
pub use rules::{Category, Placement, Points, RuleSet, RulesError, State};
