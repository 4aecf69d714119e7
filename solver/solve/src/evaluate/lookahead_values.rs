//! The exact values of a strategy that looks ahead by estimates, a block of lanes at a time: the estimates choose, and the true value of the chosen
//! action is carried along.

use crate::dice::Lanes;
use crate::solve::{Model, Read, RowPlaces, RowPlan, Source, Successors, Turns, Vectorized, Workspace};
use crate::space::{BLOCK, Row};
use crate::strategy::{Chooser, Choosing, Chosen, TieOrder};

/// The best action in each lane by the estimates, with its true value.
type Followed = Chosen<BLOCK, 1>;

/// Rows of a layer to compute from the true values of the previous layer.
pub(super) struct LookaheadRows<'a> {
    pub(super) chooser: &'a Chooser,
    pub(super) done: &'a [f64],
    pub(super) rows: &'a [Row],
    pub(super) out: &'a mut [f64],
}

impl Vectorized for LookaheadRows<'_> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        let Model { lattice, space, plan, .. } = &*self.chooser.model;
        let mut workspace = Workspace::new(lattice, plan, &Followed::default());
        let mut row_plan = RowPlan::default();
        let mut places = RowPlaces { arrays: [self.out] };
        for row in self.rows {
            row_plan.fill(plan, space, row.filled, row.flag);
            let width = space.plane_width(row.filled);
            let [values] = places.take(space.row_width(row));
            let estimates = self.chooser.values_after(row.filled, row.flag);
            let [estimates, done] = [estimates, self.done].map(|values| Successors { values, shifts: space.shifts() });
            let blocks = (0..width).step_by(BLOCK);
            for (turns, first) in
                Turns::all(plan, space.plane_count(row.filled)).flat_map(|turns| blocks.clone().map(move |first| (turns, first)))
            {
                let ends = Ends { estimates, done, first };
                let after_first = |rerolls_left: u8, rolls: &[Followed]| {
                    let value = lattice.mean(rolls, |roll| &roll.best.carried[0]);
                    let plane = usize::from(turns.throws_of(rerolls_left)) * width;
                    values[plane + first..][..BLOCK].copy_from_slice(&value.0);
                };
                let mut choosing = Choosing { ties: &self.chooser.ties, first: after_first };
                workspace.turn(lattice, plan, &row_plan, &ends, turns, &mut choosing);
            }
        }
    }
}

/// Reads the ends of a turn in the lanes from `first`.
struct Ends<'a> {
    estimates: Successors<'a>,
    done: Successors<'a>,
    first: usize,
}

impl Read<Followed> for Ends<'_> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Followed {
        let [estimate, value]: [Lanes<BLOCK>; 2] = [self.estimates.read(source, self.first), self.done.read(source, self.first)];
        Chosen::new(estimate, TieOrder::of_placement(source), [value])
    }
}
