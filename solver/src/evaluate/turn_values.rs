//! The values of all actions of the turns of a row, by optimal play, a block of lanes at a time.

use yahtzee_kernel::{Lanes, Stages, Successors, Turns, Workspace, record_actions_of_block};

use crate::rules::State;
use crate::solve::{Model, RowPlan};
use crate::space::{BLOCK, Row};
use crate::strategy::{BlockStrategy, OptimalStrategy};

/// The values of the actions of the turns of a block.
pub(super) struct TurnValues<'a> {
    strategy: &'a OptimalStrategy,
    row_plan: RowPlan,
    workspace: Workspace<Lanes<BLOCK>>,
    options: BlockStrategy<1>,
    values: Option<&'a [f64]>,
    stages: Stages<Lanes<BLOCK>>,
    /// The block and the throws of these values.
    at: Option<(usize, u8)>,
    lane: usize,
}

/// The values of the turn of one state.
pub(super) struct TurnOfState {
    /// By the rerolls left: the values of the holds, and of the best actions of the rolls.
    holds: Vec<Vec<f64>>,
    best: Vec<Vec<f64>>,
    /// By the rerolls left, if they make a difference: the values of the options of the row.
    scored_in: Vec<Vec<f64>>,
}

impl TurnOfState {
    pub(super) fn best(&self, rerolls_left: u8, roll: u16) -> f64 {
        self.best[usize::from(rerolls_left)][usize::from(roll)]
    }

    pub(super) fn held(&self, rerolls_left: u8, hold: usize) -> f64 {
        self.holds[usize::from(rerolls_left)][hold]
    }

    pub(super) fn scored_in(&self, option: usize, rerolls_left: u8) -> f64 {
        self.scored_in[if self.scored_in.len() == 1 { 0 } else { usize::from(rerolls_left) }][option]
    }
}

impl<'a> TurnValues<'a> {
    /// The values of the current state.
    pub(super) fn of_state(&self) -> TurnOfState {
        let lane = |lanes: &[Lanes<BLOCK>]| lanes.iter().map(|lanes| lanes.0[self.lane % BLOCK]).collect::<Vec<f64>>();
        let throws = || 0..=self.rerolls();
        let spare = self.strategy.table().model().plan.kernel.has_spare_throws();
        let options = 0..self.options.options().len();
        TurnOfState {
            holds: throws().map(|rerolls_left| lane(&self.stages.holds[usize::from(rerolls_left)])).collect(),
            best: throws().map(|rerolls_left| lane(self.stages.best(rerolls_left, self.nth(rerolls_left)))).collect(),
            scored_in: throws()
                .take(if spare { usize::MAX } else { 1 })
                .map(|throws| options.clone().map(|option| self.scored_in(option, throws)).collect())
                .collect(),
        }
    }

    pub(super) fn new(strategy: &'a OptimalStrategy) -> TurnValues<'a> {
        TurnValues {
            strategy,
            row_plan: RowPlan::default(),
            workspace: Workspace::default(),
            options: BlockStrategy::new(strategy.chooser()),
            values: None,
            stages: Stages::default(),
            at: None,
            lane: 0,
        }
    }

    /// Goes to another row, of any space of the same rules.
    pub(super) fn enter_row(&mut self, row: &Row) {
        let Model { space, plan, .. } = &**self.strategy.table().model();
        self.row_plan.fill(plan, space, row.filled, row.flag);
        self.options.enter_row(self.strategy.chooser(), row.filled, row.flag);
        self.values = Some(self.strategy.table().values_after(row.filled, row.flag));
        self.at = None;
    }

    /// Goes to a state of the row.
    pub(super) fn enter(&mut self, state: &State) {
        let Model { lattice, space, plan, .. } = &**self.strategy.table().model();
        let lane = space.lane(state);
        let block = lane / BLOCK * BLOCK;
        self.lane = lane;
        if self.at.replace((block, state.throws)) == Some((block, state.throws)) {
            return;
        }
        let turns = Turns::one(&plan.kernel, state.throws);
        let values = self.values.expect("a row was entered");
        let successors = Successors { values, shifts: space.shifts() };
        let of = (lattice, &plan.kernel, &self.row_plan.kernel);
        record_actions_of_block(&mut self.stages, &mut self.workspace, of, successors, block, turns);
    }

    /// The rerolls left after the first throw of the turn.
    fn rerolls(&self) -> u8 {
        let (_, throws) = self.at.expect("a state was entered");
        self.strategy.table().model().plan.rerolls(throws)
    }

    /// The throws of the turn before the one that leaves this many rerolls.
    fn nth(&self, rerolls_left: u8) -> usize {
        usize::from(self.rerolls() - rerolls_left)
    }

    /// The value of each roll's best action.
    pub(super) fn best(&self, rerolls_left: u8) -> impl Fn(u16) -> f64 {
        let best = self.stages.best(rerolls_left, self.nth(rerolls_left));
        |roll| self.of_lane(best, roll.into())
    }

    /// The value of scoring each roll in its best category.
    pub(super) fn scored(&self, rerolls_left: u8) -> impl Fn(u16) -> f64 {
        let scored = self.stages.scored(rerolls_left, self.nth(rerolls_left));
        |roll| self.of_lane(scored, roll.into())
    }

    /// The value of a hold.
    pub(super) fn held(&self, rerolls_left: u8, hold: usize) -> f64 {
        self.of_lane(&self.stages.holds[usize::from(rerolls_left)], hold)
    }

    /// The value of one of the options of the row.
    pub(super) fn scored_in(&self, option: usize, rerolls_left: u8) -> f64 {
        let Model { space, plan, .. } = &**self.strategy.table().model();
        let (_, before) = self.at.expect("a state was entered");
        let source = self.options.options()[option].source.with_throws(plan.kernel.after(before, rerolls_left));
        let values = self.values.expect("a row was entered");
        f64::from(source.points) + values[source.position(space.shifts(), self.lane)]
    }

    fn of_lane(&self, lanes: &[Lanes<BLOCK>], index: usize) -> f64 {
        lanes[index].0[self.lane % BLOCK]
    }
}
