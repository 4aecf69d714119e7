//! The walk over the layers of a state space: how a layer is split into tasks, where a task writes its results, and how progress is reported.
//!
//! Solving walks backward, from the full cards to the empty one; following games walks forward. In both directions the rows of one layer do not
//! depend on each other. A layer is halved until the tasks have a fixed size, so the tasks are the same for any number of threads.

use std::sync::atomic::{AtomicU64, Ordering};

use super::threads::Join;
use crate::rules::Points;
use crate::space::{Row, StateSpace};

/// A callback for progress: the units of work done, and all units. It is called now and then, from any thread.
pub(crate) type Progress<'a> = dyn Fn(u64, u64) + Sync + 'a;

/// A walk over layers, in either direction.
pub(crate) struct Walker<'a> {
    join: Join,
    progress: Option<&'a Progress<'a>>,
    all: u64,
    done: AtomicU64,
}

/// Where the results of some items go. It splits where the items do.
pub(crate) trait Places<I>: Send + Sized {
    /// Splits into the places of `first` and those of `second`, which follow them.
    fn split(self, first: &[I], second: &[I]) -> (Self, Self);
}

/// A place for each item.
impl<I, P: Send> Places<I> for &mut [P] {
    fn split(self, first: &[I], _: &[I]) -> (Self, Self) {
        self.split_at_mut(first.len())
    }
}

/// The places of consecutive rows: `A` arrays with the same number of results for each lane.
pub(crate) struct RowPlaces<'a, T, const A: usize> {
    /// The arrays, from the first lane of the first row.
    pub(crate) arrays: [&'a mut [T]; A],
    /// The number of results for each lane.
    pub(crate) per_lane: usize,
}

impl<'a, T, const A: usize> RowPlaces<'a, T, A> {
    /// Takes the places of the next `lanes` lanes.
    pub(crate) fn take(&mut self, lanes: usize) -> [&'a mut [T]; A] {
        self.arrays.each_mut().map(|array| {
            let (first, rest) = std::mem::take(array).split_at_mut(lanes * self.per_lane);
            *array = rest;
            first
        })
    }
}

impl<T: Send, const A: usize> Places<Row> for RowPlaces<'_, T, A> {
    fn split(mut self, first: &[Row], second: &[Row]) -> (Self, Self) {
        let first_arrays = self.take(second[0].start - first[0].start);
        (RowPlaces { arrays: first_arrays, per_lane: self.per_lane }, self)
    }
}

impl<'a> Walker<'a> {
    /// A walk with `all` units of work.
    pub(crate) fn new(join: Join, progress: Option<&'a Progress<'a>>, all: u64) -> Walker<'a> {
        Walker { join, progress, all, done: AtomicU64::new(0) }
    }

    /// How the halves of the work are done.
    pub(crate) fn join(&self) -> Join {
        self.join
    }

    /// Counts units of work as done.
    pub(crate) fn advance(&self, units: u64) {
        if let Some(progress) = self.progress {
            progress(self.done.fetch_add(units, Ordering::Relaxed) + units, self.all);
        }
    }

    /// Does the items of a layer, at most `most` in each task. Whatever the work is, this is compiled once for each kind of items and places.
    pub(crate) fn layer<I: Sync, P: Places<I>>(&self, most: usize, items: &[I], places: P, work: &(dyn Fn(&[I], P) + Sync)) {
        if items.len() <= most {
            return work(items, places);
        }
        let (first, second) = items.split_at(items.len() / 2);
        let (first_places, second_places) = places.split(first, second);
        self.join.join(|| self.layer(most, first, first_places, work), || self.layer(most, second, second_places, work));
    }

    /// Fills `A` arrays with a number for each lane of each row, from the full cards back to the empty card.
    ///
    /// `terminal` gives the numbers of a full card with this upper total. `work` fills the rows of a task, given the numbers of all rows in the
    /// layers before. Each row counts as a unit of work.
    pub(crate) fn backward<const A: usize>(
        &self,
        space: &StateSpace,
        most: usize,
        mut arrays: [&mut [f64]; A],
        terminal: impl Fn(Points) -> [f64; A],
        work: &(impl Fn(&[&[f64]; A], &[Row], [&mut [f64]; A]) + Sync),
    ) {
        let mut layers = space.layers();
        for row in layers.next().expect("the layer of full cards") {
            for (lane, total) in space.padded_lanes(row).enumerate() {
                for (array, value) in arrays.iter_mut().zip(terminal(total)) {
                    array[row.start + lane] = value;
                }
            }
        }
        for rows in layers {
            let width: usize = rows.iter().map(|row| space.row_width(row)).sum();
            let mut halves = arrays.each_mut().map(|array| array.split_at_mut(rows[0].start));
            let places = halves.each_mut().map(|(_, rest)| &mut std::mem::take(rest)[..width]);
            let done = halves.map(|(before, _)| &*before);
            let places = RowPlaces { arrays: places, per_lane: 1 };
            self.layer(most, rows, places, &|rows, places: RowPlaces<'_, f64, A>| {
                work(&done, rows, places.arrays);
                self.advance(rows.len() as u64);
            });
        }
    }
}
