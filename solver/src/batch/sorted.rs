//! Positions sorted by the lane of their state, so that those of a row of states are answered together.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::columns::{BatchError, BatchFault, Positions};
use super::numbers::ActionNumbers;
use crate::rules::Filled;
use crate::solve::{Model, Places, Walker};
use crate::space::StateSpace;

/// Positions that one task checks.
const CHECKED_A_TASK: usize = 1 << 12;

/// What is asked about a position, without its row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Question {
    /// The lane of its state within a plane of its row.
    pub(super) lane: u16,
    /// The index of its roll.
    pub(super) roll: u16,
    pub(super) rerolls_left: u8,
    /// Whether the roll is the first of its turn.
    pub(super) is_first: bool,
    /// Whether the upper bonus is on the card already.
    pub(super) has_bonus: bool,
}

/// A position in its place, and where its answer goes.
pub(super) struct Asked<O> {
    pub(super) question: Question,
    /// `None` only before all positions are in their places.
    pub(super) out: Option<O>,
}

/// The positions of one row of states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) filled: Filled,
    pub(super) flag: bool,
    /// The number of its positions.
    pub(super) len: usize,
}

/// The positions of consecutive groups.
pub(super) struct OfGroups<'a, O>(pub(super) &'a mut [Asked<O>]);

impl<O: Send> Places<Group> for OfGroups<'_, O> {
    fn split(self, first: &[Group], _: &[Group]) -> (Self, Self) {
        let (first, second) = self.0.split_at_mut(first.iter().map(|group| group.len).sum());
        (OfGroups(first), OfGroups(second))
    }
}

/// Positions that are checked, and their order.
pub(super) struct Sorted {
    share: Range<usize>,
    questions: Vec<Question>,
    /// In order: the place of the state among all values, without saved throws, and the index of the position within the share.
    order: Vec<u64>,
}

impl Sorted {
    /// Checks the positions of a share, and sorts them.
    pub(super) fn new(
        positions: &Positions<'_>,
        share: Range<usize>,
        model: &Model,
        numbers: &ActionNumbers,
        walker: &Walker<'_>,
    ) -> Result<Sorted, BatchError> {
        let (mut order, mut questions) = (vec![0; share.len()], vec![Question::default(); share.len()]);
        let starts: Vec<usize> = share.clone().step_by(CHECKED_A_TASK).collect();
        let mut tasks: Vec<_> = order.chunks_mut(CHECKED_A_TASK).zip(questions.chunks_mut(CHECKED_A_TASK)).collect();
        let first_wrong: Mutex<Option<BatchError>> = Mutex::new(None);
        walker.layer(1, &starts, &mut tasks[..], &|starts: &[usize], tasks: &mut [(&mut [u64], &mut [Question])]| {
            for (&start, (order, questions)) in starts.iter().zip(tasks) {
                for ((index, place), question) in (start..).zip(&mut **order).zip(&mut **questions) {
                    let Err(fault) = check(positions, index, model, numbers).map(|(lane, checked)| {
                        *place = (lane as u64) << 32 | (index - share.start) as u64;
                        *question = checked;
                    }) else {
                        continue;
                    };
                    let mut first = first_wrong.lock().unwrap_or_else(PoisonError::into_inner);
                    if first.as_ref().is_none_or(|first| index < first.index) {
                        *first = Some(BatchError { index, fault });
                    }
                    break;
                }
            }
        });
        if let Some(wrong) = first_wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(wrong);
        }
        sort_by_upper_half(&mut order, usize::BITS - model.space.width().leading_zeros());
        Ok(Sorted { share, questions, order })
    }

    /// The positions in their order, and their groups. Takes as many of `outs` as there are positions.
    pub(super) fn places<O>(
        self,
        positions: &Positions<'_>,
        space: &StateSpace,
        outs: &mut impl Iterator<Item = O>,
    ) -> (Vec<Group>, Vec<Asked<O>>) {
        let Sorted { share, questions, order } = self;
        let mut places = vec![0u32; order.len()];
        let mut groups: Vec<Group> = Vec::new();
        let mut end_of_row = 0;
        for (place, &number) in (0..).zip(&order) {
            let (lane, index) = ((number >> 32) as usize, number as u32 as usize);
            places[index] = place;
            if lane >= end_of_row {
                let index = share.start + index;
                let (filled, flag) = (Filled::from_mask(positions.states.filled[index]), positions.states.flag[index]);
                end_of_row = space.row_start(filled, flag) + space.plane_width(filled);
                groups.push(Group { filled, flag, len: 0 });
            }
            groups.last_mut().expect("a group was begun").len += 1;
        }
        drop(order);
        let mut asked: Vec<Asked<O>> = Vec::new();
        asked.resize_with(questions.len(), || Asked { question: Question::default(), out: None });
        for ((question, place), out) in questions.into_iter().zip(places).zip(outs) {
            asked[place as usize] = Asked { question, out: Some(out) };
        }
        (groups, asked)
    }
}

/// Checks a position. Returns where the lane of its state is among all values, without saved throws, and what is asked.
#[inline(always)]
fn check(positions: &Positions<'_>, index: usize, model: &Model, numbers: &ActionNumbers) -> Result<(usize, Question), BatchFault> {
    let Model { rules, space, .. } = model;
    let checked = positions.check(index, rules, space, numbers)?;
    let lane = space.lane(&checked.state);
    let question = Question {
        lane: lane as u16,
        roll: checked.roll as u16,
        rerolls_left: checked.rerolls_left,
        is_first: checked.rerolls_left + 1 == checked.state.saved + rules.rolls(),
        has_bonus: rules.upper_bonus().earned(checked.state.upper_total) > 0,
    };
    Ok((space.row_start(checked.state.filled, checked.state.flag) + lane, question))
}

/// Sorts by the upper half of each number, of which `bits` bits are used. It is a radix sort, least digit first.
pub(super) fn sort_by_upper_half(numbers: &mut Vec<u64>, bits: u32) {
    const DIGIT: u32 = 11;
    let mut other = vec![0; numbers.len()];
    for shift in (32..32 + bits).step_by(DIGIT as usize) {
        let digit = |number: u64| (number >> shift) as usize & ((1 << DIGIT) - 1);
        let mut places = [0u32; 1 << DIGIT];
        for &number in &*numbers {
            places[digit(number)] += 1;
        }
        let mut before = 0;
        for place in &mut places {
            before += std::mem::replace(place, before);
        }
        for &number in &*numbers {
            let place = &mut places[digit(number)];
            other[*place as usize] = number;
            *place += 1;
        }
        std::mem::swap(numbers, &mut other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::numbers;

    #[test]
    fn sorting_keeps_the_order_of_equals() {
        let mut random = numbers(7);
        for (length, bits) in [(0, 5), (1, 1), (1000, 3), (5000, 20), (300, 32)] {
            let number = |index: u64, key: usize| ((key as u64) & ((1 << bits) - 1)) << 32 | index;
            let before: Vec<u64> = (0..length).map(|index| number(index, random())).collect();
            let (mut sorted, mut wanted) = (before.clone(), before);
            sort_by_upper_half(&mut sorted, bits);
            wanted.sort_by_key(|number| number >> 32);
            assert_eq!(sorted, wanted);
        }
    }
}
