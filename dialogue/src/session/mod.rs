//! A game at the table, key by key: a state machine without a terminal and without a clock. A face passes it the keys, draws its state, and saves the
//! games when it asks for that.

mod explain;
mod flow;
mod keys;
mod pick;
mod seat;
mod state;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod winning;
mod zero;

pub use keys::Key;
pub(crate) use seat::check_name;
pub use seat::{Computer, DiceFrom, MOST_PLAYERS, Mode, PlaysFor, ReviewedSeat, Seat, roll_for_start, seats, turns_done};
pub use state::{After, Page, Remark, Session, Shown, Tone};
