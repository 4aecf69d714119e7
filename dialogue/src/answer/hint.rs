//! Hints: the best few options, without saying which is the best.

use yahtzee_solver::sorting::sort_by_key;
use yahtzee_solver::{Action, Advice, Dice, TurnOption};

/// The number of options in the first hint.
const FEW: usize = 3;

/// The best few options, in an order that does not depend on their values.
pub fn few(advice: &Advice) -> Vec<TurnOption> {
    let mut few: Vec<TurnOption> = advice.options.iter().take(FEW).copied().collect();
    sort_by_key(&mut few, |option| match option.action {
        Action::Score(placement) => (0, placement.category.index(), Dice::NONE),
        Action::Hold(hold) => (1, 0, *hold),
    });
    few
}
