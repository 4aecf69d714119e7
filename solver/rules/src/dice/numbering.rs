//! The numbers of the nodes of the hold lattice: smaller multisets first, then in the order of [`Kinds::all`].

use super::die::Die;
use super::kinds::Kinds;
use super::multiset::{Counts, Dice, MAX_DICE, MAX_FACES};
use super::roll::Holds;

/// The numbers of the nodes. Each is a pair of multisets: of dice set aside and others, or of dice of two kinds.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// Whether there are dice of two kinds.
    by_kind: bool,
    /// The number of faces of each part.
    faces: [usize; 2],
    /// The number of multisets of each size of the second part.
    count: [u16; MAX_DICE + 1],
    /// The index of the first node with this many dice in the first part, and this many in the second.
    start: [[u16; MAX_DICE + 1]; MAX_DICE + 1],
}

impl Numbering {
    pub(super) fn new(kinds: &Kinds, holds: Holds) -> Numbering {
        let (dice, die) = (kinds.dice(), kinds.die());
        let (by_kind, second) = kinds.others().map_or((false, die), |(_, other)| (true, other));
        let of_size = |die: &Die, size: usize| die.all(size).len() as u16;
        let mut count = [0; MAX_DICE + 1];
        count.iter_mut().take(dice + 1).enumerate().for_each(|(size, count)| *count = of_size(second, size));
        let mut numbering =
            Numbering { by_kind, faces: [die, second].map(Die::face_count), count, start: [[0; MAX_DICE + 1]; MAX_DICE + 1] };
        let mut start = 0;
        for size in 0..=dice {
            // The sizes of the first part, in the order of the nodes.
            let mut sizes: Vec<usize> = match (kinds.others(), holds) {
                (Some((others, _)), _) => (size.saturating_sub(others)..=size.min(dice - others)).collect(),
                (None, Holds::Free) => vec![0],
                (None, Holds::Final) => (0..=size.min(dice - 1)).collect(),
            };
            if by_kind {
                sizes.reverse();
            }
            for first in sizes {
                numbering.start[first][size - first] = start;
                start += of_size(die, first) * count[size - first];
            }
        }
        numbering
    }

    /// The number of the node of these dice.
    pub(super) fn of(&self, aside: &Dice, thrown: &Dice) -> u16 {
        let [first, second] = if self.by_kind { thrown.kinds } else { [aside.kinds[0], thrown.kinds[0]] };
        let [aside, size] = [first, second].map(|counts| counts.iter().map(|&count| usize::from(count)).sum::<usize>());
        let before = if aside == 0 { 0 } else { rank(&first, self.faces[0]) * u32::from(self.count[size]) };
        self.start[aside][size] + (before + rank(&second, self.faces[1])) as u16
    }
}

/// The index among all multisets of as many dice. Of two multisets, compare the first face with different counts: the multiset with more of it comes
/// first.
fn rank(counts: &Counts, faces: usize) -> u32 {
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
    let mut left: usize = counts.iter().map(|&count| usize::from(count)).sum();
    let mut before = 0;
    for (index, &count) in counts[..faces].iter().enumerate() {
        let faces_after = faces - 1 - index;
        let fewer = left - usize::from(count);
        if fewer > 0 {
            before += BINOMIAL[fewer - 1 + faces_after][faces_after];
        }
        left = fewer;
    }
    before
}
