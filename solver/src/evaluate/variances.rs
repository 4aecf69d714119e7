//! The variance of the points to come from states that are too many to have distributions.
//!
//! ```text
//! for each layer after those with distributions:
//!     for each state: the mean over the ends of an optimal turn of
//!         the variance after it + (the points and the value after it - the value of the state) squared
//! ```

use yahtzee_kernel::{Outcome, Turns};

use super::outcome::{End, ends, follow};
use crate::solve::{Model, RowPlaces, Walker};
use crate::space::{BLOCK, Row, block_from};
use crate::strategy::{BlockStrategy, OptimalStrategy};

/// The number of rows in a task.
const ROWS_A_TASK: usize = 8;
/// The bytes of a variance.
pub(super) const BYTES: usize = size_of::<f32>();

/// The variances of all states from a position on, by their offset from it. The variances of states with up to this many open categories are known.
/// Each row is a unit of progress.
pub(super) fn variances(
    known: impl Iterator<Item = f32>,
    (first, open): (usize, usize),
    strategy: &OptimalStrategy,
    walker: &Walker<'_>,
) -> Vec<f32> {
    let Model { space, lattice, .. } = &**strategy.table().model();
    let mut variances = vec![0.0; space.width() - first];
    variances.iter_mut().zip(known).for_each(|(variance, known)| *variance = known);
    for rows in space.layers().skip(open + 1) {
        let width: usize = rows.iter().map(|row| space.row_width(row)).sum();
        let (done, rest) = variances.split_at_mut(rows[0].start - first);
        let after = |position: usize| done[position - first];
        let places = RowPlaces { arrays: [&mut rest[..width]] };
        walker.layer(ROWS_A_TASK, rows, places, &|rows, mut places: RowPlaces<'_, f32, 1>| {
            let (mut block, mut outcome) = (BlockStrategy::new(strategy.chooser()), Outcome::new(lattice));
            for row in rows {
                let [variances] = places.take(space.row_width(row));
                of_row(strategy, row, &after, &mut block, &mut outcome, variances);
            }
            walker.advance(rows.len() as u64);
        });
    }
    variances
}

/// The variances of the lanes of a row, given the variances of the states after it.
fn of_row(
    strategy: &OptimalStrategy,
    row: &Row,
    after: &impl Fn(usize) -> f32,
    block: &mut BlockStrategy<BLOCK>,
    outcome: &mut Outcome,
    variances: &mut [f32],
) {
    let table = strategy.table();
    let Model { space, plan, .. } = &**table.model();
    let (values, shifts, lanes) = (table.values(), space.shifts(), space.lanes(row).len());
    block.enter_row(strategy.chooser(), row.filled, row.flag);
    let planes = space.planes(row).zip(variances.chunks_exact_mut(space.plane_width(row.filled)));
    for (throws, (plane, variances)) in (0u8..).zip(planes) {
        for first in (0..lanes).step_by(BLOCK) {
            block.choose(strategy.chooser(), block_from(first), Turns::one(&plan.kernel, throws));
            follow(strategy.chooser(), block, outcome, throws);
            for lane in first..lanes.min(first + BLOCK) {
                let value = values[plane.start + lane];
                let of_end = |End { source, chance, .. }: End<'_>| {
                    let next = source.position(shifts, lane);
                    let apart = f64::from(source.points) + values[next] - value;
                    chance.0[lane - first] * (f64::from(after(next)) + apart * apart)
                };
                variances[lane] = ends(outcome, block.options()).map(of_end).sum::<f64>() as f32;
            }
        }
        let last = variances[lanes - 1];
        variances[lanes..].fill(last);
    }
}
