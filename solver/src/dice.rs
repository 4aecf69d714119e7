//! Dice as multisets: the roll on the table, and the dice held back from it.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;

use crate::error::DiceError;

/// Number of faces of a die. Every game of the family is played with six-sided dice.
pub const FACES: usize = 6;

/// The most dice a game may be played with.
pub const MAX_DICE: usize = 6;

/// A die face, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

impl Face {
    /// The six faces, in ascending order.
    pub const ALL: [Face; FACES] = [Face(1), Face(2), Face(3), Face(4), Face(5), Face(6)];

    /// The face with this many pips.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] unless `pips` is from 1 to 6.
    pub fn new(pips: u8) -> Result<Face, DiceError> {
        match pips {
            1..=6 => Ok(Face(pips)),
            _ => Err(DiceError::NotAFace(pips.to_string())),
        }
    }

    /// The pips of the face, 1 to 6.
    pub const fn pips(self) -> u8 {
        self.0
    }

    /// The position of the face in [`Face::ALL`], 0 to 5.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A multiset of 0 to 6 dice: how many show each face. Order is of no account.
///
/// Shown as its pips in ascending order, apart by spaces: `1 3 3 5 6`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice {
    counts: [u8; FACES],
}

impl Dice {
    /// No dice.
    pub const NONE: Dice = Dice { counts: [0; FACES] };

    /// The dice with these counts of the faces 1 to 6.
    ///
    /// # Panics
    ///
    /// If there are more than [`MAX_DICE`].
    pub fn from_counts(counts: [u8; FACES]) -> Dice {
        let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
        assert!(total <= MAX_DICE, "{total} dice; at most {MAX_DICE}");
        Dice { counts }
    }

    /// The dice with these pips, in any order.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] where a number is not from 1 to 6; [`DiceError::TooMany`] for more than [`MAX_DICE`].
    pub fn from_pips(pips: impl IntoIterator<Item = u8>) -> Result<Dice, DiceError> {
        let mut counts = [0; FACES];
        let mut total: usize = 0;
        for number in pips {
            let face = Face::new(number)?;
            total += 1;
            if total <= MAX_DICE {
                counts[face.index()] += 1;
            }
        }
        if total > MAX_DICE { Err(DiceError::TooMany { found: total }) } else { Ok(Dice { counts }) }
    }

    /// Reads dice from text: `13356`, `1 3 3 5 6` or `1,3,3,5,6`, in any order; empty text is no dice.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] names what is neither a face nor a separator; [`DiceError::TooMany`] for more than [`MAX_DICE`] dice.
    ///
    /// ```
    /// use yahtzee_solver::Dice;
    /// assert_eq!(Dice::parse("5,3 1 36")?.to_string(), "1 3 3 5 6");
    /// assert!(Dice::parse("13357").is_err());
    /// # Ok::<(), yahtzee_solver::DiceError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Dice, DiceError> {
        let pips: Vec<u8> = text
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != ',')
            .map(|letter| match letter {
                '1'..='6' => Ok(letter as u8 - b'0'),
                _ => Err(DiceError::NotAFace(letter.to_string())),
            })
            .collect::<Result<_, _>>()?;
        Dice::from_pips(pips)
    }

    /// How many dice show `face`.
    pub fn count(&self, face: Face) -> u8 {
        self.counts[face.index()]
    }

    /// How many dice show each of the faces 1 to 6.
    pub fn counts(&self) -> &[u8; FACES] {
        &self.counts
    }

    /// Number of dice, 0 to 6.
    pub fn len(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// How many different faces show, 0 to 6.
    pub fn distinct(&self) -> usize {
        self.counts.iter().filter(|&&count| count > 0).count()
    }

    /// Whether there are no dice.
    pub fn is_empty(&self) -> bool {
        self.counts == [0; FACES]
    }

    /// Sum of the pips of all dice, 0 to 36.
    pub fn sum(&self) -> u32 {
        Face::ALL.iter().map(|&face| u32::from(face.pips()) * u32::from(self.count(face))).sum()
    }

    /// The faces of all dice, in ascending order.
    pub fn faces(&self) -> impl Iterator<Item = Face> + use<> {
        let counts = self.counts;
        Face::ALL.into_iter().flat_map(move |face| std::iter::repeat_n(face, counts[face.index()].into()))
    }

    /// Whether each die of `other` can be found among these.
    pub fn contains(&self, other: &Dice) -> bool {
        self.counts.iter().zip(&other.counts).all(|(have, want)| have >= want)
    }

    /// These dice and one more.
    ///
    /// # Panics
    ///
    /// If there are [`MAX_DICE`] already.
    pub fn with(&self, face: Face) -> Dice {
        let mut counts = self.counts;
        counts[face.index()] += 1;
        Dice::from_counts(counts)
    }

    /// These dice less one of `face`; `None` if there is none of it.
    pub fn without(&self, face: Face) -> Option<Dice> {
        let mut counts = self.counts;
        counts[face.index()] = counts[face.index()].checked_sub(1)?;
        Some(Dice { counts })
    }

    /// These dice less `other`; `None` unless they contain it.
    pub fn minus(&self, other: &Dice) -> Option<Dice> {
        let mut counts = self.counts;
        for (count, less) in counts.iter_mut().zip(&other.counts) {
            *count = count.checked_sub(*less)?;
        }
        Some(Dice { counts })
    }

    /// In how many orders of distinguishable dice this multiset can fall: 5! / (the product of the counts' factorials) for five dice.
    pub fn multiplicity(&self) -> u32 {
        let factorial = |n: usize| (1..=n as u32).product::<u32>();
        self.counts.iter().fold(factorial(self.len()), |orders, &count| orders / factorial(count.into()))
    }

    /// Every multiset of `size` dice, in ascending order of their pips read as a word: 1 1 1, 1 1 2, …, 6 6 6.
    pub fn all(size: usize) -> Vec<Dice> {
        fn extend(dice: Dice, from: usize, left: usize, all: &mut Vec<Dice>) {
            if left == 0 {
                return all.push(dice);
            }
            for face in &Face::ALL[from..] {
                extend(dice.with(*face), face.index(), left - 1, all);
            }
        }
        let mut all = Vec::new();
        extend(Dice::NONE, 0, size, &mut all);
        all
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, face) in self.faces().enumerate() {
            if position > 0 {
                f.write_str(" ")?;
            }
            face.fmt(f)?;
        }
        Ok(())
    }
}

/// A roll: all dice of the game on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll(Dice);

impl Roll {
    /// These dice as a roll of a game with `dice` dice.
    ///
    /// # Errors
    ///
    /// [`DiceError::WrongNumber`] unless there are as many as the game has.
    ///
    /// ```
    /// use yahtzee_solver::{Dice, Roll};
    /// let roll = Roll::new(Dice::parse("13356")?, 5)?;
    /// assert_eq!(roll.sum(), 18);
    /// assert!(Roll::new(Dice::parse("1335")?, 5).is_err());
    /// # Ok::<(), yahtzee_solver::DiceError>(())
    /// ```
    pub fn new(dice: Dice, of: usize) -> Result<Roll, DiceError> {
        if dice.len() == of { Ok(Roll(dice)) } else { Err(DiceError::WrongNumber { found: dice.len(), wanted: of }) }
    }

    /// Every roll of `dice` dice, in the order of [`Dice::all`].
    pub fn all(dice: usize) -> impl Iterator<Item = Roll> {
        Dice::all(dice).into_iter().map(Roll)
    }

    /// The holds in this roll: each distinct multiset of fewer than all of its dice, those of more dice first, then in the order of [`Dice::all`].
    pub fn holds(&self) -> Vec<Hold> {
        let mut holds = Vec::with_capacity(self.hold_count());
        self.for_each_hold(|hold| holds.push(hold));
        holds.sort_unstable_by(Hold::in_order);
        holds
    }

    /// Number of holds in this roll: at most 63.
    pub(crate) fn hold_count(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count) + 1).product::<usize>() - 1
    }

    /// Shows every hold in this roll, in no particular order.
    pub(crate) fn for_each_hold(&self, mut show: impl FnMut(Hold)) {
        let mut hold = Dice::NONE;
        while hold != **self {
            show(Hold(hold));
            // The next, as an odometer counts.
            for (count, most) in hold.counts.iter_mut().zip(&self.counts) {
                if *count < *most {
                    *count += 1;
                    break;
                }
                *count = 0;
            }
        }
    }
}

impl Deref for Roll {
    type Target = Dice;

    fn deref(&self) -> &Dice {
        &self.0
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A hold: the dice kept for the next reroll, fewer than all of the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hold(Dice);

impl Hold {
    /// These dice kept from `roll`.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotInRoll`] if the roll does not contain them; [`DiceError::HoldsAll`] if nothing would be left to reroll.
    pub fn new(dice: Dice, roll: &Roll) -> Result<Hold, DiceError> {
        if !roll.contains(&dice) {
            Err(DiceError::NotInRoll { hold: dice, roll: *roll })
        } else if dice.len() == roll.len() {
            Err(DiceError::HoldsAll)
        } else {
            Ok(Hold(dice))
        }
    }

    /// Those of more dice first, then in the order of [`Dice::all`].
    pub(crate) fn in_order(&self, other: &Hold) -> Ordering {
        other.len().cmp(&self.len()).then_with(|| other.counts.cmp(&self.counts))
    }
}

impl Deref for Hold {
    type Target = Dice;

    fn deref(&self) -> &Dice {
        &self.0
    }
}

impl fmt::Display for Hold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many rerolls a player still has this turn: 0 to 4 (2 after the first of three rolls).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RerollsLeft(u8);

impl RerollsLeft {
    /// The roll must be scored.
    pub const NONE: RerollsLeft = RerollsLeft(0);

    /// This many rerolls left.
    ///
    /// # Errors
    ///
    /// [`DiceError::TooManyRerolls`] for more than 4, what a turn of five rolls allows. Whether a game has as many is for its
    /// rule set to say: see [`RuleSet::rerolls_left`](crate::RuleSet::rerolls_left).
    pub fn new(rerolls: u8) -> Result<RerollsLeft, DiceError> {
        match rerolls {
            0..=4 => Ok(RerollsLeft(rerolls)),
            _ => Err(DiceError::TooManyRerolls { found: rerolls, most: 4 }),
        }
    }

    /// The number of rerolls.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// After one more reroll; `None` if there was none left.
    pub fn less_one(self) -> Option<RerollsLeft> {
        self.0.checked_sub(1).map(RerollsLeft)
    }
}

impl fmt::Display for RerollsLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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
    fn multiplicities_cover_every_outcome() {
        for size in 0..=MAX_DICE {
            assert_eq!(Dice::all(size).iter().map(Dice::multiplicity).sum::<u32>(), 6u32.pow(size as u32));
        }
        assert_eq!(Dice::parse("11223").unwrap().multiplicity(), 30);
    }

    #[test]
    fn notation() {
        for text in ["13356", "6 5 3 3 1", "1,3,3,5,6", " 1, 3 3,5  6 "] {
            assert_eq!(Dice::parse(text).unwrap().to_string(), "1 3 3 5 6", "{text}");
        }
        assert_eq!(Dice::parse("").unwrap(), Dice::NONE);
        assert_eq!(Dice::parse("123x5"), Err(DiceError::NotAFace("x".into())));
        assert_eq!(Dice::parse("1230"), Err(DiceError::NotAFace("0".into())));
        assert_eq!(Dice::parse("1234561"), Err(DiceError::TooMany { found: 7 }));
    }

    #[test]
    fn holds_of_a_roll() {
        let roll = Roll::new(Dice::parse("11666").unwrap(), 5).unwrap();
        let holds = roll.holds();
        assert_eq!(holds.len(), 3 * 4 - 1);
        assert_eq!(holds[0].to_string(), "1 1 6 6");
        assert!(holds.last().unwrap().is_empty());
        for roll in Roll::all(5) {
            let within = (0..5).rev().flat_map(|size| Dice::all(size).into_iter().filter(|hold| roll.contains(hold)).map(Hold));
            assert!(roll.holds().into_iter().eq(within));
        }
        assert_eq!(Hold::new(*roll, &roll), Err(DiceError::HoldsAll));
        assert!(matches!(Hold::new(Dice::parse("2").unwrap(), &roll), Err(DiceError::NotInRoll { .. })));
    }
}
