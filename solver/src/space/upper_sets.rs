//! The upper totals that each set of filled upper categories can have, and which of them share a future.

use std::collections::BTreeSet;

use bitvec::prelude::{BitVec, bitvec};

use crate::dice::Face;
use crate::rules::Points;

/// The most lanes that stand for one upper total beyond the end of a row: rows are padded to whole blocks of this many lanes.
pub(crate) const BLOCK: usize = 8;

/// What a set of filled upper categories says about upper totals.
#[derive(Clone, Debug)]
pub(super) struct UpperSet {
    /// Reachable totals, ascending.
    pub(super) totals: Vec<u16>,
    /// For each total from 0 to the threshold its lane (that of the nearest reachable total below, where it is not reachable itself).
    pub(super) lane_of: Vec<u16>,
    /// The least total of each lane.
    pub(super) lanes: Vec<u16>,
    /// For each upper category: where in `shifts` its successors start; unused where it is filled.
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
    let full = masks - 1;
    let mut reachable: Vec<BitVec> = vec![bitvec![0; cap as usize + 1]; masks];
    reachable[0].set(0, true);
    // What a set of categories can add, uncapped: the points to come are those of the categories that are open.
    let mut sums: Vec<BTreeSet<Points>> = vec![BTreeSet::from([0]); masks];
    for mask in 1..masks {
        let last = mask.ilog2() as usize;
        let before = mask & !(1 << last);
        for count in 0..=dice as Points {
            let earns = Points::from(faces[last].pips()) * count;
            let more: Vec<Points> = sums[before].iter().map(|sum| sum + earns).collect();
            for &sum in &more {
                reachable[mask].set(sum.min(cap) as usize, true);
            }
            sums[mask].extend(more);
        }
    }
    let sets = (0..masks).map(|mask| {
        let totals: Vec<u16> = reachable[mask].iter_ones().map(|total| total as u16).collect();
        // The least points to come that reach the threshold: what a total's future depends on.
        let need = |total: u16| sums[full & !mask].range(cap.saturating_sub(total.into())..).next();
        let mut lanes: Vec<u16> = Vec::new();
        let mut lane_of = Vec::with_capacity(cap as usize + 1);
        for total in 0..=cap as u16 {
            let is_new = || lanes.last().is_none_or(|&least| need(least) != need(total));
            if reachable[mask][usize::from(total)] && is_new() {
                lanes.push(total);
            }
            lane_of.push(lanes.len().saturating_sub(1) as u16);
        }
        UpperSet { totals, lane_of, lanes, shifts: Vec::new() }
    });
    sets.collect()
}
