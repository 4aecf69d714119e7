//! The prices of final rolls.

use crate::column::Column;

/// What a column pays to use a roll as the final roll of a turn, in points: for each turn, each class of its cards, each lot of boxes in which it writes the
/// roll, each throw as far as they pay otherwise, and each roll.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnPrices {
    rolls: usize,
    classes: usize,
    lots: usize,
    throws: usize,
    of: Vec<f64>,
}

impl ColumnPrices {
    /// All prices 0, in so many turns.
    pub(crate) fn zero(turns: usize, column: &Column) -> ColumnPrices {
        let [classes, lots, throws, rolls] = ColumnPrices::told_apart(column);
        ColumnPrices { rolls, classes, lots, throws, of: vec![0.0; turns * classes * lots * throws * rolls] }
    }

    /// The number of prices in so many turns.
    pub(crate) fn count(turns: usize, column: &Column) -> usize {
        ColumnPrices::told_apart(column).into_iter().fold(turns, usize::saturating_mul)
    }

    /// The numbers of classes, lots, throws and rolls.
    fn told_apart(column: &Column) -> [usize; 4] {
        let (throws, rolls) = (column.model.plan.kernel.first_throws() + 1, column.model.lattice.rolls().len());
        [column.lots.classes(), column.lots.count(), throws, rolls]
    }

    /// The place of the prices of this throw in a turn, counted from 0, for cards of a class that write in this lot, among all.
    pub(crate) fn place(&self, turn: usize, class: usize, lot: usize, throw: usize) -> usize {
        (((turn * self.classes + class) * self.lots + lot) * self.throws + throw.min(self.throws - 1)) * self.rolls
    }

    /// The prices of the rolls after this throw of a turn, for cards of a class that write in this lot.
    pub(crate) fn at(&self, turn: usize, class: usize, lot: usize, throw: usize) -> &[f64] {
        &self.of[self.place(turn, class, lot, throw)..][..self.rolls]
    }

    pub(crate) fn at_mut(&mut self, turn: usize, class: usize, lot: usize, throw: usize) -> &mut [f64] {
        let place = self.place(turn, class, lot, throw);
        &mut self.of[place..][..self.rolls]
    }

    /// Sets the numbers of each class to the sum over all classes.
    pub(crate) fn pool_classes(&mut self) {
        let of_class = self.lots * self.throws * self.rolls;
        for turn in self.of.chunks_mut(self.classes * of_class) {
            for nth in 0..of_class {
                let sum: f64 = turn[nth..].iter().step_by(of_class).sum();
                turn[nth..].iter_mut().step_by(of_class).for_each(|number| *number = sum);
            }
        }
    }

    /// The same prices in another unit, of so many points.
    pub(crate) fn in_units_of(&self, points: f64) -> ColumnPrices {
        ColumnPrices { of: self.of.iter().map(|price| price / points).collect(), ..*self }
    }

    /// All prices, in order.
    pub(crate) fn all(&self) -> &[f64] {
        &self.of
    }

    pub(crate) fn all_mut(&mut self) -> &mut [f64] {
        &mut self.of
    }
}

/// The prices of all columns; those that are alike share theirs.
pub type Prices = Vec<ColumnPrices>;
