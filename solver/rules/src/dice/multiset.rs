//! Dice as multisets: faces, and how many dice show each.

use std::fmt;
use std::str::FromStr;

use super::die::{Die, is_die};
#[cfg(doc)]
use super::kinds::Kinds;
use crate::error::dice;
use crate::printable::escaped;
use crate::say;

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
    #[error("{}", say!("{} dice: no game has more than {}", .found, MAX_DICE))]
    TooMany {
        /// The number of dice.
        found: usize,
    },
    /// The wrong number of dice for the game.
    #[error("{}", say!("{} where the game has {}", dice(*.found), .wanted))]
    WrongNumber {
        /// The number of dice.
        found: usize,
        /// The number of dice of the game.
        wanted: usize,
    },
    /// The roll does not contain the hold.
    #[error("{}", say!("the hold {} is not in the roll {}", dice_or_none(.hold), .roll))]
    NotInRoll {
        /// The dice to hold.
        hold: Dice,
        /// The roll.
        roll: Dice,
    },
    /// The roll does not contain the dice to reroll.
    #[error("{}", say!("no {} to reroll in the roll {}", .dice, .roll))]
    NoneToReroll {
        /// The dice to reroll.
        dice: Dice,
        /// The roll.
        roll: Dice,
    },
    /// The hold lacks dice that are set aside.
    #[error("{}", say!("the hold {} lacks {}, which is set aside: such dice are kept until the end of the turn", dice_or_none(.hold), .missing))]
    WithoutAside {
        /// The dice to hold.
        hold: Dice,
        /// The dice set aside that are not among them.
        missing: Dice,
    },
    /// The roll does not contain the dice set aside.
    #[error("{}", say!("the dice set aside, {}, are not in the roll {}", .aside, .roll))]
    AsideNotInRoll {
        /// The dice set aside.
        aside: Dice,
        /// The roll.
        roll: Dice,
    },
    /// The wrong number of dice of the other kind, in a game that has such dice.
    #[error("{}", say!("{} of the other kind where the game has {}: write them after a slash, like {}", dice(*.found), .wanted, .like))]
    WrongOthers {
        /// The number of such dice.
        found: usize,
        /// The number of such dice of the game.
        wanted: usize,
        /// A roll of the game as it is written.
        like: String,
    },
    /// All dice of a roll are set aside.
    #[error("{}", say!("all dice are set aside: none of them was thrown"))]
    AllAside,
    /// Dice set aside in a game of free holds.
    #[error("{}", say!("no dice are set aside under these rules: every die may be thrown again, so give the dice alone"))]
    NothingAside,
    /// Dice set aside in the first roll of a turn.
    #[error("{}", say!("{} set aside: this is not the first roll of the turn, so fewer rerolls are left", dice(*.aside)))]
    AsideAtFirst {
        /// The number of dice set aside.
        aside: usize,
    },
    /// A hold that leaves no die to reroll.
    #[error("{}", say!("a hold of all dice rerolls none: score the roll instead"))]
    HoldsAll,
    /// A hold after the last roll of a turn.
    #[error("{}", say!("no reroll is left: the roll must be scored"))]
    NoRerollLeft,
    /// More rerolls left than a turn allows.
    #[error("{}", say!("{} rerolls left: from 0 to {} here", .found, .most))]
    TooManyRerolls {
        /// The number given.
        found: u8,
        /// The most that can be left.
        most: u8,
    },
}

fn not_a_face(found: &str, faces: u8) -> String {
    match faces {
        ..10 => say!("'{}' is no die face: faces are 1 to {}", escaped(found), faces),
        _ => say!("'{}' is no die face: faces are 1 to {}, and dice stand apart, like 3 10", escaped(found), faces),
    }
}

fn dice_or_none(dice: &Dice) -> String {
    if dice.is_empty() { say!("of none") } else { dice.to_string() }
}

/// A die face: 1 to 6 on most dice, and at most 20. It knows the kind of its die, in a game that has [other dice](Kinds::others): faces of the first kind
/// come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face {
    is_other: bool,
    pips: u8,
}

impl Face {
    /// Every face that a die may have, in ascending order.
    pub const ALL: [Face; MAX_FACES] = {
        let mut faces = [Face { is_other: false, pips: 1 }; MAX_FACES];
        let mut index = 0;
        while index < MAX_FACES {
            faces[index].pips = index as u8 + 1;
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
            1..=MAX_FACES => Ok(Face { is_other: false, pips }),
            _ => Err(DiceError::NotAFace { found: pips.to_string(), faces: MAX_FACES as u8 }),
        }
    }

    /// The pips of the face, 1 to 20.
    pub const fn pips(self) -> u8 {
        self.pips
    }

    /// The place among all faces of its kind, 0 to 19: in [`Face::ALL`] for the first kind.
    pub const fn index(self) -> usize {
        self.pips as usize - 1
    }

    /// The same face on a die of the [other kind](Kinds::others).
    pub const fn on_other(self) -> Face {
        Face { is_other: true, pips: self.pips }
    }

    /// Whether it is the face of a die of the other kind.
    pub const fn is_other(self) -> bool {
        self.is_other
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pips.fmt(f)
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

/// The kinds of dice that a game may have.
#[doc(hidden)]
pub const KINDS: usize = 2;

/// How many dice of one kind show each face from 1 on.
pub(super) type Counts = [u8; MAX_FACES];

/// A multiset of 0 to 8 dice: how many of each kind show each face. The order of the dice does not matter.
///
/// What counts is the pips: a face is counted and added up on dice of either kind. Two multisets are equal if their kinds are too.
///
/// Displayed as its pips in ascending order, separated by spaces: `1 3 3 5 6`. Dice of the other kind stand after a slash: `1 3 3 5 6 / 10`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice {
    /// Those of the first kind, and the others.
    pub(super) kinds: [Counts; KINDS],
}

impl Dice {
    /// No dice.
    pub const NONE: Dice = Dice { kinds: [[0; MAX_FACES]; KINDS] };

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
    pub(crate) fn is_text(text: &str) -> bool {
        text.contains(is_die) && text.chars().all(|letter| is_die(letter) || letter.is_whitespace() || matches!(letter, ',' | '-'))
    }

    /// How many dice show the pips of `face`, of either kind.
    pub fn count(&self, face: Face) -> u8 {
        self.kinds.iter().map(|counts| counts[face.index()]).sum()
    }

    /// How many dice show each face from 1 on, of either kind.
    pub fn counts(&self) -> [u8; MAX_FACES] {
        std::array::from_fn(|index| self.kinds.iter().map(|counts| counts[index]).sum())
    }

    /// How many dice show each face from 1 on, for each kind. An order of multisets.
    #[doc(hidden)]
    pub fn counts_by_kind(&self) -> &[[u8; MAX_FACES]; KINDS] {
        &self.kinds
    }

    /// The dice of the [other kind](Kinds::others) among them.
    pub fn others(&self) -> Dice {
        let [_, others] = self.kinds;
        Dice { kinds: [[0; MAX_FACES], others] }
    }

    /// These dice without those of the other kind.
    pub fn without_others(&self) -> Dice {
        let [first, _] = self.kinds;
        Dice { kinds: [first, [0; MAX_FACES]] }
    }

    /// The same dice, all of them of the other kind.
    pub(super) fn as_others(&self) -> Dice {
        Dice { kinds: [[0; MAX_FACES], self.counts()] }
    }

    /// Number of dice, 0 to 8.
    pub fn len(&self) -> usize {
        self.kinds.as_flattened().iter().map(|&count| usize::from(count)).sum()
    }

    /// How many different faces show, 0 to 8; a face on dice of two kinds counts twice.
    pub fn distinct(&self) -> usize {
        self.kinds.as_flattened().iter().filter(|&&count| count > 0).count()
    }

    /// Whether there are no dice.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Dice::NONE
    }

    /// Sum of the pips of all dice, 0 to 160.
    pub fn sum(&self) -> u32 {
        self.kinds.iter().flat_map(|counts| counts.iter().zip(1..)).map(|(&count, pips)| u32::from(count) * pips).sum()
    }

    /// The faces from 1 to the highest that shows.
    pub(crate) fn faces_to_highest(&self) -> &'static [Face] {
        to_highest(&self.counts())
    }

    /// The faces of all dice, in ascending order; those of the other kind come last.
    pub fn faces(&self) -> impl Iterator<Item = Face> + use<> {
        let [first, others] = self.kinds;
        let of = |counts: Counts| to_highest(&counts).iter().flat_map(move |&face| std::iter::repeat_n(face, counts[face.index()].into()));
        of(first).chain(of(others).map(Face::on_other))
    }

    /// Whether these dice contain all dice of `other`.
    pub fn contains(&self, other: &Dice) -> bool {
        self.kinds.as_flattened().iter().zip(other.kinds.as_flattened()).all(|(have, want)| have >= want)
    }

    /// How many dice show a face of this kind.
    fn count_mut(&mut self, face: Face) -> &mut u8 {
        &mut self.kinds[usize::from(face.is_other)][face.index()]
    }

    /// These dice and one more, which shows `face`.
    ///
    /// # Panics
    ///
    /// If there are already [`MAX_DICE`].
    #[doc(hidden)]
    pub fn with(&self, face: Face) -> Dice {
        debug_assert!(self.len() < MAX_DICE, "more than {MAX_DICE} dice");
        let mut dice = *self;
        *dice.count_mut(face) += 1;
        dice
    }

    /// These dice and others.
    ///
    /// # Panics
    ///
    /// If there are more than [`MAX_DICE`] together.
    #[doc(hidden)]
    pub fn and(&self, others: &Dice) -> Dice {
        others.faces().fold(*self, |dice, face| dice.with(face))
    }

    /// Dice that show these faces.
    ///
    /// # Panics
    ///
    /// If there are more than [`MAX_DICE`].
    #[doc(hidden)]
    pub fn of(faces: impl IntoIterator<Item = Face>) -> Dice {
        faces.into_iter().fold(Dice::NONE, |dice, face| dice.with(face))
    }

    /// Those of these dice that show one of these faces, of either kind.
    pub(crate) fn showing(&self, faces: &[Face]) -> Dice {
        let mut dice = Dice::NONE;
        for face in faces {
            dice.kinds.iter_mut().zip(&self.kinds).for_each(|(shown, all)| shown[face.index()] = all[face.index()]);
        }
        dice
    }

    /// These dice without one that shows `face`; `None` if none of its kind shows it.
    pub fn without(&self, face: Face) -> Option<Dice> {
        let mut dice = *self;
        let count = dice.count_mut(face);
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
        let counts = dice.kinds.as_flattened_mut().iter_mut();
        counts.zip(other.kinds.as_flattened()).for_each(|(count, less)| *count = count.saturating_sub(*less));
        dice
    }

    /// The number of orders in which distinguishable dice can show this multiset: for five dice 5! / (the product of the factorials of the counts). A die
    /// of one kind never takes the place of one of another.
    pub fn orders(&self) -> u32 {
        let factorial = |n: usize| (1..=n as u32).product::<u32>();
        let of = |counts: &Counts| {
            let dice = counts.iter().map(|&count| usize::from(count)).sum();
            counts.iter().fold(factorial(dice), |orders, &count| orders / factorial(count.into()))
        };
        self.kinds.iter().map(of).product()
    }

    /// Every multiset of `size` six-sided dice, in ascending order of their pips: 1 1 1, 1 1 2, …, 6 6 6. [`Die::all`] is for other dice.
    pub fn all(size: usize) -> Vec<Dice> {
        Die::SIX.all(size)
    }
}

/// The faces from 1 to the highest that shows.
fn to_highest(counts: &Counts) -> &'static [Face] {
    let faces = counts.iter().rposition(|&count| count > 0).map_or(0, |index| index + 1);
    &Face::ALL[..faces]
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
        let mut last_kind = false;
        for face in self.faces() {
            if face.is_other != last_kind {
                write!(f, "{apart}{OTHERS}")?;
                (apart, last_kind) = (" ", true);
            }
            write!(f, "{apart}{face}")?;
            apart = " ";
        }
        Ok(())
    }
}

/// What separates the dice of the other kind from those of the first, in text.
pub(crate) const OTHERS: char = '/';

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
