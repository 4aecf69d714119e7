//! Chances that are whole numbers of outcomes, so that equal chances compare as equal.

use super::element::Element;

/// The value of a node of the lattice for a player who maximises a number of outcomes, and then a mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// The mean of a whole number at the end of the turn, in units of the smallest chance that the turn can give.
    pub outcomes: u128,
    /// A mean to maximise beside it, or alone.
    pub expected: f64,
}

impl Counted {
    /// No outcomes, and a mean of 0.
    pub const NOTHING: Counted = Counted { outcomes: 0, expected: 0.0 };
}

impl Element for Counted {
    const LARGE: bool = true;

    fn add(&mut self, other: &Counted) {
        self.outcomes += other.outcomes;
        self.expected += other.expected;
    }

    fn add_times(&mut self, other: &Counted, times: u32) {
        self.outcomes += other.outcomes * u128::from(times);
        self.expected += other.expected * f64::from(times);
    }

    fn divide(&mut self, by: u32) {
        self.outcomes /= u128::from(by);
        self.expected /= f64::from(by);
    }

    fn raise_to(&mut self, other: &Counted) {
        if (other.outcomes, other.expected) > (self.outcomes, self.expected) {
            *self = *other;
        }
    }
}
