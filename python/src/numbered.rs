//! Actions as numbers and text, for arrays.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use yahtzee_dialogue::ask::chosen;
use yahtzee_solver::batch::{ActionNumbers, NumberedAction};
use yahtzee_solver::dice::Face;
use yahtzee_solver::{Action, Dice, Position, Roll, RuleSet, WrittenAction};

/// A whole number from Python. `True` is one there, but none of points, faces or actions.
pub(crate) fn whole(number: &Bound<'_, PyAny>) -> PyResult<i64> {
    if number.is_instance_of::<PyBool>() { Err(PyTypeError::new_err("a bool where a whole number is wanted")) } else { number.extract() }
}

/// An action from Python: its number, or the text of it or of an option of an advice.
pub(crate) enum Given {
    Number(i64),
    Text(String),
}

impl Given {
    /// Reads it. The inner error says what is wrong.
    pub(crate) fn read(action: &Bound<'_, PyAny>) -> PyResult<Result<Given, String>> {
        if let Ok(number) = whole(action) {
            return Ok(Ok(Given::Number(number)));
        }
        if let Ok(text) = action.extract() {
            return Ok(Ok(Given::Text(text)));
        }
        // The text of an option of an advice is the text of its action.
        if action.hasattr("hold")? && action.hasattr("category")? {
            return Ok(Ok(Given::Text(action.str()?.extract()?)));
        }
        let kind = action.get_type().name()?;
        Ok(Err(format!("a {kind} where the number or the text of an action is wanted, like 6 or \"hold 33\"")))
    }
}

/// The meaning of an action number in a position, or why it has none.
pub(crate) fn numbered(numbers: &ActionNumbers, position: &Position, action: i64) -> Result<Action, String> {
    let dice: Vec<u8> = position.roll().faces().map(|face| face.pips()).collect();
    let number = usize::try_from(action).ok().filter(|&number| number < numbers.count());
    let Some(number) = number else { return Err(format!("the actions are numbered from 0 to {}", numbers.count() - 1)) };
    let written = match numbers.action(&dice, number) {
        Some(NumberedAction::Hold(dice)) => WrittenAction::Hold(dice),
        Some(NumberedAction::Score(category)) => WrittenAction::Score { category, points: None },
        None => return Err(format!("it keeps all dice: choose a category, from {} on", numbers.masks())),
    };
    chosen::action(&written, position)
}

/// The number of a written action for a roll.
pub(crate) fn number_written(rules: &RuleSet, written: &WrittenAction, roll: &Roll) -> Result<usize, String> {
    let lacks = |dice: &Dice| format!("the dice {} have no {}", rules.die().text_of(roll), rules.die().text_of(dice));
    let action = match written {
        WrittenAction::Score { category, .. } => NumberedAction::Score(*category),
        WrittenAction::Reroll(dice) => NumberedAction::Hold(roll.minus(dice).ok_or_else(|| lacks(dice))?),
        WrittenAction::Hold(dice) if !roll.contains(dice) => return Err(lacks(dice)),
        WrittenAction::Hold(dice) => NumberedAction::Hold(*dice),
    };
    action.number(roll).ok_or_else(|| "it keeps all dice: choose a category".to_owned())
}

/// The action of a number for a roll, as text.
pub(crate) fn text_of_number(rules: &RuleSet, action: i64, roll: &Roll) -> Result<String, String> {
    let dice: Vec<Face> = roll.faces().collect();
    let masks = 1 << dice.len();
    let number = usize::try_from(action).ok().filter(|&number| number < masks + rules.category_count());
    match number {
        None => Err(format!("the action {action}: the actions are numbered from 0 to {}", masks + rules.category_count() - 1)),
        Some(number) if number >= masks => {
            let category = rules.categories().nth(number - masks).expect("a category");
            Ok(format!("score {}", rules.category(category).name))
        }
        Some(number) if number + 1 == masks => Err(format!("the action {action} keeps all dice: choose a category, from {masks} on")),
        Some(number) => {
            let kept = Dice::of((0..dice.len()).filter(|die| number >> die & 1 == 1).map(|die| dice[die]));
            let kept = rules.die().text_of(&kept);
            Ok(format!("hold {}", if kept.is_empty() { "none" } else { &kept }))
        }
    }
}
