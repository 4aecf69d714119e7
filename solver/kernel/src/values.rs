//! The values of a row: what solving a game takes.

use super::carrying::Values;
use super::element::{BLOCK, DOUBLE};
use super::lattice::Lattice;
use super::plan::Plan;
use super::row::Row;
use super::simd::{SimdLevel, Vectorized};
use super::successors::Successors;
use super::turn::{Turns, Workspace};
use super::watch::Watch;

/// The workspace of a row. It is computed two blocks at a time, because finding a value takes as long as adding it; a single block may remain at the end.
#[derive(Clone, Debug)]
pub struct RowWorkspace {
    double: Workspace<Values<DOUBLE>>,
    single: Workspace<Values<BLOCK>>,
}

impl RowWorkspace {
    /// A workspace for this lattice and this plan.
    pub fn new(lattice: &Lattice, plan: &Plan) -> RowWorkspace {
        RowWorkspace { double: Workspace::default(), single: Workspace::new(lattice, plan, &Values::default()) }
    }
}

/// Computes the values of a row of this many planes into `out`, with these vector instructions.
pub fn solve_row(
    simd: SimdLevel,
    workspace: &mut RowWorkspace,
    (lattice, plan, row): (&Lattice, &Plan, &Row),
    planes: usize,
    successors: Successors<'_>,
    out: &mut [f64],
) {
    simd.run(SolveRow { workspace, lattice, plan, row, planes, successors, out });
}

struct SolveRow<'a> {
    workspace: &'a mut RowWorkspace,
    lattice: &'a Lattice,
    plan: &'a Plan,
    row: &'a Row,
    planes: usize,
    successors: Successors<'a>,
    out: &'a mut [f64],
}

impl Vectorized for SolveRow<'_> {
    const WIDEST: bool = true;

    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        let SolveRow { workspace: RowWorkspace { double, single }, lattice, plan, row, planes, successors, out } = self;
        let width = out.len() / planes;
        let doubles = if WIDE { width / DOUBLE * DOUBLE } else { 0 };
        if WIDE && doubles > 0 {
            double.make_room(lattice, plan, &Values::default());
        }
        for turns in Turns::all(plan, planes) {
            if WIDE {
                for first in (0..doubles).step_by(DOUBLE) {
                    let mut means = Means { lattice, turns, width, out: &mut out[first..] };
                    double.turn(lattice, plan, row, &successors.from(first), turns, &mut means);
                }
            }
            // If blocks are not doubled, no block remains.
            let end = if DOUBLE > BLOCK { width } else { doubles };
            for first in (doubles..end).step_by(BLOCK) {
                let mut means = Means { lattice, turns, width, out: &mut out[first..] };
                single.turn(lattice, plan, row, &successors.from(first), turns, &mut means);
            }
        }
    }
}

/// Stores the value of each turn: its mean over the first throw.
struct Means<'a> {
    lattice: &'a Lattice,
    turns: Turns,
    /// The distance from the values of one plane to the values of the next.
    width: usize,
    out: &'a mut [f64],
}

impl<const L: usize> Watch<Values<L>> for Means<'_> {
    #[inline(always)]
    fn first(&mut self, rerolls_left: u8, rolls: &[Values<L>]) {
        let plane = usize::from(self.turns.throws_of(rerolls_left)) * self.width;
        self.out[plane..][..L].copy_from_slice(&self.lattice.mean(rolls, |roll| roll).value.0);
    }
}
