//! Actions and dice as numbers and text, for arrays and data frames.

use yahtzee_dialogue::chosen;
use yahtzee_solver::batch::{ActionNumbers, NumberedAction};
use yahtzee_solver::dice::Face;
use yahtzee_solver::{Action, Dice, Position, Roll, RuleSet, WrittenAction};

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

/// The number of a written action for a roll: the lowest mask that keeps its dice, or that of its category.
pub(crate) fn number_written(written: &WrittenAction, roll: &Roll) -> Result<usize, String> {
    let lacks = |dice: &Dice| format!("the dice {} have no {}", dice_text(roll), dice_text(dice));
    let kept = match written {
        WrittenAction::Score { category, .. } => return Ok((1 << roll.len()) + category.index()),
        WrittenAction::Reroll(dice) => roll.minus(dice).ok_or_else(|| lacks(dice))?,
        WrittenAction::Hold(dice) => roll.contains(dice).then_some(*dice).ok_or_else(|| lacks(dice))?,
    };
    if kept.len() == roll.len() {
        return Err("it keeps all dice: choose a category".to_owned());
    }
    let mut left = kept;
    Ok((0..roll.len()).zip(roll.faces()).fold(0, |mask, (die, face)| match left.without(face) {
        Some(fewer) => {
            left = fewer;
            mask | 1 << die
        }
        None => mask,
    }))
}

/// The action of a number for a roll, as it is written.
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
            let kept: String = (0..dice.len()).filter(|die| number >> die & 1 == 1).map(|die| dice[die].to_string()).collect();
            Ok(format!("hold {}", if kept.is_empty() { "none" } else { &kept }))
        }
    }
}
