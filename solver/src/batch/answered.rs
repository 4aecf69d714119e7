//! The answer to a position, and the parts that are kept.

use super::numbers::ActionNumbers;
use crate::solve::TIE_TOLERANCE;

/// The value of an action that is not allowed, so that the greatest value of a position is that of an allowed action.
pub(super) const NOT_ALLOWED: f64 = f64::NEG_INFINITY;

/// The values of all actions of a position.
pub(super) struct Answered<'a> {
    pub(super) numbers: &'a ActionNumbers,
    /// The index of the roll.
    pub(super) roll: usize,
    /// The value of each action, by its number; minus infinity if it is not allowed.
    pub(super) values: &'a [f64],
}

/// The kept numbers of an answer, and their place. One type, so that the kernel is compiled once.
pub(super) enum Out<'a> {
    /// All values.
    Values(&'a mut [f64]),
    /// The number of the best action, and its value.
    Best(&'a mut i64, &'a mut f64),
    /// The loss of this action; infinite if it is not allowed.
    Loss(i64, &'a mut f64),
}

impl Out<'_> {
    pub(super) fn write(&mut self, answered: &Answered<'_>) {
        match self {
            Out::Values(values) => values.copy_from_slice(answered.values),
            Out::Best(action, value) => {
                let best = answered.best();
                (**action, **value) = (best as i64, answered.values[best]);
            }
            Out::Loss(action, loss) => **loss = answered.loss(*action),
        }
    }
}

impl Answered<'_> {
    /// The number of the best action. Of tied actions it is the first in the order of ties: categories, then holds, larger ones first.
    pub(super) fn best(&self) -> usize {
        let most = self.values.iter().fold(f64::MIN, |most, &value| most.max(value));
        let masks = self.numbers.masks();
        let in_order = (masks..self.numbers.count()).chain(self.numbers.holds_in_order(self.roll));
        let mut ties = in_order.filter(|&action| most - self.values[action] < TIE_TOLERANCE);
        ties.next().expect("an action is the best")
    }

    /// The loss of an action; infinite if it is not allowed.
    pub(super) fn loss(&self, action: i64) -> f64 {
        let number = usize::try_from(action).ok().filter(|&action| action < self.numbers.count());
        let value = number.map_or(NOT_ALLOWED, |number| self.values[self.numbers.lowest(self.roll, number)]);
        (self.values[self.best()] - value).max(0.0)
    }
}
