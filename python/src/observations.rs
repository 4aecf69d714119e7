//! Positions as learners see them: numbers from 0 to 1.

use numpy::{PyReadonlyArray2, PyReadwriteArray2};
use pyo3::prelude::*;
use yahtzee_solver::RuleSet;
use yahtzee_solver::batch::DecisionColumns;
use yahtzee_solver::rules::SpareThrows;

use crate::batches::{ColumnsToWrite, PositionArrays, slice, slice_mut};
use crate::errors::{ArrayError, DiceError};
use crate::objects;
use crate::released::briefly;

/// What a learner sees of a position.
pub(crate) struct Seen<D> {
    /// The mask of filled categories.
    pub(crate) filled: u32,
    pub(crate) upper_total: u32,
    pub(crate) flag: bool,
    /// The spare throws as a state counts them.
    pub(crate) throws: u8,
    /// The pips of the dice, ascending.
    pub(crate) dice: D,
    pub(crate) rerolls_left: u8,
}

impl Seen<&[u8]> {
    /// Writes a row of columns.
    pub(crate) fn write(&self, row: usize, out: &mut DecisionColumns<'_>) {
        out.filled[row] = self.filled;
        out.upper_total[row] = self.upper_total as u8;
        out.flag[row] = self.flag;
        out.saved[row] = self.throws;
        out.dice[row * self.dice.len()..][..self.dice.len()].copy_from_slice(self.dice);
        out.rerolls_left[row] = self.rerolls_left;
    }
}

impl Seen<Vec<u8>> {
    fn borrowed(&self) -> Seen<&[u8]> {
        let Seen { filled, upper_total, flag, throws, ref dice, rerolls_left } = *self;
        Seen { filled, upper_total, flag, throws, dice, rerolls_left }
    }
}

/// The form of the observations of a rule set: whether each category is filled; the upper total relative to the last threshold of its bonus; the flag; for
/// each die in ascending order, a number for each face, of which that of its face is 1; the rerolls left and the spare
/// throws relative to the most possible.
pub(crate) struct Observations {
    categories: usize,
    upper_cap: u32,
    dice: usize,
    /// The highest face.
    faces: usize,
    most_rerolls: u8,
    spare: SpareThrows,
    most_spare: u8,
}

impl Observations {
    pub(crate) fn of(rules: &RuleSet) -> Observations {
        let categories = rules.category_count();
        let most_rerolls = rules.most_rerolls(categories);
        Observations {
            categories,
            upper_cap: rules.upper_cap().get(),
            dice: rules.dice(),
            faces: rules.die().face_count(),
            most_rerolls,
            spare: rules.spare_throws(),
            most_spare: most_rerolls + 1 - rules.rolls(),
        }
    }

    /// The length of an observation.
    pub(crate) fn width(&self) -> usize {
        self.categories + self.dice * self.faces + 3 + usize::from(self.spare.exist())
    }

    /// Writes an observation.
    pub(crate) fn write(&self, seen: &Seen<&[u8]>, out: &mut [f32]) {
        out.fill(0.0);
        let (boxes, rest) = out.split_at_mut(self.categories);
        let (upper, rest) = rest.split_at_mut(2);
        let (dice, throws) = rest.split_at_mut(self.dice * self.faces);
        for (category, out) in boxes.iter_mut().enumerate() {
            *out = f32::from(u8::from(seen.filled >> category & 1 == 1));
        }
        upper[0] = share(seen.upper_total.min(self.upper_cap), self.upper_cap);
        upper[1] = f32::from(u8::from(seen.flag));
        for (&face, die) in seen.dice.iter().zip(dice.chunks_exact_mut(self.faces)) {
            die[usize::from(face) - 1] = 1.0;
        }
        throws[0] = share(seen.rerolls_left.into(), self.most_rerolls.into());
        if self.spare.exist() {
            throws[1] = share(self.spare.in_hand(seen.throws).into(), self.most_spare.into());
        }
    }

    /// Reads an observation; `None` if it is none of this game.
    fn read(&self, numbers: &[f32]) -> Option<Seen<Vec<u8>>> {
        if !numbers.iter().all(|number| (0.0..=1.0).contains(number)) {
            return None;
        }
        let (boxes, rest) = numbers.split_at(self.categories);
        let (upper, rest) = rest.split_at(2);
        let (dice, throws) = rest.split_at(self.dice * self.faces);
        let face = |die: &[f32]| die.iter().position(|&number| number == 1.0).map(|face| face as u8 + 1);
        let in_hand = throws.get(1).map_or(0, |&part| number(part, self.most_spare.into()) as u8);
        let seen = Seen {
            filled: boxes.iter().enumerate().map(|(category, &number)| u32::from(number == 1.0) << category).sum(),
            upper_total: number(upper[0], self.upper_cap),
            flag: upper[1] == 1.0,
            throws: match self.spare {
                SpareThrows::Stock(stock) => stock.checked_sub(in_hand)?,
                _ => in_hand,
            },
            dice: dice.chunks_exact(self.faces).map(face).collect::<Option<_>>()?,
            rerolls_left: number(throws[0], self.most_rerolls.into()) as u8,
        };
        let mut again = vec![0.0; numbers.len()];
        self.write(&seen.borrowed(), &mut again);
        (again == numbers && seen.dice.is_sorted()).then_some(seen)
    }
}

fn share(part: u32, most: u32) -> f32 {
    if most == 0 { 0.0 } else { part as f32 / most as f32 }
}

/// The part of the most that a share is.
fn number(share: f32, most: u32) -> u32 {
    (share * most as f32).round() as u32
}

/// Writes the observation of each position.
#[pyfunction]
pub(crate) fn encode(
    py: Python<'_>,
    rules: &Bound<'_, objects::rules::RuleSet>,
    positions: PositionArrays<'_>,
    mut out: PyReadwriteArray2<'_, f32>,
) -> PyResult<()> {
    let form = Observations::of(&rules.get().0);
    let (positions, out) = (positions.positions()?, slice_mut(&mut out)?);
    let states = &positions.states;
    let count = positions.rerolls_left.len();
    let lengths =
        [states.filled.len(), states.upper_total.len(), states.flag.len(), positions.dice.len() / form.dice, out.len() / form.width()];
    if lengths.iter().any(|&length| length != count) || states.saved.is_some_and(|saved| saved.len() != count) {
        return Err(ArrayError::new_err("the columns have different lengths"));
    }
    if let Some(face) = positions.dice.iter().find(|&&face| face == 0 || usize::from(face) > form.faces) {
        return Err(DiceError::new_err(format!("dice: {face} where faces are 1 to {}", form.faces)));
    }
    briefly(py, || {
        let mut dice = vec![0; form.dice];
        for (row, (thrown, out)) in positions.dice.chunks_exact(form.dice).zip(out.chunks_exact_mut(form.width())).enumerate() {
            dice.copy_from_slice(thrown);
            dice.sort_unstable();
            let seen = Seen {
                filled: states.filled[row],
                upper_total: states.upper_total[row].into(),
                flag: states.flag[row],
                throws: states.saved.map_or(0, |saved| saved[row]),
                dice: &dice[..],
                rerolls_left: positions.rerolls_left[row],
            };
            form.write(&seen, out);
        }
    })
}

/// Reads observations into the columns of positions.
#[pyfunction]
pub(crate) fn decode(
    rules: &Bound<'_, objects::rules::RuleSet>,
    seen: PyReadonlyArray2<'_, f32>,
    mut out: ColumnsToWrite<'_>,
) -> PyResult<()> {
    let form = Observations::of(&rules.get().0);
    let numbers = slice(&seen)?;
    let mut out = out.columns(Some(numbers.len() / form.width()))?;
    for (row, numbers) in numbers.chunks_exact(form.width()).enumerate() {
        let read = form.read(numbers).ok_or_else(|| ArrayError::new_err(format!("row {row} is no observation of this game")))?;
        read.borrowed().write(row, &mut out);
    }
    Ok(())
}

/// The length of the observations of a rule set.
#[pyfunction]
pub(crate) fn observed_width(rules: &Bound<'_, objects::rules::RuleSet>) -> usize {
    Observations::of(&rules.get().0).width()
}
