//! The file of the values of a utility, for the next turns of a card.
//!
//! Its numbers are the question and the answer:
//!
//! | numbers | |
//! |---|---|
//! | 4 | the state: the mask of the filled categories, the upper total, the Yahtzee flag, the saved throws |
//! | 2 | the lowest and the highest score |
//! | 1 | the number of turns |
//! | | the utility: its lowest worth, the score of its first step, the number of the worths from there on, and these worths |
//! | | the values after one turn, after two turns, and so on |

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::error::TableError;
use super::file;
use crate::rules::{Filled, Points, RuleSet, State};
use crate::solve::{Model, Utility, UtilityValues};

/// The most by which rounding may move a value out of the bounds of the utility, for a utility of 1.
const ROUNDING: f64 = 1e-6;

/// A whole number that fits into type `T`.
fn whole<T: TryFrom<i64>>(number: f64) -> Option<T> {
    let is_whole = number.fract() == 0.0 && number.abs() < 1e15;
    if is_whole { T::try_from(number as i64).ok() } else { None }
}

impl UtilityValues {
    /// The objective in the header of these values' files.
    pub const OBJECTIVE: &str = "utility";

    /// The start of the file names of a utility: `NAME-FINGERPRINT.utility-HASH-`.
    pub fn file_prefix(rules: &RuleSet, utility: &Utility) -> String {
        let numbers: Vec<u8> = utility.numbers().flat_map(f64::to_le_bytes).collect();
        format!("{}-{:016x}.utility-{:016x}-", rules.name(), rules.fingerprint(), xxh3_64(&numbers))
    }

    /// The name of the file of these values in a tables folder: it names the state and the scores after the [prefix](UtilityValues::file_prefix).
    pub fn file_name(rules: &RuleSet, utility: &Utility, state: &State, (low, high): (i32, i32)) -> String {
        let State { filled, upper_total, flag, throws } = state;
        let prefix = UtilityValues::file_prefix(rules, utility);
        format!("{prefix}{:x}-{upper_total}-{}-{throws}-{:x}-{:x}.yzt", filled.mask(), u8::from(*flag), low as u32, high as u32)
    }

    /// The number of turns from the turn of a file to the turn of a state, from the end of the file's name, after its
    /// [prefix](UtilityValues::file_prefix); `None` if the turn cannot follow at these scores. The file may have values for a turn that follows soon.
    pub fn turns_before(name: &str, state: &State, (low, high): (i32, i32)) -> Option<usize> {
        let parts: Vec<&str> = name.strip_suffix(".yzt")?.split('-').collect();
        let &[filled, upper_total, flag, throws, first, last] = &parts[..] else { return None };
        let hex = |part: &str| u32::from_str_radix(part, 16).ok();
        let (filled, first, last) = (Filled::from_mask(hex(filled)?), hex(first)? as i32, hex(last)? as i32);
        let turns = state.filled.count().checked_sub(filled.count())?;
        let is_same = || {
            let here = [state.upper_total.get(), state.flag.into(), state.throws.into()].map(|number| number.to_string());
            [upper_total, flag, throws] == here && (first..=last).contains(&low) && high <= last
        };
        let may_follow = state.filled.contains_all(filled) && first <= low && low == high;
        (if turns == 0 { is_same() } else { may_follow }).then_some(turns)
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let State { filled, upper_total, flag, throws } = *self.state();
        let (low, high) = self.scores();
        let state = [filled.mask().into(), upper_total.into(), f64::from(u8::from(flag)), throws.into()];
        let head = move || state.into_iter().chain([low.into(), high.into(), self.turns() as f64]);
        file::numbers_to_bytes(self.model(), Self::OBJECTIVE, || head().chain(self.utility().numbers()).chain(self.values()))
    }

    /// Reads values of a utility from the bytes of a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::from_bytes`](crate::ValueTable::from_bytes), or if they are of another utility.
    pub fn from_bytes(model: &Arc<Model>, utility: &Utility, bytes: &[u8]) -> Result<UtilityValues, TableError> {
        let numbers = file::numbers_from_bytes(model, Self::OBJECTIVE, bytes)?;
        read(model, utility, &numbers).ok_or_else(|| TableError::Content("these are no values of this utility".to_owned()))
    }
}

fn read(model: &Arc<Model>, utility: &Utility, numbers: &[f64]) -> Option<UtilityValues> {
    let (&[filled, upper_total, flag, throws, low, high, turns], rest) = numbers.split_first_chunk()?;
    let state = State {
        filled: Filled::from_mask(whole(filled)?),
        upper_total: Points::new(whole(upper_total)?),
        flag: whole::<u8>(flag)? == 1,
        throws: whole(throws)?,
    };
    let length = utility.numbers().count();
    let (of_utility, values) = rest.split_at_checked(length)?;
    if !utility.numbers().eq(of_utility.iter().copied()) {
        return None;
    }
    let (least, most) = utility.range();
    let rounding = ROUNDING * least.abs().max(most.abs());
    if !values.iter().all(|value| (least - rounding..=most + rounding).contains(value)) {
        return None;
    }
    UtilityValues::with_values(model, utility, (&state, (whole(low)?, whole(high)?)), whole::<u32>(turns)? as usize, values)
}
