//! The prices of final rolls.

/// For each turn of a game and each roll, what a column pays to use it as the final roll of that turn, in points.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    rolls: usize,
    of: Vec<f64>,
}

impl Prices {
    /// These prices, turn after turn.
    pub(crate) fn new(rolls: usize, of: Vec<f64>) -> Prices {
        assert!(of.len().is_multiple_of(rolls), "prices for all rolls of each turn");
        Prices { rolls, of }
    }

    /// All prices 0.
    pub(crate) fn zero(turns: usize, rolls: usize) -> Prices {
        Prices::new(rolls, vec![0.0; turns * rolls])
    }

    /// The prices of the rolls in a turn, counted from 0.
    pub fn turn(&self, turn: usize) -> &[f64] {
        &self.of[turn * self.rolls..][..self.rolls]
    }

    /// The same prices in another unit, of so many points.
    pub(crate) fn in_units_of(&self, points: f64) -> Prices {
        Prices::new(self.rolls, self.of.iter().map(|price| price / points).collect())
    }

    /// The prices of all turns.
    pub(crate) fn all(&self) -> &[f64] {
        &self.of
    }

    pub(crate) fn all_mut(&mut self) -> &mut [f64] {
        &mut self.of
    }

    pub(crate) fn turn_mut(&mut self, turn: usize) -> &mut [f64] {
        &mut self.of[turn * self.rolls..][..self.rolls]
    }
}
