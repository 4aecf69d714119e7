//! The numbers of the nodes of the hold lattice: smaller multisets first, then in the order of [`Dice::all`].

use super::game_dice::GameDice;
use super::multiset::{Dice, MAX_DICE, MAX_FACES};

/// The numbers of the nodes.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// The number of faces.
    faces: usize,
    /// The index of the first node of each size.
    start: [u16; MAX_DICE + 1],
}

impl Numbering {
    pub(super) fn new(dice: &GameDice) -> Numbering {
        let mut start = [0; MAX_DICE + 1];
        for (size, first) in start.iter_mut().enumerate().take(dice.count() + 1).skip(1) {
            *first = dice.die().multisets(size - 1) as u16;
        }
        Numbering { faces: dice.die().face_count(), start }
    }

    /// The number of the node of these dice. Of two multisets of one size, compare the first face with different counts: the multiset with more of it
    /// comes first.
    pub(super) fn of(&self, dice: &Dice) -> u16 {
        // BINOMIAL[n][k] for the number of multisets: there are C(m + f - 1, f - 1) multisets of m dice over f faces.
        const BINOMIAL: [[u32; MAX_FACES + 1]; MAX_DICE + MAX_FACES] = {
            let mut table = [[0; MAX_FACES + 1]; MAX_DICE + MAX_FACES];
            let mut n = 0;
            while n < table.len() {
                table[n][0] = 1;
                let mut k = 1;
                while k <= MAX_FACES && k <= n {
                    table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
                    k += 1;
                }
                n += 1;
            }
            table
        };
        let mut left = dice.len();
        let mut before = u32::from(self.start[left]);
        for (index, &count) in dice.counts()[..self.faces].iter().enumerate() {
            let faces_after = self.faces - 1 - index;
            let fewer = left - usize::from(count);
            if fewer > 0 {
                before += BINOMIAL[fewer - 1 + faces_after][faces_after];
            }
            left = fewer;
        }
        before as u16
    }
}
