//! A game at the table: a state machine without a terminal and without a clock. A front end passes it the players' intents, draws its state, and saves the
//! games when it asks for that.

mod aided;
mod by_card;
mod explain;
mod flow;
mod intent;
mod letters;
mod played;
mod replay;
#[cfg(test)]
mod replay_tests;
pub mod review;
pub mod same;
pub mod saved;
#[cfg(test)]
mod saved_tests;
mod seat;
mod state;
#[cfg(test)]
mod table_tests;
mod taken_back;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod winning;
mod zero;

pub use explain::QUIET;
pub use intent::{Go, Intent};
pub use played::{Played, PlayedRulesError, Reviewable};
pub use review::ReviewAnswer;
pub use same::{Compared, SameDice};
pub(crate) use seat::check_name;
pub use seat::{Computer, DiceFrom, MOST_PLAYERS, Mode, PlaysFor, ReviewedSeat, RollForStart, Seat, join, seats, turns_done, won_at_once};
pub use state::{Mistake, Next, Page, Remark, Response, Session, SessionError, StateNumber, Tone, Visible};
pub use taken_back::TakenBack;
