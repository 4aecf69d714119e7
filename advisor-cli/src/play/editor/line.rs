//! A line that is typed, or picked with the arrow keys.

use std::cmp::Reverse;

use yahtzee_dialogue::words;
use yahtzee_solver::dice::Die;
use yahtzee_solver::printable::is_printable;
use yahtzee_solver::sorting::sort_by_key;
use yahtzee_solver::{Dice, Roll};

/// The longest typed line, in bytes. No answer is longer.
pub(in crate::play) const LONGEST: usize = 40;

/// The dice picked with the arrow keys.
#[derive(Clone, Debug)]
struct Pick {
    /// The die under the arrow.
    die: usize,
    /// For each die whether Space has kept it; `None` before the first Space.
    kept: Option<Vec<bool>>,
}

/// The line, typed or picked with the arrow keys and Space.
#[derive(Clone, Debug, Default)]
pub(in crate::play) struct Line {
    pub(in crate::play) typed: String,
    /// The dice picked with the arrow keys and Space.
    pick: Option<Pick>,
    /// Whether the line is a name picked with the arrow keys.
    is_name: bool,
}

impl Line {
    /// Whether the line is picked, not typed: then the first letter replaces it.
    pub(in crate::play) fn is_picked(&self) -> bool {
        self.pick.is_some() || self.is_name
    }

    /// Whether a key for dice is one, and no letter of the line.
    pub(in crate::play) fn is_free(&self) -> bool {
        self.typed.is_empty() || self.is_picked()
    }

    pub(in crate::play) fn clear(&mut self) {
        *self = Line::default();
    }

    pub(in crate::play) fn letter(&mut self, letter: char) {
        if self.is_picked() {
            self.clear();
        }
        if is_printable(letter) && self.typed.len() < LONGEST {
            self.typed.push(letter);
        }
    }

    pub(in crate::play) fn backspace(&mut self) {
        match self.is_picked() {
            true => self.clear(),
            false => self.typed.truncate(self.typed.char_indices().next_back().map_or(0, |(last, _)| last)),
        }
    }

    /// Puts a name in the line, as somebody would type it.
    pub(in crate::play) fn pick_name(&mut self, name: String) {
        *self = Line { typed: name, pick: None, is_name: true };
    }

    /// Which dice of a roll are kept, in ascending order of their faces: those picked, or else these.
    pub(in crate::play) fn kept_dice(&self, roll: &Roll, kept: &Dice) -> Vec<bool> {
        self.picked().unwrap_or_else(|| words::kept_dice(roll, kept))
    }

    pub(super) fn picked(&self) -> Option<Vec<bool>> {
        self.pick.as_ref().and_then(|pick| pick.kept.clone())
    }

    /// The die under the arrow, which Space keeps or releases; `None` while Space does neither.
    pub(in crate::play) fn die(&self) -> Option<usize> {
        match &self.pick {
            Some(pick) => Some(pick.die),
            None => self.typed.is_empty().then_some(0),
        }
    }

    /// Moves the arrow to the next or previous of this many dice. The line that was typed keeps these, or nothing that one can go on with.
    pub(in crate::play) fn move_arrow(&mut self, right: bool, count: usize, kept: Option<Vec<bool>>) {
        let step = |die: usize| if right { (die + 1) % count } else { (die + count - 1) % count };
        if let Some(pick) = &mut self.pick {
            pick.die = step(pick.die);
            return;
        }
        if kept.is_none() {
            self.clear();
        }
        self.pick = Some(Pick { die: step(0), kept });
    }

    /// Keeps or releases the die under the arrow, of a roll of which these are kept. The line then has the kept dice, as if they were typed.
    pub(in crate::play) fn toggle_die(&mut self, roll: &Roll, kept: &Dice, of: &Die) {
        if self.is_name {
            self.clear();
        }
        let Some(die) = self.die() else { return };
        let mut kept = self.kept_dice(roll, kept);
        kept[die] = !kept[die];
        let picked = roll.faces().zip(&kept).filter(|(_, kept)| **kept).map(|(face, _)| face);
        let dice = Dice::of(picked);
        self.typed = if dice.is_empty() { "0".to_owned() } else { of.text_of(&dice) };
        self.pick = Some(Pick { die, kept: Some(kept) });
    }

    /// Keeps all dice of the face that most of them show; again, those of the next face. These are kept now.
    pub(in crate::play) fn pick_alike(&mut self, roll: &Roll, kept: &Dice, of: &Die) {
        let mut faces: Vec<_> = roll.faces().collect();
        faces.dedup();
        sort_by_key(&mut faces, |face| Reverse((roll.count(*face), *face)));
        let alike = |face| Dice::of(roll.faces().filter(move |of| *of == face));
        let picked = faces.iter().position(|face| self.pick.is_some() && *kept == alike(*face));
        let face = faces[picked.map_or(0, |at| (at + 1) % faces.len())];
        self.clear();
        self.typed = of.text_of(&alike(face));
        self.pick = Some(Pick { die: 0, kept: Some(roll.faces().map(|of| of == face).collect()) });
    }
}
