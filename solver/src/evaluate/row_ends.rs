//! The ends of the turns of the states of a row, under a strategy.

use yahtzee_kernel::{Outcome, Turns};

use super::outcome::{End, ends, follow};
use crate::space::{BLOCK, Row};
use crate::strategy::{BlockStrategy, Chooser, RowOption};

/// Computes the ends of turns, for a block of lanes at a time. Following games needs nothing else of a strategy.
pub(super) trait RowEnds {
    /// Goes to another row, which must have an open category.
    fn enter_row(&mut self, row: &Row);

    /// The ways to score in the row.
    fn options(&self) -> &[RowOption];

    /// Selects these lanes of the row. Some of their turns will be followed.
    fn choose(&mut self, lanes: [usize; BLOCK], turns: Turns);

    /// Follows the turns of the lanes of states with this number of throws.
    fn follow(&mut self, throws: u8);

    /// The ends of the turns followed last.
    fn ends(&self) -> impl Iterator<Item = End<'_>>;
}

/// The ends of the turns that are best by the values of a chooser.
pub(super) struct ChosenEnds<'a> {
    chooser: &'a Chooser,
    block: BlockStrategy<BLOCK>,
    outcome: Outcome,
}

impl<'a> ChosenEnds<'a> {
    pub(super) fn new(chooser: &'a Chooser) -> ChosenEnds<'a> {
        ChosenEnds { chooser, block: BlockStrategy::new(chooser), outcome: Outcome::new(&chooser.model.lattice) }
    }
}

impl RowEnds for ChosenEnds<'_> {
    fn enter_row(&mut self, row: &Row) {
        self.block.enter_row(self.chooser, row.filled, row.flag);
    }

    fn options(&self) -> &[RowOption] {
        self.block.options()
    }

    fn choose(&mut self, lanes: [usize; BLOCK], turns: Turns) {
        self.block.choose(self.chooser, lanes, turns);
    }

    fn follow(&mut self, throws: u8) {
        follow(self.chooser, &self.block, &mut self.outcome, throws);
    }

    fn ends(&self) -> impl Iterator<Item = End<'_>> {
        ends(&self.outcome, self.block.options())
    }
}
