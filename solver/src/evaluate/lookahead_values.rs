//! The exact values of a strategy that looks ahead by estimates: the estimates choose, and the true value of the chosen action is carried along.

use yahtzee_kernel::{EstimatedWorkspace, RowOf, Successors, estimated_row};

use crate::solve::{Model, RowPlaces, RowPlan};
use crate::space::Row;
use crate::strategy::Chooser;

/// Computes the true values of rows of a layer from those of the previous layers.
pub(super) fn lookahead_rows(chooser: &Chooser, done: &[f64], rows: &[Row], out: &mut [f64]) {
    let Model { lattice, space, plan, .. } = &*chooser.model;
    let mut workspace = EstimatedWorkspace::default();
    let mut row_plan = RowPlan::default();
    let mut places = RowPlaces { arrays: [out] };
    for row in rows {
        row_plan.fill(plan, space, row.filled, row.flag);
        let [values] = places.take(space.row_width(row));
        let estimates = chooser.values_after(row.filled, row.flag);
        let [estimates, done] = [estimates, done].map(|values| Successors { values, shifts: space.shifts() });
        let planes = space.plane_count(row.filled);
        let of = RowOf { lattice, plan: &plan.kernel, row: &row_plan.kernel, planes, ties: &chooser.ties };
        estimated_row(&mut workspace, of, estimates, done, values);
    }
}
