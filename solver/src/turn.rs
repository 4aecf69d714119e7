//! The turn kernel: successors' values in, the value of a row out.
//!
//! It knows no rules: a [`RowPlan`] says which values compete for which rolls. A turn is: score each roll as well as can be, then, as often as
//! there are rerolls, take the mean down the lattice and the best up it, and at last the mean over the first roll.

use crate::lattice::{Element, Lanes, Lattice};
use crate::plan::{PARTS, Plan, RowPlan, Source, UNSHIFTED};
use crate::state::BLOCK;

/// The room in which a turn is worked out, for one block of lanes at a time.
#[derive(Clone, Debug)]
pub(crate) struct Workspace<E> {
    /// An element for each node of the lattice.
    pub(crate) nodes: Vec<E>,
    menus: Vec<E>,
}

impl<E: Element> Workspace<E> {
    pub(crate) fn new(lattice: &Lattice, plan: &Plan, zero: &E) -> Workspace<E> {
        Workspace { nodes: vec![zero.clone(); lattice.len()], menus: vec![zero.clone(); plan.menus()] }
    }

    /// Sets the node of each roll to what the best placement of the roll is worth; `read` gives the value of a source.
    #[inline(always)]
    pub(crate) fn score_rolls(&mut self, lattice: &Lattice, plan: &Plan, row: &RowPlan, read: impl Fn(&Source) -> E) {
        let mut zeros = row.zeros();
        let mut zero = read(&zeros.next().expect("a row with an open category"));
        for source in zeros {
            zero.raise_to(&read(&source));
        }
        let rolls = &mut self.nodes[lattice.rolls()];
        for part in (0..PARTS).filter(|&part| row.part_is_open(part)) {
            self.menus[plan.part(part)].fill(zero.clone());
        }
        for (source, menus) in row.scores(plan) {
            let score = read(&source);
            for &menu in menus {
                self.menus[usize::from(menu)].raise_to(&score);
            }
        }
        let mut open = (0..PARTS).filter(|&part| row.part_is_open(part)).map(|part| plan.menu_of(part));
        let (first, second, third) = (open.next().expect("an open part"), open.next(), open.next());
        let menus = &self.menus;
        let menu = |menu: &u16| menus[usize::from(*menu)].clone();
        match (second, third) {
            (None, _) => {
                for (roll, a) in rolls.iter_mut().zip(first) {
                    *roll = menu(a);
                }
            }
            (Some(second), None) => {
                for ((roll, a), b) in rolls.iter_mut().zip(first).zip(second) {
                    let mut best = menu(a);
                    best.raise_to(&menus[usize::from(*b)]);
                    *roll = best;
                }
            }
            (Some(second), Some(third)) => {
                for (((roll, a), b), c) in rolls.iter_mut().zip(first).zip(second).zip(third) {
                    let mut best = menu(a);
                    best.raise_to(&menus[usize::from(*b)]);
                    best.raise_to(&menus[usize::from(*c)]);
                    *roll = best;
                }
            }
        }
        for (roll, placements) in row.further() {
            let (first, rest) = placements.split_first().expect("the rules place every roll somewhere");
            let mut best = read(first);
            for source in rest {
                best.raise_to(&read(source));
            }
            rolls[roll] = best;
        }
    }

    /// From what each roll is worth with one reroll fewer to what it is worth with one more.
    #[inline(always)]
    pub(crate) fn reroll(&mut self, lattice: &Lattice) {
        lattice.expect(&mut self.nodes);
        lattice.best(&mut self.nodes);
    }
}

/// The values that a row's placements lead to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successors<'a> {
    pub(crate) values: &'a [f64],
    pub(crate) shifts: &'a [u16],
}

impl Successors<'_> {
    /// The values of `L` lanes from `first`.
    #[inline(always)]
    pub(crate) fn read<const L: usize>(&self, source: &Source, first: usize) -> Lanes<L> {
        let mut lanes = Lanes([0.0; L]);
        if source.shift == UNSHIFTED {
            let start = source.start + first;
            lanes.0.copy_from_slice(&self.values[start..start + L]);
        } else {
            let row = &self.values[source.start..];
            let start = source.shift as usize + first;
            for (lane, &to) in lanes.0.iter_mut().zip(&self.shifts[start..start + L]) {
                *lane = row[usize::from(to)];
            }
        }
        for lane in &mut lanes.0 {
            *lane += f64::from(source.points);
        }
        lanes
    }
}

/// The values of a row: those of `out`, a whole number of blocks.
#[inline(always)]
pub(crate) fn solve_row(
    lattice: &Lattice,
    plan: &Plan,
    rolls: u8,
    row: &RowPlan,
    successors: &Successors<'_>,
    workspace: &mut Workspace<Lanes<BLOCK>>,
    out: &mut [f64],
) {
    for (block, values) in out.chunks_exact_mut(BLOCK).enumerate() {
        workspace.score_rolls(lattice, plan, row, |source| successors.read(source, block * BLOCK));
        for _ in 1..rolls {
            workspace.reroll(lattice);
        }
        values.copy_from_slice(&lattice.mean(&workspace.nodes[lattice.rolls()]).0);
    }
}
