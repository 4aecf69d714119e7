//! The later throws of a turn, in any few lanes of a row, or of several rows: what the holds are worth.
//!
//! Only scoring depends on the row. So lanes of several rows are scored one by one, and then share the walks over the lattice.

use super::kernel::{LanesAt, Successors, Turns, Workspace};
use super::model::Model;
use super::plan::{RowPlan, Throw};
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
    One(&'a [f64]),
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

impl NodeValues<'_> {
    /// The value of a node in one of the lanes.
    #[inline(always)]
    pub fn get(&self, node: usize, lane: usize) -> f64 {
        match self {
            NodeValues::One(nodes) => nodes[node],
            NodeValues::Single(nodes) => nodes[node].0[lane],
            NodeValues::Double(nodes) => nodes[node].0[lane],
        }
    }
}

/// A lane of a row.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct LaneOf<'a> {
    pub row: LaneRow<'a>,
    pub lane: usize,
    /// The throws of the state of its turn.
    pub throws: u8,
    /// The most rerolls left for which it is computed.
    pub rerolls: u8,
}

/// Computes the turns of lanes, and keeps the memory for it.
#[doc(hidden)]
#[derive(Default)]
pub struct LaneTurns {
    one: Workspace<f64>,
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

    /// The same in up to [`MOST_LANES`] lanes of any rows of one model. With more rerolls left than a lane is computed for, its values mean nothing.
    pub fn hold_each(&mut self, lanes: &[LaneOf<'_>], simd: SimdLevel, held: &mut dyn FnMut(u8, NodeValues<'_>)) {
        let LaneTurns { one, single, double } = self;
        match lanes.len() {
            0 => {}
            1 => {
                let held = &mut |rerolls_left, nodes: &[f64]| held(rerolls_left, NodeValues::One(nodes));
                simd.run(Alone { lane: lanes[0], workspace: one, held });
            }
            2..=BLOCK => {
                let held = &mut |rerolls_left, nodes: &[Lanes<BLOCK>]| held(rerolls_left, NodeValues::Single(nodes));
                simd.run(Each { lanes, one, workspace: single, held });
            }
            _ => {
                let held = &mut |rerolls_left, nodes: &[Lanes<MOST_LANES>]| held(rerolls_left, NodeValues::Double(nodes));
                simd.run(Each { lanes, one, workspace: double, held });
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

/// A single lane.
struct Alone<'a> {
    lane: LaneOf<'a>,
    workspace: &'a mut Workspace<f64>,
    held: &'a mut dyn FnMut(u8, &[f64]),
}

impl Vectorized for Alone<'_> {
    #[inline(always)]
    fn run(self) {
        let Alone { lane: LaneOf { row, lane, throws, rerolls }, workspace, held } = self;
        let LaneRow { model: Model { lattice, plan, .. }, row_plan, successors } = row;
        workspace.make_room(lattice, plan, &0.0);
        let turns = Turns::later(throws, rerolls);
        workspace.turn(lattice, plan, row_plan, &successors.from(lane), turns, &mut UpToHolds { rerolls, held });
    }

    #[inline(always)]
    fn run_widest(self) {
        self.run();
    }
}

/// Lanes of several rows.
struct Each<'a, const L: usize> {
    lanes: &'a [LaneOf<'a>],
    /// Scores one of the lanes.
    one: &'a mut Workspace<f64>,
    workspace: &'a mut Workspace<Lanes<L>>,
    held: &'a mut dyn FnMut(u8, &[Lanes<L>]),
}

impl<const L: usize> Each<'_, L> {
    /// Sets the nodes of the rolls to the values of their best placements with this many rerolls left, lane by lane.
    #[inline(always)]
    fn score_rolls(&mut self, rerolls_left: u8) {
        let lanes = self.lanes.iter().enumerate().filter(|(_, lane)| rerolls_left <= lane.rerolls);
        for (place, LaneOf { row, lane, throws, .. }) in lanes {
            let LaneRow { model: Model { lattice, plan, .. }, row_plan, successors } = row;
            let throw = Throw { throws: plan.spare().after(*throws, rerolls_left), is_first: false };
            self.one.score_rolls(lattice, plan, row_plan, throw, &successors.from(*lane));
            let scored = &self.one.nodes[lattice.rolls()];
            for (roll, &value) in self.workspace.nodes[lattice.rolls()].iter_mut().zip(scored) {
                roll.0[place] = value;
            }
        }
    }
}

impl<const L: usize> Vectorized for Each<'_, L> {
    #[inline(always)]
    fn run(mut self) {
        let Model { lattice, plan, .. } = self.lanes[0].row.model;
        self.one.make_room(lattice, plan, &0.0);
        self.workspace.make_room(lattice, plan, &Lanes([0.0; L]));
        self.score_rolls(0);
        let rerolls = self.lanes.iter().map(|lane| lane.rerolls).max().unwrap_or(0);
        for rerolls_left in 1..=rerolls {
            lattice.expect(&mut self.workspace.nodes, |_, _| {});
            (self.held)(rerolls_left, &self.workspace.nodes);
            if rerolls_left < rerolls {
                // Without spare throws, scoring a roll later gives the same.
                if plan.spare().exist() {
                    self.score_rolls(rerolls_left);
                }
                lattice.best(&mut self.workspace.nodes, false);
            }
        }
    }

    #[inline(always)]
    fn run_widest(self) {
        self.run();
    }
}
