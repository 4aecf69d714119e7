//! The ends of an optimal turn: the chance of each way to score in it.

use super::follow::{Thrown, follow};
use crate::dice::{Element, Lanes, Lattice};
use crate::solve::{Plan, SimdLevel, Source, Turns, Vectorized, Workspace};
use crate::space::BLOCK;
use crate::strategy::{BlockStrategy, ByWorth, Chooser, Chosen, RowOption};

/// The chances of the ends of the turns of a block of lanes, and the workspace for them.
#[derive(Clone, Debug)]
pub struct Outcome<const L: usize> {
    /// The numbers of throws of the states after the ends.
    throws: Vec<u8>,
    /// For each of these, the chance of each of the [options](BlockStrategy::options).
    chances: Vec<Lanes<L>>,
    nodes: Vec<Lanes<L>>,
    /// The chance that each roll is scored, where it is the same after several throws.
    written: Vec<Lanes<L>>,
}

/// An end of the turns of a block.
pub struct End<'a, const L: usize> {
    /// The index of its [option](BlockStrategy::options).
    pub option: usize,
    /// Its points, and the values of the states that follow.
    pub source: Source,
    /// The chance in each lane.
    pub chance: &'a Lanes<L>,
}

impl<const L: usize> Outcome<L> {
    /// No turn has been followed yet.
    pub fn new(lattice: &Lattice) -> Outcome<L> {
        let nodes = vec![Lanes([0.0; L]); lattice.len()];
        Outcome { throws: Vec::new(), chances: Vec::new(), nodes, written: vec![Lanes([0.0; L]); lattice.rolls().len()] }
    }

    /// Follows a strategy through the turns of states with this number of throws, for all rolls at once, each with its probability.
    #[inline(always)]
    fn follow(&mut self, lattice: &Lattice, plan: &Plan, strategy: &BlockStrategy<L>, throws: u8) {
        let Outcome { throws: ends, chances, nodes, written } = self;
        let first_roll = lattice.rolls().start;
        let share = 1.0 / f64::from(lattice.outcomes());
        nodes[..first_roll].fill(Lanes([0.0; L]));
        for (node, &times) in nodes[first_roll..].iter_mut().zip(lattice.multiplicities()) {
            *node = Lanes([f64::from(times) * share; L]);
        }
        written.fill(Lanes([0.0; L]));
        ends.clear();
        chances.clear();
        let thrown = Thrown { rerolls_left: plan.rerolls(throws), is_first: plan.pays_by_throw() };
        follow(lattice, strategy, nodes, thrown, |thrown, rolls| {
            if plan.spare().exist() || thrown.is_first {
                ends.push(plan.spare().after(throws, thrown.rerolls_left));
                add_ends(strategy, thrown, rolls, chances);
            } else {
                written.iter_mut().zip(rolls).for_each(|(sum, chance)| sum.add(chance));
            }
        });
        if !plan.spare().exist() {
            ends.push(0);
            add_ends(strategy, Thrown { rerolls_left: 0, is_first: false }, written, chances);
        }
    }

    /// Prepares for turns that may end with these numbers of throws, by one of `options` options. All chances are 0 then.
    pub(super) fn clear(&mut self, throws: impl Iterator<Item = u8>, options: usize) {
        self.throws.clear();
        self.throws.extend(throws);
        self.chances.clear();
        self.chances.resize(self.throws.len() * options, Lanes([0.0; L]));
    }

    /// Sets the chances of a lane: of each option, for each number of throws.
    pub(super) fn set_lane(&mut self, lane: usize, chances: &[f64]) {
        for (lanes, chance) in self.chances.iter_mut().zip(chances) {
            lanes.0[lane] = *chance;
        }
    }

    /// The ends of the turns, each with its chance, which may be 0.
    pub fn ends<'a>(&'a self, options: &'a [RowOption]) -> impl Iterator<Item = End<'a, L>> {
        self.throws.iter().zip(self.chances.chunks(options.len())).flat_map(move |(&throws, chances)| {
            let ends = options.iter().zip(chances).enumerate();
            ends.map(move |(option, (way, chance))| End { option, source: way.source.with_throws(throws), chance })
        })
    }
}

/// Adds the chances of the options with which a strategy scores rolls, from the chance of each roll.
#[inline(always)]
fn add_ends<const L: usize>(strategy: &BlockStrategy<L>, thrown: Thrown, rolls: &[Lanes<L>], chances: &mut Vec<Lanes<L>>) {
    let before = chances.len();
    chances.resize(before + strategy.options().len(), Lanes([0.0; L]));
    let chances = &mut chances[before..];
    for (placements, chance) in strategy.placements(thrown.rerolls_left, thrown.is_first).iter().zip(rolls) {
        for (lane, (&placement, chance)) in placements.iter().zip(&chance.0).enumerate() {
            chances[placement as usize].0[lane] += chance;
        }
    }
}

/// Computes the strategy of these turns in some lanes of the current row, with the widest vectors of the machine.
#[doc(hidden)]
pub fn choose_block(chooser: &Chooser, block: &mut BlockStrategy<BLOCK>, lanes: [usize; BLOCK], turns: Turns) {
    SimdLevel::Widest.run(ChooseBlock { chooser, block, lanes, turns });
}

/// Does the same by the worths of the ends of the turns, each with the expected points that decide between equal worths.
#[doc(hidden)]
pub fn choose_block_by_worth(
    chooser: &Chooser,
    block: &mut BlockStrategy<BLOCK>,
    workspace: &mut Workspace<ByWorths>,
    ends: &dyn Fn(&Source) -> ByWorths,
    turns: Turns,
) {
    SimdLevel::Widest.run(ChooseByWorth { chooser, block, workspace, ends, turns });
}

/// An action by its worth in each lane of a block, with its expected points.
#[doc(hidden)]
pub type ByWorths = Chosen<BLOCK, 1, ByWorth>;

/// Computes the ends of the turns of states with this number of throws, by the strategy of a block, with the widest vectors too.
pub fn follow_block(chooser: &Chooser, block: &BlockStrategy<BLOCK>, outcome: &mut Outcome<BLOCK>, throws: u8) {
    SimdLevel::Widest.run(FollowBlock { chooser, block, outcome, throws });
}

struct ChooseBlock<'a> {
    chooser: &'a Chooser,
    block: &'a mut BlockStrategy<BLOCK>,
    lanes: [usize; BLOCK],
    turns: Turns,
}

impl Vectorized for ChooseBlock<'_> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        self.block.choose(self.chooser, self.lanes, self.turns);
    }
}

struct ChooseByWorth<'a> {
    chooser: &'a Chooser,
    block: &'a mut BlockStrategy<BLOCK>,
    workspace: &'a mut Workspace<ByWorths>,
    ends: &'a dyn Fn(&Source) -> ByWorths,
    turns: Turns,
}

impl Vectorized for ChooseByWorth<'_> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        self.block.choose_by(self.chooser, self.workspace, &self.ends, self.turns);
    }
}

struct FollowBlock<'a> {
    chooser: &'a Chooser,
    block: &'a BlockStrategy<BLOCK>,
    outcome: &'a mut Outcome<BLOCK>,
    throws: u8,
}

impl Vectorized for FollowBlock<'_> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        self.outcome.follow(&self.chooser.model.lattice, &self.chooser.model.plan, self.block, self.throws);
    }
}
