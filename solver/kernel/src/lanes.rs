//! Many questions at once: the later throws of a turn, in any few lanes of a row, or of several rows: what the holds are worth.
//!
//! Only scoring depends on the row. Lanes of several rows share the scoring too: where a column is filled in one of them, it scores minus infinity.

use super::element::{BLOCK, Element, Lanes};
use super::lattice::Lattice;
use super::plan::{PARTS, Plan, Source};
use super::row::{OpenRow, Row};
use super::simd::{SimdLevel, Vectorized};
use super::single::holds;
use super::successors::{LanesAt, Successors};
use super::turn::{Read, Turns, Workspace, fill, read_menus};
use super::watch::UpToHolds;

/// The most lanes computed together.
pub const MOST_LANES: usize = 2 * BLOCK;

/// The value of each node of the lattice, in the lanes computed together.
#[derive(Clone, Copy)]
pub enum NodeValues<'a> {
    /// In one lane.
    One(&'a [f64]),
    /// In a block.
    Single(&'a [Lanes<BLOCK>]),
    /// In two blocks.
    Double(&'a [Lanes<MOST_LANES>]),
}

/// A row of states, with the values of the states that follow.
#[derive(Clone, Copy)]
pub struct LaneRow<'a> {
    /// The lattice of the game.
    pub lattice: &'a Lattice,
    /// How its rolls score.
    pub plan: &'a Plan,
    /// The open columns.
    pub open: &'a OpenRow,
    /// The states that may follow.
    pub successors: Successors<'a>,
}

/// A lane of a row.
#[derive(Clone, Copy)]
pub struct LaneOf<'a> {
    /// The row.
    pub row: LaneRow<'a>,
    /// The lane.
    pub lane: usize,
    /// The throws of the state of its turn.
    pub throws: u8,
    /// The most rerolls left for which it is computed.
    pub rerolls: u8,
}

/// Computes the turns of lanes, and keeps the memory for it.
#[derive(Default)]
pub struct LaneTurns {
    row: Row,
    one: Workspace<f64>,
    single: Workspace<Lanes<BLOCK>>,
    double: Workspace<Lanes<MOST_LANES>>,
}

impl LaneTurns {
    /// Computes the values of holds in one to [`MOST_LANES`] lanes: with one reroll left, then with two, up to those of `turns`; each time it calls `held`.
    pub fn hold(&mut self, row: LaneRow<'_>, simd: SimdLevel, lanes: &[u16], turns: Turns, held: &mut dyn FnMut(u8, NodeValues<'_>)) {
        let LaneTurns { row: filled, single, double, .. } = self;
        filled.fill_from(row.plan, row.open);
        match lanes.len() {
            0..=BLOCK => {
                let held = &mut |rerolls_left, nodes: &[Lanes<BLOCK>]| held(rerolls_left, NodeValues::Single(nodes));
                simd.run(Holds { row, filled, lanes, turns, workspace: single, held });
            }
            _ => {
                let held = &mut |rerolls_left, nodes: &[Lanes<MOST_LANES>]| held(rerolls_left, NodeValues::Double(nodes));
                simd.run(Holds { row, filled, lanes, turns, workspace: double, held });
            }
        }
    }

    /// The same in up to [`MOST_LANES`] lanes of any rows of one model. With more rerolls left than a lane is computed for, its values mean nothing.
    pub fn hold_each(&mut self, lanes: &[LaneOf<'_>], simd: SimdLevel, held: &mut dyn FnMut(u8, NodeValues<'_>)) {
        let LaneTurns { row, one, single, double } = self;
        match lanes.len() {
            0 => {}
            1 => {
                let LaneOf { row: LaneRow { lattice, plan, open, successors }, lane, throws, rerolls } = lanes[0];
                row.fill_from(plan, open);
                let held = &mut |rerolls_left, nodes: &[f64]| held(rerolls_left, NodeValues::One(nodes));
                holds(one, (lattice, plan, row), &successors.from(lane), Turns::later(plan, throws, rerolls), held);
            }
            2..=BLOCK => {
                let held = &mut |rerolls_left, nodes: &[Lanes<BLOCK>]| held(rerolls_left, NodeValues::Single(nodes));
                simd.run(Each { lanes, workspace: single, held });
            }
            _ => {
                let held = &mut |rerolls_left, nodes: &[Lanes<MOST_LANES>]| held(rerolls_left, NodeValues::Double(nodes));
                simd.run(Each { lanes, workspace: double, held });
            }
        }
    }
}

struct Holds<'a, const L: usize> {
    row: LaneRow<'a>,
    filled: &'a Row,
    lanes: &'a [u16],
    turns: Turns,
    workspace: &'a mut Workspace<Lanes<L>>,
    held: &'a mut dyn FnMut(u8, &[Lanes<L>]),
}

impl<const L: usize> Vectorized for Holds<'_, L> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        let Holds { row: LaneRow { lattice, plan, successors, .. }, filled, lanes, turns, workspace, held } = self;
        // The lanes that are left over repeat the last one.
        let read = LanesAt { successors, lanes: std::array::from_fn(|index| lanes[index.min(lanes.len() - 1)].into()) };
        workspace.make_room(lattice, plan, &Lanes([0.0; L]));
        workspace.turn(lattice, plan, filled, &read, turns, &mut UpToHolds { rerolls: turns.most, held });
    }
}

/// Lanes of several rows.
struct Each<'a, const L: usize> {
    lanes: &'a [LaneOf<'a>],
    workspace: &'a mut Workspace<Lanes<L>>,
    held: &'a mut dyn FnMut(u8, &[Lanes<L>]),
}

impl<const L: usize> Each<'_, L> {
    /// Sets the nodes of the rolls to the values of their best placements with this many rerolls left, after this many throws: what [`Workspace::score_rolls`] does for a row.
    /// A filled column has the value minus infinity, and so has everything in a lane that is not computed for so many rerolls.
    #[inline(always)]
    fn score_rolls(&mut self, rerolls_left: u8, nth: usize) {
        let LaneRow { lattice, plan, .. } = self.lanes[0].row;
        let scoring = plan.scoring(nth);
        let throws_after = |lane: &LaneOf<'_>| plan.after(lane.throws, rerolls_left);
        let read = |lane: &LaneOf<'_>, source: &Source| -> f64 { lane.row.successors.from(lane.lane).read(source) };
        let lanes = || self.lanes.iter().enumerate().filter(|(_, lane)| rerolls_left <= lane.rerolls);

        // The values of a zero: in each category, and the best.
        let mut zeros = vec![Lanes([NOTHING; L]); plan.part_of.len()];
        let mut best_zero = Lanes([NOTHING; L]);
        let mut is_open = [false; PARTS];
        for (place, lane) in lanes() {
            for open in lane.row.open.open() {
                let value = read(lane, &open.zero(throws_after(lane)));
                zeros[open.column()].0[place] = value;
                best_zero.0[place].raise_to(&value);
            }
            is_open.iter_mut().zip(lane.row.open.open_parts()).for_each(|(all, mine)| *all |= mine);
        }
        let Workspace { nodes, menus, .. } = &mut *self.workspace;
        let rolls = &mut nodes[lattice.rolls()];
        for part in scoring.menus(is_open) {
            fill(&mut menus[part.all.clone()], &best_zero);
        }
        let columns = || plan.part_of.iter().enumerate();
        let most = columns().map(|(column, _)| scoring.scores(column).len()).max();
        let mut values = Vec::with_capacity(most.unwrap_or(0));
        for raises_menus in [true, false] {
            if !raises_menus {
                read_menus(rolls, menus, scoring.menus(is_open), &best_zero);
            }
            let raised = if raises_menus { &mut menus[..] } else { &mut *rolls };
            for (column, _) in columns().filter(|(_, part)| part.is_some() == raises_menus) {
                let zeros = &zeros[column];
                if zeros.0 == [NOTHING; L] {
                    continue;
                }
                // The value of each number of points.
                values.clear();
                if plan.unshifted[column] {
                    // The state that follows does not depend on the points.
                    let after = |points: u32| Lanes(zeros.0.map(|zero| zero + f64::from(points)));
                    values.extend(scoring.scores(column).map(|(points, ..)| after(points)));
                } else {
                    values.resize(scoring.scores(column).len(), Lanes([NOTHING; L]));
                    for (place, lane) in lanes() {
                        let Some(open) = lane.row.open.open_in(column) else { continue };
                        for (value, (points, count, _)) in values.iter_mut().zip(scoring.scores(column)) {
                            value.0[place] = read(lane, &open.score(throws_after(lane), points, count));
                        }
                    }
                }
                for (&value, (.., indices)) in values.iter().zip(scoring.scores(column)) {
                    for &index in indices {
                        let mut best = raised[usize::from(index)];
                        best.raise_to(&value);
                        raised[usize::from(index)] = best;
                    }
                }
            }
        }
        for (number, listed) in scoring.listed.iter().enumerate() {
            let none = listed.placements.len();
            let mut situations = [none; L];
            for (place, lane) in lanes() {
                situations[place] = lane.row.open.situation(number);
            }
            let mut best = Lanes([NOTHING; L]);
            for (situation, placements) in listed.placements.iter().enumerate() {
                let here = situations.map(|of_lane| of_lane == situation);
                if here == [false; L] {
                    continue;
                }
                for placement in placements {
                    let value = if placement.follows_as_zero {
                        Lanes(zeros[usize::from(placement.column)].0.map(|zero| zero + f64::from(placement.points)))
                    } else {
                        let mut value = Lanes([NOTHING; L]);
                        for (place, lane) in lanes().filter(|&(place, _)| here[place]) {
                            if let Some(source) = lane.row.open.source(placement) {
                                value.0[place] = read(lane, &source.with_throws(throws_after(lane)));
                            }
                        }
                        value
                    };
                    best.raise_to(&Lanes(std::array::from_fn(|place| if here[place] { value.0[place] } else { NOTHING })));
                }
            }
            rolls[listed.roll] = best;
        }
    }
}

/// The value of what cannot be done.
const NOTHING: f64 = f64::NEG_INFINITY;

impl<const L: usize> Vectorized for Each<'_, L> {
    #[inline(always)]
    fn run<const WIDE: bool>(mut self) {
        let LaneRow { lattice, plan, .. } = self.lanes[0].row;
        self.workspace.make_room(lattice, plan, &Lanes([0.0; L]));
        let rerolls = self.lanes.iter().map(|lane| lane.rerolls).max().unwrap_or(0);
        let turns = Turns::later(plan, self.lanes[0].throws, rerolls);
        for rerolls_left in 0..rerolls {
            for nth in turns.throws_at(plan, rerolls_left).take(1) {
                // Without spare throws, scoring a roll later gives the same.
                if plan.scores_anew(rerolls_left, nth) {
                    self.score_rolls(rerolls_left, nth);
                }
            }
            if rerolls_left > 0 {
                lattice.best(&mut self.workspace.nodes, false);
            }
            lattice.expect(&mut self.workspace.nodes, |_, _| {});
            (self.held)(rerolls_left + 1, &self.workspace.nodes);
        }
    }
}
