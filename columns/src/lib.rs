//! Games of several columns.
mod advise;
mod bound;
mod column;
mod crowd;
mod game;
mod player;
mod prices;
mod solve;
mod table;
#[cfg(test)]
mod tests;
mod turn;
mod uses;

pub use advise::{Action, Advice, AdviseError, Choice, Position};
pub use game::{Effort, Game};
pub use player::{BoxOf, Mean};
pub use prices::Prices;
pub use solve::{Begun, Solved, Step};
pub use table::{Table, TableError};
