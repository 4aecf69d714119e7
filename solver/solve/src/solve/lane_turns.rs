//! The later throws of a turn, in any few lanes of a row: what the holds are worth.

use super::kernel::{LanesAt, Successors, Turns, Workspace};
use super::model::Model;
use super::plan::RowPlan;
use super::simd::{SimdLevel, Vectorized};
use super::watch::UpToHolds;
use crate::dice::Lanes;
use crate::space::BLOCK;

/// The most lanes computed together.
#[doc(hidden)]
pub const MOST_LANES: usize = 2 * BLOCK;

/// The value of each node of the lattice, in the lanes computed together.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum NodeValues<'a> {
    Single(&'a [Lanes<BLOCK>]),
    Double(&'a [Lanes<MOST_LANES>]),
}

/// A row of states, with the values of the states that follow.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct LaneRow<'a> {
    pub model: &'a Model,
    pub row_plan: &'a RowPlan,
    pub successors: Successors<'a>,
}

/// Computes the turns of lanes, and keeps the memory for it.
#[doc(hidden)]
#[derive(Default)]
pub struct LaneTurns {
    single: Workspace<Lanes<BLOCK>>,
    double: Workspace<Lanes<MOST_LANES>>,
}

impl LaneTurns {
    /// Computes the values of holds in one to [`MOST_LANES`] lanes: with one reroll left, then with two, up to those of `turns`; each time it calls `held`.
    pub fn hold(&mut self, row: LaneRow<'_>, simd: SimdLevel, lanes: &[usize], turns: Turns, held: &mut dyn FnMut(u8, NodeValues<'_>)) {
        match lanes.len() {
            0..=BLOCK => {
                let held = &mut |rerolls_left, nodes: &[Lanes<BLOCK>]| held(rerolls_left, NodeValues::Single(nodes));
                simd.run(Holds { row, lanes, turns, workspace: &mut self.single, held });
            }
            _ => {
                let held = &mut |rerolls_left, nodes: &[Lanes<MOST_LANES>]| held(rerolls_left, NodeValues::Double(nodes));
                simd.run(Holds { row, lanes, turns, workspace: &mut self.double, held });
            }
        }
    }
}

struct Holds<'a, const L: usize> {
    row: LaneRow<'a>,
    lanes: &'a [usize],
    turns: Turns,
    workspace: &'a mut Workspace<Lanes<L>>,
    held: &'a mut dyn FnMut(u8, &[Lanes<L>]),
}

impl<const L: usize> Vectorized for Holds<'_, L> {
    #[inline(always)]
    fn run(self) {
        let Holds { row: LaneRow { model: Model { lattice, plan, .. }, row_plan, successors }, lanes, turns, workspace, held } = self;
        // The lanes that are left over repeat the last one.
        let read = LanesAt { successors, lanes: std::array::from_fn(|index| lanes[index.min(lanes.len() - 1)]) };
        workspace.make_room(lattice, plan, &Lanes([0.0; L]));
        workspace.turn(lattice, plan, row_plan, &read, turns, &mut UpToHolds { rerolls: turns.most, held });
    }

    #[inline(always)]
    fn run_widest(self) {
        self.run();
    }
}
