//! Turns that are played for the worth of their ends, in a block of lanes, with the mean of another number.

use yahtzee_kernel::{Followed, RowOf, Source, TieOrder, Workspace, followed_mean};

use crate::rules::Filled;
use crate::solve::{Model, RowPlan};
use crate::space::BLOCK;

/// The turns of the rows of a game, and their workspace.
pub(crate) struct WorthTurns<'a> {
    model: &'a Model,
    ties: TieOrder,
    workspace: Workspace<Followed>,
    row_plan: RowPlan,
}

impl<'a> WorthTurns<'a> {
    /// The turns of this game.
    pub(crate) fn new(model: &'a Model) -> WorthTurns<'a> {
        WorthTurns { model, ties: TieOrder::new(&model.lattice), workspace: Workspace::default(), row_plan: RowPlan::default() }
    }

    /// Begins a row, which must have an open category.
    pub(crate) fn enter_row(&mut self, filled: Filled, flag: bool) {
        self.row_plan.fill(&self.model.plan, &self.model.space, filled, flag);
    }

    /// The mean of the other number over the ends of a turn of a state of the row with this number of throws, in each lane.
    pub(crate) fn follow(&mut self, throws: u8, ends: &dyn Fn(&Source) -> Followed) -> [f64; BLOCK] {
        let Model { lattice, plan, .. } = self.model;
        let of = RowOf { lattice, plan: &plan.kernel, row: &self.row_plan.kernel, planes: 1, ties: &self.ties };
        followed_mean(&mut self.workspace, of, throws, ends)
    }
}
