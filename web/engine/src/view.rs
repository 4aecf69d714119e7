//! The parts of several views.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::WorthKind;
use yahtzee_dialogue::answer::{NamedAction, NamedOption};
use yahtzee_solver::{Dice, Position, RuleSet, TurnOption};

/// The best boxes of a list of final rolls, in words.
#[derive(Serialize, Tsify)]
pub struct RollsView {
    /// The most points.
    pub(crate) total: String,
    /// What the boxes mean.
    pub(crate) meaning: String,
    /// The turn, the roll, the box and the points of each turn, and what else counts.
    pub(crate) rows: Vec<[String; 4]>,
}

/// All actions in a position, in an order that does not reveal the best one.
pub(crate) fn choices(position: &Position, rules: &RuleSet) -> Vec<NamedAction> {
    position.actions().map(|action| NamedAction::new(&action, Some(&position.roll()), rules)).collect()
}

/// Options of a position, without their risk.
pub(crate) fn options(options: &[TurnOption], kind: WorthKind, position: &Position, rules: &RuleSet) -> Vec<NamedOption> {
    options.iter().map(|option| NamedOption::of(option, None, kind, Some(position), rules)).collect()
}

/// The faces of dice, in ascending order.
pub(crate) fn faces(dice: &Dice) -> Vec<u8> {
    dice.faces().map(|face| face.pips()).collect()
}
