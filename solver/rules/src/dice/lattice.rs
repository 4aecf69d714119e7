//! The hold lattice: every multiset of 0 to n dice, linked by adding single dice.
//!
//! A node of k < n dice is a hold; a node of n dice is a roll. A turn takes three walks over a buffer with one element for each node. Each walk reads
//! only the neighbours of a node:
//!
//! - [`Lattice::expect`] carries values down: the value of a hold is the mean of the six nodes one die larger;
//! - [`Lattice::best`] carries values up: the best hold inside a node is the maximum of the node itself and of the best holds inside the nodes one
//!   die smaller;
//! - [`Lattice::push`] carries probability up: it is the adjoint of `expect`.
//!
//! For five dice, `expect` takes 1,260 additions and `best` 1,260 comparisons. A sum over every pair of hold and outcome would take 42,000 additions.

use std::ops::Range;

use super::element::Element;
use super::multiset::{Dice, FACES, Face, MAX_DICE};
use super::roll::Roll;
use super::written::WrittenWalks;

/// The position of a multiset in the lattice: smaller multisets first, then in the order of [`Dice::all`].
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u16);

impl Node {
    /// The hold of no dice.
    #[doc(hidden)]
    pub const ROOT: Node = Node(0);

    #[doc(hidden)]
    pub const fn from_index(index: u16) -> Node {
        Node(index)
    }

    /// The position as an index into a buffer of [`Lattice::len`] elements.
    #[doc(hidden)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Nodes of one size with the same number of nodes one die smaller. A loop of fixed length visits them, so the processor predicts its branches.
#[derive(Clone, Debug)]
struct Run {
    /// Number of smaller nodes of each node.
    fan: usize,
    nodes: Vec<u16>,
    /// The smaller nodes of each node, `fan` at a time.
    smaller: Vec<u16>,
}

impl Run {
    /// Raises each node to its smaller ones.
    #[inline(always)]
    fn raise<const FAN: usize, E: Element>(&self, nodes: &mut [E]) {
        let (smaller, _) = self.smaller.as_chunks::<FAN>();
        for (&node, smaller) in self.nodes.iter().zip(smaller) {
            let mut best = nodes[usize::from(node)].clone();
            for &smaller in smaller {
                best.raise_to(&nodes[usize::from(smaller)]);
            }
            nodes[usize::from(node)] = best;
        }
    }

    #[inline(always)]
    fn raise_by_fan<E: Element>(&self, nodes: &mut [E]) {
        match self.fan {
            1 => self.raise::<1, E>(nodes),
            2 => self.raise::<2, E>(nodes),
            3 => self.raise::<3, E>(nodes),
            4 => self.raise::<4, E>(nodes),
            5 => self.raise::<5, E>(nodes),
            _ => self.raise::<6, E>(nodes),
        }
    }

    /// The same for any number of smaller nodes.
    #[inline(always)]
    fn raise_any<E: Element>(&self, nodes: &mut [E]) {
        for (&node, smaller) in self.nodes.iter().zip(self.smaller.chunks_exact(self.fan)) {
            let mut best = nodes[usize::from(node)].clone();
            for &smaller in smaller {
                best.raise_to(&nodes[usize::from(smaller)]);
            }
            nodes[usize::from(node)] = best;
        }
    }
}

/// The hold lattice of a number of dice from 1 to 6: 462 nodes for five dice.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Lattice {
    dice: usize,
    /// Each node's multiset.
    nodes: Vec<Dice>,
    /// The index at which the nodes of each size start; the last entry is the end.
    size_start: [u16; MAX_DICE + 2],
    /// For each hold, the six nodes one die larger.
    up: Vec<[u16; FACES]>,
    /// The nodes except the root, in an order in which [`Lattice::best`] may visit them.
    runs: Vec<Run>,
    /// The index of the first run of rolls.
    runs_of_rolls: usize,
    /// The number of the 6^n outcomes of n dice that show each roll.
    multiplicity: Vec<u32>,
    /// The unrolled walks, for five dice and more.
    written: Option<Box<WrittenWalks>>,
}

impl Lattice {
    /// The lattice of this many dice.
    ///
    /// # Panics
    ///
    /// If `dice` is not from 1 to 6.
    #[doc(hidden)]
    pub fn new(dice: usize) -> Lattice {
        assert!((1..=MAX_DICE).contains(&dice), "{dice} dice; from 1 to {MAX_DICE}");
        let mut nodes = Vec::new();
        let mut size_start = [0; MAX_DICE + 2];
        for size in 0..=dice {
            nodes.extend(Dice::all(size));
            size_start[size + 1..].fill(nodes.len() as u16);
        }
        let mut lattice = Lattice {
            dice,
            size_start,
            up: Vec::new(),
            runs: Vec::new(),
            runs_of_rolls: 0,
            written: None,
            multiplicity: nodes[size_start[dice].into()..].iter().map(Dice::multiplicity).collect(),
            nodes,
        };
        lattice.up = lattice.nodes[lattice.holds()].iter().map(|hold| Face::ALL.map(|face| lattice.node(&hold.with(face)).0)).collect();
        for size in 1..=dice {
            lattice.runs_of_rolls = lattice.runs.len();
            let of_size = usize::from(size_start[size])..size_start[size + 1].into();
            for fan in 1..=FACES {
                let alike = of_size.clone().filter(|&node| lattice.nodes[node].distinct() == fan);
                let mut run = Run { fan, nodes: Vec::new(), smaller: Vec::new() };
                for node in alike {
                    run.nodes.push(node as u16);
                    let dice = &lattice.nodes[node];
                    run.smaller.extend(Face::ALL.iter().filter_map(|&face| dice.without(face)).map(|dice| lattice.node(&dice).0));
                }
                if !run.nodes.is_empty() {
                    lattice.runs.push(run);
                }
            }
        }
        // Walks of fewer dice are fast anyway. Not on the web, where the code has to be downloaded.
        if dice >= 5 && !cfg!(target_arch = "wasm32") {
            lattice.written = Some(Box::new(WrittenWalks::new(dice, |dice| lattice.node(dice).0)));
        }
        lattice
    }

    /// The unrolled walks, for the widest vectors.
    #[doc(hidden)]
    pub fn written(&self) -> Option<&WrittenWalks> {
        self.written.as_deref()
    }

    /// Number of nodes, holds and rolls together.
    #[doc(hidden)]
    #[allow(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The indices of the holds: 0 to 209 for five dice.
    #[doc(hidden)]
    pub fn holds(&self) -> Range<usize> {
        0..self.size_start[self.dice].into()
    }

    /// The indices of the rolls: 210 to 461 for five dice.
    #[doc(hidden)]
    pub fn rolls(&self) -> Range<usize> {
        self.size_start[self.dice].into()..self.nodes.len()
    }

    /// The node of a multiset.
    ///
    /// # Panics
    ///
    /// If it has more dice than the lattice.
    #[doc(hidden)]
    pub fn node(&self, dice: &Dice) -> Node {
        assert!(dice.len() <= self.dice, "{} dice in a lattice of {}", dice.len(), self.dice);
        rank(dice, &self.size_start)
    }

    /// The multiset at an index.
    #[doc(hidden)]
    pub fn dice_at(&self, index: usize) -> &Dice {
        &self.nodes[index]
    }

    /// The roll at an index of [`rolls`](Lattice::rolls).
    #[doc(hidden)]
    pub fn roll_at(&self, index: usize) -> Roll {
        Roll::new(self.nodes[index], self.dice).expect("an index of a roll")
    }

    /// The number of the 6^n outcomes that give each roll, in order; 7,776 in all for five dice.
    #[doc(hidden)]
    pub fn multiplicities(&self) -> &[u32] {
        &self.multiplicity
    }

    /// Number of outcomes of a first roll: 6^n.
    #[doc(hidden)]
    pub fn outcomes(&self) -> u32 {
        6u32.pow(self.dice as u32)
    }

    /// The six nodes one die larger, in ascending order of the added face; `None` for a roll.
    #[doc(hidden)]
    #[inline(always)]
    pub fn larger(&self, node: Node) -> Option<[Node; FACES]> {
        self.up.get(node.index()).map(|larger| larger.map(Node))
    }

    /// Sets the element of each hold to its mean after rolling the free dice, given the elements of the rolls. `finish` may change the mean of a hold
    /// once it is computed.
    #[inline(always)]
    #[doc(hidden)]
    pub fn expect<E: Element>(&self, nodes: &mut [E], mut finish: impl FnMut(usize, &mut E)) {
        for hold in self.holds().rev() {
            let up = &self.up[hold];
            let mut mean = nodes[usize::from(up[0])].clone();
            for &larger in &up[1..] {
                mean.add(&nodes[usize::from(larger)]);
            }
            mean.divide(FACES as u32);
            finish(hold, &mut mean);
            nodes[hold] = mean;
        }
    }

    /// Raises the element of each node to the maximum over all its sub-multisets, itself included. With `only_rolls` it raises each roll to the nodes
    /// one die smaller, and does not change the holds.
    #[inline(always)]
    #[doc(hidden)]
    pub fn best<E: Element>(&self, nodes: &mut [E], only_rolls: bool) {
        let from = if only_rolls { self.runs_of_rolls } else { 0 };
        for run in &self.runs[from..] {
            // On the web, one loop replaces six, to keep the download small.
            if cfg!(target_arch = "wasm32") { run.raise_any(nodes) } else { run.raise_by_fan(nodes) }
        }
    }

    /// Moves the element of each hold to the rolls, a sixth to each node one die larger; the holds end at the default.
    ///
    /// This is the adjoint of [`expect`](Lattice::expect). With the probability of each hold at its node, it adds to each roll its probability after
    /// the reroll.
    #[inline(always)]
    #[doc(hidden)]
    pub fn push<E: Element + Default>(&self, nodes: &mut [E]) {
        for hold in self.holds() {
            let mut share = std::mem::take(&mut nodes[hold]);
            share.divide(FACES as u32);
            for &larger in &self.up[hold] {
                nodes[usize::from(larger)].add(&share);
            }
        }
    }

    /// The mean of a part of each element over a first roll of all dice, given only the elements of the rolls.
    #[doc(hidden)]
    #[inline(always)]
    pub fn mean<T, E: Element>(&self, rolls: &[T], part: impl Fn(&T) -> &E) -> E {
        // Four sums, so that an addition need not wait for the previous one.
        let (fours, rest) = rolls.as_chunks::<4>();
        let (times_of_fours, times_of_rest) = self.multiplicity.as_chunks::<4>();
        let mut sums: [E; 4] = fours[0].each_ref().map(|roll| part(roll).clone());
        for (sum, &times) in sums.iter_mut().zip(&times_of_fours[0]) {
            let first = sum.clone();
            sum.add_times(&first, times - 1);
        }
        for (four, times) in fours[1..].iter().zip(&times_of_fours[1..]) {
            sums[0].add_times(part(&four[0]), times[0]);
            sums[1].add_times(part(&four[1]), times[1]);
            sums[2].add_times(part(&four[2]), times[2]);
            sums[3].add_times(part(&four[3]), times[3]);
        }
        let [mut sum, second, mut third, fourth] = sums;
        for (roll, &times) in rest.iter().zip(times_of_rest) {
            sum.add_times(part(roll), times);
        }
        sum.add(&second);
        third.add(&fourth);
        sum.add(&third);
        sum.divide(self.outcomes());
        sum
    }
}

/// The index among all multisets of up to [`MAX_DICE`] dice. Of two multisets of one size, compare the first face with different counts: the multiset
/// with more of it comes first.
fn rank(dice: &Dice, size_start: &[u16; MAX_DICE + 2]) -> Node {
    // BINOMIAL[n][k] for the number of multisets: there are C(m + f - 1, f - 1) multisets of m dice over f faces.
    const BINOMIAL: [[u16; FACES + 1]; MAX_DICE + FACES] = {
        let mut table = [[0; FACES + 1]; MAX_DICE + FACES];
        let mut n = 0;
        while n < table.len() {
            table[n][0] = 1;
            let mut k = 1;
            while k <= FACES && k <= n {
                table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
                k += 1;
            }
            n += 1;
        }
        table
    };
    let mut before = size_start[dice.len()];
    let mut left = dice.len();
    for (index, &count) in dice.counts().iter().enumerate() {
        let faces_after = FACES - 1 - index;
        let fewer = left - usize::from(count);
        if fewer > 0 {
            before += BINOMIAL[fewer - 1 + faces_after][faces_after];
        }
        left = fewer;
    }
    Node(before)
}

#[cfg(test)]
mod tests {
    use super::super::element::Lanes;
    use super::*;
    use proptest::prelude::*;

    /// Every outcome of rolling `free` dice, one by one.
    fn outcomes(free: usize) -> Vec<Dice> {
        (0..6usize.pow(free as u32))
            .map(|code| Dice::from_pips((0..free).map(|die| (code / 6usize.pow(die as u32) % 6 + 1) as u8)).unwrap())
            .collect()
    }

    fn union(a: &Dice, b: &Dice) -> Dice {
        b.faces().fold(*a, |dice, face| dice.with(face))
    }

    #[test]
    fn ranks_are_positions() {
        for dice in 1..=MAX_DICE {
            let lattice = Lattice::new(dice);
            for (index, node) in lattice.nodes.iter().enumerate() {
                assert_eq!(lattice.node(node).index(), index);
            }
        }
        assert_eq!(Lattice::new(5).len(), 462);
        assert_eq!(Lattice::new(5).runs.iter().map(|run| run.smaller.len()).sum::<usize>(), 1260);
    }

    #[test]
    fn probabilities_sum_to_one() {
        for dice in 1..=MAX_DICE {
            let lattice = Lattice::new(dice);
            assert_eq!(lattice.multiplicities().iter().sum::<u32>(), lattice.outcomes());
            let ones = vec![1.0; lattice.len()];
            assert!((lattice.mean(&ones[lattice.rolls()], |one| one) - 1.0).abs() < 1e-15);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        #[test]
        fn walks_agree_with_their_definitions(dice in 1usize..=5, seed in proptest::collection::vec(0.0..100.0f64, 462)) {
            let lattice = Lattice::new(dice);
            let mut nodes = seed[..lattice.len()].to_vec();
            lattice.expect(&mut nodes, |_, _| ());
            for hold in lattice.holds() {
                let kept = lattice.dice_at(hold);
                let outcomes = outcomes(dice - kept.len());
                let mean: f64 = outcomes.iter().map(|free| nodes[lattice.node(&union(kept, free)).index()]).sum::<f64>() / outcomes.len() as f64;
                prop_assert!((nodes[hold] - mean).abs() < 1e-11);
            }
            let before = nodes.clone();
            lattice.best(&mut nodes, false);
            for (node, &best) in nodes.iter().enumerate() {
                let within = (0..lattice.len()).filter(|&sub| lattice.dice_at(node).contains(lattice.dice_at(sub)));
                prop_assert_eq!(best, within.map(|sub| before[sub]).fold(f64::MIN, f64::max));
            }
            prop_assert!((lattice.mean(&before[lattice.rolls()], |value| value) - before[0]).abs() < 1e-11);
        }

        #[test]
        fn push_is_the_adjoint_of_expect(dice in 1usize..=5, seed in proptest::collection::vec(0.0..1.0f64, 924)) {
            let lattice = Lattice::new(dice);
            let mut values = seed[..lattice.len()].to_vec();
            lattice.expect(&mut values, |_, _| ());
            let start = &seed[462..462 + lattice.len()];
            let mut chances = start.to_vec();
            lattice.push(&mut chances);
            let at_start: f64 = values.iter().zip(start).map(|(value, chance)| value * chance).sum();
            let at_end: f64 = values.iter().zip(&chances).map(|(value, chance)| value * chance).sum();
            prop_assert!((at_start - at_end).abs() < 1e-10);
            prop_assert!(chances[lattice.holds()].iter().all(|&left| left == 0.0));
        }

        #[test]
        fn lanes_equal_single_values(seed in proptest::collection::vec(0.0..100.0f64, 462 * 8)) {
            let lattice = Lattice::new(5);
            let mut blocks: Vec<Lanes<8>> = seed.chunks(8).map(|chunk| Lanes(chunk.try_into().unwrap())).collect();
            lattice.expect(&mut blocks, |_, _| ());
            lattice.best(&mut blocks, false);
            for lane in 0..8 {
                let mut single: Vec<f64> = seed.iter().skip(lane).step_by(8).copied().collect();
                lattice.expect(&mut single, |_, _| ());
                lattice.best(&mut single, false);
                prop_assert!(single.iter().zip(&blocks).all(|(one, block)| *one == block.0[lane]));
            }
        }
    }
}
