//! Solving with the spread: one walk over the layers computes the values, the variances and the chances of the upper bonus.
//!
//! Each choice carries two numbers along with its value:
//!
//! ```text
//! at the end of a turn:
//!     deviation = variance after it + (value at the end - reference) squared
//!     bonus     = chance of the bonus after it
//! the best action of a roll passes on its two numbers
//! the numbers of a hold = the means over the six nodes one die larger
//! value, deviation, bonus of the state = the means over the first roll
//! variance of the state = deviation - (value of the state - reference) squared
//! ```
//!
//! The reference of a state is the value of its best zero, which is known before the turn is computed. Any number would be correct except for
//! rounding: a turn adds some tens of points to a zero, so only a few digits cancel.

use std::sync::Arc;

use super::follower::Follower;
use super::spread::SpreadTable;
use crate::dice::{Element, Lanes};
use crate::rules::{Points, State};
use crate::solve::{Model, Read, RowPlaces, RowPlan, Solver, Source, Stopped, Successors, Turns, ValueTable, Vectorized, Workspace};
use crate::space::{BLOCK, Row};
use crate::strategy::{Choosing, Chosen, TieOrder};

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
            self.simd.run(SpreadRows { model: &self.model, ties: &ties, done, rows, out });
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

/// The best action in each lane of a block, with its deviation and its chance of the bonus.
type Followed = Chosen<BLOCK, 2>;

/// Rows of a layer to compute from the values, variances and chances of the previous layer.
struct SpreadRows<'a> {
    model: &'a Model,
    ties: &'a TieOrder,
    done: &'a [&'a [f64]; 3],
    rows: &'a [Row],
    out: [&'a mut [f64]; 3],
}

impl Vectorized for SpreadRows<'_> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        let Model { lattice, space, plan, .. } = self.model;
        let mut workspace = Workspace::new(lattice, plan, &Followed::default());
        let mut row_plan = RowPlan::default();
        let mut places = RowPlaces { arrays: self.out };
        for row in self.rows {
            row_plan.fill(plan, space, row.filled, row.flag);
            let width = space.plane_width(row.filled);
            let [values, variances, bonuses] = places.take(space.row_width(row));
            let blocks = (0..width).step_by(BLOCK);
            for (turns, first) in
                Turns::all(plan, space.plane_count(row.filled)).flat_map(|turns| blocks.clone().map(move |first| (turns, first)))
            {
                let ends = Ends::new(self.done, space.shifts(), &row_plan, first);
                let after_first = |rerolls_left: u8, rolls: &[Followed]| {
                    // One number at a time: sums of all three do not fit the vector registers.
                    let value = lattice.mean(rolls, |roll| &roll.best.value);
                    let [deviation, bonus] = [0, 1].map(|number| lattice.mean(rolls, |roll| &roll.best.carried[number]));
                    let plane = usize::from(turns.throws_of(rerolls_left)) * width;
                    let lanes = plane + first..plane + first + BLOCK;
                    values[lanes.clone()].copy_from_slice(&value.0);
                    for (lane, variance) in variances[lanes.clone()].iter_mut().enumerate() {
                        let above = value.0[lane] - ends.reference.0[lane];
                        *variance = deviation.0[lane] - above * above;
                    }
                    bonuses[lanes].copy_from_slice(&bonus.0);
                };
                let mut choosing = Choosing { ties: self.ties, first: after_first };
                workspace.turn(lattice, plan, &row_plan, &ends, turns, &mut choosing);
            }
        }
    }
}

/// Reads the ends of a turn in the lanes from `first`.
struct Ends<'a> {
    values: Successors<'a>,
    variances: Successors<'a>,
    bonuses: Successors<'a>,
    first: usize,
    /// The value of the best zero.
    reference: Lanes<BLOCK>,
}

impl<'a> Ends<'a> {
    #[inline(always)]
    fn new(done: &[&'a [f64]; 3], shifts: &'a [u16], row: &RowPlan, first: usize) -> Ends<'a> {
        let [values, variances, bonuses] = done.map(|values| Successors { values, shifts });
        let mut reference = Lanes([f64::NEG_INFINITY; BLOCK]);
        for open in row.open() {
            reference.raise_to(&values.read(&open.zero(0), first));
        }
        Ends { values, variances, bonuses, first, reference }
    }
}

impl Read<Followed> for Ends<'_> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Followed {
        let without_points = Source { points: Points::ZERO, ..*source };
        let value: Lanes<BLOCK> = self.values.read(source, self.first);
        let mut deviation: Lanes<BLOCK> = self.variances.read(&without_points, self.first);
        for lane in 0..BLOCK {
            let above = value.0[lane] - self.reference.0[lane];
            deviation.0[lane] += above * above;
        }
        Chosen::new(value, TieOrder::of_placement(source), [deviation, self.bonuses.read(&without_points, self.first)])
    }
}
