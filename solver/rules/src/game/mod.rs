//! Read and write games as people see them: scorecard, position, moves, rounds, and the text form of each.

mod action;
mod card_error;
mod decision_kind;
mod entry;
#[expect(clippy::module_inception, reason = "the file of the type Game")]
mod game;
mod log;
#[cfg(test)]
mod log_tests;
mod move_error;
mod notation;
mod position;
mod roll_list;
mod rounds;
mod scorecard;
#[cfg(feature = "serde")]
mod serial;
mod sheet;
mod sheet_rows;
#[cfg(test)]
mod sheet_tests;
mod sheet_words;
mod standing;
mod written;

pub use action::Action;
pub use card_error::CardError;
pub use decision_kind::DecisionKind;
pub use entry::{EntryError, category_and_points};
pub use game::{Decision, Game, Move, PlayedTurn, Stage, Turn};
pub use move_error::MoveError;
pub use notation::{GameError, GameErrorKind};
pub use position::{Position, PositionError};
pub use rounds::{Rounds, RoundsError};
pub use scorecard::Scorecard;
pub use sheet::{Sheet, SheetWarning};
pub use standing::Standing;
pub use written::{ActionError, WrittenAction};
