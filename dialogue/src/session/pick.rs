//! Dice and categories picked with the arrow keys and Space instead of typed.

use yahtzee_solver::{Action, Dice, Roll, Stage};

use super::state::{Pick, Session};
use crate::words;

impl Session<'_> {
    /// The die under the arrow, which Space keeps or releases. `None` while Space does neither.
    pub fn die(&self) -> Option<usize> {
        self.roll_to_pick_from()?;
        match &self.pick {
            Some(pick) => Some(pick.die),
            None => self.typed.is_empty().then_some(0),
        }
    }

    /// Which dice on the table are kept, in ascending order of their faces.
    pub fn kept_dice(&self) -> Vec<bool> {
        let picked = self.pick.as_ref().and_then(|pick| pick.kept.clone());
        picked.unwrap_or_else(|| match self.stage() {
            Stage::ToChoose { roll, .. } => words::kept_dice(&roll, &self.kept()),
            _ => vec![true; self.kept().len()],
        })
    }

    /// The roll, if rerolls are left.
    fn roll_to_pick_from(&self) -> Option<Roll> {
        match self.stage() {
            Stage::ToChoose { roll, rerolls_left } if rerolls_left.get() > 0 => Some(roll),
            _ => None,
        }
    }

    /// Moves the arrow to the next or previous die. Does nothing while text is typed that may still become a name.
    pub(super) fn move_arrow(&mut self, right: bool) {
        if self.roll_to_pick_from().is_none() {
            return;
        }
        let count = self.rules().dice();
        let step = |die: usize| if right { (die + 1) % count } else { (die + count - 1) % count };
        if let Some(pick) = &mut self.pick {
            pick.die = step(pick.die);
            return;
        }
        let kept = match self.choice() {
            Some(Action::Hold(_)) => Some(self.kept_dice()),
            Some(Action::Score(_)) => None,
            None if self.typed.trim().is_empty() => None,
            None => return,
        };
        if kept.is_none() {
            self.typed.clear();
        }
        self.pick = Some(Pick { die: step(0), kept });
    }

    /// Keeps or releases the die under the arrow. Then the line holds the kept dice, as if they had been typed.
    pub(super) fn toggle_die(&mut self) {
        let (Some(roll), Some(die)) = (self.roll_to_pick_from(), self.die()) else { return };
        let mut kept = self.kept_dice();
        kept[die] = !kept[die];
        let picked = roll.faces().zip(&kept).filter(|(_, kept)| **kept).map(|(face, _)| face.pips());
        let dice = Dice::from_pips(picked).expect("dice of the roll");
        self.typed = if dice.is_empty() { "0".to_owned() } else { words::digits(&dice) };
        self.pick = Some(Pick { die, kept: Some(kept) });
    }

    /// Types the name of the next category in which the roll may be written.
    pub(super) fn next_category(&mut self, down: bool) {
        let (Stage::ToChoose { .. }, Some(current)) = (self.stage(), self.current()) else { return };
        let game = &self.players[current].seat.game;
        let open: Vec<_> = self.rules().categories().filter(|category| game.placement(*category).is_ok()).collect();
        let at = match self.choice() {
            Some(Action::Score(placement)) => open.iter().position(|category| *category == placement.category),
            _ => None,
        };
        let next = match (at, down) {
            (None, true) => 0,
            (None, false) => open.len() - 1,
            (Some(at), true) => (at + 1) % open.len(),
            (Some(at), false) => at.checked_sub(1).unwrap_or(open.len() - 1),
        };
        let name = self.rules().category(open[next]).name.clone();
        self.clear_line();
        self.typed = name;
    }

    /// Clears the line and the picked dice.
    pub(super) fn clear_line(&mut self) {
        self.typed.clear();
        self.pick = None;
    }
}
