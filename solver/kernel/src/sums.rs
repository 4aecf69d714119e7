//! Sums of chances, in straight loops that compile to vector code.

use super::simd::{SimdLevel, Vectorized};

/// Adds chances of single precision, times a factor, to sums. The shorter of the two decides how many.
pub fn add_times(sums: &mut [f64], chances: &[f32], times: f64) {
    SimdLevel::Widest.run(AddTimes { sums, chances, times });
}

struct AddTimes<'a> {
    sums: &'a mut [f64],
    chances: &'a [f32],
    times: f64,
}

impl Vectorized for AddTimes<'_> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        for (sum, &chance) in self.sums.iter_mut().zip(self.chances) {
            *sum += f64::from(chance) * self.times;
        }
    }
}

/// Adds runs of chances to sums.
pub fn add_runs(sums: &mut [f64], chances: &[f64], runs: &[SumRun]) {
    SimdLevel::Widest.run(AddRuns { sums, chances, runs });
}

/// A run of chances to be added.
#[derive(Clone, Copy, Debug)]
pub struct SumRun {
    /// The first of the chances.
    pub from: usize,
    /// The first of the sums.
    pub to: usize,
    /// How many.
    pub length: usize,
    /// The factor.
    pub times: f64,
}

struct AddRuns<'a> {
    sums: &'a mut [f64],
    chances: &'a [f64],
    runs: &'a [SumRun],
}

impl Vectorized for AddRuns<'_> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        for &SumRun { from, to, length, times } in self.runs {
            for (sum, chance) in self.sums[to..to + length].iter_mut().zip(&self.chances[from..from + length]) {
                *sum += times * chance;
            }
        }
    }
}
