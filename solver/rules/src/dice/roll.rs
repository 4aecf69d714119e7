//! A roll, a hold, and the rerolls left.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;

use super::multiset::{Dice, DiceError};
use crate::sorting::sort_by;

/// Whether a die that was held may be thrown again later in the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Holds {
    /// It may: each hold keeps any dice of the roll.
    #[default]
    Free,
    /// It may not: a die that is held is set aside until the end of the turn.
    Final,
}

/// A roll: all dice of the game on the table. Where holds are [final](Holds::Final), it knows which of them are set aside.
///
/// Displayed as its pips in ascending order, the dice set aside first: `3 3 | 4 5 6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    dice: Dice,
    aside: Dice,
}

impl Roll {
    /// These dice as a roll of a game with `dice` dice. None of them is set aside.
    ///
    /// # Errors
    ///
    /// [`DiceError::WrongNumber`] if the game has another number of dice.
    ///
    /// ```
    /// use yahtzee_solver::{Dice, Roll};
    /// let roll = Roll::new(Dice::parse("13356")?, 5)?;
    /// assert_eq!(roll.sum(), 18);
    /// assert!(Roll::new(Dice::parse("1335")?, 5).is_err());
    /// # Ok::<(), yahtzee_solver::dice::DiceError>(())
    /// ```
    pub fn new(dice: Dice, of: usize) -> Result<Roll, DiceError> {
        if dice.len() == of { Ok(Roll { dice, aside: Dice::NONE }) } else { Err(DiceError::WrongNumber { found: dice.len(), wanted: of }) }
    }

    /// The same dice, of which these were set aside before the others were thrown.
    ///
    /// # Errors
    ///
    /// [`DiceError::AsideNotInRoll`] if the roll does not contain them; [`DiceError::AllAside`] if no die would have been thrown.
    ///
    /// ```
    /// use yahtzee_solver::{Dice, Roll};
    /// let roll = Roll::new(Dice::parse("13356")?, 5)?.with_aside(Dice::parse("33")?)?;
    /// assert_eq!(roll.to_string(), "3 3 | 1 5 6");
    /// assert!(roll.holds().iter().all(|hold| hold.contains(&roll.aside())));
    /// # Ok::<(), yahtzee_solver::dice::DiceError>(())
    /// ```
    pub fn with_aside(self, aside: Dice) -> Result<Roll, DiceError> {
        if !self.dice.contains(&aside) {
            Err(DiceError::AsideNotInRoll { aside, roll: self.dice })
        } else if aside == self.dice {
            Err(DiceError::AllAside)
        } else {
            Ok(Roll { aside, ..self })
        }
    }

    /// The roll at a node of the lattice.
    pub(super) fn of_node(dice: Dice, aside: Dice) -> Roll {
        Roll { dice, aside }
    }

    /// The dice that were set aside before this roll: every hold has to contain them. None in games of free holds.
    pub fn aside(&self) -> Dice {
        self.aside
    }

    /// The dice that were thrown, or may be thrown again: all that are not set aside.
    pub fn thrown(&self) -> Dice {
        self.dice.without_all(&self.aside)
    }

    /// Every roll of `dice` six-sided dice, in the order of [`Dice::all`]. [`RuleSet::all_rolls`](crate::RuleSet::all_rolls) has those of a game.
    pub fn all(dice: usize) -> impl Iterator<Item = Roll> {
        Dice::all(dice).into_iter().map(|dice| Roll { dice, aside: Dice::NONE })
    }

    /// The holds in this roll: each distinct multiset of fewer than all of its dice that contains the dice set aside. Larger holds come first; holds of
    /// one size are in the order of [`Dice::all`].
    pub fn holds(&self) -> Vec<Hold> {
        let mut holds = Vec::with_capacity(self.hold_count());
        self.for_each_hold(&mut |hold| holds.push(hold));
        sort_by(&mut holds, Hold::in_order);
        holds
    }

    /// Number of holds in this roll: at most 255.
    #[doc(hidden)]
    pub fn hold_count(&self) -> usize {
        self.thrown().kinds.as_flattened().iter().map(|&count| usize::from(count) + 1).product::<usize>() - 1
    }

    /// Calls `show` with every hold in this roll, in no particular order. It is compiled once, to keep the page's download small.
    #[doc(hidden)]
    pub fn for_each_hold(&self, show: &mut dyn FnMut(Hold)) {
        let mut hold = self.aside;
        while hold != self.dice {
            show(Hold(hold));
            // Counts up like an odometer.
            let [most, least] = [&self.dice, &self.aside].map(|dice| dice.kinds.as_flattened());
            for ((count, most), least) in hold.kinds.as_flattened_mut().iter_mut().zip(most).zip(least) {
                if *count < *most {
                    *count += 1;
                    break;
                }
                *count = *least;
            }
        }
    }
}

impl Deref for Roll {
    type Target = Dice;

    fn deref(&self) -> &Dice {
        &self.dice
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.aside.is_empty() { self.dice.fmt(f) } else { write!(f, "{} {ASIDE} {}", self.aside, self.thrown()) }
    }
}

/// What separates the dice set aside from the others, in the text of a roll.
pub(crate) const ASIDE: char = '|';

/// A hold: the dice kept for the next reroll, fewer than the whole roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hold(Dice);

impl Hold {
    /// These dice kept from `roll`.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotInRoll`] if the roll does not contain them; [`DiceError::WithoutAside`] if a die is missing that is set aside;
    /// [`DiceError::HoldsAll`] if no die would be left to reroll.
    pub fn new(dice: Dice, roll: &Roll) -> Result<Hold, DiceError> {
        let missing = roll.aside.without_all(&dice);
        if !roll.contains(&dice) {
            Err(DiceError::NotInRoll { hold: dice, roll: **roll })
        } else if !missing.is_empty() {
            Err(DiceError::WithoutAside { hold: dice, missing })
        } else if dice.len() == roll.len() {
            Err(DiceError::HoldsAll)
        } else {
            Ok(Hold(dice))
        }
    }

    /// Orders larger holds first, and holds of one size as [`Dice::all`] does; those with fewer dice of the other kind come first.
    #[doc(hidden)]
    pub fn in_order(&self, other: &Hold) -> Ordering {
        let others = |hold: &Hold| hold.others().len();
        other.len().cmp(&self.len()).then_with(|| others(self).cmp(&others(other))).then_with(|| other.kinds.cmp(&self.kinds))
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

/// The number of rerolls that a player still has this turn: 0 to 7 (2 after the first of three rolls), and more with saved throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RerollsLeft(u8);

/// The most rerolls left, which a full card may show: seven saved in each of 30 turns, and seven of the next turn.
const MOST_REROLLS: u8 = 217;

impl RerollsLeft {
    /// No rerolls: the roll must be scored.
    pub const NONE: RerollsLeft = RerollsLeft(0);

    /// This many rerolls left.
    ///
    /// # Errors
    ///
    /// [`DiceError::TooManyRerolls`] for more than 217, the rerolls of a card of 30 turns of eight rolls that saved all of them. A game may allow
    /// fewer: [`RuleSet::rerolls_left`](crate::RuleSet::rerolls_left) checks this.
    pub fn new(rerolls: u8) -> Result<RerollsLeft, DiceError> {
        match rerolls {
            0..=MOST_REROLLS => Ok(RerollsLeft(rerolls)),
            _ => Err(DiceError::TooManyRerolls { found: rerolls, most: MOST_REROLLS }),
        }
    }

    /// The number of rerolls.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The rerolls left after one more reroll; `None` if none is left.
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

    #[test]
    fn holds_of_a_roll_with_dice_set_aside() {
        let dice = |text| Dice::parse(text).unwrap();
        for roll in Roll::all(4) {
            for aside in (0..4).flat_map(Dice::all).filter(|aside| roll.contains(aside)) {
                let holds = roll.with_aside(aside).unwrap().holds();
                assert!(holds.iter().eq(roll.holds().iter().filter(|hold| hold.contains(&aside))));
                assert_eq!(holds.len(), roll.with_aside(aside).unwrap().hold_count());
            }
        }
        let roll = Roll::new(dice("13356"), 5).unwrap();
        assert_eq!(roll.with_aside(dice("13356")), Err(DiceError::AllAside));
        let error = roll.with_aside(dice("22")).unwrap_err();
        assert_eq!(error.to_string(), "the dice set aside, 2 2, are not in the roll 1 3 3 5 6");
        let roll = roll.with_aside(dice("33")).unwrap();
        assert_eq!((roll.to_string(), roll.thrown()), ("3 3 | 1 5 6".to_owned(), dice("156")));
        assert_eq!(Hold::new(dice("335"), &roll).map(|hold| hold.to_string()), Ok("3 3 5".to_owned()));
        let error = Hold::new(dice("35"), &roll).unwrap_err();
        assert_eq!(error.to_string(), "the hold 3 5 lacks 3, which is set aside: such dice are kept until the end of the turn");
        assert!(matches!(Hold::new(dice("3345"), &roll), Err(DiceError::NotInRoll { .. })));
    }
}
