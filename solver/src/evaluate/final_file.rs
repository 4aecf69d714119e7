//! The file of the distribution of a final score.
//!
//! Its numbers are the question and the answer: the state of the card (the mask of the filled categories, the upper total, the Yahtzee flag, the
//! saved throws), its score without the upper bonus, the least final score, and the chances of the scores from there on.

use super::distribution::Distribution;
use crate::game::Scorecard;
use crate::rules::{Points, RuleSet, State};
use crate::solve::{Model, Utility};
use crate::table::{TableError, file};

/// The most by which the sum of the chances may differ from 1.
const ROUNDING: f64 = 1e-9;

/// The question as numbers.
fn question(card: &Scorecard) -> [u32; 5] {
    let State { filled, upper_total, flag, throws } = card.state();
    [filled.mask(), upper_total.get(), flag.into(), throws.into(), card.written_score().get()]
}

impl Distribution {
    /// The objective in the header of the files of final scores.
    pub const OBJECTIVE: &str = "final-score";

    /// The name of the file of the final score of a card in a tables folder: `NAME-FINGERPRINT.final-score-…`.
    pub fn file_name(card: &Scorecard) -> String {
        let rules: &RuleSet = card.rules();
        let [filled, rest @ ..] = question(card);
        let rest = rest.map(|number| format!("-{number}")).concat();
        format!("{}-{:016x}.final-score-{filled:x}{rest}.yzt", rules.name(), rules.fingerprint())
    }

    /// The bytes of the file of the final score of a card.
    pub fn to_bytes(&self, model: &Model, card: &Scorecard) -> Vec<u8> {
        let question = question(card).map(f64::from);
        let numbers = || question.into_iter().chain([self.least().into()]).chain(self.chances().iter().copied());
        file::numbers_to_bytes(model, Self::OBJECTIVE, numbers)
    }

    /// Reads the distribution of the final score of a card from the bytes of a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::from_bytes`](crate::ValueTable::from_bytes), or if it is of another card or not a distribution.
    pub fn from_bytes(model: &Model, card: &Scorecard, bytes: &[u8]) -> Result<Distribution, TableError> {
        let numbers = file::numbers_from_bytes(model, Self::OBJECTIVE, bytes)?;
        read(card, &numbers).ok_or_else(|| TableError::Content("this is no final score of this card".to_owned()))
    }
}

fn read(card: &Scorecard, numbers: &[f64]) -> Option<Distribution> {
    let (of_question, rest) = numbers.split_at_checked(5)?;
    let (&least, chances) = rest.split_first()?;
    let is_score = least.fract() == 0.0 && (0.0..=f64::from(Utility::MOST)).contains(&least) && chances.len() <= Utility::MOST as usize;
    let are_chances = chances.iter().all(|chance| (0.0..=1.0 + ROUNDING).contains(chance));
    let ends = [chances.first()?, chances.last()?];
    let is_whole = ends.iter().all(|chance| **chance > 0.0) && (chances.iter().sum::<f64>() - 1.0).abs() < ROUNDING;
    let is_of_card = question(card).map(f64::from) == *of_question;
    (is_of_card && is_score && are_chances && is_whole).then(|| Distribution::from_chances(Points::new(least as u32), chances.to_vec()))
}
