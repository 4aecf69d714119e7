//! The parts of several views.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::WorthKind;
use yahtzee_dialogue::json::{JsonAction, JsonOption};
use yahtzee_dialogue::words::reasons::Explanation;
use yahtzee_solver::{Dice, Position, RuleSet, TurnOption};

/// Several explanations.
#[derive(Serialize, Tsify)]
pub struct ExplanationList(pub(crate) Vec<Explanation>);

/// All actions in a position, in an order that does not reveal the best one.
pub(crate) fn choices<'a>(position: &Position, rules: &'a RuleSet) -> Vec<JsonAction<'a>> {
    position.actions().map(|action| JsonAction::new(&action, Some(&position.roll()), rules)).collect()
}

/// Options of a position, without their risk.
pub(crate) fn options<'a>(options: &[TurnOption], kind: WorthKind, position: &Position, rules: &'a RuleSet) -> Vec<JsonOption<'a>> {
    options.iter().map(|option| JsonOption::of(option, None, kind, Some(position), rules)).collect()
}

/// The faces of dice, in ascending order.
pub(crate) fn faces(dice: &Dice) -> Vec<u8> {
    dice.faces().map(|face| face.pips()).collect()
}
