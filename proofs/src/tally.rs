//! What was counted over many decisions.

use std::cmp::Ordering;
use std::sync::atomic::{AtomicU64, Ordering as Memory};

use num_bigint::BigUint;

use crate::turn::UNIT;
use crate::whole;

/// The difference of a best action and the best of those that do not tie with it.
#[derive(Clone, Debug)]
pub(crate) struct Gap {
    /// A whole number of sides^-exponent points.
    pub(crate) difference: Vec<u64>,
    pub(crate) sides: u64,
    pub(crate) exponent: u32,
    /// The decision: the index of the state, the rerolls left, and the index of the roll.
    pub(crate) state: usize,
    pub(crate) rerolls_left: usize,
    pub(crate) roll: usize,
}

impl Gap {
    pub(crate) fn points(&self) -> f64 {
        whole::quotient(&self.difference, self.sides, self.exponent)
    }

    /// The difference as a whole number of sides^-`exponent` points, for an exponent that is not smaller than its own.
    fn at(&self, exponent: u32) -> BigUint {
        whole::big(&self.difference) * BigUint::from(self.sides).pow(exponent - self.exponent)
    }
}

impl Ord for Gap {
    /// By size, then by the place of the decision.
    fn cmp(&self, other: &Gap) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        let place = |gap: &Gap| (gap.state, gap.rerolls_left, gap.roll);
        self.at(exponent).cmp(&other.at(exponent)).then_with(|| place(self).cmp(&place(other)))
    }
}

impl PartialOrd for Gap {
    fn partial_cmp(&self, other: &Gap) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Gap {
    fn eq(&self, other: &Gap) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Gap {}

/// A decision of the program that is not the first of the best actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Other {
    pub(crate) state: usize,
    pub(crate) rerolls_left: usize,
    pub(crate) roll: usize,
}

/// The counts of some states.
pub(crate) struct Tally<'a> {
    pub(crate) decisions: u64,
    pub(crate) strict: u64,
    pub(crate) ties: u64,
    /// The decisions that the bounds do not decide.
    pub(crate) compared: u64,
    /// The actions within the tolerance of the best one that do not tie with it.
    pub(crate) near: u64,
    /// The decisions in which the program names another action than the first of the best.
    pub(crate) others: u64,
    /// The first of them.
    pub(crate) other: Option<Other>,
    /// The largest distance of a value of the table from the interval of its state, in points.
    pub(crate) table_error: f64,
    pub(crate) gap: Option<Gap>,
    /// The tolerance of the solver, in points.
    pub(crate) tolerance: f64,
    /// The smallest gap of all threads so far, in units, rounded up.
    smallest: &'a AtomicU64,
}

impl<'a> Tally<'a> {
    pub(crate) fn new(tolerance: f64, smallest: &'a AtomicU64) -> Tally<'a> {
        Tally {
            decisions: 0,
            strict: 0,
            ties: 0,
            compared: 0,
            near: 0,
            others: 0,
            other: None,
            table_error: 0.0,
            gap: None,
            tolerance,
            smallest,
        }
    }

    /// A tally of no decisions, with the same smallest gap.
    pub(crate) fn empty(&self) -> Tally<'a> {
        Tally::new(self.tolerance, self.smallest)
    }

    /// A gap that is larger need not be looked at.
    pub(crate) fn smallest_gap(&self) -> u64 {
        self.smallest.load(Memory::Relaxed)
    }

    pub(crate) fn add_gap(&mut self, gap: Gap) {
        if self.gap.as_ref().is_none_or(|smallest| gap < *smallest) {
            let units = gap.points() * (1u64 << UNIT) as f64;
            self.smallest.fetch_min(units as u64 + 2, Memory::Relaxed);
            self.gap = Some(gap);
        }
    }

    pub(crate) fn add_other(&mut self, other: Other) {
        self.others += 1;
        self.other = self.other.into_iter().chain([other]).min();
    }

    /// Adds the counts of other states.
    pub(crate) fn add(&mut self, more: Tally<'a>) {
        self.decisions += more.decisions;
        self.strict += more.strict;
        self.ties += more.ties;
        self.compared += more.compared;
        self.near += more.near;
        self.others += more.others;
        self.other = self.other.into_iter().chain(more.other).min();
        self.table_error = self.table_error.max(more.table_error);
        self.gap = self.gap.take().into_iter().chain(more.gap).min();
    }
}
