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
mod turn;
mod uses;

pub use advise::{Action, Advice, AdviseError, Choice, Position};
pub use game::{Effort, Game};
pub use player::{BoxOf, Mean};
pub use prices::Prices;
pub use solve::{Solved, Step};
pub use table::{Table, TableError};
