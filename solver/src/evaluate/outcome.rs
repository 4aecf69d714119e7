//! How an optimal turn ends: the chance of each way to score in it.

use crate::dice::Element;
use multiversion::multiversion;

use crate::dice::{Lanes, Lattice};
use crate::space::BLOCK;
use crate::strategy::{BlockStrategy, OptimalStrategy};

/// The chances of how the turns of a block of lanes end, and the room in which they are worked out.
#[derive(Clone, Debug)]
pub(crate) struct Outcome<const L: usize> {
    /// The chance of each of the [options](BlockStrategy::options).
    chances: Vec<Lanes<L>>,
    nodes: Vec<Lanes<L>>,
    /// The chance that each roll is the one that is written.
    written: Vec<Lanes<L>>,
}

impl<const L: usize> Outcome<L> {
    pub(crate) fn new(lattice: &Lattice) -> Outcome<L> {
        Outcome { chances: Vec::new(), nodes: vec![Lanes([0.0; L]); lattice.len()], written: vec![Lanes([0.0; L]); lattice.rolls().len()] }
    }

    /// Plays the turns by `policy`: all rolls at once, each with its probability.
    #[inline(always)]
    pub(crate) fn follow(&mut self, lattice: &Lattice, policy: &BlockStrategy<L>, rolls: u8) {
        let first_roll = lattice.rolls().start;
        let share = 1.0 / f64::from(lattice.outcomes());
        self.nodes[..first_roll].fill(Lanes([0.0; L]));
        for (node, &times) in self.nodes[first_roll..].iter_mut().zip(lattice.multiplicities()) {
            *node = Lanes([f64::from(times) * share; L]);
        }
        self.written.fill(Lanes([0.0; L]));
        for rerolls_left in (1..rolls).rev() {
            for (roll, holds) in policy.holds(rerolls_left).iter().enumerate() {
                let chance = std::mem::replace(&mut self.nodes[first_roll + roll], Lanes([0.0; L]));
                for (lane, (&hold, chance)) in holds.iter().zip(&chance.0).enumerate() {
                    self.nodes[usize::from(hold)].0[lane] += chance;
                }
            }
            // What stays at a roll is written as it is.
            self.write_rolls(first_roll);
            lattice.push(&mut self.nodes);
        }
        self.write_rolls(first_roll);
        self.chances.clear();
        self.chances.resize(policy.options().len(), Lanes([0.0; L]));
        for (placements, chance) in policy.placements().iter().zip(&self.written) {
            for (lane, (&placement, chance)) in placements.iter().zip(&chance.0).enumerate() {
                self.chances[usize::from(placement)].0[lane] += chance;
            }
        }
    }

    #[inline(always)]
    fn write_rolls(&mut self, first_roll: usize) {
        for (written, node) in self.written.iter_mut().zip(&mut self.nodes[first_roll..]) {
            written.add(node);
            *node = Lanes([0.0; L]);
        }
    }

    /// For each of the [options](BlockStrategy::options) and each lane, the chance that it is the one that the turn ends with.
    pub(crate) fn chances(&self) -> &[Lanes<L>] {
        &self.chances
    }
}

/// The policy of a block of the row that was entered, and how its turns end: compiled for the vector instructions that the machine has.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512vl", "x86_64+avx2"))]
pub(crate) fn follow_block(policy: &OptimalStrategy, block: &mut BlockStrategy<BLOCK>, outcome: &mut Outcome<BLOCK>, first: usize) {
    block.choose(policy, first);
    let model = policy.table().model();
    outcome.follow(&model.lattice, block, model.rules.rolls());
}

#[cfg(test)]
mod tests {
    use crate::testing::{card_after, chances_of_a_turn, numbers, table};
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn turns_end_as_often_as_the_definition_says() {
        for (number, seed) in [(0, 5), (0, 6), (2, 7), (4, 8), (4, 9), (5, 10)] {
            let table = table(number);
            let rules = table.rules();
            let mut random = numbers(seed);
            let card = card_after(rules, random() % rules.category_count(), &mut random);
            let state = card.state(rules);
            let policy = OptimalStrategy::new(table);
            let (mut block, mut outcome) = (BlockStrategy::new(&policy), Outcome::new(table.model().lattice()));
            block.enter_row(&policy, state.filled, state.flag);
            let lane = table.space().lane(&state);
            follow_block(&policy, &mut block, &mut outcome, lane / BLOCK * BLOCK);
            let mut found = HashMap::new();
            for (option, chance) in block.options().iter().zip(outcome.chances()) {
                *found.entry((option.category, option.points, option.bonus)).or_insert(0.0) += chance.0[lane % BLOCK];
            }
            found.retain(|_, chance| *chance > 0.0);
            let mut wanted = HashMap::new();
            for (placement, chance) in chances_of_a_turn(&policy, &state) {
                *wanted.entry((placement.category, placement.points, placement.bonus)).or_insert(0.0) += chance;
            }
            assert_eq!(found.len(), wanted.len());
            for (option, chance) in wanted {
                assert!((found[&option] - chance).abs() < 1e-14, "{option:?}: {} for {chance}", found[&option]);
            }
        }
    }
}
