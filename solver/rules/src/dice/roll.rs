//! A roll, a hold, and the rerolls left.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;

use super::multiset::{Dice, DiceError};
use crate::sorting::sort_by;

/// A roll: all dice of the game on the table. Displayed as its pips in ascending order: `1 3 3 5 6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll(Dice);

impl Roll {
    /// These dice as a roll of a game with `of` dice.
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
        if dice.len() == of { Ok(Roll(dice)) } else { Err(DiceError::WrongNumber { found: dice.len(), wanted: of }) }
    }

    /// Every roll of `dice` six-sided dice, in the order of [`Dice::all`]. [`RuleSet::all_rolls`](crate::RuleSet::all_rolls) has those of a game.
    pub fn all(dice: usize) -> impl Iterator<Item = Roll> {
        Dice::all(dice).into_iter().map(Roll)
    }

    /// The holds in this roll: each distinct multiset of fewer than all of its dice. Larger holds come first; holds of one size are in
    /// the order of [`Dice::all`].
    pub fn holds(&self) -> Vec<Hold> {
        let mut holds = Vec::with_capacity(self.hold_count());
        self.for_each_hold(&mut |hold| holds.push(hold));
        sort_by(&mut holds, Hold::in_order);
        holds
    }

    /// Number of holds in this roll: at most 255.
    pub fn hold_count(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count) + 1).product::<usize>() - 1
    }

    /// Calls `show` with every hold in this roll, in no particular order.
    pub fn for_each_hold(&self, show: &mut dyn FnMut(Hold)) {
        let mut hold = Dice::NONE;
        while hold != self.0 {
            show(Hold(hold));
            // Counts up like an odometer.
            for (count, most) in hold.counts.iter_mut().zip(&self.0.counts) {
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

/// A hold: the dice kept for the next reroll, fewer than the whole roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hold(Dice);

impl Hold {
    /// These dice kept from `roll`.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotInRoll`] if the roll does not contain them; [`DiceError::HoldsAll`] if no die would be left to reroll.
    pub fn new(dice: Dice, roll: &Roll) -> Result<Hold, DiceError> {
        if !roll.contains(&dice) {
            Err(DiceError::NotInRoll { hold: dice, roll: **roll })
        } else if dice.len() == roll.len() {
            Err(DiceError::HoldsAll)
        } else {
            Ok(Hold(dice))
        }
    }

    /// Orders larger holds first, and holds of one size as [`Dice::all`] does.
    pub fn in_order(&self, other: &Hold) -> Ordering {
        other.len().cmp(&self.len()).then_with(|| other.0.cmp(&self.0))
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
}
