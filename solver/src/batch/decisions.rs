//! Every position of a game with a decision, as columns.

use std::sync::Arc;

use super::numbers::ActionNumbers;
use crate::dice::{RerollsLeft, Roll};
use crate::rules::{Category, State};
use crate::solve::Model;

/// Every position of a game: each state with an open category, in the order of its index; for each state the number of rerolls left, from 0; then
/// each roll. A game of 13 categories has 405 million.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{Model, RuleSet};
/// use yahtzee_solver::batch::Decisions;
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// let model = Arc::new(Model::new(&RuleSet::builtin("hasbro")?, MEMORY_LIMIT)?);
/// assert_eq!(Decisions::new(&model).len(), 405_457_920);
/// assert_eq!(Decisions::of_boxes(&model).len(), 9_288_216);
/// # Ok::<(), yahtzee_solver::RulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decisions {
    pub(super) model: Arc<Model>,
    pub(super) numbers: ActionNumbers,
    pub(super) rolls: Vec<Roll>,
    pub(super) by_upper_total: bool,
    states: Vec<State>,
    /// Where the positions of each state start; the last entry is the end.
    starts: Vec<usize>,
}

/// Output columns: a row for each position.
#[derive(Debug)]
pub struct DecisionColumns<'a> {
    /// The filled categories: bit i for category i.
    pub filled: &'a mut [u32],
    /// The upper totals, up to the last threshold of the bonus.
    pub upper_total: &'a mut [u8],
    /// The Yahtzee flags.
    pub flag: &'a mut [bool],
    /// The saved throws.
    pub saved: &'a mut [u8],
    /// The dice, ascending, position after position.
    pub dice: &'a mut [u8],
    /// The rerolls left.
    pub rerolls_left: &'a mut [u8],
}

/// A position.
#[derive(Clone, Copy)]
pub(super) struct Decision<'a> {
    pub(super) state: &'a State,
    pub(super) rerolls_left: u8,
    /// The index of the roll.
    pub(super) roll: usize,
}

impl Decisions {
    /// One state for all that differ only in the upper total, for players who ignore it.
    pub fn new(model: &Arc<Model>) -> Decisions {
        Decisions::of(model, true)
    }

    /// One state for all that differ only in the upper total: for players who do not look at it.
    pub fn of_boxes(model: &Arc<Model>) -> Decisions {
        Decisions::of(model, false)
    }

    fn of(model: &Arc<Model>, by_upper_total: bool) -> Decisions {
        let Model { rules, space, plan, .. } = &**model;
        let all = rules.category_count();
        let open = space.states().map(|(_, state)| state).filter(|state| state.filled.count() < all);
        let mut states: Vec<State> = open.collect();
        if !by_upper_total {
            // These states are consecutive: planes of saved throws, with upper totals in each.
            states.dedup_by_key(|state| (state.filled, state.flag, state.throws));
        }
        let rolls: Vec<Roll> = model.rolls().collect();
        let mut starts = vec![0];
        for state in &states {
            starts.push(starts[starts.len() - 1] + rolls.len() * (usize::from(plan.rerolls(state.throws)) + 1));
        }
        Decisions { model: Arc::clone(model), numbers: ActionNumbers::new(model), rolls, by_upper_total, states, starts }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.starts[self.states.len()]
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers of the actions.
    pub fn numbers(&self) -> &ActionNumbers {
        &self.numbers
    }

    /// The states with an open category.
    pub(super) fn states(&self) -> &[State] {
        &self.states
    }

    /// Where the positions of the state of this index start.
    pub(super) fn start(&self, state: usize) -> usize {
        self.starts[state]
    }

    /// The positions from this index on.
    pub(super) fn iter_from(&self, first: usize) -> impl Iterator<Item = Decision<'_>> {
        let rolls = self.rolls.len();
        let before = self.starts.partition_point(|&start| start <= first).clamp(1, self.states.len()) - 1;
        let of_states = self.states[before..].iter().zip(self.starts[before..].windows(2));
        of_states.flat_map(move |(state, ends)| {
            (ends[0].max(first)..ends[1]).map(move |position| {
                let number = position - ends[0];
                Decision { state, rerolls_left: (number / rolls) as u8, roll: number % rolls }
            })
        })
    }

    /// Whether an action is allowed, by its number. Of several masks that keep the same dice only the lowest is.
    #[inline(always)]
    pub(super) fn is_allowed(&self, decision: &Decision<'_>, number: usize) -> bool {
        let Decision { state, rerolls_left, roll } = *decision;
        let rules = &self.model.rules;
        let Some(category) = number.checked_sub(self.numbers.masks()) else {
            return rerolls_left > 0 && self.numbers.hold(roll, number).is_some();
        };
        let category = Category::from_index(category);
        if self.numbers.is_further(roll) {
            let rerolls_left = RerollsLeft::new(rerolls_left).expect("the rerolls of a turn");
            return rules.place(state, &self.rolls[roll], rerolls_left, category).is_ok();
        }
        rules.is_open(state.filled, category)
    }

    /// Writes positions from this index on, until the end or until the columns are full. Returns their number. Where holds are final, the dice set aside
    /// are left out.
    ///
    /// # Panics
    ///
    /// Panics if the columns have different lengths.
    pub fn write(&self, first: usize, out: &mut DecisionColumns<'_>) -> usize {
        let mut rows = 0;
        for (row, (decision, dice)) in self.iter_from(first).zip(out.dice.chunks_exact_mut(self.numbers.dice())).enumerate() {
            let Decision { state, rerolls_left, roll } = decision;
            out.filled[row] = state.filled.mask();
            out.upper_total[row] = state.upper_total.get() as u8;
            out.flag[row] = state.flag;
            out.saved[row] = state.throws;
            out.rerolls_left[row] = rerolls_left;
            dice.iter_mut().zip(self.rolls[roll].faces()).for_each(|(pips, face)| *pips = face.pips());
            rows = row + 1;
        }
        rows
    }

    /// Writes for each of these positions and each [number](ActionNumbers) whether the action is allowed. Of several masks that keep the same dice
    /// only the lowest is. Returns the number of positions.
    pub fn allowed(&self, first: usize, out: &mut [bool]) -> usize {
        let mut rows = 0;
        for (decision, allowed) in self.iter_from(first).zip(out.chunks_exact_mut(self.numbers.count())) {
            allowed.iter_mut().enumerate().for_each(|(number, allowed)| *allowed = self.is_allowed(&decision, number));
            rows += 1;
        }
        rows
    }
}
