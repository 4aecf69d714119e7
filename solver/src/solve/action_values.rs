//! What everything that may be done in a turn is worth.

use super::kernel::Workspace;
use super::model::Model;
use super::options::TIE_TOLERANCE;
use super::plan::{RowPlan, Source};
use crate::dice::{Hold, Lanes, RerollsLeft, Roll};
use crate::rules::State;

/// The worth of each hold and each roll in the turn of one state, where placements are worth what `read` says of them.
#[derive(Clone, Debug)]
pub(crate) struct ActionValues {
    row_plan: RowPlan,
    workspace: Workspace<Lanes<1>>,
    /// For no reroll left, then for one, and so on.
    stages: Vec<Rerolls>,
    state: Option<State>,
}

#[derive(Clone, Debug)]
struct Rerolls {
    /// What each hold is worth; empty where no reroll is left.
    holds: Vec<f64>,
    /// What the best option of each roll is worth.
    best: Vec<f64>,
}

impl ActionValues {
    pub(crate) fn new(model: &Model) -> ActionValues {
        let stages = (0..model.rules.rolls()).map(|_| Rerolls { holds: Vec::new(), best: Vec::new() });
        ActionValues {
            row_plan: RowPlan::default(),
            workspace: Workspace::new(&model.lattice, &model.plan, &Lanes([0.0])),
            stages: stages.collect(),
            state: None,
        }
    }

    /// Works out the turn of a state with an open category, unless it is that of the last call: `read` must be the same each time.
    pub(crate) fn enter(&mut self, model: &Model, state: &State, read: impl Fn(&Source) -> Lanes<1>) {
        if self.state.replace(*state) == Some(*state) {
            return;
        }
        let Model { lattice, space, plan, .. } = model;
        self.row_plan.fill(plan, space, state.filled, state.flag);
        self.workspace.score_rolls(lattice, plan, &self.row_plan, &read);
        let copy = |from: &[Lanes<1>], to: &mut Vec<f64>| {
            to.clear();
            to.extend(from.iter().map(|value| value.0[0]));
        };
        for (rerolls_left, stage) in self.stages.iter_mut().enumerate() {
            let nodes = &mut self.workspace.nodes;
            if rerolls_left > 0 {
                lattice.expect(nodes);
                copy(&nodes[lattice.holds()], &mut stage.holds);
                lattice.best(nodes);
            }
            copy(&nodes[lattice.rolls()], &mut stage.best);
        }
    }

    /// What the best option is worth.
    pub(crate) fn best(&self, model: &Model, roll: &Roll, rerolls_left: RerollsLeft) -> f64 {
        let roll = model.lattice.node(roll).index() - model.lattice.rolls().start;
        self.stages[usize::from(rerolls_left.get())].best[roll]
    }

    /// Whether the best option is to score the roll.
    pub(crate) fn best_is_score(&self, model: &Model, roll: &Roll, rerolls_left: RerollsLeft) -> bool {
        self.best(model, roll, rerolls_left) - self.best(model, roll, RerollsLeft::NONE) < TIE_TOLERANCE
    }

    /// What a hold is worth, with at least one reroll left.
    pub(crate) fn hold(&self, model: &Model, hold: &Hold, rerolls_left: RerollsLeft) -> f64 {
        self.stages[usize::from(rerolls_left.get())].holds[model.lattice.node(hold).index()]
    }
}
