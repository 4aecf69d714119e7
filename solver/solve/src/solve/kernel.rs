//! The turn kernel: successors' values in, the values of a row out.
//!
//! The kernel knows no rules: a [`RowPlan`] lists the competing values of each roll. It computes a turn backward:
//!
//! ```text
//! to solve a row:
//!     for each block of lanes:                              # 16 lanes, or 8 for the last
//!         score the rolls:
//!             zero = the best zero, over the open categories
//!             for each menu of a part with an open category: menu = zero
//!             for each open category of a part, for each number of points that rolls score in it:
//!                 value = points + value of the state that follows, in each lane       # a source
//!                 for each menu with these points: menu = max(menu, value)
//!             for each roll: node = the best of its menus, one of each of these parts; zero if there is none
//!             for each open category of no part, for each number of points that rolls score in it:
//!                 value = points + value of the state that follows, in each lane
//!                 for each roll with these points: node = max(node, value)
//!             for each roll with a list of its own: node = the best of its own placements
//!         for each reroll:
//!             for each hold, larger ones first: node = mean of the six nodes one die larger
//!             with spare throws: score the rolls again, into the states with as many of them as are left
//!             for each node, smaller ones first: node = max(node, the nodes one die smaller)
//!         if the first throw pays other points: score the rolls for them, and raise each roll to the nodes one die smaller
//!         the values of the block = the mean of the nodes of all rolls, by their multiplicities
//! ```
//!
//! `docs/design.md` works through one row with numbers.

use std::ops::RangeInclusive;

use super::carrying::{Carrying, Values};
use super::model::Model;
use super::parts::Menus;
use super::plan::{Plan, RowPlan, Source, Throw, UNSHIFTED};
use super::watch::{UpToHolds, Watch};
use crate::dice::{Element, Lanes, Lattice};
use crate::space::BLOCK;

/// The turns of a row that are computed together, by the rerolls left after their first throw: from `least` to `most`. In a game that saves throws
/// these are all turns of the row.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    pub(crate) least: u8,
    pub(crate) most: u8,
    /// The [throws](crate::rules::State::throws) of the state of the turn with the fewest rerolls.
    throws: u8,
}

impl Turns {
    /// The turn of a state with this number of throws.
    #[doc(hidden)]
    pub fn one(plan: &Plan, throws: u8) -> Turns {
        let rerolls = plan.rerolls(throws);
        Turns { least: rerolls, most: rerolls, throws }
    }

    /// The turns of the states with these numbers of throws, in parts that are [computed together](crate::rules::SpareThrows::apart).
    #[doc(hidden)]
    pub fn of(plan: &Plan, throws: RangeInclusive<u8>) -> impl Iterator<Item = Turns> {
        let (first, last) = throws.into_inner();
        let spare = plan.spare();
        let parts = (first..=last).filter(move |&throws| throws == first || spare.apart(throws) != spare.apart(first));
        parts.map(move |throws| {
            let with_most = if spare.apart(throws) == spare.apart(last) { last } else { throws };
            Turns { most: plan.rerolls(with_most), ..Turns::one(plan, throws) }
        })
    }

    /// The turns of a row with this many planes: one for each number of throws.
    pub fn all(plan: &Plan, planes: usize) -> impl Iterator<Item = Turns> {
        Turns::of(plan, 0..=planes as u8 - 1)
    }

    /// Turns with from `least` to `most` rerolls left after their first throw, whatever state follows them.
    #[doc(hidden)]
    pub fn between(least: u8, most: u8) -> Turns {
        Turns { least, most, throws: 0 }
    }

    /// The later throws of the turn of a state with this number of throws, up to this many rerolls left.
    #[doc(hidden)]
    pub fn later(throws: u8, rerolls_left: u8) -> Turns {
        Turns { least: u8::MAX, most: rerolls_left, throws }
    }

    /// The number of throws of the state of a turn, by the rerolls left after its first throw.
    #[doc(hidden)]
    pub fn throws_of(&self, rerolls_left: u8) -> u8 {
        self.throws + (rerolls_left - self.least)
    }

    /// The number of throws of the state of the first of these turns.
    pub(crate) fn first(&self) -> u8 {
        self.throws
    }

    /// Whether the turn of a state with this number of throws is one of these.
    #[doc(hidden)]
    pub fn contain(&self, throws: u8) -> bool {
        (self.throws..=self.throws + (self.most - self.least)).contains(&throws)
    }
}

/// The workspace of a turn, for one block of lanes at a time.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Workspace<E> {
    /// An element for each node of the lattice.
    #[doc(hidden)]
    pub nodes: Vec<E>,
    pub(super) menus: Vec<E>,
    /// The values of the rolls of a later throw, while the values of a first throw are computed.
    later: Vec<E>,
}

impl<E: Element> Workspace<E> {
    #[doc(hidden)]
    pub fn new(lattice: &Lattice, plan: &Plan, zero: &E) -> Workspace<E> {
        Workspace { nodes: vec![zero.clone(); lattice.len()], menus: vec![zero.clone(); plan.menus()], later: Vec::new() }
    }

    /// Resizes the workspace for this lattice and this plan.
    #[doc(hidden)]
    pub fn make_room(&mut self, lattice: &Lattice, plan: &Plan, zero: &E) {
        self.nodes.resize(lattice.len(), zero.clone());
        self.menus.resize(plan.menus(), zero.clone());
    }

    /// Sets the node of each roll to the value of its best placement after a throw.
    #[inline(always)]
    pub fn score_rolls(&mut self, lattice: &Lattice, plan: &Plan, row: &RowPlan, throw: Throw, successors: &(impl Read<E> + ?Sized)) {
        let scoring = plan.scoring(throw.is_first);
        let zero = best_of(row.open().iter().map(|open| open.zero(throw.throws)), successors).expect("a row with an open category");
        let rolls = &mut self.nodes[lattice.rolls()];
        for menus in row.menus(scoring) {
            fill(&mut self.menus[menus.all.clone()], &zero);
        }
        // The categories of a part raise menus. The other categories raise the rolls, after the rolls have the best of their menus.
        for in_a_part in [true, false] {
            let raised = if in_a_part {
                &mut self.menus[..]
            } else {
                read_menus(rolls, &self.menus, row.menus(scoring), &zero);
                &mut *rolls
            };
            for open in row.open().iter().filter(|open| open.in_a_part() == in_a_part) {
                for (source, indices) in open.scores(plan, throw) {
                    let score = successors.read(&source);
                    for &index in indices {
                        let mut best = raised[usize::from(index)].clone();
                        best.raise_to(&score);
                        raised[usize::from(index)] = best;
                    }
                }
            }
        }
        for (roll, placements) in row.listed(plan, throw.is_first) {
            let placements = placements.iter().map(|source| source.with_throws(throw.throws));
            rolls[roll] = best_of(placements, successors).expect("the rules place every roll somewhere");
        }
    }

    /// Computes turns: from the value of scoring each roll to the value of each roll's best action, with more and more rerolls left, up to the most
    /// of `turns`. All code that values the actions of a turn uses this function; `watch` sees every step. At the end the rolls have the values of
    /// the last step.
    #[doc(hidden)]
    #[inline(always)]
    pub fn turn<W: Watch<E>>(
        &mut self,
        lattice: &Lattice,
        plan: &Plan,
        row: &RowPlan,
        successors: &(impl Read<E> + ?Sized),
        turns: Turns,
        watch: &mut W,
    ) {
        for rerolls_left in 0..=turns.most {
            if rerolls_left > 0 {
                lattice.expect(&mut self.nodes, |hold, mean| watch.mean(rerolls_left, hold, mean));
                if watch.held(rerolls_left, &mut self.nodes).is_break() {
                    return;
                }
            }
            let after = plan.spare().after(turns.throws, rerolls_left);
            let begins = rerolls_left >= turns.least;
            let by_throw = begins && plan.pays_by_throw();
            // A later throw leaves fewer rerolls than the first throw of its turn.
            let follows = !by_throw || rerolls_left < turns.most;
            // A later throw, and then, if it pays differently, a first throw.
            let throws = match (follows, by_throw) {
                (_, false) => &[false][..],
                (true, true) => &[false, true],
                (false, true) => &[true],
            };
            for &is_first in throws {
                if is_first && follows {
                    self.later.clear();
                    self.later.extend_from_slice(&self.nodes[lattice.rolls()]);
                }
                // Without spare throws, scoring a roll later gives the same.
                if rerolls_left == 0 || plan.spare().exist() || is_first {
                    self.score_rolls(lattice, plan, row, Throw { throws: after, is_first }, successors);
                    watch.scored(rerolls_left, is_first, &mut self.nodes[lattice.rolls()]);
                }
                if rerolls_left > 0 {
                    // After a later throw the holds have their best values already.
                    lattice.best(&mut self.nodes, is_first && follows);
                }
                if !is_first {
                    watch.best(rerolls_left, &self.nodes[lattice.rolls()]);
                }
            }
            if begins {
                watch.first(rerolls_left, &self.nodes[lattice.rolls()]);
            }
            if by_throw && follows {
                self.nodes[lattice.rolls()].clone_from_slice(&self.later);
            }
        }
    }

    /// The value of the turn of a state with this number of throws, before its first roll.
    #[inline(always)]
    pub fn mean_of_turn<W: Watch<E>>(
        &mut self,
        lattice: &Lattice,
        plan: &Plan,
        row: &RowPlan,
        successors: &(impl Read<E> + ?Sized),
        throws: u8,
        watch: &mut W,
    ) -> E {
        self.turn(lattice, plan, row, successors, Turns::one(plan, throws), watch);
        lattice.mean(&self.nodes[lattice.rolls()], |roll| roll)
    }
}

impl Workspace<f64> {
    /// Computes the values of the holds of one lane: with one reroll left, then with two, up to those of `turns`; each time it calls `held`. It is
    /// compiled once: single values gain nothing from wider vectors.
    pub(super) fn hold(
        &mut self,
        Model { lattice, plan, .. }: &Model,
        row: &RowPlan,
        successors: &dyn Read<f64>,
        turns: Turns,
        held: &mut dyn FnMut(u8, &[f64]),
    ) {
        self.make_room(lattice, plan, &0.0);
        self.turn(lattice, plan, row, successors, turns, &mut UpToHolds { rerolls: turns.most, held });
    }
}

/// The best of some sources. Each place that reads a source is compiled for every kind of element, so there are few of them.
#[inline(always)]
fn best_of<E: Element>(sources: impl Iterator<Item = Source>, successors: &(impl Read<E> + ?Sized)) -> Option<E> {
    let mut best: Option<E> = None;
    for source in sources {
        let value = successors.read(&source);
        match &mut best {
            Some(best) => best.raise_to(&value),
            None => best = Some(value),
        }
    }
    best
}

/// Sets all elements to this one.
#[inline(always)]
pub(super) fn fill<E: Clone>(elements: &mut [E], with: &E) {
    if let [first, rest @ ..] = elements {
        // Copies from memory use whole vectors; `with` itself may be in single registers.
        first.clone_from(with);
        rest.iter_mut().for_each(|element| element.clone_from(first));
    }
}

/// Sets each roll to the best of its menus, one of each open part.
#[inline(always)]
pub(super) fn read_menus<'a, E: Element>(rolls: &mut [E], menus: &[E], mut open: impl Iterator<Item = &'a Menus>, zero: &E) {
    let menu = |menu: &u16| &menus[usize::from(*menu)];
    match (open.next(), open.next()) {
        (None, _) => fill(rolls, zero),
        (Some(first), None) => {
            for (roll, a) in rolls.iter_mut().zip(&first.of_roll) {
                roll.clone_from(menu(a));
            }
        }
        (Some(first), Some(second)) => {
            for ((roll, a), b) in rolls.iter_mut().zip(&first.of_roll).zip(&second.of_roll) {
                let mut best = menu(a).clone();
                best.raise_to(menu(b));
                *roll = best;
            }
        }
    }
}

/// Reads the value of a source.
#[doc(hidden)]
pub trait Read<E> {
    fn read(&self, source: &Source) -> E;
}

impl<E, F: Fn(&Source) -> E> Read<E> for F {
    #[inline(always)]
    fn read(&self, source: &Source) -> E {
        self(source)
    }
}

/// The values of the states that may follow, and the shifts to find them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Successors<'a> {
    #[doc(hidden)]
    pub values: &'a [f64],
    #[doc(hidden)]
    pub shifts: &'a [u16],
}

impl<'a> Successors<'a> {
    /// The values of a source in the `L` lanes from `first`.
    #[inline(always)]
    pub fn read<const L: usize>(&self, source: &Source, first: usize) -> Lanes<L> {
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

    /// Reads the lanes from `first`.
    #[doc(hidden)]
    pub fn from(self, first: usize) -> LanesFrom<'a> {
        LanesFrom { successors: self, first }
    }
}

/// Reads the values of the lanes from `first` on. It is a type and not a closure, so that it is always inlined: with a call for each value, the
/// kernel would switch between two kinds of vector instructions.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct LanesFrom<'a> {
    successors: Successors<'a>,
    first: usize,
}

impl<const L: usize> Read<Lanes<L>> for LanesFrom<'_> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Lanes<L> {
        self.successors.read(source, self.first)
    }
}

impl<const L: usize> Read<Values<L>> for LanesFrom<'_> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Values<L> {
        Carrying { value: self.successors.read(source, self.first), carried: [] }
    }
}

impl Read<f64> for LanesFrom<'_> {
    #[inline(always)]
    fn read(&self, source: &Source) -> f64 {
        let Lanes([value]) = self.successors.read(source, self.first);
        value
    }
}

/// Reads the values of any lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LanesAt<'a, const L: usize> {
    pub(crate) successors: Successors<'a>,
    pub(crate) lanes: [usize; L],
}

impl<const L: usize> Read<Lanes<L>> for LanesAt<'_, L> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Lanes<L> {
        let Successors { values, shifts } = self.successors;
        let mut lanes = Lanes([f64::from(source.points); L]);
        for (value, &lane) in lanes.0.iter_mut().zip(&self.lanes) {
            *value += values[source.position(shifts, lane)];
        }
        lanes
    }
}

/// The workspace of a row. It is computed two blocks at a time, because finding a value takes as long as adding it; a single block may remain at the end.
#[derive(Clone, Debug)]
pub(crate) struct RowWorkspace {
    double: Workspace<Values<DOUBLE>>,
    single: Workspace<Values<BLOCK>>,
}

/// The lanes of two blocks; on the web of one, because there two gain nothing, and every loop adds to the download.
pub(crate) const DOUBLE: usize = if cfg!(target_arch = "wasm32") { BLOCK } else { 2 * BLOCK };

impl RowWorkspace {
    pub(crate) fn new(lattice: &Lattice, plan: &Plan) -> RowWorkspace {
        RowWorkspace { double: Workspace::default(), single: Workspace::new(lattice, plan, &Values::default()) }
    }

    /// Computes the values of a row of this many planes into `out`.
    #[inline(always)]
    pub(crate) fn solve<const WIDE: bool>(
        &mut self,
        lattice: &Lattice,
        plan: &Plan,
        planes: usize,
        row: &RowPlan,
        successors: &Successors<'_>,
        out: &mut [f64],
    ) {
        let width = out.len() / planes;
        let doubles = if WIDE { width / DOUBLE * DOUBLE } else { 0 };
        if WIDE && doubles > 0 {
            self.double.make_room(lattice, plan, &Values::default());
        }
        for turns in Turns::all(plan, planes) {
            if WIDE {
                for first in (0..doubles).step_by(DOUBLE) {
                    let mut means = Means { lattice, turns, width, out: &mut out[first..] };
                    self.double.turn(lattice, plan, row, &successors.from(first), turns, &mut means);
                }
            }
            // If blocks are not doubled, no block remains.
            let end = if DOUBLE > BLOCK { width } else { doubles };
            for first in (doubles..end).step_by(BLOCK) {
                let mut means = Means { lattice, turns, width, out: &mut out[first..] };
                self.single.turn(lattice, plan, row, &successors.from(first), turns, &mut means);
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
