//! The solver of Yahtzee and its family: the middle part of `yahtzee-solver`, which is the crate to use.
//!
//! It has the loops that solve, and those that follow a strategy. Items that only `yahtzee-solver` uses are public and hidden: they are not part of
//! the interface.

pub mod evaluate;
#[doc(hidden)]
pub mod inside;
pub mod solve;
pub mod strategy;
pub mod table;

#[doc(no_inline)]
pub use yahtzee_rules::{counted, dice, game, language, printable, rules, say, sorting, space};

#[doc(no_inline)]
pub use dice::{Dice, Hold, RerollsLeft, Roll, Seed};
pub use evaluate::{Distribution, Follower, SpreadTable, Statistics};
#[doc(no_inline)]
pub use game::{Action, Game, Move, Position, Rounds, Scorecard, Sheet, Stage, WrittenAction};
#[doc(no_inline)]
pub use rules::{Category, Placement, Points, RuleSet, RulesError, State};
pub use solve::{Model, Run, Solver, SolverInParts, TurnOption, Utility, ValueTable};
pub use strategy::{LookaheadStrategy, OptimalStrategy, Player, Strategy, StrategyPlayer};
pub use table::TableError;
