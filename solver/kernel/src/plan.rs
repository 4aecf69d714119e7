//! How rolls score, as numbers.
//!
//! A card has *columns*, one for each box. Some of them are in a *part* of the card; rolls that score alike in all columns of a part share a *menu*
//! there. The best placement of a roll is the best of its menus and of its scores in the columns of no part. A zero has the same value for every roll.
//! Rolls whose placements depend on more than the open columns have *lists* of their own: one for each situation of a card.
//!
//! A [`Scoring`] holds all this. A game that pays by throw has several of them: one for each of the first throws of a turn, and one for later throws.

use std::ops::Range;

/// The most parts. The kernel has a separate loop for each number of open parts.
pub const PARTS: usize = 2;

/// A way to score: the points, and the row of the state that follows, from which its value is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    /// The start of the row that follows.
    pub start: usize,
    /// The offset of its shift among the shifts of the state space; [`UNSHIFTED`] if each lane is followed by the same lane.
    pub shift: u32,
    /// Points written, with the extra bonus.
    pub points: u32,
    /// Points written, without the extra bonus.
    pub written: u32,
    /// The column to write in.
    pub column: u8,
    /// The plane of the row that follows: what tells apart its states of the same lane, such as saved throws.
    pub throws: u8,
    /// Whether it wins the game at once; never if only points count.
    pub wins: bool,
    /// Length of a plane of the row that follows.
    pub plane: u32,
}

/// The shift of a source after which each lane is followed by the same lane.
pub const UNSHIFTED: u32 = u32::MAX;

impl Source {
    /// This source with this number of throws. It must have none yet.
    #[inline(always)]
    pub fn with_throws(self, throws: u8) -> Source {
        Source { start: self.start + usize::from(throws) * self.plane as usize, throws, ..self }
    }

    /// The lane that follows a lane, given the shifts of the state space.
    #[inline(always)]
    pub fn lane_after(&self, shifts: &[u16], lane: usize) -> usize {
        if self.shift == UNSHIFTED { lane } else { shifts[self.shift as usize + lane].into() }
    }

    /// The index among all values of the value that a lane reads.
    #[inline(always)]
    pub fn position(&self, shifts: &[u16], lane: usize) -> usize {
        self.start + self.lane_after(shifts, lane)
    }
}

/// A number of points that rolls score in a column, and its menus or rolls.
#[derive(Clone, Debug)]
struct Score {
    points: u32,
    /// The number of steps by which the lane is shifted: the matching dice, in an upper category.
    count: u32,
    /// The end of its menus or rolls in [`Column::raised`].
    end: usize,
}

/// The scores of rolls in a column.
#[derive(Clone, Debug, Default)]
pub struct Column {
    scores: Vec<Score>,
    /// The targets that each score raises: the menus of a column in a part, the rolls of a column in no part.
    raised: Vec<u16>,
}

impl Column {
    /// Adds a number of points, larger than the last, with the steps by which it shifts the lane, and the menus or rolls that it raises.
    pub fn add(&mut self, points: u32, count: u32, raised: impl IntoIterator<Item = u16>) {
        self.raised.extend(raised);
        self.scores.push(Score { points, count, end: self.raised.len() });
    }

    /// Every number of points, the steps by which it shifts the lane, and the menus or the rolls that it raises.
    #[inline(always)]
    fn scores(&self) -> impl ExactSizeIterator<Item = (u32, u32, &[u16])> {
        let mut start = 0;
        self.scores.iter().map(move |score| {
            let raised = &self.raised[start..score.end];
            start = score.end;
            (score.points, score.count, raised)
        })
    }
}

/// The menus of a part.
#[derive(Clone, Debug)]
pub struct Menus {
    /// Their indices among the menus of all parts.
    pub all: Range<usize>,
    /// The menu of each roll.
    pub of_roll: Vec<u16>,
}

/// A placement in the list of a roll.
#[derive(Clone, Copy, Debug)]
pub struct ListedPlacement {
    /// The column to write in.
    pub column: u8,
    /// Points written, with the extra bonus.
    pub points: u32,
    /// Points written, without the extra bonus.
    pub written: u32,
    /// The steps by which it shifts the lane.
    pub count: u32,
    /// The flag of the row that follows.
    pub flag: bool,
    /// Whether the same state follows as after a zero in the column.
    pub follows_as_zero: bool,
}

/// A roll with a list of its own in each situation.
#[derive(Clone, Debug)]
pub struct ListedRoll {
    /// Its index among the rolls.
    pub roll: usize,
    /// Its placements in each situation, over all columns.
    pub placements: Vec<Vec<ListedPlacement>>,
}

/// The scores of rolls on some throws.
#[derive(Clone, Debug)]
pub struct Scoring {
    /// The scores in each column.
    pub columns: Vec<Column>,
    /// The menus of each part, at most [`PARTS`].
    pub menus: Vec<Menus>,
    /// The rolls with lists of their own.
    pub listed: Vec<ListedRoll>,
}

impl Scoring {
    /// The menus of these parts.
    #[inline(always)]
    pub fn menus(&self, parts: [bool; PARTS]) -> impl Iterator<Item = &Menus> {
        self.menus.iter().zip(parts).filter(|(_, is_open)| *is_open).map(|(menus, _)| menus)
    }

    /// Every number of points that rolls score in a column, the steps by which it shifts the lane, and the menus or the rolls that it raises.
    #[inline(always)]
    pub(crate) fn scores(&self, column: usize) -> impl ExactSizeIterator<Item = (u32, u32, &[u16])> {
        self.columns[column].scores()
    }
}

/// What the throws of a turn leave: the rerolls of a turn, and the states after it.
#[derive(Clone, Debug)]
pub struct ThrowPlan {
    /// By the number of throws of a state, the rerolls left after the first throw of its turn.
    pub rerolls: Vec<u8>,
    /// For each number of throws of a state, by the rerolls left at the end of its turn, the number of throws of the state that follows. Each list is as
    /// long as the longest turn needs.
    pub after: Vec<Vec<u8>>,
    /// Whether the turns of all states of a row are computed together: one with more throws goes on from one with fewer.
    pub together: bool,
}

/// How rolls score, and what follows.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The part of each column, if it has one.
    pub part_of: Vec<Option<usize>>,
    /// Whether the points in each column leave the lane as it is.
    pub unshifted: Vec<bool>,
    /// The scores of rolls on the first throw of a turn, on the second, and so on; the last ones are those on all later throws too. So there is one if a
    /// game does not pay by throw; there are at most two if it has spare throws, because turns of several lengths share their later throws.
    pub scorings: Vec<Scoring>,
    /// The rerolls of turns, and what they leave.
    pub throws: ThrowPlan,
}

/// The throw after which a roll is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastThrow {
    /// The throws of the state after it: see [`Source::throws`].
    pub throws: u8,
    /// The number of throws of the turn before it, as far as it matters: at most the [`first_throws`](Plan::first_throws).
    pub nth: usize,
}

impl Plan {
    /// The scores of rolls on a throw that follows this many of its turn.
    #[inline(always)]
    pub fn scoring(&self, nth: usize) -> &Scoring {
        &self.scorings[nth.min(self.first_throws())]
    }

    /// The number of throws at the start of a turn that pay other points than later ones.
    #[inline(always)]
    pub fn first_throws(&self) -> usize {
        self.scorings.len() - 1
    }

    /// Whether rolls score otherwise after this throw than with one reroll fewer left.
    #[inline(always)]
    pub(crate) fn scores_anew(&self, rerolls_left: u8, nth: usize) -> bool {
        rerolls_left == 0 || self.has_spare_throws() || nth < self.first_throws()
    }

    /// Whether scoring a roll later leads to another state.
    #[inline(always)]
    pub fn has_spare_throws(&self) -> bool {
        self.throws.rerolls.len() > 1
    }

    /// The throws of the state after a turn of a state with this number, given the rerolls left at its end.
    #[inline(always)]
    pub fn after(&self, throws: u8, rerolls_left: u8) -> u8 {
        if !self.has_spare_throws() {
            return 0;
        }
        let after = &self.throws.after[usize::from(throws)];
        after[usize::from(rerolls_left).min(after.len() - 1)]
    }

    /// The rerolls left after the first throw of a turn whose state has this number of throws.
    #[inline(always)]
    pub fn rerolls(&self, throws: u8) -> u8 {
        self.throws.rerolls[usize::from(throws)]
    }

    /// Number of menus of all parts.
    pub fn menus(&self) -> usize {
        self.scorings.iter().filter_map(|scoring| scoring.menus.last()).map(|menus| menus.all.end).max().unwrap_or(0)
    }

    /// The throws after which a turn may end, whose state has this number of throws. Those with equal scores that lead to the same states count once.
    pub fn ends(&self, throws: u8) -> impl Iterator<Item = LastThrow> + '_ {
        let first = self.rerolls(throws);
        let end = move |rerolls_left: u8| LastThrow {
            throws: self.after(throws, rerolls_left),
            nth: usize::from(first - rerolls_left).min(self.first_throws()),
        };
        let mut before = None;
        (0..=first).map(end).filter(move |end| before.replace(*end) != Some(*end))
    }
}
