//! The upper totals that each set of filled upper categories can have, and their lanes.

use bitvec::array::BitArray;

use crate::dice::Face;
use crate::rules::{Points, UpperBonus};

/// The lanes of a block. Rows are padded to a whole number of blocks.
#[doc(hidden)]
pub const BLOCK: usize = 8;

/// The lanes of the block that begins with this one.
#[doc(hidden)]
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
pub(super) struct Totals(BitArray<[u32; 4]>);

impl Totals {
    fn new(bits: u128) -> Totals {
        Totals(BitArray::new([0, 32, 64, 96].map(|from| (bits >> from) as u32)))
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

/// A set of sums: bit n for the sum n. Six faces of six dice sum to 126 at most.
type Sums = u128;

/// The sums of a set that are at least `least`, less `least`.
fn from(sums: Sums, least: usize) -> Sums {
    sums.checked_shr(least as u32).unwrap_or(0)
}

/// For each mask of filled upper categories (bit i for `faces[i]`), its reachable totals and lanes. Totals with the same future share a lane, unless
/// `apart` is set.
pub(super) fn upper_sets(faces: &[Face], dice: usize, bonus: &UpperBonus, apart: bool) -> Vec<UpperSet> {
    let steps: Vec<usize> = bonus.steps().iter().map(|step| step.at.get() as usize).collect();
    let cap = steps.last().copied().unwrap_or(0);
    let sums = sums(faces, dice);
    let set = |mask: usize| {
        let reached = u128::from(from(sums[mask], cap) > 0) << cap;
        let totals = Totals::new(sums[mask] & ((1 << cap) - 1) | reached);
        let to_come = sums[sums.len() - 1 - mask];
        let mut set = UpperSet { totals, lane_of: Vec::with_capacity(cap + 1), lanes: Vec::new(), shifts: Vec::new() };
        let mut last = None;
        for total in totals.iter().map(Points::get) {
            let needs = |total: u32, at: usize| need(to_come, at.saturating_sub(total as usize));
            let is_as = |last: u32| steps.iter().all(|&at| needs(last, at) == needs(total, at));
            if apart || !last.is_some_and(is_as) {
                set.lane_of.resize(total as usize, set.lanes.len().saturating_sub(1) as u16);
                set.lanes.push(total as u16);
            }
            last = Some(total);
        }
        set.lane_of.resize(cap + 1, set.lanes.len().saturating_sub(1) as u16);
        set
    };
    (0..sums.len()).map(set).collect()
}

/// For each mask of categories, the possible sums of their points, without a cap.
fn sums(faces: &[Face], dice: usize) -> Vec<Sums> {
    let mut sums = vec![1; 1 << faces.len()];
    for mask in 1..sums.len() {
        let last = mask.ilog2() as usize;
        let pips = usize::from(faces[last].pips());
        let others: Sums = sums[mask & !(1 << last)];
        sums[mask] = (0..=dice).map(|count| others << (pips * count)).fold(0, |all, sums| all | sums);
    }
    sums
}

/// The fewest points to come that are `enough`, or `None` if none are. The future of a total depends only on this number for each step of the bonus.
fn need(to_come: Sums, enough: usize) -> Option<usize> {
    let more = from(to_come, enough);
    (more > 0).then(|| enough + more.trailing_zeros() as usize)
}
