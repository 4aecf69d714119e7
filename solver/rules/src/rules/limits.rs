//! The limits of a rule set, and the reading of single values within them.

use std::fmt;
use std::ops::Range;

use toml::Spanned;

use super::error::RulesError;
use super::form::Whole;
use super::reading::Reader;
use crate::dice::{Face, GameDice};
use crate::printable::shortened;
use crate::tr;

/// The most points of a category, a joker or a bonus.
pub const MAX_POINTS: u32 = 10_000;

/// The most categories. A filled mask has bits for more.
pub(super) const MAX_CATEGORIES: usize = 30;

/// The most upper categories. The states of the upper section are listed for each set of them.
pub(super) const MOST_UPPER: usize = 12;

/// The highest upper total that may earn a bonus. Arrays of states have a byte for it.
pub(super) const MOST_UPPER_TOTAL: u32 = 255;

/// The most rolls in a turn.
pub(super) const MOST_ROLLS: u8 = 8;

/// The most extra throws of a card.
pub(super) const MOST_EXTRA_THROWS: u8 = 20;

/// The most short forms of a category, and the most of its names in all languages. A typed name is compared with all of them.
pub(super) const MOST_NAMES: usize = 50;

/// The most letters of the title of a category, and of a name.
pub(super) const MOST_LETTERS: usize = 100;

/// The most rounds of a game.
pub(super) const MAX_ROUNDS: u8 = 6;

/// An upper bound of the score of a game under any rules: in each round, the most points in every category, an extra bonus in every one but that of the
/// n of a kind, the upper bonus, and as much for all saved throws.
pub const MOST_SCORE_OF_A_GAME: u32 = MAX_ROUNDS as u32 * (2 * MAX_CATEGORIES as u32 + 1) * MAX_POINTS;

/// What is wrong with a number outside of its limits.
pub(super) fn outside(field: &str, found: i128, least: impl fmt::Display, most: impl fmt::Display) -> String {
    tr!("{} = {}: must be from {} to {}", field, found, least, most)
}

impl Reader<'_> {
    pub(super) fn within<T>(&self, field: &str, value: &Spanned<Whole>, least: T, most: T) -> Result<T, RulesError>
    where
        T: Copy + PartialOrd + fmt::Display + TryFrom<i128>,
    {
        let found = value.get_ref().0;
        match T::try_from(found) {
            Ok(number) if number >= least && number <= most => Ok(number),
            _ => Err(self.error(value.span(), outside(field, found, least, most))),
        }
    }

    /// There are more elements than are possible.
    pub(super) fn too_many(&self, at: Range<usize>, field: &str, found: usize, most: usize) -> RulesError {
        self.error(at, tr!("{}: {} elements, where at most {} are possible", field, found, most))
    }

    pub(super) fn name(&self, field: &str, name: &Spanned<String>) -> Result<String, RulesError> {
        let text = name.get_ref();
        if !is_name(text) {
            let text = format!("{:?}", shortened(text));
            let rule = tr!("{} = {}: a name is 1 to 40 small letters, digits and hyphens, like full-house", field, text);
            return Err(self.error(name.span(), rule));
        }
        Ok(text.clone())
    }

    pub(super) fn face(&self, field: &str, pips: &Spanned<Whole>, dice: &GameDice) -> Result<Face, RulesError> {
        let pips = self.within(field, pips, 1, dice.die().face_count() as u8)?;
        Ok(Face::new(pips).expect("a face of the die"))
    }
}

/// Whether this is a valid name of a rule set or a category.
pub fn is_name(text: &str) -> bool {
    let kebab = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    (1..=40).contains(&text.len()) && !text.starts_with('-') && !text.ends_with('-') && text.chars().all(kebab)
}
