//! Conditions on the dice of a roll.

use crate::dice::{Dice, Face};

/// The most faces of dice for which there are cards of rules.
pub(super) const FACES: usize = 6;

/// The faces that cards of rules know.
pub(super) const ALL_FACES: [Face; FACES] = *Face::ALL.first_chunk().expect("a die may have more faces");

/// A pattern of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeKind {
    /// Any dice.
    Any,
    /// At least this many dice of one face. Of several such faces, the one with the most dice; of equals the highest.
    Alike(u8),
    /// Two dice of each of two faces: the highest such faces. Their own box is that of the higher face.
    TwoPairs,
    /// Three dice of a face and two of another. The faces that count and the own box are those of the three.
    FullHouse,
    /// At least `have` of `length` consecutive faces. Of several runs, the one with the most faces; of equals the highest.
    Run {
        /// The least number of the run's faces in the roll.
        have: u8,
        /// The length of the whole run.
        length: u8,
    },
    /// These dice, and any others.
    Dice(Dice),
    /// A least sum of all dice.
    Sum(u8),
}

/// A condition on the upper box of the dice's face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OwnBox {
    /// Any box, or none.
    #[default]
    Any,
    /// The upper box of their face is open.
    Open,
    /// The upper box of their face is not open.
    Filled,
}

/// A condition on the dice: a pattern, and the faces that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The pattern.
    pub kind: ShapeKind,
    /// The lowest and the highest face that count.
    pub faces: (u8, u8),
    /// Whether the upper box of their face is open.
    pub own_box: OwnBox,
}

/// The dice of a roll that show a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShapeDice {
    pub(super) dice: Dice,
    /// The face, if all of them show one face.
    pub(super) face: Option<Face>,
}

impl ShapeKind {
    /// Whether it may be of several faces, so that a condition can say which of them count.
    pub(super) fn has_choice_of_faces(self) -> bool {
        self.has_face() || matches!(self, ShapeKind::Run { .. })
    }

    /// Whether the dice that show it have one face, and so an upper box.
    pub(super) fn has_face(self) -> bool {
        matches!(self, ShapeKind::Alike(_) | ShapeKind::TwoPairs | ShapeKind::FullHouse)
    }

    /// The least number of different faces among those that count, so that some dice show it.
    pub(super) fn faces_needed(self) -> u8 {
        match self {
            ShapeKind::Run { have, .. } => have,
            ShapeKind::TwoPairs => 2,
            _ => 1,
        }
    }
}

impl Default for Shape {
    fn default() -> Shape {
        Shape::of(ShapeKind::Any)
    }
}

impl Shape {
    /// A shape without a condition on faces.
    pub fn of(kind: ShapeKind) -> Shape {
        Shape { kind, faces: (1, FACES as u8), own_box: OwnBox::Any }
    }

    /// The dice of the roll that show it; `None` if none do. The open upper boxes are bits; the box of ones is the lowest.
    pub(super) fn shown(&self, roll: &Dice, open_upper: u8) -> Option<ShapeDice> {
        let counts = |face: Face| {
            let is_open = open_upper >> face.index() & 1 == 1;
            let in_range = (self.faces.0..=self.faces.1).contains(&face.pips());
            let fits = in_range && (self.own_box == OwnBox::Any || (self.own_box == OwnBox::Open) == is_open);
            if fits { roll.count(face) } else { 0 }
        };
        let some = |times: u8, face: Face| std::iter::repeat_n(face, times.into());
        let of = |faces: &mut dyn Iterator<Item = Face>| faces.fold(Dice::NONE, |dice, face| dice.with(face));
        let all = ShapeDice { dice: *roll, face: None };
        match self.kind {
            ShapeKind::Any => Some(all),
            ShapeKind::Sum(least) => (roll.sum() >= u32::from(least)).then_some(all),
            ShapeKind::Dice(dice) => {
                (roll.contains(&dice) && dice.faces().all(|face| counts(face) > 0)).then_some(ShapeDice { dice, face: None })
            }
            ShapeKind::Alike(least) => {
                let face = ALL_FACES.into_iter().filter(|&face| counts(face) >= least.max(1)).max_by_key(|&face| (counts(face), face))?;
                Some(ShapeDice { dice: of(&mut some(counts(face), face)), face: Some(face) })
            }
            ShapeKind::TwoPairs => {
                let mut pairs = ALL_FACES.into_iter().rev().filter(|&face| counts(face) >= 2);
                let [high, low] = [pairs.next()?, pairs.next()?];
                Some(ShapeDice { dice: of(&mut some(2, low).chain(some(2, high))), face: Some(high) })
            }
            ShapeKind::FullHouse => {
                let three = ALL_FACES.into_iter().rev().find(|&face| counts(face) >= 3)?;
                let two = ALL_FACES.into_iter().rev().find(|&face| face != three && roll.count(face) >= 2)?;
                Some(ShapeDice { dice: of(&mut some(3, three).chain(some(2, two))), face: Some(three) })
            }
            ShapeKind::Run { have, length } => {
                let shown = |run: &[Face]| of(&mut run.iter().copied().filter(|&face| counts(face) > 0));
                let runs = ALL_FACES.windows(length.clamp(1, FACES as u8).into()).map(shown);
                let best = runs.filter(|dice| dice.len() >= usize::from(have)).max_by_key(Dice::len)?;
                Some(ShapeDice { dice: best, face: None })
            }
        }
    }
}
