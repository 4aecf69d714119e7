//! The elements of a computation on the hold lattice: a value, or a block of values.

/// An element of the hold lattice: a value, a block of values, or an exact number.
pub trait Element: Clone {
    /// Whether an operation takes much longer than a step of a loop. Then loops of any length do as well as loops of fixed length, which take long to
    /// compile.
    const LARGE: bool = false;

    /// Adds `other`.
    fn add(&mut self, other: &Self);
    /// Adds `times` times `other`.
    fn add_times(&mut self, other: &Self, times: u32);
    /// Divides by `by`. An exact number may instead keep its digits and switch to a unit that is `by` times smaller.
    fn divide(&mut self, by: u32);
    /// Takes the maximum with `other`.
    fn raise_to(&mut self, other: &Self);
}

/// A block of `L` values, one per lane. Every step treats all lanes alike, in a straight loop that compiles to vector code.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Lanes<const L: usize>(pub [f64; L]);

impl<const L: usize> Default for Lanes<L> {
    /// Zero in each lane.
    fn default() -> Self {
        Lanes([0.0; L])
    }
}

impl<const L: usize> Lanes<L> {
    /// Takes the lanes of `other` where the mask is all ones; the other masks are 0. With bit masks this is one vector instruction; with conditions it is
    /// not.
    #[inline(always)]
    pub(crate) fn take(&mut self, other: &Self, masks: &[u64; L]) {
        for ((lane, other), mask) in self.0.iter_mut().zip(&other.0).zip(masks) {
            *lane = f64::from_bits(other.to_bits() & mask | lane.to_bits() & !mask);
        }
    }
}

/// The mask of a lane that is taken, or not.
#[inline(always)]
pub(crate) fn mask(takes: bool) -> u64 {
    if takes { u64::MAX } else { 0 }
}

impl<const L: usize> Element for Lanes<L> {
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        for lane in 0..L {
            self.0[lane] += other.0[lane];
        }
    }

    #[inline(always)]
    fn add_times(&mut self, other: &Self, times: u32) {
        for lane in 0..L {
            self.0[lane] += other.0[lane] * f64::from(times);
        }
    }

    #[inline(always)]
    fn divide(&mut self, by: u32) {
        let share = 1.0 / f64::from(by);
        for lane in 0..L {
            self.0[lane] *= share;
        }
    }

    #[inline(always)]
    fn raise_to(&mut self, other: &Self) {
        for lane in 0..L {
            // Not f64::max: values are never NaN, and this compiles to one instruction.
            self.0[lane] = if other.0[lane] > self.0[lane] { other.0[lane] } else { self.0[lane] };
        }
    }
}

/// A single value. It takes an eighth of the memory of one lane, which is aligned for vectors.
impl Element for f64 {
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        *self += other;
    }

    #[inline(always)]
    fn add_times(&mut self, other: &Self, times: u32) {
        *self += other * f64::from(times);
    }

    #[inline(always)]
    fn divide(&mut self, by: u32) {
        *self *= 1.0 / f64::from(by);
    }

    #[inline(always)]
    fn raise_to(&mut self, other: &Self) {
        // As for lanes.
        *self = if *other > *self { *other } else { *self };
    }
}

/// The lanes of a block.
pub const BLOCK: usize = 8;

/// The lanes of two blocks; on the web of one, because there two gain nothing, and every loop adds to the download.
pub const DOUBLE: usize = if cfg!(target_arch = "wasm32") { BLOCK } else { 2 * BLOCK };
