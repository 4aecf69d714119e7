//! Dice arguments.

use pyo3::prelude::*;
use yahtzee_dialogue::ask::{Ask, AskDice};
use yahtzee_solver::Roll;

use super::positions::Position;
use crate::errors::{DiceError, OrRaise};
use crate::numbered::whole;

/// Dice for a question: text, or a sequence of faces.
pub(crate) fn ask_dice(dice: &Bound<'_, PyAny>) -> PyResult<AskDice<'static>> {
    if let Ok(text) = dice.extract::<String>() {
        return Ok(AskDice::Text(text.into()));
    }
    faces_of(dice).map(AskDice::Value).map_err(|_| DiceError::new_err("dice are text like \"13356\", or faces like [1, 3, 3, 5, 6]"))
}

/// A sequence of faces.
pub(crate) fn faces_of(dice: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let faces = dice.try_iter().and_then(|faces| faces.map(|face| whole(&face?)).collect::<PyResult<Vec<i64>>>());
    faces.map_err(|_| DiceError::new_err("dice are faces like [1, 3, 3, 5, 6]"))
}

/// The roll of dice, or of a position.
pub(crate) fn roll_of(dice: &Bound<'_, PyAny>, rules: &yahtzee_solver::RuleSet) -> PyResult<Roll> {
    if let Ok(position) = dice.cast::<Position>() {
        rules.check_same_game(position.get().0.rules()).or_raise()?;
        return Ok(position.get().0.roll());
    }
    let ask = Ask { dice: ask_dice(dice)?, ..Ask::default() };
    ask.roll(rules).or_raise()
}
