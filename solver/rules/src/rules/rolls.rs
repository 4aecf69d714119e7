//! The rolls of a game and its rerolls, checked.

use super::rule_set::RuleSet;
use crate::dice::{ASIDE, Cup, Dice, DiceError, Holds, RerollsLeft, Roll};

impl RuleSet {
    /// Dice as a roll of this game.
    ///
    /// # Errors
    ///
    /// As for [`Kinds::roll`](crate::dice::Kinds::roll).
    pub fn roll(&self, dice: Dice) -> Result<Roll, DiceError> {
        self.kinds().roll(dice)
    }

    /// The roll on the table after these dice were held: where holds are final, they are set aside.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] if it is no roll of this game, or does not contain the hold.
    pub fn roll_after(&self, hold: &Dice, dice: Dice) -> Result<Roll, DiceError> {
        let roll = self.roll(dice)?;
        match self.fields.holds {
            Holds::Final => roll.with_aside(*hold),
            Holds::Free if roll.contains(hold) => Ok(roll),
            Holds::Free => Err(DiceError::NotInRoll { hold: *hold, roll: dice }),
        }
    }

    /// Throws all dice of this game but those held, before the first roll none.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] if the hold leaves no die to throw, or has more dice than this game.
    pub fn throw(&self, cup: &mut Cup, held: &Dice) -> Result<Roll, DiceError> {
        self.roll_after(held, *cup.throw(self.kinds(), held)?)
    }

    /// A roll of this game, of which these dice are set aside.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] if it is no roll of this game, or no dice are set aside under its rules.
    pub fn roll_with_aside(&self, dice: Dice, aside: Dice) -> Result<Roll, DiceError> {
        let roll = Roll::new(dice, self.dice())?.with_aside(aside)?;
        self.check_roll(&roll)?;
        Ok(roll)
    }

    /// Checks that a roll is one of this game.
    ///
    /// # Errors
    ///
    /// As for [`roll_with_aside`](RuleSet::roll_with_aside).
    pub fn check_roll(&self, roll: &Roll) -> Result<(), DiceError> {
        self.roll(**roll)?;
        if self.fields.holds == Holds::Free && !roll.aside().is_empty() { Err(DiceError::NothingAside) } else { Ok(()) }
    }

    /// Reads a roll of this game from text: `13356`, `1 3 3 5 6` or `1,3,3,5,6`; where holds are final, dice set aside come first: `33|156`;
    /// dice of another kind come last: `12345/10`.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] for a character that is not a die, for too many or too few dice, and for dice set aside in a game of free holds.
    ///
    /// ```
    /// use yahtzee_solver::RuleSet;
    /// let roll_it = "name = 'roll-it'\nfinal-holds = true\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'";
    /// let roll = RuleSet::parse(roll_it)?.parse_roll("33|156")?;
    /// assert_eq!((roll.to_string(), roll.hold_count()), ("3 3 | 1 5 6".to_owned(), 7));
    /// assert!(RuleSet::builtin("hasbro")?.parse_roll("33|156").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_roll(&self, text: &str) -> Result<Roll, DiceError> {
        let Some((aside, thrown)) = text.split_once(ASIDE) else { return self.of_all_dice(self.kinds().parse(text)) };
        if self.fields.holds == Holds::Free {
            return Err(DiceError::NothingAside);
        }
        let aside = self.die().parse(aside)?;
        let thrown = self.die().parse(thrown)?;
        match aside.len() + thrown.len() {
            found if found == self.dice() => self.roll_with_aside(aside.and(&thrown), aside),
            found => Err(DiceError::WrongNumber { found, wanted: self.dice() }),
        }
    }

    /// The roll of this game with these pips, in any order; in a game with [other dice](crate::dice::Kinds::others) those come last.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] for a number that is no face, and for too many or too few dice.
    pub fn roll_of_pips<P: ToString>(&self, pips: impl IntoIterator<Item = P>) -> Result<Roll, DiceError> {
        self.of_all_dice(self.kinds().dice_of_pips(pips))
    }

    fn of_all_dice(&self, dice: Result<Dice, DiceError>) -> Result<Roll, DiceError> {
        match dice {
            Ok(dice) => self.roll(dice),
            Err(DiceError::TooMany { found }) => Err(DiceError::WrongNumber { found, wanted: self.dice() }),
            Err(error) => Err(error),
        }
    }

    /// The number of rerolls left, checked against the first turn of this game.
    ///
    /// # Errors
    ///
    /// [`DiceError::TooManyRerolls`] if that turn has fewer.
    pub fn rerolls_left(&self, rerolls: u8) -> Result<RerollsLeft, DiceError> {
        self.rerolls_left_with(0, rerolls)
    }

    /// The number of rerolls left, checked against a turn of this game whose state has this number of [throws](crate::State::throws).
    ///
    /// # Errors
    ///
    /// [`DiceError::TooManyRerolls`] if such a turn has fewer.
    pub fn rerolls_left_with(&self, throws: u8, rerolls: u8) -> Result<RerollsLeft, DiceError> {
        let most = self.rerolls_with(throws).get();
        if rerolls > most { Err(DiceError::TooManyRerolls { found: rerolls, most }) } else { RerollsLeft::new(rerolls) }
    }

    /// The rerolls left after the first roll of the first turn.
    pub fn rerolls(&self) -> RerollsLeft {
        self.rerolls_with(0)
    }

    /// The rerolls left after the first roll of a turn whose state has this number of [throws](crate::State::throws).
    ///
    /// # Panics
    ///
    /// If no game saves this many throws.
    pub fn rerolls_with(&self, throws: u8) -> RerollsLeft {
        let rerolls = self.spare_throws().in_hand(throws) + self.fields.rolls - 1;
        RerollsLeft::new(rerolls).expect("at most as many as a game of most categories saves")
    }
}
