//! The scores of a state that can be reached from one score of another state.

use yahtzee_kernel::{Source, mark_also};

use super::model::Model;
use super::plan::RowPlan;
use super::windows::Windows;
use crate::rules::State;

/// For each layer with windows, by the number of open categories: whether each score in the windows of its states can be reached.
#[derive(Clone, Debug)]
pub(crate) struct Reached(Vec<Vec<bool>>);

impl Reached {
    /// From a single score, many scores between the least and the most cannot be reached. From a run of scores almost all can, so all count as
    /// reached.
    pub(crate) fn new(model: &Model, windows: &Windows, state: &State, low: i32, high: i32) -> Reached {
        if low != high {
            return Reached(Vec::new());
        }
        let Model { rules, space, plan, .. } = model;
        let open = rules.category_count() - state.filled.count();
        let mut layers: Vec<Vec<bool>> = (0..=open).map(|open| vec![false; windows.length(open)]).collect();
        // If its window is not empty, it has this score.
        layers[open][windows.at(space.position(state)).start] = true;
        let mut row_plan = RowPlan::default();
        for (open, rows) in space.layers().enumerate().take(open + 1).skip(windows.least_open() + 1).collect::<Vec<_>>().into_iter().rev() {
            let (below, here) = layers.split_at_mut(open);
            let (below, here) = (&mut below[open - 1], &here[0]);
            for row in rows.iter().filter(|row| windows.has(row)) {
                row_plan.fill(plan, space, row.filled, row.flag);
                for (throws, plane) in (0..).zip(space.planes(row)) {
                    let sources: Vec<Source> = row_plan.distinct_sources(plan, throws);
                    for (lane, position) in plane.enumerate() {
                        let window = windows.at(position);
                        let reached = &here[window.values()];
                        if !reached.contains(&true) {
                            continue;
                        }
                        for source in sources.iter().filter(|source| !source.wins) {
                            let (from, to) = window.overlap(windows.at(source.position(space.shifts(), lane)), source.points);
                            mark_also(&mut below[to], &reached[from]);
                        }
                    }
                }
            }
        }
        Reached(layers)
    }

    /// The marks of a layer; empty if all of its scores count as reached.
    pub(crate) fn layer(&self, open: usize) -> &[bool] {
        self.0.get(open).map_or(&[], Vec::as_slice)
    }
}
