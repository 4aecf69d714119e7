//! The rolls of a game and its rerolls, checked.

use super::rule_set::RuleSet;
use crate::dice::{Cup, Dice, DiceError, RerollsLeft, Roll};

impl RuleSet {
    /// Dice as a roll of this game.
    ///
    /// # Errors
    ///
    /// As for [`GameDice::roll`](crate::dice::GameDice::roll).
    pub fn roll(&self, dice: Dice) -> Result<Roll, DiceError> {
        self.game_dice().roll(dice)
    }

    /// The roll on the table after these dice were held.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] if it is no roll of this game, or does not contain the hold.
    pub fn roll_after(&self, hold: &Dice, dice: Dice) -> Result<Roll, DiceError> {
        let roll = self.roll(dice)?;
        if roll.contains(hold) { Ok(roll) } else { Err(DiceError::NotInRoll { hold: *hold, roll: dice }) }
    }

    /// Throws all dice of this game but those held, before the first roll none.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] if the hold leaves no die to throw, or has more dice than this game.
    pub fn throw(&self, cup: &mut Cup, held: &Dice) -> Result<Roll, DiceError> {
        self.roll_after(held, *cup.throw(self.game_dice(), held)?)
    }

    /// Reads a roll of this game from text: `13356`, `1 3 3 5 6` or `1,3,3,5,6`.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] for a character that is not a die, and for too many or too few dice.
    pub fn parse_roll(&self, text: &str) -> Result<Roll, DiceError> {
        self.roll(self.parse_dice(text)?)
    }

    /// Reads some or all of the dice of this game, as [`parse_roll`](RuleSet::parse_roll) does.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] for a character that is not a die, and for too many dice.
    pub fn parse_dice(&self, text: &str) -> Result<Dice, DiceError> {
        self.at_most_all(self.die().parse(text))
    }

    /// The roll of this game with these pips, in any order.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] for a number that is no face, and for too many or too few dice.
    pub fn roll_of_pips<P: ToString>(&self, pips: impl IntoIterator<Item = P>) -> Result<Roll, DiceError> {
        self.roll(self.dice_of_pips(pips)?)
    }

    /// Some or all of the dice of this game with these pips, in any order.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] for a number that is no face, and for too many dice.
    pub fn dice_of_pips<P: ToString>(&self, pips: impl IntoIterator<Item = P>) -> Result<Dice, DiceError> {
        self.at_most_all(self.die().dice(pips))
    }

    fn at_most_all(&self, dice: Result<Dice, DiceError>) -> Result<Dice, DiceError> {
        match dice {
            Ok(dice) if dice.len() <= self.dice() => Ok(dice),
            Ok(dice) => Err(DiceError::WrongNumber { found: dice.len(), wanted: self.dice() }),
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
