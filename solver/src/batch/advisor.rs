//! Answers about many positions at once.

use super::answered::Out;
use super::columns::{BatchError, BatchErrorKind, Positions, States, same_lengths};
use super::dealt::{Dealt, Question, check_all, deal};
use super::numbers::ActionNumbers;
use super::rows::Rows;
use crate::rules::State;
use crate::solve::{Run, SimdLevel, ValueTable};
use crate::space::StateError;

/// Values many positions at once. The value of an action is the expected points still to come, including its own points, without points that
/// [`Scorecard::score`](crate::Scorecard::score) counts already. It equals, to the last bit, the number that [`Advice`](crate::Advice) adds to the
/// points of the card, less the upper bonus if it is reached.
///
/// Positions are grouped by the row of their state. The turns of up to 16 states are computed together, and only for requested states.
///
/// ```
/// use yahtzee_solver::{RuleSet, Solver};
/// use yahtzee_solver::batch::{ActionNumbers, BatchAdvisor, Positions, States};
/// let table = Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?;
/// let numbers = ActionNumbers::new(table.model());
/// let states = States { filled: &[0b1], upper_total: &[3], flag: &[false], saved: None };
/// let positions = Positions { states, dice: &[1, 3, 3, 5, 6], rerolls_left: &[2] };
/// let (mut best, mut value) = ([0], [0.0]);
/// BatchAdvisor::new(&table, &numbers).best_actions(&positions, &mut best, &mut value)?;
/// assert_eq!(best, [0b00110], "keep 33");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct BatchAdvisor<'a> {
    table: &'a ValueTable,
    numbers: &'a ActionNumbers,
    simd: SimdLevel,
    run: Run<'a>,
}

/// Positions that are grouped together. More would take more memory.
const SHARE: usize = 1 << 22;
/// Fewer states than this are looked up one by one.
const FEW: usize = 1 << 10;
/// Buckets of positions that one task answers.
const BUCKETS_A_TASK: usize = 8;

impl<'a> BatchAdvisor<'a> {
    /// An advisor with this table. The numbers must belong to its model.
    pub fn new(table: &'a ValueTable, numbers: &'a ActionNumbers) -> BatchAdvisor<'a> {
        BatchAdvisor { table, numbers, simd: SimdLevel::Widest, run: Run::new() }
    }

    /// The memory for the work on this many positions, in bytes, besides their columns and the answers.
    pub fn bytes_needed(positions: usize) -> u64 {
        (positions as u64).saturating_mul(size_of::<Question>() as u64) + (positions.min(SHARE) * size_of::<Dealt<'_>>()) as u64
    }

    /// Sets threads and progress. Each position is a unit of progress.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> BatchAdvisor<'a> {
        BatchAdvisor { run, ..self }
    }

    /// Uses these vector instructions; the default is the widest. The values are the same to the last bit.
    #[must_use]
    pub fn simd(self, simd: SimdLevel) -> BatchAdvisor<'a> {
        BatchAdvisor { simd, ..self }
    }

    /// Computes the value of every action, by [its number](ActionNumbers); minus infinity if it is not allowed. `out` takes the values of one position
    /// after the other. A category with several ways to score, because a voluntary zero may gain there, has the value of the best one.
    ///
    /// # Errors
    ///
    /// A [`BatchError`] for the first invalid position, or if `out` has the wrong length. No value is written then.
    pub fn action_values(&self, positions: &Positions<'_>, out: &mut [f64]) -> Result<(), BatchError> {
        let count = self.numbers.count();
        same_lengths(positions.len() * count, &[out.len()])?;
        self.answer(positions, &mut out.chunks_exact_mut(count).map(Out::Values))
    }

    /// Finds the best action of each position and its value. Of tied actions it is the first one, in the order of [`Advice`](crate::Advice).
    ///
    /// # Errors
    ///
    /// As for [`action_values`](BatchAdvisor::action_values).
    pub fn best_actions(&self, positions: &Positions<'_>, actions: &mut [i64], values: &mut [f64]) -> Result<(), BatchError> {
        same_lengths(positions.len(), &[actions.len(), values.len()])?;
        self.answer(positions, &mut actions.iter_mut().zip(values).map(|(action, value)| Out::Best(action, value)))
    }

    /// Finds the loss of each action: the value of the best action (the first of tied ones) less the value of this one. It is never negative. Any
    /// mask that keeps the same dice stands for the same hold.
    ///
    /// # Errors
    ///
    /// As for [`action_values`](BatchAdvisor::action_values), and [`BatchErrorKind::NotAllowed`].
    pub fn losses(&self, positions: &Positions<'_>, actions: &[i64], out: &mut [f64]) -> Result<(), BatchError> {
        same_lengths(positions.len(), &[actions.len(), out.len()])?;
        self.answer(positions, &mut actions.iter().zip(&mut *out).map(|(&action, loss)| Out::Loss(action, loss)))?;
        match out.iter().position(|loss| loss.is_infinite()) {
            None => Ok(()),
            Some(index) => Err(BatchError::At { index, kind: BatchErrorKind::NotAllowed { action: actions[index] } }),
        }
    }

    /// The value of each state: the expected points still to come, without an upper bonus that is reached and, on a full card, the points of saved throws.
    ///
    /// # Errors
    ///
    /// A [`BatchError`] for the first state that cannot be reached, or if `out` has the wrong length.
    pub fn state_values(&self, states: &States<'_>, out: &mut [f64]) -> Result<(), BatchError> {
        states.check_lengths()?;
        same_lengths(states.len(), &[out.len()])?;
        let (space, rules) = (self.table.space(), self.table.rules());
        let state = |index| states.state(index, space).map_err(|error: StateError| BatchError::At { index, kind: error.into() });
        let earned = |state: &State| f64::from(rules.sure_at_the_end(state));
        // Reading all values of a large table would take long for a few states.
        if states.len() < FEW {
            for (index, value) in out.iter_mut().enumerate() {
                let state = state(index)?;
                *value = self.table.value_of(&state) - earned(&state);
            }
            return Ok(());
        }
        // Memory latency dominates. So the places of several values are found first, and then all of them are fetched together.
        let all = self.table.values();
        let mut places = [(0, 0.0); 256];
        for (chunk, values) in out.chunks_mut(places.len()).enumerate() {
            let first = chunk * places.len();
            for (index, place) in (first..).zip(&mut places[..values.len()]) {
                let state = state(index)?;
                *place = (space.position(&state), earned(&state));
            }
            for (value, (place, earned)) in values.iter_mut().zip(places) {
                *value = all[place] - earned;
            }
        }
        Ok(())
    }

    /// Writes each answer to its place among `outs`.
    fn answer<'o>(&self, positions: &Positions<'_>, outs: &mut (dyn Iterator<Item = Out<'o>> + Send)) -> Result<(), BatchError> {
        positions.check_lengths(self.numbers)?;
        self.run.walk(positions.len() as u64, |walker| {
            // All positions are checked before the first one is answered.
            for share in check_all(positions, self.table.model(), self.numbers, walker)?.chunks(SHARE) {
                let mut buckets = deal(share, self.table.space().width(), outs);
                let order = vec![(); buckets.len()];
                walker.layer(BUCKETS_A_TASK, &order, &mut buckets[..], &|_, buckets: &mut [Vec<Dealt<'o>>]| {
                    let units: usize = buckets.iter().map(Vec::len).sum();
                    Rows { table: self.table, numbers: self.numbers, buckets }.answer(self.simd);
                    walker.advance(units as u64);
                });
            }
            Ok(())
        })?
    }
}
