//! The prices of final rolls.

/// What a column pays to use a roll as the final roll of a turn, in points: for each turn, each number of boxes that it has filled, and each roll.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnPrices {
    rolls: usize,
    boxes: usize,
    of: Vec<f64>,
}

impl ColumnPrices {
    /// All prices 0, in so many turns.
    pub(crate) fn zero(turns: usize, boxes: usize, rolls: usize) -> ColumnPrices {
        ColumnPrices { rolls, boxes, of: vec![0.0; turns * boxes * rolls] }
    }

    fn place(&self, turn: usize, filled: usize) -> std::ops::Range<usize> {
        let start = (turn * self.boxes + filled) * self.rolls;
        start..start + self.rolls
    }

    /// The prices of the rolls in a turn, counted from 0, with so many boxes filled: fewer than all.
    pub fn at(&self, turn: usize, filled: usize) -> &[f64] {
        &self.of[self.place(turn, filled)]
    }

    pub(crate) fn at_mut(&mut self, turn: usize, filled: usize) -> &mut [f64] {
        let place = self.place(turn, filled);
        &mut self.of[place]
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
