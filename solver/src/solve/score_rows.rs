//! Solves the rows of a layer, for every score that a state needs.

use yahtzee_kernel::{After, Here, ScoresWorkspace, SolveState, State};

use super::model::Model;
use super::plan::RowPlan;
use super::walker::{Places, Walker};
use super::windows::Windows;
use crate::space::{Row, StateSpace};

/// The values of the states of a layer by score, in their windows, with `N` further numbers each.
#[derive(Clone, Debug)]
pub(crate) struct Layer<const N: usize = 0> {
    /// The values.
    pub values: Vec<f64>,
    /// The further numbers. They change only where the values rise, and are 0 outside of the windows.
    pub carried: [Vec<f64>; N],
    /// Whether each value is larger than the previous one; true for the first of a state.
    pub rises: Vec<bool>,
}

impl<const N: usize> Layer<N> {
    /// A layer of this many values, all 0.
    pub(crate) fn new(length: usize) -> Layer<N> {
        Layer { values: vec![0.0; length], carried: [(); N].map(|()| vec![0.0; length]), rises: vec![false; length] }
    }
}

/// The data for solving the rows of a layer.
pub(crate) struct Job<'a, const N: usize = 0> {
    /// The form of the kernel that solves a state.
    pub solve: SolveState<N>,
    /// The model of the game.
    pub model: &'a Model,
    /// The windows of the states.
    pub windows: &'a Windows,
    /// Whether each score can be reached; empty if all can.
    pub reached: &'a [bool],
    /// The previous layer.
    pub done: &'a Layer<N>,
    /// The worth below all windows.
    pub lowest: f64,
    /// The worth above all windows.
    pub highest: f64,
    /// The worth of winning at once in this turn.
    pub at_once: f64,
}

/// Solves a layer with this many values, at most `most` rows per task. The values are the units of progress.
pub(crate) fn solve_layer<const N: usize>(job: &Job<'_, N>, rows: &[Row], length: usize, most: usize, walker: &Walker<'_>) -> Layer<N> {
    let mut layer = Layer::new(length);
    let Layer { values, carried, rises } = &mut layer;
    let carried = carried.each_mut().map(Vec::as_mut_slice);
    let places = WindowPlaces { space: &job.model.space, windows: job.windows, values, carried, rises };
    walker.layer(most, rows, places, &|rows, places: WindowPlaces<'_, N>| {
        let solved = places.values.len();
        job.solve_rows(rows, places);
        walker.advance(solved as u64);
    });
    layer
}

/// The places of consecutive rows of a layer.
struct WindowPlaces<'a, const N: usize> {
    space: &'a StateSpace,
    windows: &'a Windows,
    values: &'a mut [f64],
    carried: [&'a mut [f64]; N],
    rises: &'a mut [bool],
}

impl<'a, const N: usize> WindowPlaces<'a, N> {
    /// Takes the first places.
    fn take(&mut self, middle: usize) -> WindowPlaces<'a, N> {
        fn first<'a, T>(all: &mut &'a mut [T], middle: usize) -> &'a mut [T] {
            let (first, rest) = std::mem::take(all).split_at_mut(middle);
            *all = rest;
            first
        }
        WindowPlaces {
            space: self.space,
            windows: self.windows,
            values: first(&mut self.values, middle),
            carried: self.carried.each_mut().map(|carried| first(carried, middle)),
            rises: first(&mut self.rises, middle),
        }
    }
}

impl<const N: usize> Places<Row> for WindowPlaces<'_, N> {
    fn split(mut self, first: &[Row], _: &[Row]) -> (Self, Self) {
        let middle = first.iter().map(|row| self.windows.row_length(self.space, row)).sum();
        (self.take(middle), self)
    }
}

impl<const N: usize> Job<'_, N> {
    /// Solves rows of the layer.
    fn solve_rows(&self, rows: &[Row], mut places: WindowPlaces<'_, N>) {
        let Model { lattice, space, plan, .. } = self.model;
        let (windows, base) = self.windows.all();
        let after = After {
            windows,
            base,
            values: &self.done.values,
            carried: self.done.carried.each_ref().map(Vec::as_slice),
            shifts: space.shifts(),
            lowest: self.lowest,
            highest: self.highest,
            at_once: self.at_once,
        };
        let mut workspace = ScoresWorkspace::new(lattice, &plan.kernel);
        let mut row_plan = RowPlan::default();
        for row in rows.iter().filter(|row| self.windows.has(row)) {
            row_plan.fill(plan, space, row.filled, row.flag);
            for (throws, plane) in (0..).zip(space.planes(row)) {
                let sources = row_plan.distinct_sources(plan, throws);
                for (lane, position) in plane.enumerate() {
                    let window = self.windows.at(position);
                    let WindowPlaces { values, carried, rises, .. } = places.take(window.values().len());
                    let state = State {
                        lattice,
                        plan: &plan.kernel,
                        row: &row_plan.kernel,
                        throws,
                        sources: &sources,
                        lane,
                        window,
                        reached: self.reached.get(window.values()).unwrap_or(&[]),
                        after: &after,
                        rises: &self.done.rises,
                    };
                    (self.solve)(&mut workspace, &state, Here { values, carried, rises });
                }
            }
        }
    }
}
