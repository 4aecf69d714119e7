//! The value of every action of a turn, with any number of rerolls left.

use std::ops::ControlFlow;

use super::kernel::{Successors, Watch, Workspace};
use super::model::Model;
use super::options::TIE_TOLERANCE;
use super::plan::RowPlan;
use super::value_table::ValueTable;
use crate::dice::{Hold, RerollsLeft, Roll};
use crate::rules::State;

/// The value of each hold and of each roll's best action in the turn of one state: expected points still to come.
#[derive(Clone, Debug)]
pub(crate) struct ActionValues {
    row_plan: RowPlan,
    workspace: Workspace<f64>,
    stages: Stages,
    state: Option<State>,
}

/// By the number of rerolls left, from 0.
#[derive(Clone, Debug)]
struct Stages(Vec<AtRerolls>);

/// Values with one number of rerolls left.
#[derive(Clone, Debug, Default)]
struct AtRerolls {
    /// The value of each hold; empty if no reroll is left.
    holds: Vec<f64>,
    /// The value of each roll's best action.
    best: Vec<f64>,
}

impl ActionValues {
    pub(crate) fn new(model: &Model) -> ActionValues {
        ActionValues {
            row_plan: RowPlan::default(),
            workspace: Workspace::new(&model.lattice, &model.plan, &0.0),
            stages: Stages(vec![AtRerolls::default(); model.rules.rolls().into()]),
            state: None,
        }
    }

    /// Values the turn of a state with an open category, unless the last call was for the same state. The table must be the same each time.
    pub(crate) fn enter(&mut self, table: &ValueTable, state: &State) {
        if self.state.replace(*state) == Some(*state) {
            return;
        }
        let Model { rules, lattice, space, plan } = &**table.model();
        let successors = Successors { values: table.values_after(state.filled, state.flag), shifts: space.shifts() };
        self.row_plan.fill(plan, space, state.filled, state.flag);
        let read = successors.from(space.lane(state));
        self.workspace.turn(lattice, plan, &self.row_plan, &read, rules.rolls() - 1, &mut self.stages);
    }

    /// The value of the best action.
    pub(crate) fn best(&self, model: &Model, roll: &Roll, rerolls_left: RerollsLeft) -> f64 {
        let roll = model.lattice.node(roll).index() - model.lattice.rolls().start;
        self.stages.0[usize::from(rerolls_left.get())].best[roll]
    }

    /// Whether the best action is to score the roll.
    pub(crate) fn best_is_score(&self, model: &Model, roll: &Roll, rerolls_left: RerollsLeft) -> bool {
        self.best(model, roll, rerolls_left) - self.best(model, roll, RerollsLeft::NONE) < TIE_TOLERANCE
    }

    /// The value of a hold, with at least one reroll left.
    pub(crate) fn hold(&self, model: &Model, hold: &Hold, rerolls_left: RerollsLeft) -> f64 {
        self.stages.0[usize::from(rerolls_left.get())].holds[model.lattice.node(hold).index()]
    }
}

impl Watch<f64> for Stages {
    fn best(&mut self, rerolls_left: u8, rolls: &[f64]) {
        rolls.clone_into(&mut self.0[usize::from(rerolls_left)].best);
    }

    fn held(&mut self, rerolls_left: u8, nodes: &mut [f64]) -> ControlFlow<()> {
        nodes.clone_into(&mut self.0[usize::from(rerolls_left)].holds);
        ControlFlow::Continue(())
    }
}
