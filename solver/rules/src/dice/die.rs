//! A die: its faces, and how many of its sides show each.

use super::multiset::{Dice, DiceError, Face, MAX_DICE, MAX_FACES};

/// A die. Most games are played with six-sided dice; a rule set may have other ones. Every side falls as often as every other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    /// The number of sides that show each face: at least one for each of the first faces, none for the others.
    sides: [u8; MAX_FACES],
}

impl Die {
    /// The six-sided die.
    pub const SIX: Die = Die::fair(6).expect("six faces");

    /// The die with all faces that there are.
    #[cfg(feature = "serde")]
    pub(super) const ANY: Die = Die::fair(MAX_FACES as u8).expect("twenty faces");

    /// The most sides.
    pub const MOST_SIDES: usize = MAX_FACES;

    /// The die with a side for each of the faces from 1 to `faces`; `None` if `faces` is not from 2 to 20.
    pub const fn fair(faces: u8) -> Option<Die> {
        if faces < 2 || faces as usize > MAX_FACES {
            return None;
        }
        let mut sides = [0; MAX_FACES];
        let mut index = 0;
        while index < faces as usize {
            sides[index] = 1;
            index += 1;
        }
        Some(Die { sides })
    }

    /// The die with these sides, given by their pips. `None` unless there are 2 to 20 sides that show each face from 1 to the highest.
    pub fn with_sides(pips: &[u8]) -> Option<Die> {
        let mut sides = [0; MAX_FACES];
        for pips in pips {
            sides[Face::new(*pips).ok()?.index()] += 1;
        }
        let faces = sides.iter().rposition(|&sides| sides > 0)? + 1;
        let has_all = faces > 1 && sides[..faces].iter().all(|&sides| sides > 0);
        (has_all && pips.len() <= Die::MOST_SIDES).then_some(Die { sides })
    }

    /// The highest face, 2 to 20: the number of different faces.
    pub fn face_count(&self) -> usize {
        self.sides.iter().take_while(|&&sides| sides > 0).count()
    }

    /// The faces, in ascending order.
    pub fn faces(&self) -> impl DoubleEndedIterator<Item = Face> + ExactSizeIterator + use<> {
        Face::ALL[..self.face_count()].iter().copied()
    }

    /// The number of sides, 2 to 20.
    pub fn sides(&self) -> u32 {
        self.sides.iter().map(|&sides| u32::from(sides)).sum()
    }

    /// The number of sides that show a face; 0 for a face that it has not.
    pub fn sides_with(&self, face: Face) -> u32 {
        self.sides[face.index()].into()
    }

    /// The face on a side; the sides of low faces come first, from 0.
    ///
    /// # Panics
    ///
    /// If there is no such side.
    pub(super) fn face_on(&self, side: u32) -> Face {
        self.faces_of_sides().nth(side as usize).expect("a side of the die")
    }

    /// The face on each side, in ascending order.
    pub fn faces_of_sides(&self) -> impl Iterator<Item = Face> + use<> {
        let die = *self;
        self.faces().flat_map(move |face| std::iter::repeat_n(face, die.sides[face.index()].into()))
    }

    /// Whether every face is on one side.
    pub fn is_fair(&self) -> bool {
        self.sides.iter().all(|&sides| sides <= 1)
    }

    /// Checks that dice of this kind can show the pips of these.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] if they cannot.
    pub fn check(&self, dice: &Dice) -> Result<(), DiceError> {
        match dice.faces().find(|face| self.sides_with(*face) == 0) {
            Some(face) => Err(self.not_a_face(&face.to_string())),
            None => Ok(()),
        }
    }

    /// The number of outcomes of distinguishable dice that show these faces. For five six-sided dice it is 5! / (the product of the factorials of the
    /// counts).
    pub fn outcomes(&self, dice: &Dice) -> u64 {
        let sides = self.faces().map(|face| u64::from(self.sides_with(face)).pow(dice.count(face).into()));
        sides.product::<u64>() * u64::from(dice.orders())
    }

    /// Every multiset of `size` dice, in ascending order of their pips: 1 1 1, 1 1 2, …, 6 6 6. Empty for more than [`MAX_DICE`].
    pub fn all(&self, size: usize) -> Vec<Dice> {
        fn extend(faces: &[Face], dice: Dice, left: usize, all: &mut Vec<Dice>) {
            if left == 0 {
                return all.push(dice);
            }
            for (index, &face) in faces.iter().enumerate() {
                extend(&faces[index..], dice.with(face), left - 1, all);
            }
        }
        let mut all = Vec::new();
        if size <= MAX_DICE {
            extend(&Face::ALL[..self.face_count()], Dice::NONE, size, &mut all);
        }
        all
    }

    /// The number of multisets of at most `dice` dice.
    pub fn multisets(&self, dice: usize) -> u64 {
        // C(dice + faces, faces), one factor after the other.
        (1..=dice as u64).fold(1, |product, size| product * (self.face_count() as u64 + size) / size)
    }

    /// Whether each face is written with one digit.
    pub fn has_digits(&self) -> bool {
        self.face_count() < 10
    }

    /// Dice as short as they can be read: a digit for each, `11666`; with more than nine faces apart, `1 1 10`.
    pub fn text_of(&self, dice: &Dice) -> String {
        let apart = if self.has_digits() { "" } else { " " };
        dice.faces().map(|face| face.to_string()).collect::<Vec<_>>().join(apart)
    }

    /// A face of this die.
    fn face(&self, written: &str) -> Result<Face, DiceError> {
        let face = written.parse().ok().and_then(|pips| Face::new(pips).ok()).filter(|face| self.sides_with(*face) > 0);
        face.ok_or_else(|| self.not_a_face(written))
    }

    fn not_a_face(&self, written: &str) -> DiceError {
        DiceError::NotAFace { found: written.to_owned(), faces: self.face_count() as u8 }
    }

    /// The dice with these pips, in any order.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] for a number that is no face of this die; [`DiceError::TooMany`] for more than [`MAX_DICE`] dice.
    pub fn dice<P: ToString>(&self, pips: impl IntoIterator<Item = P>) -> Result<Dice, DiceError> {
        let mut dice = Dice::NONE;
        let mut total = 0;
        for pips in pips {
            let face = self.face(&pips.to_string())?;
            total += 1;
            if total <= MAX_DICE {
                dice = dice.with(face);
            }
        }
        if total > MAX_DICE { Err(DiceError::TooMany { found: total }) } else { Ok(dice) }
    }

    /// Reads dice from text, in any order; empty text is no dice. With up to nine faces as [`Dice::parse`] does. With more, the dice stand apart:
    /// `3 10 1`, `3,10,1` or `3-10-1`.
    ///
    /// # Errors
    ///
    /// [`DiceError::NotAFace`] for what is neither a face nor a separator; [`DiceError::TooMany`] for more than [`MAX_DICE`] dice.
    ///
    /// ```
    /// use yahtzee_solver::dice::Die;
    /// let die = Die::fair(10).unwrap();
    /// assert_eq!(die.parse("3,10 1")?.to_string(), "1 3 10");
    /// assert!(die.parse("3101").is_err());
    /// # Ok::<(), yahtzee_solver::dice::DiceError>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<Dice, DiceError> {
        self.dice(self.written(text))
    }

    /// The dice of a text, one by one, as they are written.
    pub(crate) fn written(&self, text: &str) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut in_number = false;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                letter if letter.is_whitespace() || letter == ',' => in_number = false,
                // Only between two dice: elsewhere it may be a minus sign.
                '-' if !words.is_empty() && letters.peek().is_some_and(|next| is_die(*next)) => in_number = false,
                letter => {
                    let digit = pips_of_symbol(letter).unwrap_or(letter);
                    let is_digit = letter.is_ascii_digit() && !self.has_digits();
                    match words.last_mut().filter(|_| in_number && is_digit) {
                        Some(number) => number.push(digit),
                        None => words.push(digit.to_string()),
                    }
                    in_number = is_digit;
                }
            }
        }
        words
    }
}

/// The digit of a dice symbol.
fn pips_of_symbol(letter: char) -> Option<char> {
    matches!(letter, '⚀'..='⚅').then(|| char::from(b'1' + (letter as u32 - '⚀' as u32) as u8))
}

/// Whether this may be a typed die, or a digit of one.
pub(super) fn is_die(letter: char) -> bool {
    letter.is_ascii_digit() || pips_of_symbol(letter).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_faces_and_chances() {
        let loaded = Die::with_sides(&[1, 3, 2, 3, 1, 1]).unwrap();
        assert_eq!((loaded.face_count(), loaded.sides(), loaded.sides_with(Face::new(1).unwrap())), (3, 6, 3));
        assert!(!loaded.is_fair() && Die::SIX.is_fair());
        assert_eq!(Die::with_sides(&[1, 2, 3, 4, 5, 6]), Some(Die::SIX));
        for sides in [&[][..], &[1], &[1, 1], &[2, 3], &[1, 3], &[0, 1], &[1, 21], &[1, 2].repeat(11)] {
            assert_eq!(Die::with_sides(sides), None, "{sides:?}");
        }
        assert_eq!([0, 1, 2, 20, 21].map(|faces| Die::fair(faces).map(|die| die.face_count())), [None, None, Some(2), Some(20), None]);
    }

    #[test]
    fn outcomes_are_counted_by_sides() {
        for die in [Die::SIX, Die::fair(10).unwrap(), Die::fair(2).unwrap(), Die::with_sides(&[1, 2, 2, 3, 3, 3]).unwrap()] {
            for size in 0..=4 {
                let all = die.all(size);
                assert_eq!(all.iter().map(|dice| die.outcomes(dice)).sum::<u64>(), u64::from(die.sides()).pow(size as u32));
                assert!(all.iter().all(|dice| die.check(dice).is_ok()));
            }
            let multisets: usize = (0..=4).map(|size| die.all(size).len()).sum();
            assert_eq!(die.multisets(4), multisets as u64);
        }
    }

    #[test]
    fn dice_of_many_faces_stand_apart() {
        let die = Die::fair(12).unwrap();
        for text in ["1 3 12", "12,1 3", "12-3-1", " ⚂ 12 1"] {
            assert_eq!(die.parse(text).unwrap().to_string(), "1 3 12", "{text}");
        }
        assert_eq!(die.parse("13").unwrap_err().to_string(), "'13' is no die face: faces are 1 to 12, and dice stand apart, like 3 10");
        assert_eq!(die.parse("1 0").unwrap_err().to_string(), "'0' is no die face: faces are 1 to 12, and dice stand apart, like 3 10");
        assert_eq!(die.parse("1 -3").unwrap().to_string(), "1 3");
        assert_eq!(Die::fair(4).unwrap().parse("15").unwrap_err().to_string(), "'5' is no die face: faces are 1 to 4");
        assert!(die.parse("1 2 99999999999999999999999").is_err());
    }
}
