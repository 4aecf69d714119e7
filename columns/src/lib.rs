//! Games of several columns: a strategy, and a bound that no strategy passes.
//!
//! In Triple Yahtzee, in the yam of three columns and in jamb the same boxes stand in several columns, and each turn fills one box of one of them. The
//! states of all columns together are too many to be solved. So each column is solved as a game of its own, in which it buys the turns that it uses: see
//! `bound.rs`. This gives
//!
//! - a **bound**: no way to play scores more on average. It is proved, not measured;
//! - a **player**, who ranks what to keep by what it does to the columns. What he scores is measured in seeded games.
//!
//! ```
//! use yahtzee_columns::{Effort, Game};
//! use yahtzee_solver::Run;
//! use yahtzee_solver::rules::ColumnGame;
//!
//! let toml = "name = 'two'\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 10\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n";
//! let rules = ColumnGame::parse(&(toml.to_owned() + "[[column]]\nname = 'once'\n[[column]]\nname = 'twice'\ntimes = 2\n"))?;
//! let effort = Effort { steps: 20, games: 1_000, ..Effort::new(Run::new()) };
//! let solved = Game::new(&rules, 1_000_000)?.solve(None, &effort, &mut |_, _| true)?;
//! assert!(solved.player.mean < solved.bound);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it goes
//!
//! `lots` (what prices tell apart) -> `prices` -> `column` (each column under prices, by the kernel) and `seller` -> `bound` -> `crowd` (how often a column uses
//! a roll) -> `solve` (prices that clear the market). `turn` and `uses` are one turn of one state; `player` and `advise` play by the values of the columns; `table` is the
//! file; `question` and `answer` are what front ends read and show.

mod advise;
mod answer;
mod bound;
mod column;
mod crowd;
mod game;
mod lots;
mod player;
mod prices;
mod question;
mod seller;
mod solve;
mod table;
#[cfg(test)]
mod tests;
mod turn;
mod uses;

pub use advise::{Action, Advice, AdviseError, Choice, Position};
pub use answer::{AdviceOfColumns, OptionOfColumns, SimulatedColumns, SolvedColumns};
pub use game::{Effort, Game};
pub use player::{BoxOf, Mean, Strategy};
pub use prices::{ColumnPrices, Prices};
pub use solve::{Begun, Seen, Solved, Step};
pub use table::{Table, TableError};
