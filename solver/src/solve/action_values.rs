//! The value of every action of a turn, with any number of rerolls left.

use yahtzee_kernel::{Read, Stages, Successors, TIE_TOLERANCE, Turns, Workspace, record_actions};

use super::model::Model;
use super::plan::RowPlan;
#[cfg(feature = "batches")]
use super::turn_worths::TurnWorths;
use super::value_table::ValueTable;
use crate::dice::{Hold, RerollsLeft};
use crate::game::Position;
use crate::rules::State;

/// The value of each hold and of each roll's best action in the turn of one state: expected points still to come.
#[derive(Clone, Debug)]
pub(crate) struct ActionValues {
    row_plan: RowPlan,
    workspace: Workspace<f64>,
    stages: Stages<f64>,
    state: Option<State>,
}

impl ActionValues {
    pub(crate) fn new(model: &Model) -> ActionValues {
        let workspace = Workspace::new(&model.lattice, &model.plan.kernel, &0.0);
        ActionValues { row_plan: RowPlan::default(), workspace, stages: Stages::default(), state: None }
    }

    /// Computes the values for a state with an open category, unless the last call was for the same state. The table must be the same each time.
    pub(crate) fn enter(&mut self, table: &ValueTable, state: &State) {
        if self.state.replace(*state) == Some(*state) {
            return;
        }
        let model = &**table.model();
        let values = table.values_after(state.filled, state.flag);
        let successors = Successors { values, shifts: model.space.shifts() };
        self.work_out(model, state, &successors.from(model.space.lane(state)));
    }

    /// Computes the values for these worths instead.
    #[cfg(feature = "batches")]
    pub(crate) fn enter_worths(&mut self, worths: &TurnWorths) {
        self.state = None;
        self.work_out(worths.model(), worths.state(), worths);
    }

    fn work_out(&mut self, model: &Model, state: &State, read: &dyn Read<f64>) {
        let Model { lattice, space, plan, .. } = model;
        self.row_plan.fill(plan, space, state.filled, state.flag);
        let turns = Turns::one(&plan.kernel, state.throws);
        record_actions(&mut self.stages, &mut self.workspace, (lattice, &plan.kernel, &self.row_plan.kernel), read, turns);
    }

    /// The value of the best action of a position of the turn.
    pub(crate) fn best(&self, model: &Model, position: &Position) -> f64 {
        self.stages.best(position.rerolls_left().get(), position.nth_throw())[roll_index(model, position)]
    }

    /// Whether the best action of a position of the turn is to score the roll.
    pub(crate) fn best_is_score(&self, model: &Model, position: &Position) -> bool {
        let scored = self.stages.scored(position.rerolls_left().get(), position.nth_throw());
        self.best(model, position) - scored[roll_index(model, position)] < TIE_TOLERANCE
    }

    /// The value of a hold, with at least one reroll left.
    pub(crate) fn hold(&self, model: &Model, hold: &Hold, rerolls_left: RerollsLeft) -> f64 {
        self.stages.holds[usize::from(rerolls_left.get())][model.nodes.hold(hold).index()]
    }
}

fn roll_index(model: &Model, position: &Position) -> usize {
    model.nodes.roll_index(&position.roll())
}
