//! The value of every action for another objective than the expected score.

use super::answered::NOT_ALLOWED;
use super::columns::{BatchError, BatchErrorKind, Checked, Positions, room, same_lengths};
use super::numbers::ActionNumbers;
use crate::dice::{Hold, RerollsLeft};
use crate::rules::{Placement, State};
use crate::solve::{ActionValues, Run, UtilityValues, ValueTable};
use crate::space::StateError;

/// Values many positions by the expected utility of the final score. `values` must [cover](UtilityValues::covers) the turns.
///
/// ```
/// use yahtzee_solver::{RuleSet, Run, Solver, Utility};
/// use yahtzee_solver::batch::{ActionNumbers, ObjectiveAdvisor, Positions, States};
/// use yahtzee_solver::solve::UtilitySolver;
/// let table = Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?;
/// let numbers = ActionNumbers::new(table.model());
/// // Only Sixes are open. 260 points are written, 45 of them above.
/// let filled = 0b1_1111_1101_1111;
/// let state = table.space().states().map(|(_, state)| state).find(|state| state.filled.mask() == filled && state.upper_total == 45);
/// let values = UtilitySolver::new(table.model(), &Utility::target(300)).work(&state.unwrap(), 260, 260)?.solve()?;
/// let states = States { filled: &[filled], upper_total: &[45], flag: &[false], saved: None };
/// let positions = Positions { states, dice: &[1, 2, 6, 6, 6], rerolls_left: &[0] };
/// let mut out = vec![0.0; numbers.count()];
/// ObjectiveAdvisor { table: &table, numbers: &numbers, values: &values, before: 0, run: Run::new() }.action_values(&positions, &[260], &mut out)?;
/// assert_eq!(out[32 + 5], 1.0, "18 points and the bonus of 35");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ObjectiveAdvisor<'a> {
    /// The table of the game.
    pub table: &'a ValueTable,
    /// The numbers of its actions.
    pub numbers: &'a ActionNumbers,
    /// The solved values.
    pub values: &'a UtilityValues,
    /// The points to add to the scores of the positions.
    pub before: i32,
    /// Progress of the run, on one thread. Each position is a unit.
    pub run: Run<'a>,
}

/// A checked position: its state and score, its index, and the rest.
type Dealt = (State, i32, usize, Checked);

impl ObjectiveAdvisor<'_> {
    /// The memory for the work on this many positions, in bytes, besides their columns and the answers.
    pub fn bytes_needed(positions: usize) -> u64 {
        (positions as u64).saturating_mul(size_of::<Dealt>() as u64)
    }

    /// Computes the expected utility after every action, by [its number](ActionNumbers); minus infinity if it is not allowed. If a
    /// voluntary zero may be better, as for exactly so many points, a category has the value of the better way to score there. `scores` has the points of each
    /// card, without an upper bonus.
    ///
    /// # Errors
    ///
    /// A [`BatchError`] for the first invalid or uncovered position, or if the columns do not fit.
    pub fn action_values(&self, positions: &Positions<'_>, scores: &[i32], out: &mut [f64]) -> Result<(), BatchError> {
        positions.check_lengths(self.numbers)?;
        let count = self.numbers.count();
        same_lengths(positions.len(), &[scores.len()])?;
        same_lengths(positions.len() * count, &[out.len()])?;
        let model = &**self.table.model();
        let at = |index, kind| BatchError::At { index, kind };
        let mut checked: Vec<Dealt> = room(positions.len())?;
        for (index, score) in scores.iter().enumerate() {
            let position = positions.check(index, &model.rules, &model.space, self.numbers).map_err(|kind| at(index, kind))?;
            let score = score + self.before;
            if !self.values.covers(&position.state, score) {
                return Err(at(index, BatchErrorKind::State(StateError::Unreachable)));
            }
            checked.push((position.state, score, index, position));
        }
        // Positions of the same state and score share one computation.
        checked.sort_unstable_by_key(|(state, score, index, _)| (*state, *score, *index));
        let mut turn = ActionValues::new(model);
        let mut done = 0;
        for of_turn in checked.chunk_by(|(state, score, ..), (other, at, ..)| (state, score) == (other, at)) {
            let (state, score, ..) = of_turn[0];
            let worths = self.values.turn_of(&state, score).expect("a turn that is covered");
            turn.enter_worths(&worths);
            for (_, _, index, position) in of_turn {
                let values = &mut out[index * count..][..count];
                values.fill(NOT_ALLOWED);
                let rerolls_left = RerollsLeft::new(position.rerolls_left).expect("rerolls that were checked");
                let roll = model.nodes.roll_at(model.lattice.rolls().start + position.roll);
                let (holds, scored) = values.split_at_mut(self.numbers.masks());
                let mut place = |placement: Placement| {
                    let best: &mut f64 = &mut scored[placement.category.index()];
                    *best = best.max(worths.after(&placement).expect("a placement of this turn"));
                };
                worths.model().choices(&state, &roll, rerolls_left).for_each(&mut place);
                for (mask, value) in holds.iter_mut().enumerate().filter(|_| position.rerolls_left > 0) {
                    if let Some(node) = self.numbers.hold(position.roll, mask) {
                        let hold = Hold::new(*model.nodes.dice_at(node.index()), &roll).expect("dice of the roll");
                        *value = turn.hold(model, &hold, rerolls_left);
                    }
                }
                done += 1;
            }
            self.run.report(done, positions.len() as u64)?;
        }
        Ok(())
    }
}
