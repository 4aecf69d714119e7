//! The nodes of the hold lattice: every multiset of 0 to n dice, numbered, and linked by adding single dice. A node of k < n dice is a hold; a node of n
//! dice is a roll.

use std::ops::Range;
use std::sync::Arc;

use super::game_dice::GameDice;
use super::multiset::{Dice, Face, MAX_DICE};
use super::numbering::Numbering;
use super::roll::Roll;

/// The position of a multiset among the [nodes](Nodes): smaller multisets first, then in the order of [`Dice::all`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u16);

impl Node {
    /// The hold of no dice.
    pub const ROOT: Node = Node(0);

    /// The node at a position.
    pub const fn from_index(index: u16) -> Node {
        Node(index)
    }

    /// The position as an index into a buffer of [`Nodes::len`] elements.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The holds and rolls of the dice of a game, from 1 to 8: 462 nodes for five six-sided dice.
///
/// ```
/// use yahtzee_solver::dice::{Die, GameDice, Nodes};
/// let nodes = Nodes::new(&GameDice::new(5, Die::SIX));
/// assert_eq!((nodes.holds().len(), nodes.rolls().len()), (210, 252));
/// let first = nodes.roll_at(nodes.rolls().start);
/// assert_eq!((first.to_string().as_str(), nodes.roll_index(&first)), ("1 1 1 1 1", 0));
/// ```
#[derive(Clone, Debug)]
pub struct Nodes {
    dice: GameDice,
    /// Each node's dice.
    nodes: Vec<Dice>,
    numbering: Numbering,
    /// The index of the first roll.
    first_roll: usize,
    /// For each hold, the nodes one die larger, one for each face.
    up: Arc<[u16]>,
    /// The index of the face on each side.
    face_on: Vec<u8>,
}

impl Nodes {
    /// The most nodes. The numbers from here to [`u16::MAX`] are free for other uses.
    pub const MOST: usize = 0xff00;

    /// Whether these dice can be numbered: they have at most [`MOST`](Nodes::MOST) nodes, and all outcomes can be counted.
    pub fn fits(dice: &GameDice) -> bool {
        let log = dice.count() as f64 * f64::from(dice.die().sides()).log2();
        let outcomes = if log < 60.0 { dice.outcomes_after(&Dice::NONE) } else { u64::MAX };
        dice.count() <= MAX_DICE && Nodes::count(dice) <= Nodes::MOST as u64 && outcomes <= u32::MAX.into()
    }

    /// The number of nodes of these dice.
    pub fn count(dice: &GameDice) -> u64 {
        dice.die().multisets(dice.count())
    }

    /// The number of pairs of a multiset and a multiset in it, of at most all dice: an upper bound of the number of holds of all rolls together.
    pub fn pairs(dice: &GameDice) -> u64 {
        // A pair is a multiset of twice as many faces.
        let faces = 2 * dice.die().face_count() as u64;
        (1..=dice.count() as u64).fold(1, |product, size| product * (faces + size) / size)
    }

    /// The nodes of these dice.
    ///
    /// # Panics
    ///
    /// If there are not from 1 to 8 dice, or they do not [fit](Nodes::fits).
    pub fn new(dice: &GameDice) -> Nodes {
        let (count, die) = (dice.count(), dice.die());
        assert!(count > 0 && Nodes::fits(dice), "{count} dice with {} faces", die.face_count());
        let nodes: Vec<Dice> = (0..=count).flat_map(|size| dice.all(size)).collect();
        let first_roll = die.multisets(count - 1) as usize;
        let numbering = Numbering::new(dice);
        let faces: Vec<Face> = die.faces().collect();
        let up = nodes[..first_roll].iter().flat_map(|hold| faces.iter().map(|&face| numbering.of(&hold.with(face)))).collect();
        let face_on = die.faces_of_sides().map(|face| face.index() as u8).collect();
        Nodes { dice: *dice, nodes, numbering, first_roll, up, face_on }
    }

    /// The dice.
    pub fn game_dice(&self) -> &GameDice {
        &self.dice
    }

    /// Number of nodes, holds and rolls together.
    #[allow(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The indices of the holds: 0 to 209 for five dice.
    pub fn holds(&self) -> Range<usize> {
        0..self.first_roll
    }

    /// The indices of the rolls: 210 to 461 for five dice.
    pub fn rolls(&self) -> Range<usize> {
        self.first_roll..self.nodes.len()
    }

    /// The node of a hold.
    ///
    /// # Panics
    ///
    /// If it has not fewer dice than the game.
    pub fn hold(&self, dice: &Dice) -> Node {
        assert!(dice.len() < self.dice.count(), "a hold of too many dice");
        Node(self.numbering.of(dice))
    }

    /// The node of a roll.
    ///
    /// # Panics
    ///
    /// If it is no roll of the game.
    pub fn roll(&self, roll: &Roll) -> Node {
        assert!(roll.len() == self.dice.count(), "a roll of another game");
        Node(self.numbering.of(roll))
    }

    /// The place of a roll among the [rolls](Nodes::rolls), from 0.
    ///
    /// # Panics
    ///
    /// If it is no roll of the game.
    pub fn roll_index(&self, roll: &Roll) -> usize {
        self.roll(roll).index() - self.first_roll
    }

    /// The dice at an index.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn dice_at(&self, index: usize) -> &Dice {
        &self.nodes[index]
    }

    /// The roll at an index of [`rolls`](Nodes::rolls).
    ///
    /// # Panics
    ///
    /// If it is no index of a roll.
    pub fn roll_at(&self, index: usize) -> Roll {
        assert!(index >= self.first_roll, "an index of a hold");
        Roll::new(self.nodes[index], self.dice.count()).expect("all dice")
    }

    /// The number of the outcomes of all dice that show each roll, in order.
    pub fn multiplicities(&self) -> impl Iterator<Item = u32> {
        self.nodes[self.rolls()].iter().map(|roll| self.dice.die().outcomes(roll) as u32)
    }

    /// The links: for each hold, in order, the nodes one die larger, one for each face in ascending order.
    pub fn links(&self) -> &Arc<[u16]> {
        &self.up
    }

    /// The roll after throwing the free dice of a hold one after the other. `side` gives the side that falls, from 0, of a die with this many sides.
    #[inline(always)]
    pub(super) fn fall(&self, hold: Node, mut side: impl FnMut(u32) -> u32) -> Node {
        let mut node = hold;
        let (sides, faces) = (self.face_on.len() as u32, self.dice.die().face_count());
        while node.index() < self.first_roll {
            let face = self.face_on[side(sides) as usize];
            node = Node(self.up[node.index() * faces + usize::from(face)]);
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Die;

    #[test]
    fn numbers_are_positions_and_links_add_a_die() {
        let loaded = GameDice::new(3, Die::with_sides(&[1, 2, 2, 3]).unwrap());
        let six = |count| GameDice::new(count, Die::SIX);
        let fair = |count, faces| GameDice::new(count, Die::fair(faces).unwrap());
        for dice in [six(1), six(5), six(6), six(8), fair(5, 20), fair(8, 10), fair(4, 4), loaded] {
            let nodes = Nodes::new(&dice);
            assert_eq!(nodes.len() as u64, Nodes::count(&dice));
            for (index, node) in nodes.nodes.iter().enumerate() {
                assert_eq!(usize::from(nodes.numbering.of(node)), index);
            }
            let faces: Vec<Face> = dice.die().faces().collect();
            for (hold, up) in nodes.links().chunks_exact(faces.len()).enumerate() {
                let larger = faces.iter().map(|&face| nodes.dice_at(hold).with(face));
                assert!(larger.zip(up).all(|(dice, &node)| dice == *nodes.dice_at(node.into())));
            }
            let outcomes: u64 = nodes.multiplicities().map(u64::from).sum();
            assert_eq!(outcomes, dice.outcomes_after(&Dice::NONE));
        }
        assert!(Nodes::fits(&six(8)) && !Nodes::fits(&fair(8, 20)));
    }

    #[test]
    fn holds_are_in_the_order_of_the_nodes() {
        let nodes = Nodes::new(&GameDice::new(5, Die::SIX));
        for roll in nodes.rolls().map(|index| nodes.roll_at(index)).step_by(7) {
            let holds = roll.holds();
            let same_size = holds.windows(2).filter(|pair| pair[0].len() == pair[1].len());
            assert!(same_size.into_iter().all(|pair| nodes.hold(&pair[0]) < nodes.hold(&pair[1])));
        }
    }
}
