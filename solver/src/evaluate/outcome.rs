//! How an optimal turn ends: the chance of each way to score in it.

use multiversion::multiversion;

use super::follow::follow;
use crate::dice::{Element, Lanes, Lattice};
use crate::space::BLOCK;
use crate::strategy::{BlockStrategy, Chooser};

/// The chances of how the turns of a block of lanes end, and the workspace for them.
#[derive(Clone, Debug)]
pub(crate) struct Outcome<const L: usize> {
    /// The chance of each of the [options](BlockStrategy::options).
    chances: Vec<Lanes<L>>,
    nodes: Vec<Lanes<L>>,
    /// The chance that each roll is scored.
    written: Vec<Lanes<L>>,
}

impl<const L: usize> Outcome<L> {
    pub(crate) fn new(lattice: &Lattice) -> Outcome<L> {
        Outcome { chances: Vec::new(), nodes: vec![Lanes([0.0; L]); lattice.len()], written: vec![Lanes([0.0; L]); lattice.rolls().len()] }
    }

    /// Follows a strategy through the turns: all rolls at once, each with its probability.
    #[inline(always)]
    fn follow(&mut self, lattice: &Lattice, strategy: &BlockStrategy<L>, rolls: u8) {
        let first_roll = lattice.rolls().start;
        let share = 1.0 / f64::from(lattice.outcomes());
        self.nodes[..first_roll].fill(Lanes([0.0; L]));
        for (node, &times) in self.nodes[first_roll..].iter_mut().zip(lattice.multiplicities()) {
            *node = Lanes([f64::from(times) * share; L]);
        }
        let written = &mut self.written;
        written.fill(Lanes([0.0; L]));
        follow(lattice, strategy, &mut self.nodes, rolls - 1, |roll, chance| written[roll].add(chance));
        self.chances.clear();
        self.chances.resize(strategy.options().len(), Lanes([0.0; L]));
        for (placements, chance) in strategy.placements().iter().zip(&self.written) {
            for (lane, (&placement, chance)) in placements.iter().zip(&chance.0).enumerate() {
                self.chances[usize::from(placement)].0[lane] += chance;
            }
        }
    }

    /// For each of the [options](BlockStrategy::options) and each lane, the chance that the turn ends with it.
    pub(crate) fn chances(&self) -> &[Lanes<L>] {
        &self.chances
    }
}

/// Works out the strategy of a block of the current row, and how its turns end. It is compiled for several vector widths and uses the widest there
/// is.
#[multiversion(targets("x86_64+avx512f+avx512dq+avx512vl", "x86_64+avx2"))]
pub(super) fn follow_block(chooser: &Chooser, block: &mut BlockStrategy<BLOCK>, outcome: &mut Outcome<BLOCK>, first: usize) {
    block.choose(chooser, first);
    outcome.follow(&chooser.model.lattice, block, chooser.model.rules.rolls());
}

#[cfg(test)]
mod tests {
    use crate::testing::{card_after, chances_of_a_turn, numbers, table};
    use std::collections::HashMap;

    use super::*;
    use crate::strategy::OptimalStrategy;

    #[test]
    fn turns_end_as_often_as_the_definition_says() {
        for (number, seed) in [(0, 5), (0, 6), (2, 7), (4, 8), (4, 9), (5, 10)] {
            let table = table(number);
            let rules = table.rules();
            let mut random = numbers(seed);
            let card = card_after(rules, random() % rules.category_count(), &mut random);
            let state = card.state();
            let policy = OptimalStrategy::new(table);
            let (mut block, mut outcome) = (BlockStrategy::new(policy.chooser()), Outcome::new(table.model().lattice()));
            block.enter_row(policy.chooser(), state.filled, state.flag);
            let lane = table.space().lane(&state);
            follow_block(policy.chooser(), &mut block, &mut outcome, lane / BLOCK * BLOCK);
            let mut found = HashMap::new();
            for (option, chance) in block.options().iter().zip(outcome.chances()) {
                *found.entry((option.source.category, option.source.written, option.bonus())).or_insert(0.0) += chance.0[lane % BLOCK];
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
