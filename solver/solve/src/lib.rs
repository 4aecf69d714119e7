//! The rules, states and solver of Yahtzee and its family: the lower half of `yahtzee-solver`, which is the crate to use.
//!
//! It has the solver's loops and those that follow a strategy. Items that only `yahtzee-solver` uses are public and hidden: they are not part of the
//! interface.

pub mod dice;
#[doc(hidden)]
pub mod error;
pub mod evaluate;
pub mod game;
pub mod printable;
pub mod rules;
pub mod solve;
pub mod space;
pub mod strategy;
pub mod table;
#[cfg(test)]
mod testing;

pub use dice::{Dice, Hold, RerollsLeft, Roll, Seed};
pub use evaluate::{Distribution, Follower, SpreadTable, Statistics};
pub use game::{Action, Game, Move, Position, Rounds, Scorecard, Stage, WrittenAction};
pub use rules::{Category, Placement, Points, RuleSet, RulesError, State};
pub use solve::{Model, Run, Solver, TurnOption, Utility, ValueTable};
pub use strategy::{LookaheadStrategy, OptimalStrategy, Player, Strategy, StrategyPlayer};
pub use table::TableError;
