//! Unrolled walks of the hold lattice of six-sided dice.
//!
//! `Lattice::expect` and `Lattice::best` find each neighbour of a node through an index. Nodes of one size with the same counts of the first two
//! faces form a *group*. They are adjacent, and so are their neighbours in each direction, so a group needs one index for itself and one for each run
//! of neighbours. The compiler knows how the nodes of a run match, so the code for each kind of group is a straight line, with fixed offsets and no
//! loop.
//!
//! A node of a group is identified by the number of dice after each of the third, fourth and fifth faces. Its position in the group depends only on
//! these numbers, not on the size of the group. So one more die of the third face does not change the position.

use super::element::Element;
use super::multiset::{Dice, Face};
use crate::sorting::sort_by_key;

/// The faces of each die.
const FACES: usize = 6;

/// The most dice that the walks are written for.
const MOST_DICE: usize = 6;

/// Number of leading faces with the same counts in all nodes of a group.
const FIXED: usize = 2;

/// Number of nodes of a group with this many dice on the last four faces.
const fn len(rest: usize) -> usize {
    position([rest + 1, 0, 0])
}

/// The position in its group of the node with this many dice after the third, the fourth and the fifth face.
const fn position([after_third, after_fourth, after_fifth]: [usize; 3]) -> usize {
    after_third * (after_third + 1) * (after_third + 2) / 6 + after_fourth * (after_fourth + 1) / 2 + after_fifth
}

/// The node at a position.
const fn at(position_in_group: usize) -> [usize; 3] {
    let mut node = [0; 3];
    let mut index = 0;
    while index < node.len() {
        while position_in_group >= position(next(node, index)) {
            node = next(node, index);
        }
        index += 1;
    }
    node
}

const fn next(mut node: [usize; 3], index: usize) -> [usize; 3] {
    node[index] += 1;
    node
}

/// The position, in the group with one more die, of a node with one more die of a face: 0 for the third.
const fn larger(node: usize, face: usize) -> usize {
    let mut after = at(node);
    let mut index = 0;
    while index < face {
        after[index] += 1;
        index += 1;
    }
    position(after)
}

/// The position, in the group with one die fewer, of a node with one die fewer of a face; `None` if the node has none.
const fn smaller(rest: usize, node: usize, face: usize) -> Option<usize> {
    let mut after = at(node);
    let before = if face == 0 { rest } else { after[face - 1] };
    if before == if face < after.len() { after[face] } else { 0 } {
        return None;
    }
    let mut index = 0;
    while index < face {
        after[index] -= 1;
        index += 1;
    }
    Some(position(after))
}

/// The place of a group, and of its neighbours in one direction.
#[derive(Clone, Debug)]
struct Group {
    /// Number of dice on the last four faces.
    rest: usize,
    start: u16,
    /// Where the groups with one die more or fewer of one of the first faces start. Only the first `fan` entries are used.
    others: [u16; FIXED],
    fan: usize,
    /// Where the group with one die more or fewer of the last faces starts.
    own: u16,
}

/// The groups of one size.
#[derive(Clone, Debug)]
struct Layer {
    /// The lowest node of the groups or of their neighbours, whichever come later. Their positions count from it.
    split: usize,
    groups: Vec<Group>,
}

/// The groups of a lattice, in the order of the walks.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct WrittenWalks {
    /// The holds, larger ones first.
    up: Vec<Layer>,
    /// All nodes except the root, smaller ones first.
    down: Vec<Layer>,
}

impl WrittenWalks {
    /// The walks of the lattice of this many dice; `index` gives the index of each multiset.
    pub(super) fn new(dice: usize, index: impl Fn(&Dice) -> u16) -> WrittenWalks {
        let layer = |size: usize, up: bool| {
            let nodes = Dice::all(size);
            let split = index(&Dice::all(size + usize::from(up))[0]);
            let first_of_groups = nodes.iter().filter(|node| node.counts()[FIXED + 1..FACES].iter().all(|&count| count == 0));
            let mut groups: Vec<Group> = first_of_groups
                .map(|first| {
                    let start = index(first) - if up { 0 } else { split };
                    let neighbour =
                        |face| if up { Some(index(&first.with(face)) - split) } else { first.without(face).map(|node| index(&node)) };
                    let mut group = Group { rest: first.counts()[FIXED].into(), start, others: [0; FIXED], fan: 0, own: 0 };
                    for other in Face::ALL[..FIXED].iter().filter_map(|&face| neighbour(face)) {
                        group.others[group.fan] = other;
                        group.fan += 1;
                    }
                    group.own = neighbour(Face::ALL[FIXED]).unwrap_or_default();
                    group
                })
                .collect();
            // One kind after the other, so that the processor predicts the branches.
            sort_by_key(&mut groups, |group| (group.rest, group.fan));
            Layer { split: split.into(), groups }
        };
        WrittenWalks {
            up: (0..dice).rev().map(|size| layer(size, true)).collect(),
            down: (1..=dice).map(|size| layer(size, false)).collect(),
        }
    }

    /// Does the same as `Lattice::expect`, without changing the means.
    #[inline(always)]
    #[doc(hidden)]
    pub fn expect<E: Element>(&self, nodes: &mut [E]) {
        for Layer { split, groups } in &self.up {
            let (holds, larger) = nodes.split_at_mut(*split);
            for group in groups {
                match group.rest {
                    0 => group.expect::<0, E>(holds, larger),
                    1 => group.expect::<1, E>(holds, larger),
                    2 => group.expect::<2, E>(holds, larger),
                    3 => group.expect::<3, E>(holds, larger),
                    4 => group.expect::<4, E>(holds, larger),
                    _ => group.expect::<5, E>(holds, larger),
                }
            }
        }
    }

    /// Does the same as `Lattice::best`, for all nodes.
    #[inline(always)]
    #[doc(hidden)]
    pub fn best<E: Element>(&self, nodes: &mut [E]) {
        for Layer { split, groups } in &self.down {
            let (smaller, nodes) = nodes.split_at_mut(*split);
            for group in groups {
                match (group.rest, group.fan) {
                    (0, 1) => group.best::<0, 1, E>(nodes, smaller),
                    (0, _) => group.best::<0, 2, E>(nodes, smaller),
                    (1, 0) => group.best::<1, 0, E>(nodes, smaller),
                    (1, 1) => group.best::<1, 1, E>(nodes, smaller),
                    (1, _) => group.best::<1, 2, E>(nodes, smaller),
                    (2, 0) => group.best::<2, 0, E>(nodes, smaller),
                    (2, 1) => group.best::<2, 1, E>(nodes, smaller),
                    (2, _) => group.best::<2, 2, E>(nodes, smaller),
                    (3, 0) => group.best::<3, 0, E>(nodes, smaller),
                    (3, 1) => group.best::<3, 1, E>(nodes, smaller),
                    (3, _) => group.best::<3, 2, E>(nodes, smaller),
                    (4, 0) => group.best::<4, 0, E>(nodes, smaller),
                    (4, 1) => group.best::<4, 1, E>(nodes, smaller),
                    (4, _) => group.best::<4, 2, E>(nodes, smaller),
                    (5, 0) => group.best::<5, 0, E>(nodes, smaller),
                    (5, _) => group.best::<5, 1, E>(nodes, smaller),
                    _ => group.best::<MOST_DICE, 0, E>(nodes, smaller),
                }
            }
        }
    }
}

/// Writes out the walk over a group, for the positions in the largest group.
macro_rules! write_out {
    ($($node:literal)*) => {
        impl Group {
            #[inline(always)]
            fn expect<const REST: usize, E: Element>(&self, holds: &mut [E], larger: &[E]) {
                let [first, second] = self.others.map(|start| &larger[start.into()..][..len(REST)]);
                let own = &larger[self.own.into()..][..len(REST + 1)];
                let holds = &mut holds[self.start.into()..][..len(REST)];
                $(if const { $node < len(REST) } {
                    let mut mean = first[$node].clone();
                    mean.add(&second[$node]);
                    mean.add(&own[const { self::larger($node, 0) }]);
                    mean.add(&own[const { self::larger($node, 1) }]);
                    mean.add(&own[const { self::larger($node, 2) }]);
                    mean.add(&own[const { self::larger($node, 3) }]);
                    mean.divide(FACES as u32);
                    holds[$node] = mean;
                })*
            }

            #[inline(always)]
            fn best<const REST: usize, const FAN: usize, E: Element>(&self, nodes: &mut [E], smaller: &[E]) {
                let first = if FAN > 0 { &smaller[self.others[0].into()..][..len(REST)] } else { &[] };
                let second = if FAN > 1 { &smaller[self.others[1].into()..][..len(REST)] } else { &[] };
                let own = if REST > 0 { &smaller[self.own.into()..][..len(REST.saturating_sub(1))] } else { &[] };
                let nodes = &mut nodes[self.start.into()..][..len(REST)];
                $(if const { $node < len(REST) } {
                    let mut best = nodes[$node].clone();
                    if FAN > 0 {
                        best.raise_to(&first[$node]);
                    }
                    if FAN > 1 {
                        best.raise_to(&second[$node]);
                    }
                    if let Some(node) = const { self::smaller(REST, $node, 0) } {
                        best.raise_to(&own[node]);
                    }
                    if let Some(node) = const { self::smaller(REST, $node, 1) } {
                        best.raise_to(&own[node]);
                    }
                    if let Some(node) = const { self::smaller(REST, $node, 2) } {
                        best.raise_to(&own[node]);
                    }
                    if let Some(node) = const { self::smaller(REST, $node, 3) } {
                        best.raise_to(&own[node]);
                    }
                    nodes[$node] = best;
                })*
            }
        }
    };
}

write_out! {
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41
    42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83
}

#[cfg(test)]
mod tests {
    use super::super::die::Die;
    use super::super::kinds::Kinds;
    use super::super::lattice::Lattice;
    use super::super::roll::Holds;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn positions_are_those_of_the_lattice() {
        for rest in 0..=MOST_DICE {
            let of_group: Vec<Dice> =
                Dice::all(rest).into_iter().filter(|dice| dice.counts()[..FIXED].iter().all(|&count| count == 0)).collect();
            assert_eq!(of_group.len(), len(rest));
            let position = |dice: &Dice| {
                Dice::all(dice.len()).iter().filter(|all| all.counts()[..FIXED] == [0; FIXED]).position(|other| other == dice)
            };
            for (node, dice) in of_group.iter().enumerate() {
                for (index, &face) in Face::ALL[FIXED..FACES].iter().enumerate() {
                    assert_eq!(smaller(rest, node, index), dice.without(face).and_then(|dice| position(&dice)));
                    if rest < MOST_DICE {
                        assert_eq!(Some(larger(node, index)), position(&dice.with(face)));
                    }
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        /// The loops give the same result as the unrolled walks, for every node and to the last bit.
        #[test]
        fn written_out_walks_equal_the_loops(dice in 1..=MOST_DICE, seed in proptest::collection::vec(0.0..100.0f64, 924)) {
            let lattice = Lattice::new(&Kinds::new(dice, Die::SIX), Holds::Free);
            let walks = WrittenWalks::new(dice, |dice| lattice.index_of(dice) as u16);
            let mut looped = seed[..lattice.len()].to_vec();
            let mut written = looped.clone();
            for _ in 0..2 {
                lattice.best(&mut looped, false);
                walks.best(&mut written);
                prop_assert_eq!(&looped, &written);
                lattice.expect(&mut looped, |_, _| ());
                walks.expect(&mut written);
                prop_assert_eq!(&looped, &written);
            }
        }
    }
}
