//! How the turns of the states of a row end, under a strategy.

use super::outcome::{End, Outcome, choose_block, follow_block};
use crate::solve::Turns;
use crate::space::{BLOCK, Row};
use crate::strategy::{BlockStrategy, Chooser, RowOption};

/// Works out how turns end, for some lanes at a time. Whoever follows games needs no more of a strategy.
pub(super) trait RowEnds {
    /// Goes to another row; a category must be open.
    fn enter_row(&mut self, row: &Row);

    /// The ways to score in the row.
    fn options(&self) -> &[RowOption];

    /// Goes to these lanes of the row. Some of these turns will be followed.
    fn choose(&mut self, lanes: [usize; BLOCK], turns: Turns);

    /// Follows the turns of the lanes that begin with this many saved throws.
    fn follow(&mut self, saved: u8);

    /// How the turns end that were followed last.
    fn ends(&self) -> impl Iterator<Item = End<'_, BLOCK>>;
}

/// The ends of the turns that are best by the values of a chooser.
pub(super) struct ChosenEnds<'a> {
    chooser: &'a Chooser<'a>,
    block: BlockStrategy<BLOCK>,
    outcome: Outcome<BLOCK>,
}

impl<'a> ChosenEnds<'a> {
    pub(super) fn new(chooser: &'a Chooser<'a>) -> ChosenEnds<'a> {
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
        choose_block(self.chooser, &mut self.block, lanes, turns);
    }

    fn follow(&mut self, saved: u8) {
        follow_block(self.chooser, &self.block, &mut self.outcome, saved);
    }

    fn ends(&self) -> impl Iterator<Item = End<'_, BLOCK>> {
        self.outcome.ends(self.block.options())
    }
}
