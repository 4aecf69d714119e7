//! Positions and states as columns of numbers, and their errors.

use super::numbers::ActionNumbers;
use crate::dice::DiceError;
use crate::rules::{Filled, RuleSet, State};
use crate::solve::Stopped;
use crate::space::{StateError, StateSpace};
use crate::tr;

/// States, a column for each part. All columns have the same length.
#[derive(Clone, Copy, Debug)]
pub struct States<'a> {
    /// The filled categories: bit i for category i.
    pub filled: &'a [u32],
    /// The points in the upper categories. A total above the threshold of the bonus counts as the threshold.
    pub upper_total: &'a [u8],
    /// The Yahtzee flags.
    pub flag: &'a [bool],
    /// The saved throws; in a game with a stock of extra throws, those used. `None` means none.
    pub saved: Option<&'a [u8]>,
}

/// Positions: states, and for each the dice on the table and the rerolls left.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    /// The states of the cards.
    pub states: States<'a>,
    /// The dice, position after position, in any order.
    pub dice: &'a [u8],
    /// The rerolls left.
    pub rerolls_left: &'a [u8],
}

/// Why a batch has no answers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// An error in one of many positions.
    #[error("{}", tr!("position {}: {}", .index, .kind))]
    At {
        /// The position, from 0.
        index: usize,
        /// The error.
        kind: BatchErrorKind,
    },
    /// The system gave no memory for the work.
    #[error("{}", tr!("there is no memory for {} positions at once: ask about fewer", .positions))]
    NoMemory {
        /// The number of positions.
        positions: usize,
    },
    /// The progress callback stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// An error in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchErrorKind {
    /// The columns have different lengths, and one of them ends here.
    #[error("{}", tr!("the columns do not have the same length: one of them ends here"))]
    Ends,
    /// The state cannot be reached, or has no turn.
    #[error(transparent)]
    State(#[from] StateError),
    /// The dice are not a roll of the game, or the rerolls left are too many.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// An action that the position does not have.
    #[error("{}", tr!("the action {} is not allowed here", .action))]
    NotAllowed {
        /// The number of the action.
        action: i64,
    },
    /// Chances of actions that do not add up to 1.
    #[error("{}", tr!("the shares of the actions are not from 0 to 1, or do not add up to 1"))]
    Shares,
}

impl States<'_> {
    /// The number of states.
    pub fn len(&self) -> usize {
        self.filled.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.filled.is_empty()
    }

    /// Checks that all columns have the same length.
    pub(super) fn check_lengths(&self) -> Result<(), BatchError> {
        let columns = [self.upper_total.len(), self.flag.len(), self.saved.map_or(self.len(), <[u8]>::len)];
        same_lengths(self.len(), &columns)
    }

    /// The state of this index, which must be reachable.
    #[inline(always)]
    pub(super) fn state(&self, index: usize, space: &StateSpace) -> Result<State, StateError> {
        let state = State {
            filled: Filled::from_mask(self.filled[index]),
            upper_total: u16::from(self.upper_total[index]).into(),
            flag: self.flag[index],
            throws: self.saved.map_or(0, |saved| saved[index]),
        };
        let state = State { upper_total: state.upper_total.min(space.cap()), ..state };
        if space.is_reachable(&state) { Ok(state) } else { Err(StateError::Unreachable) }
    }
}

/// A checked position.
pub(super) struct Checked {
    pub(super) state: State,
    /// The index of the roll.
    pub(super) roll: usize,
    pub(super) rerolls_left: u8,
}

impl Positions<'_> {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    pub(super) fn check_lengths(&self, numbers: &ActionNumbers) -> Result<(), BatchError> {
        self.states.check_lengths()?;
        same_lengths(self.len(), &[self.dice.len() / numbers.dice(), self.rerolls_left.len()])
    }

    /// The position of this index.
    #[inline(always)]
    pub(super) fn check(
        &self,
        index: usize,
        rules: &RuleSet,
        space: &StateSpace,
        numbers: &ActionNumbers,
    ) -> Result<Checked, BatchErrorKind> {
        let state = self.states.state(index, space)?;
        if state.filled.count() == rules.category_count() {
            return Err(StateError::Full.into());
        }
        let dice = &self.dice[index * numbers.dice()..][..numbers.dice()];
        let Some(roll) = numbers.roll(dice) else {
            let error = rules.roll_of_pips(dice).err().unwrap_or(DiceError::WrongNumber { found: dice.len(), wanted: rules.dice() });
            return Err(error.into());
        };
        let rerolls_left = self.rerolls_left[index];
        let most = rules.rerolls_with(state.throws).get();
        if rerolls_left > most {
            return Err(DiceError::TooManyRerolls { found: rerolls_left, most }.into());
        }
        Ok(Checked { state, roll, rerolls_left })
    }
}

/// An empty list with room for an entry for each of these positions.
pub(super) fn room<T>(positions: usize) -> Result<Vec<T>, BatchError> {
    let mut room = Vec::new();
    room.try_reserve_exact(positions).map_err(|_| BatchError::NoMemory { positions })?;
    Ok(room)
}

/// Checks that all columns have this length.
pub(super) fn same_lengths(length: usize, columns: &[usize]) -> Result<(), BatchError> {
    match columns.iter().find(|&&column| column != length) {
        None => Ok(()),
        Some(&column) => Err(BatchError::At { index: column.min(length), kind: BatchErrorKind::Ends }),
    }
}
