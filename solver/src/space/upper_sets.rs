//! The upper totals that each set of filled upper categories can have, and their lanes.

use bitvec::prelude::{BitVec, bitvec};

use crate::dice::Face;
use crate::rules::Points;

/// The lanes of a block. Rows are padded to a whole number of blocks.
pub(crate) const BLOCK: usize = 8;

/// The upper totals of a set of filled upper categories.
#[derive(Clone, Debug)]
pub(super) struct UpperSet {
    /// Reachable totals, ascending.
    pub(super) totals: Vec<u16>,
    /// For each total from 0 to the threshold its lane. An unreachable total has the lane of the next reachable total below.
    pub(super) lane_of: Vec<u16>,
    /// The lowest total of each lane.
    pub(super) lanes: Vec<u16>,
    /// For each open upper category: where its shifts start among those of the state space.
    pub(super) shifts: Vec<u32>,
}

impl UpperSet {
    /// Lanes with padding: a whole number of blocks.
    pub(super) fn width(&self) -> usize {
        self.lanes.len().next_multiple_of(BLOCK)
    }
}

/// For each mask of filled upper categories (bit i for `faces[i]`), its reachable totals and lanes.
pub(super) fn upper_sets(faces: &[Face], dice: usize, cap: Points) -> Vec<UpperSet> {
    let masks = 1usize << faces.len();
    let sums = sums(faces, dice);
    let set = |mask: usize| {
        let most = cap as usize;
        let mut reachable = bitvec![0; most + 1];
        sums[mask].iter_ones().for_each(|sum| reachable.set(sum.min(most), true));
        let needs = needs(&sums[(masks - 1) & !mask], most);
        let mut lanes: Vec<u16> = Vec::new();
        let mut lane_of = Vec::with_capacity(most + 1);
        for total in 0..=most {
            let is_new = || lanes.last().is_none_or(|&least| needs[usize::from(least)] != needs[total]);
            if reachable[total] && is_new() {
                lanes.push(total as u16);
            }
            lane_of.push(lanes.len().saturating_sub(1) as u16);
        }
        let totals = reachable.iter_ones().map(|total| total as u16).collect();
        UpperSet { totals, lane_of, lanes, shifts: Vec::new() }
    };
    (0..masks).map(set).collect()
}

/// For each mask of categories the sums that their points can have, without a cap: a bit for each sum.
fn sums(faces: &[Face], dice: usize) -> Vec<BitVec> {
    let most: usize = faces.iter().map(|face| usize::from(face.pips()) * dice).sum();
    let mut sums = vec![bitvec![0; most + 1]];
    sums[0].set(0, true);
    for mask in 1..1usize << faces.len() {
        let last = mask.ilog2() as usize;
        let mut of_mask = bitvec![0; most + 1];
        for sum in sums[mask & !(1 << last)].iter_ones() {
            (0..=dice).for_each(|count| of_mask.set(sum + usize::from(faces[last].pips()) * count, true));
        }
        sums.push(of_mask);
    }
    sums
}

/// For each upper total up to the threshold: the fewest points to come that reach the threshold, or `None` if none do. The future of a total depends
/// only on this.
fn needs(to_come: &BitVec, threshold: usize) -> Vec<Option<usize>> {
    let mut needs = vec![None; threshold + 1];
    let mut least = to_come.iter_ones().filter(|&sum| sum >= threshold).min();
    for (total, need) in needs.iter_mut().enumerate() {
        let enough = threshold - total;
        if to_come.get(enough).is_some_and(|comes| *comes) {
            least = Some(enough);
        }
        *need = least;
    }
    needs
}
