//! The errors of a question, each with its field.

use std::fmt;

use yahtzee_solver::dice::DiceError;
use yahtzee_solver::game::{PositionError, RoundsError};
use yahtzee_solver::tr;

/// A field of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskField {
    /// The dice on the table.
    Dice,
    /// The rerolls left.
    RerollsLeft,
    /// The card.
    Card,
    /// The player whose column of a sheet is the card.
    Player,
    /// The number of rounds.
    Rounds,
    /// The current round.
    Round,
    /// The totals of the earlier rounds.
    Earlier,
    /// The action to compare with the best.
    Chosen,
    /// The goal of the turn.
    Goal,
    /// The objective.
    Objective,
    /// The odds of boxes.
    Odds,
}

impl AskField {
    /// The name of the field, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            AskField::Dice => "dice",
            AskField::RerollsLeft => "rerolls_left",
            AskField::Card => "card",
            AskField::Player => "player",
            AskField::Rounds => "rounds",
            AskField::Round => "round",
            AskField::Earlier => "earlier",
            AskField::Chosen => "chosen",
            AskField::Goal => "goal",
            AskField::Objective => "objective",
            AskField::Odds => "odds",
        }
    }

    /// Its name in words; in English its name in JSON.
    fn title(self) -> String {
        match self {
            AskField::Dice => tr!("dice"),
            AskField::RerollsLeft => tr!("rerolls_left"),
            AskField::Card => tr!("card"),
            AskField::Player => tr!("player"),
            AskField::Rounds => tr!("rounds"),
            AskField::Round => tr!("round"),
            AskField::Earlier => tr!("earlier"),
            AskField::Chosen => tr!("chosen"),
            AskField::Goal => tr!("goal"),
            AskField::Objective => tr!("objective"),
            AskField::Odds => tr!("odds"),
        }
    }
}

/// An error in a question: `card: ones=7: no roll scores that there; …`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", field.title())]
pub struct AskError {
    /// The invalid field.
    pub field: AskField,
    /// The error, and the correct form.
    pub message: String,
}

impl AskError {
    /// An error in a field.
    pub(crate) fn new(field: AskField, message: impl fmt::Display) -> AskError {
        AskError { field, message: message.to_string() }
    }

    /// A field that the text of the dice gives as well.
    pub(super) fn twice(field: AskField) -> AskError {
        AskError::new(field, tr!("it is with the dice already: write it once"))
    }

    /// Opponents who are others on a sheet, of which there is none.
    pub(super) fn no_others() -> AskError {
        AskError::new(AskField::Objective, tr!("the others are players on a copied sheet: give it as the card, and the player"))
    }

    /// An error in the text of a position, or in its parts.
    pub(super) fn of_position(error: PositionError) -> AskError {
        let field = match &error {
            PositionError::Card(_) => AskField::Card,
            PositionError::Dice(DiceError::TooManyRerolls { .. }) | PositionError::Rerolls(_) | PositionError::RerollsTwice => {
                AskField::RerollsLeft
            }
            _ => AskField::Dice,
        };
        AskError::new(field, error)
    }

    pub(super) fn of_rounds(error: RoundsError) -> AskError {
        let field = match &error {
            RoundsError::Round { .. } => AskField::Round,
            RoundsError::Earlier { .. } | RoundsError::EarlierTotal { .. } => AskField::Earlier,
            _ => AskField::Rounds,
        };
        AskError::new(field, error)
    }
}

/// Adds the field to an error.
pub trait InField<T> {
    /// The same result, with the field in its error.
    ///
    /// # Errors
    ///
    /// The error of the result.
    fn in_field(self, field: AskField) -> Result<T, AskError>;
}

impl<T, E: fmt::Display> InField<T> for Result<T, E> {
    fn in_field(self, field: AskField) -> Result<T, AskError> {
        self.map_err(|error| AskError::new(field, error))
    }
}
