//! Games of several columns.
mod bound;
mod column;
mod crowd;
mod game;
mod player;
mod prices;
mod solve;
mod turn;
mod uses;

pub use game::{Effort, Game};
pub use player::Mean;
pub use prices::Prices;
pub use solve::{Solved, Step};
