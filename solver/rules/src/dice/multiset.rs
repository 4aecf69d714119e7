//! Dice as multisets: faces, and how many dice show each.

use std::fmt;
use std::str::FromStr;

use super::die::{Die, is_die};
use crate::error::dice;
use crate::printable::quoted;
use crate::tr;

/// The most faces of a die.
pub const MAX_FACES: usize = 20;

/// The most dice a game may be played with.
pub const MAX_DICE: usize = 8;

/// An error in dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiceError {
    /// Not a die face.
    #[error("{}", not_a_face(.found, *.faces))]
    NotAFace {
        /// What stands for the face.
        found: String,
        /// The highest face.
        faces: u8,
    },
    /// More dice than any game has.
    #[error("{}", tr!("{} dice: no game has more than {}", .found, MAX_DICE))]
    TooMany {
        /// The number of dice.
        found: usize,
    },
    /// The wrong number of dice for the game.
    #[error("{}", tr!("{} where the game has {}", dice(*.found), .wanted))]
    WrongNumber {
        /// The number of dice.
        found: usize,
        /// The number of dice of the game.
        wanted: usize,
    },
    /// The roll does not contain the hold.
    #[error("{}", tr!("the hold {} is not in the roll {}", dice_or_none(.hold), .roll))]
    NotInRoll {
        /// The dice to hold.
        hold: Dice,
        /// The roll.
        roll: Dice,
    },
    /// The roll does not contain the dice to reroll.
    #[error("{}", tr!("no {} to reroll in the roll {}", .dice, .roll))]
    NoneToReroll {
        /// The dice to reroll.
        dice: Dice,
        /// The roll.
        roll: Dice,
    },
    /// A hold that leaves no die to reroll.
    #[error("{}", tr!("a hold of all dice rerolls none: score the roll instead"))]
    HoldsAll,
    /// A hold after the last roll of a turn.
    #[error("{}", tr!("no reroll is left: the roll must be scored"))]
    NoRerollLeft,
    /// More rerolls left than a turn allows.
    #[error("{}", tr!("{} rerolls left: from 0 to {} here", .found, .most))]
    TooManyRerolls {
        /// The number given.
        found: u8,
        /// The most that can be left.
        most: u8,
    },
}

fn not_a_face(found: &str, faces: u8) -> String {
    match faces {
        ..10 => tr!("'{}' is no die face: faces are 1 to {}", quoted(found), faces),
        _ => tr!("'{}' is no die face: faces are 1 to {}, and dice stand apart, like 3 10", quoted(found), faces),
    }
}

fn dice_or_none(dice: &Dice) -> String {
    if dice.is_empty() { tr!("of none") } else { dice.to_string() }
}

/// A die face: 1 to 6 on most dice, and at most 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

impl Face {
    /// Every face that a die may have, in ascending order.
    pub const ALL: [Face; MAX_FACES] = {
        let mut faces = [Face(1); MAX_FACES];
        let mut index = 0;
        while index < MAX_FACES {
            faces[index].0 = index as u8 + 1;
            index += 1;
        }
        faces
    };

    /// The face with this many pips.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] if `pips` is not from 1 to 20.
    pub fn new(pips: u8) -> Result<Face, DiceError> {
        match usize::from(pips) {
            1..=MAX_FACES => Ok(Face(pips)),
            _ => Err(DiceError::NotAFace { found: pips.to_string(), faces: MAX_FACES as u8 }),
        }
    }

    /// The pips of the face, 1 to 20.
    pub const fn pips(self) -> u8 {
        self.0
    }

    /// The place in [`Face::ALL`], 0 to 19.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Face {
    type Err = DiceError;

    /// Reads a number, 1 to 20.
    fn from_str(text: &str) -> Result<Face, DiceError> {
        let not_a_face = || DiceError::NotAFace { found: text.to_owned(), faces: MAX_FACES as u8 };
        Face::ALL.into_iter().find(|face| face.to_string() == text).ok_or_else(not_a_face)
    }
}

/// How many dice show each face from 1 on.
pub(super) type Counts = [u8; MAX_FACES];

/// A multiset of 0 to 8 dice: how many show each face. The order of the dice does not matter.
///
/// Displayed as its pips in ascending order, separated by spaces: `1 3 3 5 6`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dice {
    pub(super) counts: Counts,
}

impl Dice {
    /// No dice.
    pub const NONE: Dice = Dice { counts: [0; MAX_FACES] };

    /// The six-sided dice with these pips, in any order. [`Die::dice`] is for other dice.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] for a number that is not from 1 to 6; [`DiceError::TooMany`] for more than [`MAX_DICE`] dice.
    pub fn from_pips(pips: impl IntoIterator<Item = u8>) -> Result<Dice, DiceError> {
        Die::SIX.dice(pips)
    }

    /// Reads six-sided dice from text, in any order: `13356`, `1 3 3 5 6`, `1,3,3,5,6`, `1-3-3-5-6` or `⚀⚂⚂⚄⚅`; empty text is no
    /// dice. [`Die::parse`] is for other dice.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] for a character that is neither a face nor a separator; [`DiceError::TooMany`] for more than [`MAX_DICE`] dice.
    ///
    /// ```
    /// use yahtzee_solver::Dice;
    /// for text in ["13356", "5,3 1 36", "1-3-3-5-6", "⚀⚂⚂⚄⚅"] {
    ///     assert_eq!(Dice::parse(text)?.to_string(), "1 3 3 5 6");
    /// }
    /// assert!(Dice::parse("13357").is_err());
    /// # Ok::<(), yahtzee_solver::dice::DiceError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Dice, DiceError> {
        Die::SIX.parse(text)
    }

    /// Whether a text can only mean dice: it has digits or dice symbols, and otherwise only separators.
    pub fn is_text(text: &str) -> bool {
        text.contains(is_die) && text.chars().all(|letter| is_die(letter) || letter.is_whitespace() || matches!(letter, ',' | '-'))
    }

    /// How many dice show `face`.
    pub fn count(&self, face: Face) -> u8 {
        self.counts[face.index()]
    }

    /// How many dice show each face from 1 on.
    pub fn counts(&self) -> &[u8; MAX_FACES] {
        &self.counts
    }

    /// Number of dice, 0 to 8.
    pub fn len(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// How many different faces show, 0 to 8.
    pub fn distinct(&self) -> usize {
        self.counts.iter().filter(|&&count| count > 0).count()
    }

    /// Whether there are no dice.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Dice::NONE
    }

    /// Sum of the pips of all dice, 0 to 160.
    pub fn sum(&self) -> u32 {
        self.counts.iter().zip(1..).map(|(&count, pips)| u32::from(count) * pips).sum()
    }

    /// The faces from 1 to the highest that shows.
    pub(crate) fn faces_to_highest(&self) -> &'static [Face] {
        let faces = self.counts.iter().rposition(|&count| count > 0).map_or(0, |index| index + 1);
        &Face::ALL[..faces]
    }

    /// The faces of all dice, in ascending order.
    pub fn faces(&self) -> impl Iterator<Item = Face> + use<> {
        let counts = self.counts;
        self.faces_to_highest().iter().flat_map(move |&face| std::iter::repeat_n(face, counts[face.index()].into()))
    }

    /// Whether these dice contain all dice of `other`.
    pub fn contains(&self, other: &Dice) -> bool {
        self.counts.iter().zip(&other.counts).all(|(have, want)| have >= want)
    }

    /// These dice and one more, which shows `face`.
    ///
    /// # Panics
    ///
    /// In a debug build, if there are already [`MAX_DICE`]: no game has more.
    pub fn with(&self, face: Face) -> Dice {
        debug_assert!(self.len() < MAX_DICE, "more than {MAX_DICE} dice");
        let mut dice = *self;
        dice.counts[face.index()] += 1;
        dice
    }

    /// These dice and others.
    ///
    /// # Panics
    ///
    /// In a debug build, if there are more than [`MAX_DICE`] together.
    pub fn and(&self, others: &Dice) -> Dice {
        others.faces().fold(*self, |dice, face| dice.with(face))
    }

    /// Dice that show these faces.
    ///
    /// # Panics
    ///
    /// In a debug build, if there are more than [`MAX_DICE`].
    pub fn of(faces: impl IntoIterator<Item = Face>) -> Dice {
        faces.into_iter().fold(Dice::NONE, |dice, face| dice.with(face))
    }

    /// Those of these dice that show one of these faces.
    pub(crate) fn showing(&self, faces: &[Face]) -> Dice {
        let mut dice = Dice::NONE;
        faces.iter().for_each(|face| dice.counts[face.index()] = self.counts[face.index()]);
        dice
    }

    /// These dice without one that shows `face`; `None` if none does.
    pub fn without(&self, face: Face) -> Option<Dice> {
        let mut dice = *self;
        let count = &mut dice.counts[face.index()];
        *count = count.checked_sub(1)?;
        Some(dice)
    }

    /// These dice without `other`; `None` if they do not contain it.
    pub fn minus(&self, other: &Dice) -> Option<Dice> {
        self.contains(other).then(|| self.without_all(other))
    }

    /// What of these dice is not in `other`: of each face as many as `other` has too few.
    pub fn without_all(&self, other: &Dice) -> Dice {
        let mut dice = *self;
        dice.counts.iter_mut().zip(&other.counts).for_each(|(count, less)| *count = count.saturating_sub(*less));
        dice
    }

    /// The number of orders in which distinguishable dice can show this multiset: for five dice 5! / (the product of the factorials of the counts).
    pub fn orders(&self) -> u32 {
        let factorial = |n: usize| (1..=n as u32).product::<u32>();
        self.counts.iter().fold(factorial(self.len()), |orders, &count| orders / factorial(count.into()))
    }

    /// Every multiset of `size` six-sided dice, in ascending order of their pips: 1 1 1, 1 1 2, …, 6 6 6. [`Die::all`] is for other dice.
    pub fn all(size: usize) -> Vec<Dice> {
        Die::SIX.all(size)
    }
}

impl FromStr for Dice {
    type Err = DiceError;

    /// Reads six-sided dice as [`Dice::parse`] does.
    fn from_str(text: &str) -> Result<Dice, DiceError> {
        Dice::parse(text)
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut apart = "";
        for face in self.faces() {
            write!(f, "{apart}{face}")?;
            apart = " ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_rolls_and_holds() {
        assert_eq!(Dice::all(5).len(), 252);
        assert_eq!((0..5).map(|size| Dice::all(size).len()).sum::<usize>(), 210);
        assert_eq!(Dice::all(0), [Dice::NONE]);
    }

    #[test]
    fn orders_cover_every_outcome() {
        for size in 0..=MAX_DICE {
            assert_eq!(Dice::all(size).iter().map(Dice::orders).sum::<u32>(), 6u32.pow(size as u32));
        }
        assert_eq!(Dice::parse("11223").unwrap().orders(), 30);
    }

    #[test]
    fn notation() {
        for text in ["13356", "6 5 3 3 1", "1,3,3,5,6", " 1, 3 3,5  6 ", "1-3-3-5-6", "⚀⚂⚂⚄⚅", "1 ⚂-3, ⚄ 6"] {
            assert_eq!(Dice::parse(text).unwrap().to_string(), "1 3 3 5 6", "{text}");
            assert_eq!(text.parse(), Dice::parse(text));
        }
        for face in Face::ALL {
            assert_eq!(face.to_string().parse(), Ok(face));
        }
        for text in ["", "0", "21", "01", " 1"] {
            assert_eq!(text.parse::<Face>(), Err(DiceError::NotAFace { found: text.into(), faces: 20 }));
        }
        assert_eq!(Dice::parse("").unwrap(), Dice::NONE);
        assert_eq!(Dice::parse("123x5"), Err(DiceError::NotAFace { found: "x".into(), faces: 6 }));
        for text in ["-12", "12-", "1--2", "1- 2", "-"] {
            assert_eq!(Dice::parse(text), Err(DiceError::NotAFace { found: "-".into(), faces: 6 }), "{text}");
        }
        assert_eq!(Dice::parse("1230"), Err(DiceError::NotAFace { found: "0".into(), faces: 6 }));
        assert_eq!(Dice::parse("123456123"), Err(DiceError::TooMany { found: 9 }));
    }
}
