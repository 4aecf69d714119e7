//! Integers of a fixed number of limbs, for the exact solver.

use crate::dice::Element;

/// An unsigned integer of `N` limbs, the least significant first.
///
/// It needs only the carrying operations of the standard library, so no crate is used.
#[derive(Clone, Copy)]
pub(super) struct Wide<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> Wide<N> {
    pub(super) fn from_limbs(limbs: &[u64]) -> Wide<N> {
        let mut wide = Wide([0; N]);
        wide.0[..limbs.len()].copy_from_slice(limbs);
        wide
    }

    pub(super) fn scale(&mut self, by: u64) {
        let mut carry = 0;
        for limb in &mut self.0 {
            (*limb, carry) = limb.carrying_mul(by, carry);
        }
        debug_assert_eq!(carry, 0, "an overflow");
    }

    fn exceeds(&self, other: &Wide<N>) -> bool {
        self.0.iter().rev().gt(other.0.iter().rev())
    }
}

impl<const N: usize> Element for Wide<N> {
    const LARGE: bool = true;

    fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (limb, other) in self.0.iter_mut().zip(&other.0) {
            (*limb, carry) = limb.carrying_add(*other, carry);
        }
        debug_assert!(!carry, "an overflow");
    }

    fn add_times(&mut self, other: &Self, times: u32) {
        let mut carry = 0;
        for (limb, other) in self.0.iter_mut().zip(&other.0) {
            (*limb, carry) = other.carrying_mul_add(times.into(), *limb, carry);
        }
        debug_assert_eq!(carry, 0, "an overflow");
    }

    /// Keeps the digits and switches to a smaller unit.
    fn divide(&mut self, _: u32) {}

    fn raise_to(&mut self, other: &Self) {
        let most = if other.exceeds(self) { other } else { &*self };
        *self = *most;
    }
}
