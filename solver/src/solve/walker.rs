//! The walk over the layers of a state space: it splits a layer into tasks, gives each task the places of its results, and reports progress.
//!
//! Solving walks backward, from the full cards to the empty one; following games walks forward. In both directions the rows of one layer do not
//! depend on each other. A layer is halved until the tasks have a fixed size, so the tasks are the same for any number of threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::run::{Run, Stopped};
use super::threads::{Join, on_threads};
use crate::rules::State;
use crate::space::{Row, StateSpace};

/// A walk over layers, in either direction.
pub struct Walker<'a> {
    join: Join,
    run: Run<'a>,
    all: u64,
    done: AtomicU64,
    stopped: AtomicBool,
}

/// The places of the results of some items. They split together with the items.
pub trait Places<I>: Send + Sized {
    /// Splits into the places of `first` and the places of `second`, which follow them.
    fn split(self, first: &[I], second: &[I]) -> (Self, Self);
}

/// A place for each item.
impl<I, P: Send> Places<I> for &mut [P] {
    fn split(self, first: &[I], _: &[I]) -> (Self, Self) {
        self.split_at_mut(first.len())
    }
}

/// The places of consecutive rows: `A` arrays with a result for each lane.
pub struct RowPlaces<'a, T, const A: usize> {
    /// The arrays, from the first lane of the first row.
    pub arrays: [&'a mut [T]; A],
}

impl<'a, T, const A: usize> RowPlaces<'a, T, A> {
    /// Takes the places of the next `lanes` lanes.
    pub fn take(&mut self, lanes: usize) -> [&'a mut [T]; A] {
        self.arrays.each_mut().map(|array| {
            let (first, rest) = std::mem::take(array).split_at_mut(lanes);
            *array = rest;
            first
        })
    }
}

impl<T: Send, const A: usize> Places<Row> for RowPlaces<'_, T, A> {
    fn split(mut self, first: &[Row], second: &[Row]) -> (Self, Self) {
        let first_arrays = self.take(second[0].start - first[0].start);
        (RowPlaces { arrays: first_arrays }, self)
    }
}

impl Run<'_> {
    /// Does work of this many units on the threads of this run. Once the progress callback has stopped it, the rest of the walk is skipped and the
    /// incomplete result is dropped.
    pub fn walk<R: Send>(&self, all: u64, work: impl FnOnce(&Walker<'_>) -> R + Send) -> Result<R, Stopped> {
        self.walk_from(0, all, work)
    }

    /// Does a part of the work on the threads of this run: `all` units in total, `done` of them before.
    pub fn walk_from<R: Send>(&self, done: u64, all: u64, work: impl FnOnce(&Walker<'_>) -> R + Send) -> Result<R, Stopped> {
        on_threads(self.threads_wanted(), |join| {
            let walker = Walker::new(join, *self, done, all);
            let result = work(&walker);
            if walker.is_stopped() { Err(Stopped) } else { Ok(result) }
        })
    }
}

impl<'a> Walker<'a> {
    /// A walk of a run with `all` units of work, `done` of them before. [`Run::walk`] begins one.
    fn new(join: Join, run: Run<'a>, done: u64, all: u64) -> Walker<'a> {
        Walker { join, run, all, done: AtomicU64::new(done), stopped: AtomicBool::new(false) }
    }

    /// A walk on this thread without a callback.
    pub fn alone() -> Walker<'a> {
        Walker::new(Join::Serial, Run::new(), 0, 0)
    }

    /// The execution of the halves of the work.
    pub(crate) fn join(&self) -> Join {
        self.join
    }

    /// The memory limit of the work, in bytes.
    pub(crate) fn most_bytes(&self) -> u64 {
        self.run.most_bytes()
    }

    /// Counts units of work as done.
    pub fn advance(&self, units: u64) {
        let done = self.done.fetch_add(units, Ordering::Relaxed) + units;
        if self.run.report(done, self.all).is_err() {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the progress callback has stopped the walk.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Does the items of a layer, at most `most` in each task. Once stopped, it skips tasks that have not begun. It is compiled once for each kind of
    /// items and places, for all kinds of work.
    pub fn layer<I: Sync, P: Places<I>>(&self, most: usize, items: &[I], places: P, work: &(dyn Fn(&[I], P) + Sync)) {
        if self.is_stopped() {
            return;
        }
        if items.len() <= most {
            return work(items, places);
        }
        let (first, second) = items.split_at(items.len() / 2);
        let (first_places, second_places) = places.split(first, second);
        self.join.join(|| self.layer(most, first, first_places, work), || self.layer(most, second, second_places, work));
    }

    /// Fills `A` arrays with a number for each lane of each row, from the full cards back to the empty card.
    ///
    /// `terminal` gives the numbers of a full card. `work` fills the rows of a task, given the numbers of all rows in the
    /// previous layers. Each row is a unit of work.
    pub(crate) fn backward<const A: usize>(
        &self,
        space: &StateSpace,
        most: usize,
        mut arrays: [&mut [f64]; A],
        terminal: impl Fn(&State) -> [f64; A],
        work: &(impl Fn(&[&[f64]; A], &[Row], [&mut [f64]; A]) + Sync),
    ) {
        fill_full_cards(space, &mut arrays, terminal);
        for rows in space.layers().skip(1) {
            self.fill_rows(space, most, arrays.each_mut().map(|array| &mut **array), rows, work);
        }
    }

    /// Fills the arrays for these consecutive rows of a layer, given the numbers of the previous layers: a part of [`backward`](Walker::backward).
    pub(crate) fn fill_rows<const A: usize>(
        &self,
        space: &StateSpace,
        most: usize,
        arrays: [&mut [f64]; A],
        rows: &[Row],
        work: &(impl Fn(&[&[f64]; A], &[Row], [&mut [f64]; A]) + Sync),
    ) {
        let width: usize = rows.iter().map(|row| space.row_width(row)).sum();
        let mut halves = arrays.map(|array| array.split_at_mut(rows[0].start));
        let places = halves.each_mut().map(|(_, rest)| &mut std::mem::take(rest)[..width]);
        let done = halves.map(|(before, _)| &*before);
        let places = RowPlaces { arrays: places };
        self.layer(most, rows, places, &|rows, places: RowPlaces<'_, f64, A>| {
            work(&done, rows, places.arrays);
            self.advance(rows.len() as u64);
        });
    }
}

/// Fills the arrays for the full cards, whose numbers `terminal` gives.
pub(crate) fn fill_full_cards<const A: usize>(space: &StateSpace, arrays: &mut [&mut [f64]; A], terminal: impl Fn(&State) -> [f64; A]) {
    for row in space.layers().next().expect("the layer of full cards") {
        for (lane, state) in space.padded_lanes(row).enumerate() {
            for (array, value) in arrays.iter_mut().zip(terminal(&state)) {
                array[row.start + lane] = value;
            }
        }
    }
}
