//! The dice of a game: how many of which kind.

use super::die::{Die, is_die};
use super::multiset::{Dice, DiceError, Face, MAX_DICE, OTHERS};
use super::roll::Roll;

/// The dice of a game. In most games all are alike. A game may also have dice of one other kind, like a die with ten sides beside five with six.
///
/// Dice of the other kind stand after a slash in text: `12345/10`.
///
/// ```
/// use yahtzee_solver::dice::{Die, Kinds};
/// let kinds = Kinds::new(5, Die::SIX).with_others(1, Die::fair(10).unwrap());
/// let dice = kinds.parse("33/10")?;
/// assert_eq!((dice.sum(), dice.len(), dice.to_string()), (16, 3, "3 3 / 10".to_owned()));
/// assert_eq!(kinds.text_of(&dice), "33/10");
/// assert!(kinds.parse("10/33").is_err());
/// # Ok::<(), yahtzee_solver::dice::DiceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kinds {
    dice: usize,
    die: Die,
    others: Option<(usize, Die)>,
}

impl Kinds {
    /// This many dice of one kind.
    pub const fn new(dice: usize, die: Die) -> Kinds {
        Kinds { dice, die, others: None }
    }

    /// These dice, and this many of another kind.
    pub const fn with_others(self, dice: usize, die: Die) -> Kinds {
        Kinds { others: Some((dice, die)), ..self }
    }

    /// Number of dice of all kinds.
    pub fn dice(&self) -> usize {
        self.dice + self.others.map_or(0, |(dice, _)| dice)
    }

    /// What each of the dice of the first kind is like.
    pub fn die(&self) -> &Die {
        &self.die
    }

    /// The number of the dice of the other kind, and what each of them is like; `None` in most games.
    pub fn others(&self) -> Option<(usize, &Die)> {
        self.others.as_ref().map(|(dice, die)| (*dice, die))
    }

    /// Each kind: the number of its dice, and what they are like.
    pub fn each(&self) -> impl Iterator<Item = (usize, &Die)> {
        std::iter::once((self.dice, &self.die)).chain(self.others())
    }

    /// The highest face of any kind.
    pub fn face_count(&self) -> usize {
        self.each().map(|(_, die)| die.face_count()).max().unwrap_or_default()
    }

    /// The highest sum of all dice.
    pub fn highest_sum(&self) -> u32 {
        self.each().map(|(dice, die)| (dice * die.face_count()) as u32).sum()
    }

    /// The most dice that can show the pips of a face.
    pub fn most_showing(&self, face: Face) -> usize {
        self.each().filter(|(_, die)| die.sides_with(face) > 0).map(|(dice, _)| dice).sum()
    }

    /// Checks that these dice have faces of their kinds.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] if they have not; [`DiceError::WrongOthers`] for dice of another kind in a game that has none.
    pub fn check(&self, dice: &Dice) -> Result<(), DiceError> {
        self.die.check(&dice.without_others())?;
        let others = dice.others();
        match self.others {
            Some((_, die)) => die.check(&others),
            None if others.is_empty() => Ok(()),
            None => Err(self.wrong_others(&others)),
        }
    }

    /// Dice as a roll of all dice.
    ///
    /// # Errors
    ///
    /// As for [`check`](Kinds::check); [`DiceError::WrongNumber`] for too many or too few dice, [`DiceError::WrongOthers`] for too many or too few of the
    /// other kind.
    pub fn roll(&self, dice: Dice) -> Result<Roll, DiceError> {
        self.check(&dice)?;
        let others = dice.others();
        let missing = self.others.is_some_and(|(wanted, _)| others.len() != wanted);
        if missing && (dice.len() == self.dice() || others.is_empty()) {
            return Err(self.wrong_others(&others));
        }
        Roll::new(dice, self.dice())
    }

    /// Checks that dice leave some to throw.
    ///
    /// # Errors
    ///
    /// As for [`check`](Kinds::check); [`DiceError::HoldsAll`] for all dice or more; [`DiceError::WrongOthers`] for more of the other kind than the game
    /// has, [`DiceError::WrongNumber`] for more of the first.
    pub fn check_hold(&self, hold: &Dice) -> Result<(), DiceError> {
        self.check(hold)?;
        let others = hold.others();
        let first = hold.len() - others.len();
        match self.others {
            _ if hold.len() >= self.dice() => Err(DiceError::HoldsAll),
            Some((most, _)) if others.len() > most => Err(self.wrong_others(&others)),
            _ if first > self.dice => Err(DiceError::WrongNumber { found: first, wanted: self.dice }),
            _ => Ok(()),
        }
    }

    fn wrong_others(&self, found: &Dice) -> DiceError {
        let wanted = self.others.map_or(0, |(dice, _)| dice);
        DiceError::WrongOthers { found: found.len(), wanted, like: self.text_of(&self.example()) }
    }

    /// A roll, to show how one is written.
    pub fn example(&self) -> Dice {
        let faces = |dice: usize, die: &Die| {
            [1, 3, 3, 5, 6, 2, 4, 1].map(|pips: usize| Face::ALL[pips.min(die.face_count()) - 1]).into_iter().take(dice)
        };
        let others =
            self.others.iter().flat_map(|(dice, die)| (0..*dice).map(|below| Face::ALL[die.face_count() - 1 - below % 2].on_other()));
        Dice::of(faces(self.dice, &self.die).chain(others))
    }

    /// The number of outcomes of distinguishable dice that show these faces. For five six-sided dice it is 5! / (the product of the factorials of the
    /// counts).
    pub fn outcomes(&self, dice: &Dice) -> u64 {
        let others = dice.others();
        self.die.outcomes(&dice.without_others()) * self.others.map_or(1, |(_, die)| die.outcomes(&others))
    }

    /// The number of outcomes of throwing the dice that are not among these.
    pub fn outcomes_after(&self, kept: &Dice) -> u64 {
        let missing = |dice: usize, kept: &Dice| dice.saturating_sub(kept.len()) as u32;
        let first = u64::from(self.die.sides()).pow(missing(self.dice, &kept.without_others()));
        first * self.others.map_or(1, |(dice, die)| u64::from(die.sides()).pow(missing(dice, &kept.others())))
    }

    /// Every multiset of `size` of these dice: those with fewer of the other kind first, then in ascending order of their pips: 1 1 1, 1 1 2, …, 6 6 6.
    pub fn all(&self, size: usize) -> Vec<Dice> {
        let Some((most, other)) = self.others else { return self.die.all(size) };
        let of_others = |others: usize| {
            let others_alone: Vec<Dice> = other.all(others).iter().map(Dice::as_others).collect();
            let first = self.die.all(size - others);
            first.into_iter().flat_map(move |first| others_alone.clone().into_iter().map(move |others| first.and(&others)))
        };
        (size.saturating_sub(self.dice)..=most.min(size)).flat_map(of_others).collect()
    }

    /// Every outcome of the dice that are not among these, as multisets.
    pub fn all_after(&self, kept: &Dice) -> Vec<Dice> {
        let others = self.others.map(|(dice, die)| (dice.saturating_sub(kept.others().len()), die));
        let left = Kinds { dice: self.dice.saturating_sub(kept.without_others().len()), die: self.die, others };
        left.all(left.dice())
    }

    /// Whether each face is written with one digit.
    pub fn has_digits(&self) -> bool {
        self.each().all(|(_, die)| die.has_digits())
    }

    /// Dice as short as they can be read, those of the other kind after a slash: `12345/10`. See [`Die::text_of`].
    pub fn text_of(&self, dice: &Dice) -> String {
        let first = self.die.text_of(&dice.without_others());
        match self.others {
            Some((_, die)) if !dice.others().is_empty() => format!("{first}{OTHERS}{}", die.text_of(&dice.others())),
            _ => first,
        }
    }

    /// A roll as short as it can be read: `11666`, or `66|116` with dice set aside.
    pub fn text_of_roll(&self, roll: &Roll) -> String {
        if roll.aside().is_empty() { self.text_of(roll) } else { self.die.text_of_roll(roll) }
    }

    /// The dice with these pips: those of the first kind come first, as many as the game has; the others follow.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] for a number that is no face of its kind; [`DiceError::TooMany`] for more than [`MAX_DICE`] dice.
    pub fn dice_of_pips<P: ToString>(&self, pips: impl IntoIterator<Item = P>) -> Result<Dice, DiceError> {
        let mut pips = pips.into_iter();
        if self.others.is_none() {
            return self.die.dice(pips);
        }
        let first: Vec<P> = pips.by_ref().take(self.dice).collect();
        self.dice_of_kinds(first, pips)
    }

    /// The dice with these pips of the first kind, and of the other.
    ///
    /// # Errors
    ///
    /// As for [`dice_of_pips`](Kinds::dice_of_pips); [`DiceError::WrongOthers`] for others in a game that has none.
    pub fn dice_of_kinds<P: ToString, O: ToString>(
        &self,
        first: impl IntoIterator<Item = P>,
        others: impl IntoIterator<Item = O>,
    ) -> Result<Dice, DiceError> {
        let first = self.die.dice(first)?;
        let mut others = others.into_iter().peekable();
        match self.others {
            Some((_, die)) => together(first, die.dice(others)?),
            None if others.peek().is_none() => Ok(first),
            None => Err(DiceError::WrongOthers { found: others.count(), wanted: 0, like: self.text_of(&self.example()) }),
        }
    }

    /// Reads dice from text; empty text is no dice. Those of the other kind stand after a slash: `33/10`, `/10`. Each kind is read as [`Die::parse`] does.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] for what is neither a face nor a separator; [`DiceError::TooMany`] for more than [`MAX_DICE`] dice;
    /// [`DiceError::WrongOthers`] for a face of the other kind without a slash before it.
    pub fn parse(&self, text: &str) -> Result<Dice, DiceError> {
        match (text.split_once(OTHERS), self.others) {
            (Some((first, others)), Some((_, die))) => together(self.die.parse(first)?, die.parse(others)?),
            (None, Some((_, die))) => self.die.parse(text).map_err(|error| match &error {
                DiceError::NotAFace { found, .. } if die.parse(found).is_ok() => self.wrong_others(&Dice::NONE),
                _ => error,
            }),
            (_, None) => self.die.parse(text),
        }
    }

    /// The dice of a text, one by one, as they are written.
    pub(crate) fn written(&self, text: &str) -> Vec<String> {
        match (text.split_once(OTHERS), self.others) {
            (Some((first, others)), Some((_, die))) => [self.die.written(first), die.written(others)].concat(),
            _ => self.die.written(text),
        }
    }

    /// Whether a text can only mean dice of this game: it has digits or dice symbols, and otherwise only separators.
    pub(crate) fn is_text(&self, text: &str) -> bool {
        match self.others {
            Some(_) => text.contains(is_die) && Dice::is_text(&text.replacen(OTHERS, " ", 1)),
            None => Dice::is_text(text),
        }
    }
}

/// Dice of the first kind, and dice of the other.
fn together(first: Dice, others: Dice) -> Result<Dice, DiceError> {
    match first.len() + others.len() {
        found @ ..=MAX_DICE => Ok(if found > 0 { first.and(&others.as_others()) } else { Dice::NONE }),
        found => Err(DiceError::TooMany { found }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ten_beside_six() -> Kinds {
        Kinds::new(2, Die::SIX).with_others(1, Die::fair(10).unwrap())
    }

    #[test]
    fn text_of_two_kinds() {
        let kinds = ten_beside_six();
        for (text, shown, short) in
            [("36/10", "3 6 / 10", "36/10"), ("/ 7", "/ 7", "/7"), ("3", "3", "3"), ("", "", ""), (" 6,3 / 1", "3 6 / 1", "36/1")]
        {
            let dice = kinds.parse(text).unwrap();
            assert_eq!((dice.to_string(), kinds.text_of(&dice)), (shown.to_owned(), short.to_owned()));
            assert_eq!(kinds.parse(&dice.to_string()), Ok(dice));
        }
        let two_others = Kinds::new(1, Die::fair(12).unwrap()).with_others(2, Die::fair(10).unwrap());
        assert_eq!(two_others.text_of(&two_others.parse("12/10 3").unwrap()), "12/3 10");
        for (text, wrong) in [
            ("36/11", "'11' is no die face: faces are 1 to 10, and dice stand apart, like 3 10"),
            ("37/1", "'7' is no die face: faces are 1 to 6"),
            ("3x", "'x' is no die face: faces are 1 to 6"),
            ("367", "no dice of the other kind where the game has 1: write them after a slash, like 13/10"),
            ("36/1/1", "'/' is no die face: faces are 1 to 10, and dice stand apart, like 3 10"),
        ] {
            assert_eq!(kinds.parse(text).unwrap_err().to_string(), wrong);
        }
        assert!(Kinds::new(3, Die::SIX).parse("36/1").is_err());
    }

    #[test]
    fn rolls_have_dice_of_each_kind() {
        let kinds = ten_beside_six();
        let roll = |text: &str| kinds.parse(text).and_then(|dice| kinds.roll(dice));
        assert_eq!(roll("36/10").unwrap().sum(), 19);
        let wrong = |text: &str| roll(text).unwrap_err().to_string();
        assert_eq!(wrong("361"), "no dice of the other kind where the game has 1: write them after a slash, like 13/10");
        assert_eq!(wrong("3/1 6"), "2 dice of the other kind where the game has 1: write them after a slash, like 13/10");
        assert_eq!(wrong("36/1 6"), "4 dice where the game has 3");
        assert_eq!(wrong("3/6"), "2 dice where the game has 3");
        let hold = |text: &str| kinds.check_hold(&kinds.parse(text).unwrap());
        assert!(["", "3", "36", "3/1", "/10"].into_iter().all(|text| hold(text).is_ok()));
        assert!(["36/1", "361", "/1 2", "3/1 2"].into_iter().all(|text| hold(text).is_err()));
        assert_eq!(kinds.dice_of_pips([6, 3, 10]), kinds.parse("36/10"));
        assert!(kinds.dice_of_pips([10, 3, 6]).is_err());
        assert!(Kinds::new(3, Die::SIX).roll(*roll("36/6").unwrap()).is_err());
    }

    #[test]
    fn equal_pips_on_two_kinds_count_together() {
        let kinds = ten_beside_six();
        let dice = kinds.parse("33/3").unwrap();
        let three = Face::new(3).unwrap();
        assert_eq!((dice.count(three), dice.len(), dice.distinct()), (3, 3, 2));
        assert_ne!(kinds.parse("3/"), kinds.parse("/3"));
        assert_eq!(dice.without(three.on_other()), kinds.parse("33").ok());
        assert_eq!(kinds.parse("33").unwrap().without(three.on_other()), None);
        assert!(!kinds.parse("33").unwrap().contains(&kinds.parse("/3").unwrap()));
        assert_eq!(Dice::of(dice.faces()), dice);
    }

    #[test]
    fn outcomes_are_counted() {
        for kinds in [ten_beside_six(), Kinds::new(1, Die::with_sides(&[1, 2, 2]).unwrap()).with_others(2, Die::fair(4).unwrap())] {
            for size in 0..kinds.dice() {
                let mut all: Vec<Roll> = Vec::new();
                for kept in kinds.all(size) {
                    let after = kinds.all_after(&kept);
                    assert_eq!(after.iter().map(|dice| kinds.outcomes(dice)).sum::<u64>(), kinds.outcomes_after(&kept));
                    all.extend(after.iter().map(|dice| kinds.roll(kept.and(dice)).unwrap()));
                }
                assert!(all.len() >= kinds.all(kinds.dice()).len());
            }
            assert_eq!(kinds.all(kinds.dice() + 1), []);
        }
        assert_eq!(Kinds::new(5, Die::SIX).all_after(&Dice::parse("33").unwrap()), Dice::all(3));
    }
}
