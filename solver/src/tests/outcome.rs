use std::collections::HashMap;

use crate::evaluate::{End, ends, follow};
use crate::rules::{Category, Points};
use crate::space::{BLOCK, block_from};
use crate::strategy::{BlockStrategy, OptimalStrategy};
use crate::testing::{card_after, chances_of_a_turn, numbers, table};
use yahtzee_kernel::{Outcome, Turns};

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
        block.choose(policy.chooser(), block_from(lane / BLOCK * BLOCK), Turns::one(&table.model().plan.kernel, state.throws));
        follow(policy.chooser(), &block, &mut outcome, state.throws);
        let mut found = HashMap::new();
        for End { source, chance, .. } in ends(&outcome, block.options()) {
            *found
                .entry((
                    Category::from_index(source.column.into()),
                    Points::new(source.written),
                    Points::new(source.points - source.written),
                    source.throws,
                ))
                .or_insert(0.0) += chance.0[lane % BLOCK];
        }
        found.retain(|_, chance| *chance > 0.0);
        let mut wanted = HashMap::new();
        for (placement, chance) in chances_of_a_turn(&policy, &state) {
            *wanted.entry((placement.category, placement.points, placement.bonus, placement.next.throws)).or_insert(0.0) += chance;
        }
        assert_eq!(found.len(), wanted.len());
        for (option, chance) in wanted {
            assert!((found[&option] - chance).abs() < 1e-14, "{option:?}: {} for {chance}", found[&option]);
        }
    }
}
