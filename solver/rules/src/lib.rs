//! Dice, rules, games and states of Yahtzee and its family: the lowest part of `yahtzee-solver`, which is the crate to use.
//!
//! Nothing here computes a value. Items that only the crates above use are public and hidden: they are not part of the interface.

pub mod dice;
#[doc(hidden)]
pub mod error;
pub mod game;
pub mod language;
pub mod printable;
pub mod rules;
#[doc(hidden)]
pub mod sorting;
pub mod space;

pub use dice::{Dice, Hold, RerollsLeft, Roll, Seed};
pub use game::{Action, Game, Move, Position, Rounds, Scorecard, Sheet, Stage, WrittenAction};
pub use rules::{Category, Placement, Points, RuleSet, RulesError, State};
