//! Solving with the spread: one walk over the layers computes the values, the variances and the chances of the upper bonus.

use std::sync::Arc;

use yahtzee_kernel::{RowOf, SimdLevel, SpreadWorkspace, Successors, TieOrder, spread_row};

use super::follower::Follower;
use super::spread::SpreadTable;
use crate::rules::State;
use crate::solve::{Model, RowPlaces, RowPlan, Solver, Stopped, ValueTable};
use crate::space::Row;

impl Solver<'_> {
    /// Computes the value of every reachable state, as [`solve`](Solver::solve) does, and the spread of the final score from it.
    ///
    /// It takes about four times as long as the values alone.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn solve_with_spread(self) -> Result<(ValueTable, SpreadTable), Stopped> {
        let rules = &self.model.rules;
        let ties = TieOrder::new(&self.model.lattice);
        let terminal = |full: &State| {
            let earned = rules.upper_bonus().earned(full.upper_total);
            [rules.at_the_end(full).into(), 0.0, if earned > 0 { 1.0 } else { 0.0 }]
        };
        let [values, variances, bonuses] = self.walk(terminal, &|done, rows, out| {
            spread_rows(&self.model, self.simd, &ties, done, rows, out);
        })?;
        let spread = SpreadTable::from_arrays(Arc::clone(&self.model), [variances, bonuses]);
        Ok((ValueTable::from_values(self.model, values), spread))
    }
}

impl Follower<'_> {
    /// The spread of the final score from every state, as [`Solver::solve_with_spread`] computes it. Each row is a unit of progress.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn spread_table(&self) -> Result<SpreadTable, Stopped> {
        let (_, spread) = Solver::of(Arc::clone(self.table.model())).with(self.run).solve_with_spread()?;
        Ok(spread)
    }
}

/// Computes the values, variances and chances of rows of a layer from those of the previous layers.
fn spread_rows(model: &Model, simd: SimdLevel, ties: &TieOrder, done: &[&[f64]; 3], rows: &[Row], out: [&mut [f64]; 3]) {
    let Model { lattice, space, plan, .. } = model;
    let mut workspace = SpreadWorkspace::default();
    let mut row_plan = RowPlan::default();
    let mut places = RowPlaces { arrays: out };
    for row in rows {
        row_plan.fill(plan, space, row.filled, row.flag);
        let planes = space.plane_count(row.filled);
        let of = RowOf { lattice, plan: &plan.kernel, row: &row_plan.kernel, planes, ties };
        let after = done.map(|values| Successors { values, shifts: space.shifts() });
        spread_row(simd, &mut workspace, of, after, places.take(space.row_width(row)));
    }
}
