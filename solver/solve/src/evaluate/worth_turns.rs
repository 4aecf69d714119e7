//! Turns that are played for the worth of their ends, in a block of lanes, with the mean of another number.

use crate::rules::Filled;
use crate::solve::{Model, RowPlan, SimdLevel, Source, Turns, Vectorized, Workspace};
use crate::space::BLOCK;
use crate::strategy::{ByWorth, Choosing, Chosen, TieOrder};

/// An action by its worth in each lane, with its expected points, which decide between equal worths, and another number.
#[doc(hidden)]
pub type Followed = Chosen<BLOCK, 2, ByWorth>;

/// The turns of the rows of a game, and their workspace.
#[doc(hidden)]
pub struct WorthTurns<'a> {
    model: &'a Model,
    ties: TieOrder,
    workspace: Workspace<Followed>,
    row_plan: RowPlan,
}

impl<'a> WorthTurns<'a> {
    pub fn new(model: &'a Model) -> WorthTurns<'a> {
        let Model { lattice, plan, .. } = model;
        let workspace = Workspace::new(lattice, plan, &Followed::default());
        WorthTurns { model, ties: TieOrder::new(lattice), workspace, row_plan: RowPlan::default() }
    }

    /// Begins a row, which must have an open category.
    pub fn enter_row(&mut self, filled: Filled, flag: bool) {
        self.row_plan.fill(&self.model.plan, &self.model.space, filled, flag);
    }

    /// The mean of the other number over the ends of a turn of a state of the row with this number of throws, in each lane.
    pub fn follow(&mut self, throws: u8, ends: &dyn Fn(&Source) -> Followed) -> [f64; BLOCK] {
        let mut means = [0.0; BLOCK];
        SimdLevel::Widest.run(Follow { turns: self, throws, ends, means: &mut means });
        means
    }
}

struct Follow<'a, 'b> {
    turns: &'a mut WorthTurns<'b>,
    throws: u8,
    ends: &'a dyn Fn(&Source) -> Followed,
    means: &'a mut [f64; BLOCK],
}

impl Vectorized for Follow<'_, '_> {
    #[inline(always)]
    fn run<const WIDE: bool>(self) {
        let WorthTurns { model: Model { lattice, plan, .. }, ties, workspace, row_plan } = self.turns;
        let keep = |_: u8, rolls: &[Followed]| *self.means = lattice.mean(rolls, |roll| &roll.best.carried[1]).0;
        let mut choosing = Choosing { ties, first: keep };
        workspace.turn(lattice, plan, row_plan, &self.ends, Turns::one(plan, self.throws), &mut choosing);
    }
}
