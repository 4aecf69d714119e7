//! Optimal strategies of Yahtzee and its family, computed exactly.
//!
//! A [`RuleSet`] says how a game is played; a [`Solver`] computes the expected score of every state of it under optimal play, the
//! [`ValueTable`]; an [`Advisor`] answers what to keep and where to score.
//!
//! ```
//! use yahtzee_solver::{Advisor, OptionKind, RuleSet, Scorecard, Solver};
//!
//! let rules = RuleSet::builtin("hasbro")?;
//! let table = Solver::new(&rules)?.solve();
//! assert!((table.expected_score() - 254.5877).abs() < 1e-4);
//!
//! let card = Scorecard::parse("ones=3 fours=12 yahtzee=50", &rules)?;
//! let roll = rules.parse_roll("13356")?;
//! let advice = Advisor::new(&table).advise(&card, roll, rules.rerolls_left(2)?)?;
//! match advice.best().kind {
//!     OptionKind::Hold(hold) => println!("keep {hold}"),
//!     OptionKind::Score(placement) => println!("score {}", rules.category(placement.category).title),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `rayon` (default): solving on several threads.
//! - `exact` (default): expected scores as exact fractions.
//! - `fs` (default): table files on disk. Without it, tables are read from and written to bytes, as on `wasm32-unknown-unknown`.

mod advise;
mod analysis;
mod category;
mod cup;
mod dice;
mod error;
mod game;
mod lattice;
mod model;
mod plan;
mod quiz;
mod review;
mod rounds;
mod rules;
mod scorecard;
mod solve;
mod state;
mod table;
mod threads;
mod turn;

pub use advise::{Advice, Advisor, OptionKind, TIE, TurnOption};
pub use analysis::distribution::Distribution;
#[cfg(feature = "exact")]
pub use analysis::exact::{ExactSolver, Fraction};
pub use analysis::goal::{Chased, Goal, GoalAdvice};
pub use analysis::policy::{Policy, TurnPolicy};
pub use analysis::reasons::{Reason, Reasons, UpperStanding};
pub use analysis::simulate::{
    DecisionLoss, Deviation, Greedy, MeasureError, Measured, Measurement, Mistake, Optimal, Player, Question, Random, Scores, Simulation,
};
pub use analysis::spread::{Spread, SpreadTable};
pub use analysis::statistics::{BonusStatistics, CategoryStatistics, Statistics};
pub use analysis::turn_end::{CategoryEnd, TurnEnd};
pub use analysis::verify::{Derived, Verification, Verifier};
pub use category::{Category, Pattern, Pays, Points};
pub use cup::{Cup, Seed};
pub use dice::{Dice, FACES, Face, Hold, MAX_DICE, RerollsLeft, Roll};
pub use error::{CardError, DiceError, GameError, GameFault, GoalError, MoveError, RoundsError, RulesError, TableError};
pub use game::{Decision, Game, Move, PlayedTurn, Stage, Turn};
pub use lattice::{Element, Lanes, Lattice, Node};
pub use model::{MEMORY_LIMIT, Model};
pub use quiz::{Puzzle, Quiz};
pub use review::{DecisionKind, Grade, Review, ReviewedDecision, ReviewedTurn};
pub use rounds::Rounds;
pub use rules::{BonusWhen, CategoryRule, Further, FurtherCase, Joker, Place, Placement, RuleSet, UpperBonus, WhyNot};
pub use scorecard::Scorecard;
pub use solve::{Solver, Width};
pub use state::{Filled, State, StateIndex, StateSpace};
pub use table::{TableHeader, ValueTable};

/// What the benchmarks measure from inside. Not part of the interface: it changes as the kernel does.
#[doc(hidden)]
pub mod internals {
    pub use crate::solve::kernel_on_rows;
}
