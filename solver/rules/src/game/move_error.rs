//! Why a move of a game is not allowed.

use super::card_error::CardError;
use crate::dice::{Dice, DiceError, Roll};
use crate::rules::Points;

/// Why a move is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// Every category is filled.
    #[error("the game is over: all its {turns} turns are played")]
    Over {
        /// The turns of the game.
        turns: usize,
    },
    /// An action without dice on the table.
    #[error("there is nothing to decide yet: roll the dice first")]
    NotRolled,
    /// A roll before an action was taken with the roll on the table.
    #[error("the roll {roll} is undecided: hold some of its dice or score it before the next roll")]
    Undecided {
        /// The dice on the table.
        roll: Roll,
    },
    /// Wrong dice, or an impossible hold.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// A roll that does not contain the dice held.
    #[error("the roll {roll} does not contain the hold {hold} from before it")]
    WithoutHold {
        /// The roll.
        roll: Roll,
        /// The dice held.
        hold: Dice,
    },
    /// A hold after the last roll of a turn.
    #[error("too many rolls: a turn has {rolls}, so the roll {roll} must be scored")]
    NoRerollsLeft {
        /// The dice on the table.
        roll: Roll,
        /// The rolls of a turn.
        rolls: u8,
    },
    /// The category is filled.
    #[error("{name} is filled already; open are {open}")]
    Filled {
        /// The category.
        name: String,
        /// The open categories.
        open: String,
    },
    /// The categories are filled in order, and another one is next.
    #[error("{name} is not open yet: this game fills the categories in their order, and {next} is next")]
    NotNext {
        /// The category.
        name: String,
        /// The next category.
        next: String,
    },
    /// The rules force the roll into other categories.
    #[error("the rules do not let the roll {roll} be scored in {name}: it must go to {allowed}")]
    Forced {
        /// The category.
        name: String,
        /// The dice on the table.
        roll: Roll,
        /// The categories that the rules allow.
        allowed: String,
    },
    /// A result alone in the middle of a turn.
    #[error("the turn has begun: only the result of a whole turn can be written without its dice")]
    TurnBegun,
    /// A result alone in a game that saves throws.
    #[error("a result does not tell the throws that the turn saved: give the dice of the turn")]
    ThrowsUnknown,
    /// A result that no roll can have on this card.
    #[error(transparent)]
    Result(#[from] CardError),
    /// Points that the roll does not score there.
    #[error("{name}={points}: the roll {roll} is worth {right} there{}", if *.right > 0 { "; 0 may always be written" } else { "" })]
    WrongPoints {
        /// The category.
        name: String,
        /// The dice on the table.
        roll: Roll,
        /// The given points.
        points: u64,
        /// The points that the roll scores.
        right: Points,
    },
}
