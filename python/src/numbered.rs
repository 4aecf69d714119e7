//! Actions and dice as numbers and text, for arrays and data frames.

use yahtzee_dialogue::chosen;
use yahtzee_solver::batch::{ActionNumbers, NumberedAction};
use yahtzee_solver::{Action, Dice, Position, Roll, WrittenAction};

/// What an action number means in a position, or why it means nothing there.
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

/// The dice of a roll as text: `13356`.
pub(crate) fn dice_text(dice: &Dice) -> String {
    dice.faces().map(|face| face.to_string()).collect()
}

/// The number of an action with these dice.
pub(crate) fn number_of(numbers: &ActionNumbers, roll: &Roll, action: &Action) -> usize {
    let dice: Vec<u8> = roll.faces().map(|face| face.pips()).collect();
    let is_it = |number: &usize| match (numbers.action(&dice, *number), action) {
        (Some(NumberedAction::Hold(dice)), Action::Hold(hold)) => dice == **hold,
        (Some(NumberedAction::Score(category)), Action::Score(placement)) => category == placement.category,
        _ => false,
    };
    (0..numbers.count()).find(is_it).expect("each action has a number")
}
