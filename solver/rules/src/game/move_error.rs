//! Why a move of a game is not allowed.

use super::card_error::CardError;
use crate::dice::{Dice, DiceError, Roll};
use crate::rules::Points;
use crate::tr;

/// Why a move is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// Every category is filled.
    #[error("{}", tr!("the game is over: all its {} turns are played", .turns))]
    Over {
        /// The turns of the game.
        turns: usize,
    },
    /// An action without dice on the table.
    #[error("{}", tr!("there is nothing to decide yet: roll the dice first"))]
    NotRolled,
    /// A roll before an action was taken with the roll on the table.
    #[error("{}", tr!("the roll {} is undecided: hold some of its dice or score it before the next roll", .roll))]
    Undecided {
        /// The dice on the table.
        roll: Roll,
    },
    /// Wrong dice, or an impossible hold.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// A roll that does not contain the dice held.
    #[error("{}", tr!("the roll {} does not contain the hold {} from before it", .roll, .hold))]
    WithoutHold {
        /// The roll.
        roll: Roll,
        /// The dice held.
        hold: Dice,
    },
    /// A hold after the last roll of a turn.
    #[error("{}", tr!("too many rolls: a turn has {}, so the roll {} must be scored", .rolls, .roll))]
    NoRerollsLeft {
        /// The dice on the table.
        roll: Roll,
        /// The rolls of a turn.
        rolls: u8,
    },
    /// The category is filled.
    #[error("{}", tr!("{} is filled already; open are {}", .name, .open))]
    Filled {
        /// The category.
        name: String,
        /// The open categories.
        open: String,
    },
    /// The category is not open yet: another one is filled before it.
    #[error("{}", tr!("{} is not open yet: these rules fill {} first", .name, .next))]
    NotNext {
        /// The category.
        name: String,
        /// The next category.
        next: String,
    },
    /// The rules force the roll into other categories.
    #[error("{}", tr!("the rules do not let the roll {} be scored in {}: it must go to {}", .roll, .name, .allowed))]
    Forced {
        /// The category.
        name: String,
        /// The dice on the table.
        roll: Roll,
        /// The categories that the rules allow.
        allowed: String,
    },
    /// A voluntary zero, which the rules do not allow.
    #[error("{}", tr!("{}=0: the roll {} is worth {} there, and these rules allow no voluntary 0", .name, .roll, .right))]
    MustScore {
        /// The category.
        name: String,
        /// The dice on the table.
        roll: Roll,
        /// The points that the roll scores.
        right: Points,
    },
    /// A result alone, or a last roll, in the middle of a turn.
    #[error("{}", tr!("the turn has begun: only a whole turn can be written without its throws"))]
    TurnBegun,
    /// A result alone, or a last roll, in a game with saved or extra throws.
    #[error("{}", tr!("without its throws a turn does not tell how many of them are left: give the dice of all its throws"))]
    ThrowsUnknown,
    /// A result that no roll can have on this card.
    #[error(transparent)]
    Result(#[from] CardError),
    /// Points that the roll does not score there.
    #[error("{}", tr!("{}={}: the roll {} is worth {} there{}", .name, .points, .roll, .right, if *.or_zero { tr!("; 0 may always be written") } else { String::new() }))]
    WrongPoints {
        /// The category.
        name: String,
        /// The dice on the table.
        roll: Roll,
        /// The given points.
        points: u64,
        /// The points that the roll scores.
        right: Points,
        /// Whether 0 may be written instead.
        or_zero: bool,
    },
}
