//! One turn: the values of the states that may follow in, the values of the states of a row out. The crate's first page has it as pseudo-code.

use std::ops::RangeInclusive;

use super::element::Element;
use super::lattice::Lattice;
use super::plan::{LastThrow, Menus, Plan, Source};
use super::row::Row;
use super::watch::Watch;

/// The turns of a row that are computed together, by the rerolls left after their first throw: from `least` to `most`. In a game that saves throws
/// these are all turns of the row.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    pub(crate) least: u8,
    pub(crate) most: u8,
    /// The [throws](Source::throws) of the state of the turn with the fewest rerolls.
    throws: u8,
}

impl Turns {
    /// The turn of a state with this number of throws.
    pub fn one(plan: &Plan, throws: u8) -> Turns {
        let rerolls = plan.rerolls(throws);
        Turns { least: rerolls, most: rerolls, throws }
    }

    /// The turns of the states with these numbers of throws, in parts that are [computed together](super::plan::ThrowPlan::together).
    pub fn of(plan: &Plan, throws: RangeInclusive<u8>) -> impl Iterator<Item = Turns> {
        let (first, last) = throws.into_inner();
        let together = plan.throws.together;
        let parts = (first..=last).filter(move |&throws| throws == first || !together);
        parts.map(move |throws| Turns { most: plan.rerolls(if together { last } else { throws }), ..Turns::one(plan, throws) })
    }

    /// The turns of a row with this many planes: one for each number of throws.
    pub fn all(plan: &Plan, planes: usize) -> impl Iterator<Item = Turns> {
        Turns::of(plan, 0..=planes as u8 - 1)
    }

    /// Turns with from `least` to `most` rerolls left after their first throw, whatever state follows them.
    pub fn between(least: u8, most: u8) -> Turns {
        Turns { least, most, throws: 0 }
    }

    /// The later throws of the turn of a state with this number of throws, up to this many rerolls left.
    pub fn later(plan: &Plan, throws: u8, rerolls_left: u8) -> Turns {
        // Where turns differ in length, only one with a stock of throws says its own.
        let least = if plan.has_spare_throws() { u8::MAX } else { plan.rerolls(throws) };
        Turns { least, most: rerolls_left, throws }
    }

    /// The throws of these turns that leave this many rerolls, each by the throws before it, as far as they matter: later throws first.
    #[inline(always)]
    pub(crate) fn throws_at(&self, plan: &Plan, rerolls_left: u8) -> impl Iterator<Item = usize> + use<> {
        let nth = |rerolls: u8| usize::from(rerolls.saturating_sub(rerolls_left)).min(plan.first_throws());
        (nth(self.least)..=nth(self.least.max(self.most))).rev()
    }

    /// The number of throws of the state of a turn, by the rerolls left after its first throw.
    pub fn throws_of(&self, rerolls_left: u8) -> u8 {
        self.throws + (rerolls_left - self.least)
    }

    /// The throws of the state of the first of these turns.
    pub fn first(&self) -> u8 {
        self.throws
    }

    /// Whether the turn of a state with this number of throws is one of these.
    pub fn contain(&self, throws: u8) -> bool {
        (self.throws..=self.throws + (self.most - self.least)).contains(&throws)
    }
}

/// The workspace of a turn, for one block of lanes at a time.
#[derive(Clone, Debug, Default)]
pub struct Workspace<E> {
    /// An element for each node of the lattice.
    pub nodes: Vec<E>,
    pub(crate) menus: Vec<E>,
    /// The values of the rolls of a later throw, while the values of a first throw are computed.
    later: Vec<E>,
}

impl<E: Element> Workspace<E> {
    /// A workspace for this lattice and this plan, full of this element.
    pub fn new(lattice: &Lattice, plan: &Plan, zero: &E) -> Workspace<E> {
        Workspace { nodes: vec![zero.clone(); lattice.len()], menus: vec![zero.clone(); plan.menus()], later: Vec::new() }
    }

    /// Resizes the workspace for this lattice and this plan.
    pub fn make_room(&mut self, lattice: &Lattice, plan: &Plan, zero: &E) {
        self.nodes.resize(lattice.len(), zero.clone());
        self.menus.resize(plan.menus(), zero.clone());
    }

    /// Sets the node of each roll to the value of its best placement after a throw.
    #[inline(always)]
    pub fn score_rolls(&mut self, lattice: &Lattice, plan: &Plan, row: &Row, throw: LastThrow, successors: &(impl Read<E> + ?Sized)) {
        let scoring = plan.scoring(throw.nth);
        let zero = best_of(row.open().iter().map(|open| open.zero(throw.throws)), successors).expect("a row with an open column");
        let rolls = &mut self.nodes[lattice.rolls()];
        for menus in row.menus(scoring) {
            fill(&mut self.menus[menus.all.clone()], &zero);
        }
        // The columns of a part raise menus. The other columns raise the rolls, after the rolls have the best of their menus.
        for in_a_part in [true, false] {
            let raised = if in_a_part {
                &mut self.menus[..]
            } else {
                read_menus(rolls, &self.menus, row.menus(scoring), &zero);
                &mut *rolls
            };
            for open in row.open().iter().filter(|open| open.in_a_part == in_a_part) {
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
        for (roll, placements) in row.listed(throw.nth) {
            let placements = placements.iter().map(|source| source.with_throws(throw.throws));
            rolls[roll] = best_of(placements, successors).expect("a place for every roll");
        }
    }

    /// Computes turns: from the value of scoring each roll to the value of each roll's best action, with more and more rerolls left, up to the most
    /// of `turns`. All code that values the actions of a turn uses this function; `watch` sees every step. At the end the rolls have the values of
    /// the last step.
    #[inline(always)]
    pub fn turn<W: Watch<E> + ?Sized>(
        &mut self,
        lattice: &Lattice,
        plan: &Plan,
        row: &Row,
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
            let after = plan.after(turns.throws, rerolls_left);
            // A later throw, and then, if it pays differently, the first throw of a shorter turn.
            let mut passes = 0;
            for nth in turns.throws_at(plan, rerolls_left) {
                if passes > 0 {
                    self.later.clear();
                    self.later.extend_from_slice(&self.nodes[lattice.rolls()]);
                }
                // Without spare throws, scoring a roll later gives the same.
                if plan.scores_anew(rerolls_left, nth) {
                    self.score_rolls(lattice, plan, row, LastThrow { throws: after, nth }, successors);
                    watch.scored(rerolls_left, nth, &mut self.nodes[lattice.rolls()]);
                }
                if rerolls_left > 0 {
                    // After a later throw the holds have their best values already.
                    lattice.best(&mut self.nodes, passes > 0);
                }
                watch.best(rerolls_left, nth, &self.nodes[lattice.rolls()]);
                passes += 1;
            }
            if rerolls_left >= turns.least {
                watch.first(rerolls_left, &self.nodes[lattice.rolls()]);
            }
            if passes > 1 {
                self.nodes[lattice.rolls()].clone_from_slice(&self.later);
            }
        }
    }

    /// The value of the turn of a state with this number of throws, before its first roll.
    #[inline(always)]
    pub fn mean_of_turn<W: Watch<E> + ?Sized>(
        &mut self,
        lattice: &Lattice,
        plan: &Plan,
        row: &Row,
        successors: &(impl Read<E> + ?Sized),
        throws: u8,
        watch: &mut W,
    ) -> E {
        self.turn(lattice, plan, row, successors, Turns::one(plan, throws), watch);
        lattice.mean(&self.nodes[lattice.rolls()], |roll| roll)
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
pub(crate) fn fill<E: Clone>(elements: &mut [E], with: &E) {
    if let [first, rest @ ..] = elements {
        // Copies from memory use whole vectors; `with` itself may be in single registers.
        first.clone_from(with);
        rest.iter_mut().for_each(|element| element.clone_from(first));
    }
}

/// Sets each roll to the best of its menus, one of each open part.
#[inline(always)]
pub(crate) fn read_menus<'a, E: Element>(rolls: &mut [E], menus: &[E], mut open: impl Iterator<Item = &'a Menus>, zero: &E) {
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

/// Reads the values of sources.
pub trait Read<E> {
    /// The value of a source.
    fn read(&self, source: &Source) -> E;
}

impl<E, F: Fn(&Source) -> E> Read<E> for F {
    #[inline(always)]
    fn read(&self, source: &Source) -> E {
        self(source)
    }
}
