//! The values of the states that may follow.

use super::carrying::{Carrying, Values};
use super::element::Lanes;
use super::plan::{Source, UNSHIFTED};
use super::turn::Read;

/// The values of the states that may follow, and the shifts to find them.
#[derive(Clone, Copy, Debug)]
pub struct Successors<'a> {
    /// The values of all states.
    pub values: &'a [f64],
    /// The shifts of the state space: see [`Source::shift`].
    pub shifts: &'a [u16],
}

impl<'a> Successors<'a> {
    /// The values of a source in the `L` lanes from `first`.
    #[inline(always)]
    pub fn read<const L: usize>(&self, source: &Source, first: usize) -> Lanes<L> {
        let mut lanes = Lanes([0.0; L]);
        if source.shift == UNSHIFTED {
            let start = source.start + first;
            lanes.0.copy_from_slice(&self.values[start..start + L]);
        } else {
            let row = &self.values[source.start..];
            let start = source.shift as usize + first;
            for (lane, &to) in lanes.0.iter_mut().zip(&self.shifts[start..start + L]) {
                *lane = row[usize::from(to)];
            }
        }
        for lane in &mut lanes.0 {
            *lane += f64::from(source.points);
        }
        lanes
    }

    /// Reads the lanes from `first`.
    pub fn from(self, first: usize) -> LanesFrom<'a> {
        LanesFrom { successors: self, first }
    }
}

/// Reads the values of the lanes from `first` on. It is a type and not a closure, so that it is always inlined: with a call for each value, the
/// kernel would switch between two kinds of vector instructions.
#[derive(Clone, Copy, Debug)]
pub struct LanesFrom<'a> {
    successors: Successors<'a>,
    first: usize,
}

impl<const L: usize> Read<Lanes<L>> for LanesFrom<'_> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Lanes<L> {
        self.successors.read(source, self.first)
    }
}

impl<const L: usize> Read<Values<L>> for LanesFrom<'_> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Values<L> {
        Carrying { value: self.successors.read(source, self.first), carried: [] }
    }
}

impl Read<f64> for LanesFrom<'_> {
    #[inline(always)]
    fn read(&self, source: &Source) -> f64 {
        let Lanes([value]) = self.successors.read(source, self.first);
        value
    }
}

/// Reads the values of any lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LanesAt<'a, const L: usize> {
    pub(crate) successors: Successors<'a>,
    pub(crate) lanes: [usize; L],
}

impl<const L: usize> Read<Lanes<L>> for LanesAt<'_, L> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Lanes<L> {
        let Successors { values, shifts } = self.successors;
        let mut lanes = Lanes([f64::from(source.points); L]);
        for (value, &lane) in lanes.0.iter_mut().zip(&self.lanes) {
            *value += values[source.position(shifts, lane)];
        }
        lanes
    }
}
