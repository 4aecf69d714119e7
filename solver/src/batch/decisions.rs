//! The positions that a player is asked about, as columns.

use std::sync::Arc;

use super::numbers::{ActionNumbers, NO_HOLD};
use super::reached::Walk;
use crate::dice::{RerollsLeft, Roll};
use crate::rules::{Category, State};
use crate::solve::Model;

/// Positions of a game, throw by throw: a state, the rerolls left, and rolls in their order.
///
/// They are all positions of the game: each state with an open category, in the order of its index; for each state the number of rerolls left, from 0;
/// then each roll. A game of 13 categories has 405 million. Or they are the positions that a player [reaches](Decisions::reached) by its own play.
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
    /// The walk that finds further positions, until it ends.
    pub(super) walk: Option<Walk>,
    throws: Vec<StateRolls>,
    /// The rolls of throws as bits: all rolls first, then the rolls of the throws with other rolls.
    bits: Vec<u64>,
    /// For each place of a state and number of rerolls left, the index of the throw; or [`NO_THROW`].
    throw_of: Vec<u32>,
    len: usize,
}

/// Rolls of a state with some number of rerolls left.
#[derive(Clone, Copy, Debug)]
struct StateRolls {
    state: State,
    rerolls_left: u8,
    /// The index of its first position.
    start: usize,
    /// Where its rolls begin among the bits.
    bits: usize,
}

const NO_THROW: u32 = u32::MAX;

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
    /// All positions.
    pub fn new(model: &Arc<Model>) -> Decisions {
        Decisions::all(model, true)
    }

    /// All positions, with one state for all that differ only in the upper total: for players who do not look at it.
    pub fn of_boxes(model: &Arc<Model>) -> Decisions {
        Decisions::all(model, false)
    }

    /// The positions that the games of a player reach from a state on. There are none at first:
    /// [`RecordedPolicy::goes_on`](super::RecordedPolicy::goes_on) adds them. A player who does not look at the upper total is asked about one state for
    /// all that differ only in it.
    pub fn reached(model: &Arc<Model>, start: &State, by_upper_total: bool) -> Decisions {
        let mut decisions = Decisions::none(model, by_upper_total);
        decisions.walk = Some(Walk::new(model, decisions.asked(start)));
        decisions
    }

    fn all(model: &Arc<Model>, by_upper_total: bool) -> Decisions {
        let mut decisions = Decisions::none(model, by_upper_total);
        for state in all_asked(model, by_upper_total) {
            (0..=model.plan.rerolls(state.throws)).for_each(|rerolls_left| decisions.add(state, rerolls_left, None));
        }
        decisions
    }

    /// The memory of all positions and of an action for each, in bytes, before they are made.
    pub fn bytes_needed(model: &Model, by_upper_total: bool) -> u64 {
        let throws: u64 = all_asked(model, by_upper_total).map(|state| u64::from(model.plan.rerolls(state.throws)) + 1).sum();
        Decisions::bytes_at_first(model) + throws * (size_of::<StateRolls>() + size_of::<u16>() * model.rolls().count()) as u64
    }

    /// The memory of positions that are to be [reached](Decisions::reached), in bytes, before any are.
    pub fn bytes_at_first(model: &Model) -> u64 {
        (model.space.width() * throws_of_a_turn(model) * size_of::<u32>()) as u64
    }

    fn none(model: &Arc<Model>, by_upper_total: bool) -> Decisions {
        let rolls: Vec<Roll> = model.rolls().collect();
        let mut bits = vec![0; rolls.len().div_ceil(64)];
        (0..rolls.len()).for_each(|roll| set(&mut bits, roll));
        let mut decisions = Decisions {
            model: Arc::clone(model),
            numbers: ActionNumbers::new(model),
            rolls,
            by_upper_total,
            walk: None,
            throws: Vec::new(),
            bits,
            throw_of: Vec::new(),
            len: 0,
        };
        decisions.throw_of = vec![NO_THROW; model.space.width() * throws_of_a_turn(model)];
        decisions
    }

    /// The state that a player is asked about in this state: for one who does not look at the upper total, the one with the lowest.
    pub(super) fn asked(&self, state: &State) -> State {
        asked(&self.model, state, self.by_upper_total)
    }

    /// The place of the index of a throw.
    fn place(&self, state: &State, rerolls_left: u8) -> usize {
        self.model.space.position(state) * throws_of_a_turn(&self.model) + usize::from(rerolls_left)
    }

    /// Adds the positions of a throw: all rolls, or these bits.
    pub(super) fn add(&mut self, state: State, rerolls_left: u8, bits: Option<&[u64]>) {
        let words = self.rolls.len().div_ceil(64);
        let place = self.place(&state, rerolls_left);
        self.throw_of[place] = u32::try_from(self.throws.len()).expect("throws that fit into memory");
        let at = if bits.is_some() { self.bits.len() } else { 0 };
        self.bits.extend_from_slice(bits.unwrap_or_default());
        self.throws.push(StateRolls { state, rerolls_left, start: self.len, bits: at });
        self.len += self.bits[at..][..words].iter().map(|word| word.count_ones() as usize).sum::<usize>();
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The memory of the positions, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<StateRolls>() * self.throws.capacity() + size_of::<u64>() * self.bits.capacity() + size_of::<u32>() * self.throw_of.len()
    }

    /// The numbers of the actions.
    pub fn numbers(&self) -> &ActionNumbers {
        &self.numbers
    }

    /// The positions of a state that is [asked](Decisions::asked) about with some number of rerolls left: the index of each, and its roll.
    pub(super) fn rolls_of(&self, asked: &State, rerolls_left: u8) -> impl Iterator<Item = (usize, usize)> {
        let throw = self.throws.get(self.throw_of[self.place(asked, rerolls_left)] as usize);
        throw.into_iter().flat_map(|throw| (throw.start..).zip(self.rolls_in(throw)))
    }

    /// Whether there are positions of the state.
    pub(super) fn has(&self, state: &State) -> bool {
        self.rolls_of(&self.asked(state), self.model.plan.rerolls(state.throws)).next().is_some()
    }

    fn rolls_in(&self, throw: &StateRolls) -> impl Iterator<Item = usize> {
        ones(&self.bits[throw.bits..][..self.rolls.len().div_ceil(64)])
    }

    /// The positions from this index on.
    pub(super) fn iter_from(&self, first: usize) -> impl Iterator<Item = Decision<'_>> {
        let before = self.throws.partition_point(|throw| throw.start <= first).saturating_sub(1);
        let skipped = self.throws.get(before).map_or(0, |throw| first - throw.start);
        let positions = self.throws[before..].iter().flat_map(|throw| {
            let StateRolls { state, rerolls_left, .. } = throw;
            self.rolls_in(throw).map(|roll| Decision { state, rerolls_left: *rerolls_left, roll })
        });
        positions.skip(skipped)
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

    /// Writes positions from this index on, until the end or until the columns are full. Returns their number.
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
            let (holds, boxes) = allowed.split_at_mut(self.numbers.masks());
            for (allowed, &node) in holds.iter_mut().zip(self.numbers.holds(decision.roll)) {
                *allowed = (decision.rerolls_left > 0) & (node != NO_HOLD);
            }
            for (number, allowed) in (self.numbers.masks()..).zip(boxes) {
                *allowed = self.is_allowed(&decision, number);
            }
            rows += 1;
        }
        rows
    }
}

/// The most throws of a turn.
fn throws_of_a_turn(model: &Model) -> usize {
    usize::from(model.rules.most_rerolls(model.rules.category_count() - 1)) + 1
}

/// The state that a player is asked about in a state.
fn asked(model: &Model, state: &State, by_upper_total: bool) -> State {
    let space = &model.space;
    let lowest = || space.lanes(&space.row(state.filled, state.flag))[0].into();
    let upper_total = if by_upper_total { state.upper_total.min(space.cap()) } else { lowest() };
    State { upper_total, ..*state }
}

/// All states that a player is asked about.
fn all_asked(model: &Model, by_upper_total: bool) -> impl Iterator<Item = State> {
    let open = move |state: &State| state.filled.count() < model.rules.category_count();
    model.space.states().map(|(_, state)| state).filter(move |state| open(state) && asked(model, state, by_upper_total) == *state)
}

/// Sets a bit.
pub(super) fn set(bits: &mut [u64], index: usize) {
    bits[index / 64] |= 1 << (index % 64);
}

/// The indices of the set bits, ascending.
fn ones(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(at, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * at + bit)
        })
    })
}
