//! The ends of an optimal turn: the chance of each way to score in it.

use yahtzee_kernel::{Lanes, Outcome, Source, follow_block};

use crate::solve::Model;
use crate::space::BLOCK;
use crate::strategy::{BlockStrategy, Chooser, RowOption};

/// An end of the turns of a block.
pub(crate) struct End<'a> {
    /// The index of its [option](BlockStrategy::options).
    pub option: usize,
    /// Its points, and the values of the states that follow.
    pub source: Source,
    /// The chance in each lane.
    pub chance: &'a Lanes<BLOCK>,
}

/// The ends of the turns, each with its chance, which may be 0.
pub(crate) fn ends<'a>(outcome: &'a Outcome, options: &'a [RowOption]) -> impl Iterator<Item = End<'a>> {
    outcome.chances(options.len()).flat_map(move |(throws, chances)| {
        let ends = options.iter().zip(chances).enumerate();
        ends.map(move |(option, (way, chance))| End { option, source: way.source.with_throws(throws), chance })
    })
}

/// Finds the ends of the turns of states with this number of throws, by the strategy of a block.
pub(crate) fn follow(chooser: &Chooser, block: &BlockStrategy<BLOCK>, outcome: &mut Outcome, throws: u8) {
    let Model { lattice, plan, .. } = &*chooser.model;
    follow_block(lattice, &plan.kernel, block.choices(), block.options().len(), throws, outcome);
}
