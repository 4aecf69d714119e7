//! The upper totals that each set of filled upper categories can have, and their lanes.

use bitvec::array::BitArray;

use crate::dice::{Face, GameDice};
use crate::rules::{Points, UpperBonus};

/// The lanes of a block. Rows are padded to a whole number of blocks.
pub const BLOCK: usize = 8;

/// The lanes of the block that begins with this one.
pub fn block_from(first: usize) -> [usize; BLOCK] {
    std::array::from_fn(|lane| first + lane)
}

/// The upper totals of a set of filled upper categories.
#[derive(Clone, Debug)]
pub(super) struct UpperSet {
    /// The reachable totals: a bit for each.
    pub(super) totals: Totals,
    /// For each total from 0 to the threshold its lane. An unreachable total has the lane of the next reachable total below.
    pub(super) lane_of: Vec<u16>,
    /// The lowest total of each lane.
    pub(super) lanes: Vec<u16>,
    /// For each open upper category: the start of its shifts in the state space.
    pub(super) shifts: Vec<u32>,
}

/// A set of upper totals, each with its index in the set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Totals(BitArray<[u32; 8]>);

impl Totals {
    /// The totals below a cap that are sums, and the cap itself if a sum reaches it.
    fn new(sums: Sums, cap: usize) -> Totals {
        let words = |half: u128| [0, 32, 64, 96].map(|from| (half >> from) as u32);
        let mut totals = BitArray::new([0; 8]);
        totals.data[..4].copy_from_slice(&words(sums.low));
        totals.data[4..].copy_from_slice(&words(sums.high));
        totals[cap..].fill(false);
        totals.set(cap, !sums.from(cap).is_empty());
        Totals(totals)
    }

    /// The number of totals.
    pub(super) fn len(&self) -> usize {
        self.0.count_ones()
    }

    #[inline]
    pub(super) fn contains(&self, total: Points) -> bool {
        // Not a reference to a bit, which is slower: this runs for millions of states.
        let total = total.get() as usize;
        self.0.data.get(total / 32).is_some_and(|bits| bits >> (total % 32) & 1 == 1)
    }

    /// The number of totals below this one.
    pub(super) fn index(&self, total: Points) -> usize {
        self.0[..total.get() as usize].count_ones()
    }

    /// The totals, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = Points> {
        self.0.iter_ones().map(|total| Points::new(total as u32))
    }
}

impl UpperSet {
    /// Lanes with padding: a whole number of blocks.
    pub(super) fn width(&self) -> usize {
        self.lanes.len().next_multiple_of(BLOCK)
    }
}

/// A set of sums: bit n for the sum n, from 0 to 255. The last bit stands for all higher sums too, because no bonus is at more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sums {
    low: u128,
    high: u128,
}

impl Sums {
    const NONE: Sums = Sums { low: 0, high: 0 };
    /// The sum of nothing.
    const ZERO: Sums = Sums { low: 1, high: 0 };

    fn is_empty(self) -> bool {
        self == Sums::NONE
    }

    fn contains(self, sum: usize) -> bool {
        let half = if sum < 128 { self.low } else { self.high };
        half >> (sum % 128) & 1 == 1
    }

    fn or(self, other: Sums) -> Sums {
        Sums { low: self.low | other.low, high: self.high | other.high }
    }

    /// The sums that are at least `least`, less `least`.
    fn from(self, least: usize) -> Sums {
        let Sums { low, high } = self;
        match least {
            0 => self,
            1..128 => Sums { low: low >> least | high << (128 - least), high: high >> least },
            128..256 => Sums { low: high >> (least - 128), high: 0 },
            _ => Sums::NONE,
        }
    }

    /// Each sum and `more`.
    fn plus(self, more: usize) -> Sums {
        let Sums { low, high } = self;
        let sums = match more {
            0 => return self,
            1..128 => Sums { low: low << more, high: high << more | low >> (128 - more) },
            128..256 => Sums { low: 0, high: low << (more - 128) },
            _ => Sums::NONE,
        };
        let is_beyond = !self.from(256usize.saturating_sub(more)).is_empty();
        Sums { high: sums.high | u128::from(is_beyond) << 127, ..sums }
    }

    /// The lowest sum.
    fn least(self) -> Option<usize> {
        match self {
            Sums { low: 0, high: 0 } => None,
            Sums { low: 0, high } => Some(128 + high.trailing_zeros() as usize),
            Sums { low, .. } => Some(low.trailing_zeros() as usize),
        }
    }
}

/// For each mask of filled upper categories (bit i for `faces[i]`), its reachable totals and lanes. Totals with the same future share a lane, unless
/// `apart` is set.
pub(super) fn upper_sets(faces: &[Face], dice: &GameDice, bonus: &UpperBonus, apart: bool) -> Vec<UpperSet> {
    let steps: Vec<usize> = bonus.steps().iter().map(|step| step.at.get() as usize).collect();
    let cap = steps.last().copied().unwrap_or(0);
    let sums = sums(faces, dice);
    let set = |mask: usize| {
        let totals = Totals::new(sums[mask], cap);
        let needs = needs(sums[sums.len() - 1 - mask], cap);
        let mut set = UpperSet { totals, lane_of: Vec::with_capacity(cap + 1), lanes: Vec::new(), shifts: Vec::new() };
        let mut last: Option<usize> = None;
        for total in totals.iter().map(|total| total.get() as usize) {
            let is_as = |last: usize| steps.iter().all(|at| needs[at.saturating_sub(last)] == needs[at.saturating_sub(total)]);
            if apart || !last.is_some_and(is_as) {
                set.lane_of.resize(total, set.lanes.len().saturating_sub(1) as u16);
                set.lanes.push(total as u16);
            }
            last = Some(total);
        }
        set.lane_of.resize(cap + 1, set.lanes.len().saturating_sub(1) as u16);
        set
    };
    (0..sums.len()).map(set).collect()
}

/// For each mask of categories, the possible sums of their points.
fn sums(faces: &[Face], dice: &GameDice) -> Vec<Sums> {
    let mut sums = vec![Sums::ZERO; 1 << faces.len()];
    for mask in 1..sums.len() {
        let last = mask.ilog2() as usize;
        let (pips, most) = (usize::from(faces[last].pips()), dice.most_showing(faces[last]));
        let others = sums[mask & !(1 << last)];
        sums[mask] = (0..=most).map(|count| others.plus(pips * count)).fold(Sums::NONE, Sums::or);
    }
    sums
}

/// For each number of points up to `most`, the fewest points to come that are enough, or `None` if none are. The future of a total depends only on this
/// number for each step of the bonus.
fn needs(to_come: Sums, most: usize) -> Vec<Option<usize>> {
    let mut least = to_come.from(most).least().map(|more| most + more);
    let from_most = (0..=most).rev().map(|enough| {
        if to_come.contains(enough) {
            least = Some(enough);
        }
        least
    });
    let mut needs: Vec<Option<usize>> = from_most.collect();
    needs.reverse();
    needs
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::RuleSet;

    /// Every sum, one by one.
    #[test]
    fn totals_and_lanes_of_high_sums() {
        let sheets = [
            (5, 10, vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10], vec![165]),
            (5, 20, vec![20, 19], vec![125]),
            (5, 20, vec![20, 19, 18], vec![128, 255]),
        ];
        for (dice, sides, faces, steps) in sheets {
            let mut toml = format!("name = 't'\ndice = {dice}\nsides = {sides}\n");
            steps.iter().for_each(|at| toml += &format!("[[upper-bonus]]\nat = {at}\npoints = {at}\n"));
            faces.iter().for_each(|face| toml += &format!("[[upper]]\nname = 'u{face}'\nface = {face}\n"));
            let rules = RuleSet::parse(&toml).unwrap();
            let faces: Vec<Face> = rules.upper_faces().collect();
            let cap = rules.upper_cap().get();
            let sums = |mask: usize| {
                let filled = faces.iter().enumerate().filter(|(category, _)| mask >> category & 1 == 1);
                filled.fold(BTreeSet::from([0]), |sums: BTreeSet<u32>, (_, face)| {
                    sums.iter().flat_map(|sum| (0..=dice).map(move |count| sum + u32::from(face.pips()) * count)).collect()
                })
            };
            let sets = upper_sets(&faces, rules.game_dice(), rules.upper_bonus(), false);
            for (mask, set) in sets.iter().enumerate() {
                let totals: BTreeSet<u32> = sums(mask).into_iter().map(|sum| sum.min(cap)).collect();
                assert!(set.totals.iter().map(Points::get).eq(totals.iter().copied()), "{mask:b}");
                let to_come = sums(sets.len() - 1 - mask);
                // The future: the steps that each sum to come still reaches.
                let future = |total: u32| -> Vec<usize> {
                    to_come.iter().map(|sum| steps.iter().filter(|&&at| total + sum >= at).count()).collect()
                };
                for pair in totals.iter().zip(totals.iter().skip(1)) {
                    let is_one = set.lane_of[*pair.0 as usize] == set.lane_of[*pair.1 as usize];
                    assert_eq!(is_one, future(*pair.0) == future(*pair.1), "{mask:b}: {pair:?}");
                }
            }
        }
    }
}
