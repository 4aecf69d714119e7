//! The hold lattice: every multiset of 0 to n dice, linked by adding single dice. It is built from the die: its faces and their chances.
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

use super::die::Die;
use super::element::Element;
use super::game_dice::GameDice;
use super::multiset::{Dice, Face, MAX_DICE};
use super::numbering::Numbering;
use super::roll::Roll;

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

/// The hold lattice of a number of dice from 1 to 8: 462 nodes for five six-sided dice.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Lattice {
    dice: GameDice,
    /// Each node's dice.
    nodes: Vec<Dice>,
    numbering: Numbering,
    /// The index of the first roll.
    first_roll: usize,
    /// For each hold, the nodes one die larger, one for each face.
    up: Vec<u16>,
    /// The number of sides of the die.
    sides: u32,
    /// The number of sides with each face.
    sides_with: Vec<u32>,
    /// The index of the face on each side.
    face_on: Vec<u8>,
    /// The nodes except the root, in an order in which [`Lattice::best`] may visit them.
    runs: Vec<Run>,
    /// The index of the first run of rolls.
    runs_of_rolls: usize,
    /// The number of the outcomes of all dice that show each roll.
    multiplicity: Vec<u32>,
}

/// The faces of a six-sided die. Walks of such dice have loops of this length.
const SIX: usize = 6;

impl Lattice {
    /// The most nodes of a lattice. The numbers from here to [`u16::MAX`] are free for other uses.
    pub const MOST_NODES: usize = 0xff00;

    /// Whether there is a lattice of these dice: it has a limited number of nodes, and all outcomes can be counted.
    pub fn fits(dice: &GameDice) -> bool {
        let log = dice.count() as f64 * f64::from(dice.die().sides()).log2();
        let outcomes = if log < 60.0 { dice.outcomes_after(&Dice::NONE) } else { u64::MAX };
        dice.count() <= MAX_DICE && Lattice::nodes(dice) <= Lattice::MOST_NODES as u64 && outcomes <= u32::MAX.into()
    }

    /// The number of nodes of a lattice.
    pub fn nodes(dice: &GameDice) -> u64 {
        dice.die().multisets(dice.count())
    }

    /// The number of pairs of a multiset and a multiset in it, of at most all dice: an upper bound of the number of holds of all rolls together.
    #[doc(hidden)]
    pub fn pairs(dice: &GameDice) -> u64 {
        // A pair is a multiset of twice as many faces.
        let faces = 2 * dice.die().face_count() as u64;
        (1..=dice.count() as u64).fold(1, |product, size| product * (faces + size) / size)
    }

    /// The lattice of these dice.
    ///
    /// # Panics
    ///
    /// If there are not from 1 to 8 dice, or the lattice does not [fit](Lattice::fits).
    #[doc(hidden)]
    pub fn new(dice: &GameDice) -> Lattice {
        let (count, die) = (dice.count(), dice.die());
        assert!(count > 0 && Lattice::fits(dice), "{count} dice with {} faces", die.face_count());
        let nodes: Vec<Dice> = (0..=count).flat_map(|size| dice.all(size)).collect();
        let first_roll = die.multisets(count - 1) as usize;
        let multiplicity = nodes[first_roll..].iter().map(|roll| die.outcomes(roll) as u32).collect();
        let mut lattice = Lattice {
            dice: *dice,
            numbering: Numbering::new(dice),
            first_roll,
            up: Vec::new(),
            sides: die.sides(),
            sides_with: die.faces().map(|face| die.sides_with(face)).collect(),
            face_on: die.faces_of_sides().map(|face| face.index() as u8).collect(),
            runs: Vec::new(),
            runs_of_rolls: 0,
            multiplicity,
            nodes,
        };
        lattice.link();
        lattice
    }

    /// Whether all dice are six-sided ones.
    fn is_plain(&self) -> bool {
        *self.dice.die() == Die::SIX
    }

    /// Links the nodes.
    fn link(&mut self) {
        let faces: Vec<Face> = self.dice.die().faces().collect();
        let up = self.nodes[self.holds()].iter().flat_map(|hold| faces.iter().map(|&face| self.numbering.of(&hold.with(face)))).collect();
        let (mut runs, mut runs_of_rolls): (Vec<Run>, _) = (Vec::new(), 0);
        for size in 1..=self.dice.count() {
            runs_of_rolls = runs.len();
            let of_size: Vec<usize> = (0..self.len()).filter(|&index| self.nodes[index].len() == size).collect();
            for fan in 1..=size {
                let mut run = Run { fan, nodes: Vec::new(), smaller: Vec::new() };
                for &index in of_size.iter().filter(|&&index| self.nodes[index].distinct() == fan) {
                    run.nodes.push(index as u16);
                    run.smaller
                        .extend(faces.iter().filter_map(|&face| self.nodes[index].without(face)).map(|fewer| self.numbering.of(&fewer)));
                }
                if !run.nodes.is_empty() {
                    runs.push(run);
                }
            }
        }
        (self.up, self.runs, self.runs_of_rolls) = (up, runs, runs_of_rolls);
    }

    /// The dice.
    #[doc(hidden)]
    pub fn game_dice(&self) -> &GameDice {
        &self.dice
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
        0..self.first_roll
    }

    /// The indices of the rolls: 210 to 461 for five dice.
    #[doc(hidden)]
    pub fn rolls(&self) -> Range<usize> {
        self.first_roll..self.nodes.len()
    }

    /// The node of a hold.
    ///
    /// # Panics
    ///
    /// If it has not fewer dice than the lattice.
    #[doc(hidden)]
    pub fn hold(&self, dice: &Dice) -> Node {
        assert!(dice.len() < self.dice.count(), "a hold of too many dice");
        Node(self.numbering.of(dice))
    }

    /// The node of a roll.
    ///
    /// # Panics
    ///
    /// If it is no roll of the lattice.
    #[doc(hidden)]
    pub fn roll(&self, roll: &Roll) -> Node {
        assert!(roll.len() == self.dice.count(), "a roll of another game");
        Node(self.numbering.of(roll))
    }

    /// The place of a roll among the [rolls](Lattice::rolls), from 0.
    ///
    /// # Panics
    ///
    /// If it is no roll of the lattice.
    #[doc(hidden)]
    pub fn roll_index(&self, roll: &Roll) -> usize {
        self.roll(roll).index() - self.first_roll
    }

    /// The index of any dice.
    #[cfg(test)]
    pub(super) fn index_of(&self, dice: &Dice) -> usize {
        self.numbering.of(dice).into()
    }

    /// The dice at an index.
    #[doc(hidden)]
    pub fn dice_at(&self, index: usize) -> &Dice {
        &self.nodes[index]
    }

    /// The roll at an index of [`rolls`](Lattice::rolls).
    ///
    /// # Panics
    ///
    /// If it is no index of a roll.
    #[doc(hidden)]
    pub fn roll_at(&self, index: usize) -> Roll {
        assert!(index >= self.first_roll, "an index of a hold");
        Roll::new(self.nodes[index], self.dice.count()).expect("all dice")
    }

    /// The number of the outcomes that give each roll, in order; 7,776 in all for five six-sided dice.
    #[doc(hidden)]
    pub fn multiplicities(&self) -> &[u32] {
        &self.multiplicity
    }

    /// Number of outcomes of a first roll: 6^n for six-sided dice.
    #[doc(hidden)]
    pub fn outcomes(&self) -> u32 {
        self.dice.outcomes_after(&Dice::NONE) as u32
    }

    /// The nodes one die larger, in ascending order of the added face, each with the number of sides that show it; `None` for a roll.
    #[doc(hidden)]
    #[inline(always)]
    pub fn larger(&self, node: Node) -> Option<impl ExactSizeIterator<Item = (Node, u32)>> {
        Some(self.up_of(node)?.iter().copied().map(Node).zip(self.sides_with.iter().copied()))
    }

    /// The nodes one die larger than a hold; `None` for a roll.
    #[inline(always)]
    fn up_of(&self, node: Node) -> Option<&[u16]> {
        let faces = self.sides_with.len();
        self.up.get(node.index() * faces..)?.get(..faces)
    }

    /// The roll after throwing the free dice of a hold one after the other. `side` gives the side that falls, from 0, of a die with this many sides.
    #[inline(always)]
    pub(super) fn fall(&self, hold: Node, mut side: impl FnMut(u32) -> u32) -> Node {
        let mut node = hold;
        if self.is_plain() {
            let (up, _) = self.up.as_chunks::<SIX>();
            while let Some(larger) = up.get(node.index()) {
                node = Node(larger[side(SIX as u32) as usize]);
            }
        } else {
            while let Some(larger) = self.up_of(node) {
                node = Node(larger[usize::from(self.face_on[side(self.sides) as usize])]);
            }
        }
        node
    }

    /// Sets the element of each hold to its mean after rolling the free dice, given the elements of the rolls. `finish` may change the mean of a hold
    /// once it is computed.
    #[inline(always)]
    #[doc(hidden)]
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
    #[doc(hidden)]
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
    #[doc(hidden)]
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
    #[doc(hidden)]
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

#[cfg(test)]
#[path = "lattice_tests.rs"]
mod tests;
