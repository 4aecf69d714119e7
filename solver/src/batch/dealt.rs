//! Positions grouped into buckets by the row of their state, so that one run of the kernel answers a row.

use std::sync::{Mutex, PoisonError};

use super::answered::Out;
use super::columns::{BatchError, BatchErrorKind, Positions, room};
use super::numbers::ActionNumbers;
use crate::rules::{Filled, State};
use crate::solve::{Model, Walker};

/// Positions checked by one task.
const CHECKED_A_TASK: usize = 1 << 12;
/// The approximate number of positions in a bucket.
const IN_A_BUCKET: usize = 256;
/// The most buckets. Writing to more at once is slower.
const MOST_BUCKETS: usize = 1 << 12;

/// A question about a checked position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Question {
    /// The place of its state among all values, in the plane of `throws`.
    pub(super) place: u32,
    pub(super) filled: Filled,
    pub(super) flag: bool,
    /// What tells its turn [apart](crate::rules::SpareThrows::apart) from others of its row.
    pub(super) throws: u8,
    /// The lane of its state within a plane of its row.
    pub(super) lane: u16,
    /// The index of its roll.
    pub(super) roll: u16,
    pub(super) rerolls_left: u8,
    /// The throws of the turn before the roll.
    pub(super) nth: u8,
    /// The upper bonus that the card has already.
    pub(super) earned: u16,
}

impl Question {
    /// Whether both states are in the same row, and their turns are computed together.
    pub(super) fn is_in_row_of(&self, other: &Question) -> bool {
        (self.filled, self.flag, self.throws) == (other.filled, other.flag, other.throws)
    }
}

/// A question and the place for its answer.
pub(super) struct Dealt<'o> {
    pub(super) question: Question,
    pub(super) out: Out<'o>,
}

/// Checks positions, on all threads of a walk. Returns the error of the first invalid one.
pub(super) fn check_all(
    positions: &Positions<'_>,
    model: &Model,
    numbers: &ActionNumbers,
    walker: &Walker<'_>,
) -> Result<Vec<Question>, BatchError> {
    let mut questions: Vec<Question> = room(positions.len())?;
    questions.resize(positions.len(), Question::default());
    let starts: Vec<usize> = (0..positions.len()).step_by(CHECKED_A_TASK).collect();
    let mut tasks: Vec<&mut [Question]> = questions.chunks_mut(CHECKED_A_TASK).collect();
    let first_wrong: Mutex<Option<(usize, BatchErrorKind)>> = Mutex::new(None);
    let check_task = |start: usize, questions: &mut [Question]| -> Result<(), (usize, BatchErrorKind)> {
        (start..).zip(questions).try_for_each(|(index, question)| {
            *question = check(positions, index, model, numbers).map_err(|kind| (index, kind))?;
            Ok(())
        })
    };
    walker.layer(1, &starts, &mut tasks[..], &|starts: &[usize], tasks: &mut [&mut [Question]]| {
        for (&start, questions) in starts.iter().zip(tasks) {
            let Err(wrong) = check_task(start, questions) else { continue };
            let mut first = first_wrong.lock().unwrap_or_else(PoisonError::into_inner);
            if first.as_ref().is_none_or(|first| wrong.0 < first.0) {
                *first = Some(wrong);
            }
        }
    });
    match first_wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((index, kind)) => Err(BatchError::At { index, kind }),
        None => Ok(questions),
    }
}

#[inline(always)]
fn check(positions: &Positions<'_>, index: usize, model: &Model, numbers: &ActionNumbers) -> Result<Question, BatchErrorKind> {
    let Model { rules, space, .. } = model;
    let checked = positions.check(index, rules, space, numbers)?;
    let throws = rules.spare_throws().apart(checked.state.throws);
    let state = &State { throws, ..checked.state };
    let lane = space.lane(state);
    Ok(Question {
        place: space.position(state) as u32,
        filled: state.filled,
        flag: state.flag,
        throws,
        lane: lane as u16,
        roll: checked.roll as u16,
        rerolls_left: checked.rerolls_left,
        nth: rules.rerolls_with(checked.state.throws).get() - checked.rerolls_left,
        earned: rules.upper_bonus().earned(state.upper_total).get() as u16,
    })
}

/// Groups questions into buckets, in the order of the rows. All questions about a row are in one bucket. Takes one of `outs` for each question;
/// `width` is the number of all values.
pub(super) fn deal<'o>(questions: &[Question], width: usize, outs: &mut dyn Iterator<Item = Out<'o>>) -> Vec<Vec<Dealt<'o>>> {
    let wanted = (questions.len() / IN_A_BUCKET).clamp(1, MOST_BUCKETS);
    // A power of two, so that a shift replaces the division.
    let shift = width.div_ceil(wanted).next_power_of_two().ilog2();
    let bucket = |question: &Question| (question.place - u32::from(question.lane)) as usize >> shift;
    let mut lengths = vec![0; (width >> shift) + 1];
    for question in questions {
        lengths[bucket(question)] += 1;
    }
    let mut buckets: Vec<Vec<Dealt<'_>>> = lengths.into_iter().map(Vec::with_capacity).collect();
    for (&question, out) in questions.iter().zip(outs) {
        buckets[bucket(&question)].push(Dealt { question, out });
    }
    buckets.retain(|bucket| !bucket.is_empty());
    buckets
}
