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

/// What changes the turns of a row: other values for its scored rolls, or another choice at the first throw.
pub trait Adjust {
    /// Changes the values of the rolls that are scored after `nth` throws of the turn, as far as these [matter](super::LastThrow::nth), in the lanes from
    /// `first` on, before the holds have theirs.
    #[inline(always)]
    fn scored<const L: usize>(&mut self, nth: usize, first: usize, rolls: &mut [Values<L>]) {
        let _ = (nth, first, rolls);
    }

    /// The values of the turns in the lanes from `first` on, given those of each first roll.
    #[inline(always)]
    fn mean<const L: usize>(&mut self, lattice: &Lattice, first: usize, rolls: &[Values<L>]) -> Values<L> {
        let _ = first;
        lattice.mean(rolls, |roll| roll)
    }
}

/// Changes nothing.
impl Adjust for () {}

/// Computes the values of a row of this many planes into `out`, with these vector instructions. It is no generic function, so it is compiled here, at the
/// level of this crate.
pub fn solve_row(
    simd: SimdLevel,
    workspace: &mut RowWorkspace,
    of: (&Lattice, &Plan, &Row),
    planes: usize,
    successors: Successors<'_>,
    out: &mut [f64],
) {
    solve_row_adjusted(simd, workspace, of, planes, successors, &mut (), out);
}

/// The same for turns that something changes. It is compiled where it is called.
pub fn solve_row_adjusted<A: Adjust>(
    simd: SimdLevel,
    workspace: &mut RowWorkspace,
    (lattice, plan, row): (&Lattice, &Plan, &Row),
    planes: usize,
    successors: Successors<'_>,
    adjust: &mut A,
    out: &mut [f64],
) {
    simd.run(SolveRow { workspace, lattice, plan, row, planes, successors, adjust, out });
}

struct SolveRow<'a, A> {
    workspace: &'a mut RowWorkspace,
    lattice: &'a Lattice,
    plan: &'a Plan,
    row: &'a Row,
    planes: usize,
    successors: Successors<'a>,
    adjust: &'a mut A,
    out: &'a mut [f64],
}

impl<A: Adjust> Vectorized for SolveRow<'_, A> {
    const WIDEST: bool = true;

    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        let SolveRow { workspace: RowWorkspace { double, single }, lattice, plan, row, planes, successors, adjust, out } = self;
        let width = out.len() / planes;
        let doubles = if WIDE { width / DOUBLE * DOUBLE } else { 0 };
        if WIDE && doubles > 0 {
            double.make_room(lattice, plan, &Values::default());
        }
        for turns in Turns::all(plan, planes) {
            if WIDE {
                for first in (0..doubles).step_by(DOUBLE) {
                    let mut means = Means { lattice, turns, width, adjust: &mut *adjust, first, out: &mut out[first..] };
                    double.turn(lattice, plan, row, &successors.from(first), turns, &mut means);
                }
            }
            // If blocks are not doubled, no block remains.
            let end = if DOUBLE > BLOCK { width } else { doubles };
            for first in (doubles..end).step_by(BLOCK) {
                let mut means = Means { lattice, turns, width, adjust: &mut *adjust, first, out: &mut out[first..] };
                single.turn(lattice, plan, row, &successors.from(first), turns, &mut means);
            }
        }
    }
}

/// Stores the value of each turn: its mean over the first throw.
struct Means<'a, A> {
    lattice: &'a Lattice,
    turns: Turns,
    /// The distance from the values of one plane to the values of the next.
    width: usize,
    adjust: &'a mut A,
    /// The first lane.
    first: usize,
    out: &'a mut [f64],
}

impl<A: Adjust, const L: usize> Watch<Values<L>> for Means<'_, A> {
    #[inline(always)]
    fn scored(&mut self, _: u8, nth: usize, rolls: &mut [Values<L>]) {
        self.adjust.scored(nth, self.first, rolls);
    }

    #[inline(always)]
    fn first(&mut self, rerolls_left: u8, rolls: &[Values<L>]) {
        let plane = usize::from(self.turns.throws_of(rerolls_left)) * self.width;
        let mean = self.adjust.mean(self.lattice, self.first, rolls);
        self.out[plane..][..L].copy_from_slice(&mean.value.0);
    }
}
