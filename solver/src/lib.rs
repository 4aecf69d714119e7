//! Optimal strategies of Yahtzee and its family, computed exactly.
//!
//! A [`RuleSet`] says how a game is played. A [`Solver`] computes a [`ValueTable`]: the expected points still to come from every state under optimal
//! play. An [`Advisor`] says what to keep and where to score. `docs/design.md` in the repository explains the words and the structure.
//!
//! ```
//! use yahtzee_solver::{Action, Advisor, Position, RuleSet, Scorecard, Solver};
//!
//! let rules = RuleSet::builtin("hasbro")?;
//! let table = Solver::new(&rules)?.solve();
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
//! # Features
//!
//! - `rayon` (default): solving on several threads.
//! - `exact` (default): expected scores as exact fractions.
//! - `serde`: dice, points, cards and positions for serde.
//! - `fs` (default): table files on disk. Without it, tables are read from and written to bytes, as on `wasm32-unknown-unknown`.

pub mod advise;
pub mod batch;
pub mod check;
pub mod dice;
mod error;
pub mod evaluate;
pub mod game;
mod printable;
pub mod rules;
pub mod simulate;
pub mod solve;
pub mod space;
pub mod strategy;
pub mod table;
#[cfg(test)]
mod testing;
pub mod win;

pub use advise::{
    Advice, AdviceError, Advisor, Aim, AimError, AimSolver, AimStep, GainingZero, Goal, GoalAdvice, GoalError, GoalOption, Grade, Objective,
    Puzzle, Quiz, Reason, ReasonError, Reasons, Recall, Review, ReviewedDecision, ReviewedTurn, TargetChance, TargetDifference,
    TargetSolver, Targets, UpperStanding,
};
pub use batch::{ActionNumbers, BatchAdvisor, BatchError, BatchFault, BatchGames, NumberedAction, Positions, States};
pub use check::{Derived, SpreadVerification, Verification, Verifier};
pub use dice::{Cup, Dice, DiceError, FACES, Face, Hold, MAX_DICE, RerollsLeft, Roll, Seed};
pub use evaluate::{
    BonusStatistics, CategoryEnd, CategoryStatistics, Distribution, FinalScores, Follower, Opponent, Opponents, OpponentsError, Spread,
    SpreadTable, Statistics, Ties, TurnEnd,
};
#[cfg(feature = "exact")]
pub use evaluate::{ExactSolver, Fraction};
pub use game::{
    Action, ActionError, CardError, Decision, DecisionKind, Game, GameError, GameFault, Move, MoveError, PlayedTurn, Position,
    PositionError, Rounds, RoundsError, Scorecard, Stage, Turn, WrittenAction,
};
pub use printable::{Unprintable, check_line, check_lines, escaped, is_printable};
pub use rules::{
    BonusWhen, Category, CategoryRule, Filled, Further, FurtherCase, Joker, Order, OtherRules, Pattern, Pays, Place, Placement, Points,
    RuleSet, RulesError, State, UpperBonus, WhyNot,
};
pub use simulate::{DecisionLoss, Deviation, MeasureError, Measured, Measurement, Mistake, Scores, Simulation};
pub use solve::{
    MEMORY_LIMIT, Model, SimdLevel, Solver, Stopped, TIE_TOLERANCE, TurnOption, TurnWorths, Utility, UtilityError, UtilitySolver,
    UtilityValues, UtilityWork, ValueTable, WORTH_TIE_TOLERANCE, Worth, stop, stoppable,
};
pub use space::{StateError, StateIndex, StateSpace};
pub use strategy::{GreedyStrategy, OptimalStrategy, Player, Random, Strategy, StrategyPlayer, TurnStrategy};
#[cfg(feature = "fs")]
pub use table::{LEFTOVER_AGE, WholeFile, open_regular, read_limited, remove_leftovers};
pub use table::{TableError, TableHeader};
pub use win::{
    Chance, Contest, Contestant, HeadToHead, HeadToHeadResults, Live, Results, Side, Standing, TurningPoint, WinDecision, WinReview,
    WinTurn,
};

/// What the benchmarks measure. It is not part of the interface and changes with the kernel.
#[doc(hidden)]
pub mod internals {
    pub use crate::solve::kernel_on_rows;
}
