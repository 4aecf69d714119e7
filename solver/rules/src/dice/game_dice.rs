//! The dice of a game: how many there are, and what each is like.

use super::die::Die;
use super::multiset::{Dice, DiceError, Face};
use super::roll::Roll;

/// The dice of a game. All are alike.
///
/// ```
/// use yahtzee_solver::dice::{Die, GameDice};
/// let dice = GameDice::new(3, Die::fair(10).unwrap());
/// assert_eq!(dice.all(3).len(), 220);
/// assert_eq!(dice.roll(dice.die().parse("3 10 3")?)?.to_string(), "3 3 10");
/// assert!(dice.roll(dice.die().parse("3 10")?).is_err());
/// # Ok::<(), yahtzee_solver::dice::DiceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameDice {
    count: usize,
    die: Die,
}

impl GameDice {
    /// This many of these dice.
    pub const fn new(count: usize, die: Die) -> GameDice {
        GameDice { count, die }
    }

    /// Number of dice.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What each of the dice is like.
    pub fn die(&self) -> &Die {
        &self.die
    }

    /// The highest sum of all dice.
    pub fn highest_sum(&self) -> u32 {
        (self.count * self.die.face_count()) as u32
    }

    /// The most dice that can show a face.
    pub fn most_showing(&self, face: Face) -> usize {
        if self.die.sides_with(face) > 0 { self.count } else { 0 }
    }

    /// Dice as a roll of all dice.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] for faces that the dice have not; [`DiceError::WrongNumber`] for too many or too few dice.
    pub fn roll(&self, dice: Dice) -> Result<Roll, DiceError> {
        self.die.check(&dice)?;
        Roll::new(dice, self.count)
    }

    /// Checks that dice leave some to throw.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] for faces that the dice have not; [`DiceError::HoldsAll`] for all dice or more.
    pub fn check_hold(&self, hold: &Dice) -> Result<(), DiceError> {
        self.die.check(hold)?;
        if hold.len() < self.count { Ok(()) } else { Err(DiceError::HoldsAll) }
    }

    /// A roll, to show how one is written.
    pub fn example(&self) -> Dice {
        Dice::of([1, 3, 3, 5, 6, 2, 4, 1].map(|pips: usize| Face::ALL[pips.min(self.die.face_count()) - 1]).into_iter().take(self.count))
    }

    /// The number of outcomes of throwing the dice that are not among these.
    pub fn outcomes_after(&self, kept: &Dice) -> u64 {
        u64::from(self.die.sides()).pow(self.count.saturating_sub(kept.len()) as u32)
    }

    /// Every multiset of `size` of these dice, in ascending order of their pips: 1 1 1, 1 1 2, …, 6 6 6.
    pub fn all(&self, size: usize) -> Vec<Dice> {
        self.die.all(size)
    }

    /// Every outcome of the dice that are not among these, as multisets.
    pub fn all_after(&self, kept: &Dice) -> Vec<Dice> {
        self.die.all(self.count.saturating_sub(kept.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_counted() {
        for dice in [GameDice::new(5, Die::SIX), GameDice::new(3, Die::with_sides(&[1, 2, 2]).unwrap())] {
            for kept in (0..dice.count()).flat_map(|size| dice.all(size)) {
                let after = dice.all_after(&kept);
                assert_eq!(after.iter().map(|rest| dice.die().outcomes(rest)).sum::<u64>(), dice.outcomes_after(&kept));
                assert!(after.iter().all(|rest| rest.len() + kept.len() == dice.count()));
            }
        }
    }

    #[test]
    fn rolls_and_holds_are_checked() {
        let dice = GameDice::new(3, Die::SIX);
        let of = |text: &str| dice.die().parse(text).unwrap();
        assert_eq!(dice.roll(of("361")).unwrap().sum(), 10);
        assert_eq!(dice.roll(of("36")).unwrap_err().to_string(), "2 dice where the game has 3");
        assert!(["", "3", "36"].into_iter().all(|text| dice.check_hold(&of(text)).is_ok()));
        assert_eq!(dice.check_hold(&of("361")), Err(DiceError::HoldsAll));
        assert!(dice.check_hold(&Die::fair(8).unwrap().parse("8").unwrap()).is_err());
    }
}
