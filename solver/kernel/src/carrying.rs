//! A block of values, each with further numbers that follow the choice.

use super::element::{Element, Lanes, mask};

/// The best value in each lane, and `N` numbers that follow the choice. Of equal values, the first one's numbers stay. Averaging values also averages
/// the numbers.
///
/// If the choice between two equal actions matters, [`Chosen`](super::Chosen) also carries the place of the action in the order of ties.
#[derive(Clone, Copy, Debug)]
pub struct Carrying<const L: usize, const N: usize> {
    /// The value in each lane.
    pub value: Lanes<L>,
    /// The further numbers in each lane.
    pub carried: [Lanes<L>; N],
}

/// A block of values alone.
pub type Values<const L: usize> = Carrying<L, 0>;

impl<const L: usize, const N: usize> Default for Carrying<L, N> {
    fn default() -> Self {
        Carrying { value: Lanes::default(), carried: [Lanes::default(); N] }
    }
}

impl<const L: usize, const N: usize> Element for Carrying<L, N> {
    const LARGE: bool = N > 0;

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        self.value.add(&other.value);
        for (sum, carried) in self.carried.iter_mut().zip(&other.carried) {
            sum.add(carried);
        }
    }

    #[inline(always)]
    fn add_times(&mut self, other: &Self, times: u32) {
        self.value.add_times(&other.value, times);
        for (sum, carried) in self.carried.iter_mut().zip(&other.carried) {
            sum.add_times(carried, times);
        }
    }

    #[inline(always)]
    fn divide(&mut self, by: u32) {
        self.value.divide(by);
        for sum in &mut self.carried {
            sum.divide(by);
        }
    }

    #[inline(always)]
    fn raise_to(&mut self, other: &Self) {
        let mut takes = [0; L];
        for (lane, takes) in takes.iter_mut().enumerate() {
            *takes = mask(other.value.0[lane] > self.value.0[lane]);
        }
        for (mine, others) in self.carried.iter_mut().zip(&other.carried) {
            mine.take(others, &takes);
        }
        self.value.raise_to(&other.value);
    }
}
