//! Optimal strategies of Yahtzee and its family, computed exactly.
//!
//! A [`RuleSet`] has the rules of a game. A [`Solver`] computes a [`ValueTable`]: the expected points still to come from every state under optimal
//! play. An [`Advisor`] finds the best dice to keep and the best category to score. In the repository, `solver/examples/plain.rs` computes the same values
//! as plainly as possible: read it first. `docs/design.md` explains the words and the structure.
//!
//! ```
//! use yahtzee_solver::{Action, Advisor, Position, RuleSet, Scorecard, Solver};
//!
//! let rules = RuleSet::builtin("hasbro")?;
//! let table = Solver::new(&rules)?.solve()?;
//! assert!((table.expected_score() - 254.5877).abs() < 1e-4);
//!
//! let card = Scorecard::parse("ones=3 fours=12 yahtzee=50", &rules)?;
//! let roll = rules.parse_roll("13356")?;
//! let advice = Advisor::new(&table).advise(&Position::new(card, roll, rules.rerolls_left(2)?)?)?;
//! match advice.best().action {
//!     Action::Hold(hold) => println!("keep {hold}"),
//!     Action::Score(placement) => println!("score {}", rules.category(placement.category).title),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # I want to…
//!
//! | | |
//! |---|---|
//! | know what to keep and where to score | [`Advisor::advise`] |
//! | reach a target, beat an opponent, or take more or less risk | [`Advisor::advise_for`], with an [`Objective`] |
//! | know the chances of one box in this turn | [`Goal`], [`Odds`](advise::Odds) |
//! | understand why an option is better | [`Advisor::reasons`] |
//! | look over a game that was played | [`Game::parse`], [`Review`] |
//! | practise | [`Quiz`] |
//! | play against others, and know who will win | [`Contest`] |
//! | know all final scores and their chances | [`Follower`] |
//! | know the exact worth of my own strategy | [`Strategy`], [`Evaluator`](evaluate::Evaluator) |
//! | measure a player that I cannot follow, such as a program | [`Player`], [`Measurement`] |
//! | give a strategy to a person on paper | [`RuleCard`](cards::RuleCard) |
//! | answer millions of positions | [`BatchAdvisor`](batch::BatchAdvisor) |
//! | play by other rules | [`RuleSet::parse`] |
//! | keep a solved table | [`ValueTable::save`], [`ValueTable::load`] |
//!
//! # Features
//!
//! - `rayon` (default): solving on several threads.
//! - `serde`: dice, points, cards and positions for serde.
//! - `batches`: millions of positions at once, as arrays of numbers.
//! - `fs` (default): table files on disk. Without it, tables are read from and written to bytes, as on `wasm32-unknown-unknown`.

pub mod advise;
#[cfg(feature = "batches")]
pub mod batch;
pub mod cards;
pub mod evaluate;
pub mod simulate;
pub mod solve;
pub mod strategy;
pub mod table;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
pub mod win;

#[doc(inline)]
pub use yahtzee_rules::{counted, dice, game, language, printable, rules, sorting, space, tr};

pub use advise::{Advice, Advisor, Goal, Objective, ObjectiveSolver, Quiz, Review};
#[doc(no_inline)]
pub use dice::{Dice, Hold, RerollsLeft, Roll, Seed};
#[doc(no_inline)]
pub use evaluate::{Distribution, Follower, SpreadTable, Statistics};
#[doc(no_inline)]
pub use game::{Action, Game, Move, Position, Rounds, Scorecard, Sheet, Stage, WrittenAction};
#[doc(no_inline)]
pub use rules::{Category, Placement, Points, RuleSet, RulesError, State};
pub use simulate::{Measurement, Simulation};
#[doc(no_inline)]
pub use solve::{Model, Run, Solver, SolverInParts, TurnOption, Utility, ValueTable};
#[doc(no_inline)]
pub use strategy::{LookaheadStrategy, OptimalStrategy, Player, Strategy, StrategyPlayer};
#[doc(no_inline)]
pub use table::TableError;
pub use win::Contest;

/// The functions measured by the benchmarks. They are not part of the interface and change with the kernel.
#[doc(hidden)]
pub mod internals {
    pub use crate::solve::kernel_on_rows;
}
