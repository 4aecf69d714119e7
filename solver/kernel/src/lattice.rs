//! The hold lattice: every multiset of 0 to n dice, linked by adding single dice.
//!
//! A node of k < n dice is a hold; a node of n dice is a roll. A turn takes three walks over a buffer with one element for each node. Each walk reads
//! only the neighbours of a node:
//!
//! - [`Lattice::expect`] carries values down: the value of a hold is the mean of the nodes one die larger, one for each face of the
//!   die thrown;
//! - [`Lattice::best`] carries values up: the best hold inside a node is the maximum of the node itself and of the best holds inside the nodes one
//!   die smaller;
//! - [`Lattice::push`] carries probability up: it is the adjoint of `expect`.
//!
//! For five dice, `expect` takes 1,260 additions and `best` 1,260 comparisons. A sum over every pair of hold and outcome would take 42,000 additions.

use std::ops::Range;
use std::sync::Arc;

use super::element::Element;

/// The most dice of a lattice.
pub const MOST_DICE: usize = 8;

/// The most nodes of a lattice. The numbers from here to [`u16::MAX`] are free for other uses.
pub const MOST_NODES: usize = 0xff00;

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
            _ if const { E::LARGE } => self.raise_any(nodes),
            1 => self.raise::<1, E>(nodes),
            2 => self.raise::<2, E>(nodes),
            3 => self.raise::<3, E>(nodes),
            4 => self.raise::<4, E>(nodes),
            5 => self.raise::<5, E>(nodes),
            6 => self.raise::<6, E>(nodes),
            _ => self.raise_any(nodes),
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

/// The links of a hold lattice: 462 nodes for five six-sided dice. Nodes have numbers: smaller ones first, so the rolls are the last ones.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// The number of dice of each hold.
    sizes: Vec<u8>,
    /// For each hold, the nodes one die larger, one for each face.
    up: Arc<[u16]>,
    /// The number of sides of the die.
    sides: u32,
    /// The number of sides with each face.
    sides_with: Vec<u32>,
    /// The nodes except the root, in an order in which [`Lattice::best`] may visit them.
    runs: Vec<Run>,
    /// The index of the first run of rolls.
    runs_of_rolls: usize,
    /// The number of the outcomes of all dice that show each roll.
    multiplicity: Vec<u32>,
    /// The number of the outcomes of all dice.
    outcomes: u32,
}

/// The faces of a six-sided die. Walks of such dice have loops of this length.
const SIX: usize = 6;

impl Lattice {
    /// The lattice with these links: for each hold, in order, the nodes one die larger, one for each face, of which `sides_with` sides of the die show
    /// it. `multiplicity` has the number of outcomes of all dice that show each roll.
    ///
    /// # Panics
    ///
    /// If the links are not those of at most [`MOST_DICE`] dice, or there are more than [`MOST_NODES`] nodes.
    pub fn new(up: Arc<[u16]>, sides_with: Vec<u32>, multiplicity: Vec<u32>) -> Lattice {
        let faces = sides_with.len();
        let holds = up.len() / faces;
        let len = holds + multiplicity.len();
        assert!(
            up.len().is_multiple_of(faces) && up.iter().all(|&node| usize::from(node) < len) && len <= MOST_NODES,
            "links of a lattice"
        );
        let mut sizes = vec![0_u8; len];
        for (hold, up) in up.chunks_exact(faces).enumerate() {
            up.iter().for_each(|&larger| sizes[usize::from(larger)] = sizes[hold] + 1);
        }
        let dice = usize::from(sizes[len - 1]);
        assert!(dice <= MOST_DICE, "{dice} dice");
        // In the order of the faces, because the first of equal elements stays.
        let mut smaller = vec![Vec::new(); len];
        for face in 0..faces {
            for hold in 0..holds {
                smaller[usize::from(up[hold * faces + face])].push(hold as u16);
            }
        }
        let (mut runs, mut runs_of_rolls): (Vec<Run>, _) = (Vec::new(), 0);
        for size in 1..=dice {
            runs_of_rolls = runs.len();
            for fan in 1..=size {
                let of_fan = (0..len).filter(|&node| usize::from(sizes[node]) == size && smaller[node].len() == fan);
                let nodes: Vec<u16> = of_fan.map(|node| node as u16).collect();
                if !nodes.is_empty() {
                    let smaller = nodes.iter().flat_map(|&node| smaller[usize::from(node)].iter().copied()).collect();
                    runs.push(Run { fan, nodes, smaller });
                }
            }
        }
        sizes.truncate(holds);
        let (sides, outcomes) = (sides_with.iter().sum(), multiplicity.iter().sum());
        Lattice { sizes, up, sides, sides_with, runs, runs_of_rolls, multiplicity, outcomes }
    }

    /// Whether all dice are six-sided ones.
    fn is_plain(&self) -> bool {
        self.sides_with == [1; SIX]
    }

    /// Number of nodes, holds and rolls together.
    #[allow(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.sizes.len() + self.multiplicity.len()
    }

    /// The indices of the holds: 0 to 209 for five dice.
    pub fn holds(&self) -> Range<usize> {
        0..self.sizes.len()
    }

    /// The indices of the rolls: 210 to 461 for five dice.
    pub fn rolls(&self) -> Range<usize> {
        self.sizes.len()..self.len()
    }

    /// The number of dice of a hold.
    pub fn dice_of(&self, hold: usize) -> usize {
        self.sizes[hold].into()
    }

    /// The number of the outcomes that give each roll, in order; 7,776 in all for five six-sided dice.
    pub fn multiplicities(&self) -> &[u32] {
        &self.multiplicity
    }

    /// Number of outcomes of a first roll: 6^n for six-sided dice.
    pub fn outcomes(&self) -> u32 {
        self.outcomes
    }

    /// The nodes one die larger than a hold, in ascending order of the added face, each with the number of sides that show it; `None` for a roll.
    pub fn larger(&self, node: usize) -> Option<impl ExactSizeIterator<Item = (u16, u32)>> {
        let faces = self.sides_with.len();
        let up = self.up.get(node * faces..)?.get(..faces)?;
        Some(up.iter().copied().zip(self.sides_with.iter().copied()))
    }

    /// Sets the element of each hold to its mean after rolling the free dice, given the elements of the rolls. `finish` may change the mean of a hold
    /// once it is computed.
    #[inline(always)]
    pub fn expect<E: Element>(&self, nodes: &mut [E], mut finish: impl FnMut(usize, &mut E)) {
        if self.is_plain() {
            let (up, _) = self.up.as_chunks::<SIX>();
            for (hold, up) in up.iter().enumerate().rev() {
                let mut mean = nodes[usize::from(up[0])].clone();
                for &larger in &up[1..] {
                    mean.add(&nodes[usize::from(larger)]);
                }
                mean.divide(SIX as u32);
                finish(hold, &mut mean);
                nodes[hold] = mean;
            }
        } else {
            self.expect_any(nodes, &mut finish);
        }
    }

    /// [`expect`](Lattice::expect) for any dice. On the web it is not inlined, to keep the download small.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn expect_any<E: Element>(&self, nodes: &mut [E], finish: &mut dyn FnMut(usize, &mut E)) {
        for (hold, up) in self.up.chunks_exact(self.sides_with.len()).enumerate().rev() {
            let first = &nodes[usize::from(up[0])];
            let mut mean = first.clone();
            mean.add_times(first, self.sides_with[0] - 1);
            for (&larger, &sides) in up.iter().zip(&self.sides_with).skip(1) {
                mean.add_times(&nodes[usize::from(larger)], sides);
            }
            mean.divide(self.sides);
            finish(hold, &mut mean);
            nodes[hold] = mean;
        }
    }

    /// Raises the element of each node to the maximum over all its sub-multisets, itself included.
    /// With `only_rolls` it raises each roll to the nodes one die smaller, and does not change the holds.
    #[inline(always)]
    pub fn best<E: Element>(&self, nodes: &mut [E], only_rolls: bool) {
        let from = if only_rolls { self.runs_of_rolls } else { 0 };
        for run in &self.runs[from..] {
            run.raise_by_fan(nodes);
        }
    }

    /// Moves the element of each hold to the rolls: to each node one die larger its share; the holds end at the default.
    ///
    /// This is the adjoint of [`expect`](Lattice::expect). With the probability of each hold at its node, it adds to each roll its probability after
    /// the reroll.
    #[inline(always)]
    pub fn push<E: Element + Default>(&self, nodes: &mut [E]) {
        if self.is_plain() {
            let (up, _) = self.up.as_chunks::<SIX>();
            for (hold, up) in up.iter().enumerate() {
                let mut share = std::mem::take(&mut nodes[hold]);
                share.divide(SIX as u32);
                for &larger in up {
                    nodes[usize::from(larger)].add(&share);
                }
            }
        } else {
            for (hold, up) in self.up.chunks_exact(self.sides_with.len()).enumerate() {
                let mut share = std::mem::take(&mut nodes[hold]);
                share.divide(self.sides);
                for (&larger, &sides) in up.iter().zip(&self.sides_with) {
                    nodes[usize::from(larger)].add_times(&share, sides);
                }
            }
        }
    }

    /// The mean of a part of each element over a first roll of all dice, given only the elements of the rolls.
    #[inline(always)]
    pub fn mean<T, E: Element>(&self, rolls: &[T], part: impl Fn(&T) -> &E) -> E {
        let rolls = &rolls[..self.multiplicity.len()];
        // Four sums, so that an addition need not wait for the previous one.
        let (fours, rest) = rolls.as_chunks::<4>();
        if fours.is_empty() {
            return self.mean_of_few(rolls, part);
        }
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

    /// The same for fewer than four rolls.
    fn mean_of_few<T, E: Element>(&self, rolls: &[T], part: impl Fn(&T) -> &E) -> E {
        let mut sum = part(&rolls[0]).clone();
        sum.add_times(part(&rolls[0]), self.multiplicity[0] - 1);
        for (roll, &times) in rolls.iter().zip(&self.multiplicity).skip(1) {
            sum.add_times(part(roll), times);
        }
        sum.divide(self.outcomes());
        sum
    }
}
