use crate::dice::{Nodes, RerollsLeft};
use crate::rules::Filled;
use crate::space::{BLOCK, StateError, block_from};
use crate::strategy::BlockStrategy;
use crate::testing::{TABLES, card_after, numbers, table};
use crate::{OptimalStrategy, Position, State, Strategy};
use proptest::prelude::*;
use yahtzee_kernel::Turns;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn chooses_the_first_option_of_the_advice(rules in 0..TABLES, seed: u64) {
        let table = table(rules);
        let rules = table.rules();
        let mut random = numbers(seed);
        let card = card_after(rules, random() % rules.category_count(), &mut random);
        let state = card.state();
        let strategy = OptimalStrategy::new(table);
        let turn = strategy.turn(&state).unwrap();
        let mut block = BlockStrategy::<BLOCK>::new(strategy.chooser());
        block.enter_row(strategy.chooser(), state.filled, state.flag);
        let lane = table.space().lane(&state);
        let planes = table.space().plane_count(state.filled);
        let turns = Turns::all(&table.model().plan.kernel, planes).find(|turns| turns.contain(state.throws)).unwrap();
        block.choose(strategy.chooser(), block_from(lane / BLOCK * BLOCK), turns);
        let first = card.rerolls().get();
        for rerolls in 0..=first {
            let one = turn.block().choices().placements(rerolls, usize::from(first - rerolls));
            let lanes = block.choices().placements(rerolls, usize::from(first - rerolls));
            prop_assert!(one.iter().zip(lanes).all(|(one, lanes)| one[0] == lanes[lane % BLOCK]));
        }
        let lattice = Nodes::new(rules.game_dice());
        for _ in 0..40 {
            let roll = lattice.roll_at(lattice.rolls().start + random() % lattice.rolls().len());
            for rerolls in 0..=first {
                let rerolls_left = RerollsLeft::new(rerolls).unwrap();
                let options = table.ranked_options(&Position::new(card.clone(), roll, rerolls_left).unwrap(), None);
                let chosen = turn.choose(&roll, rerolls_left).unwrap();
                prop_assert_eq!(chosen, options[0].action, "{} {} {}", card, roll, rerolls);
                let index = lattice.roll_index(&roll);
                let [one] = turn.block().choices().holds(rerolls, usize::from(first - rerolls))[index];
                prop_assert_eq!(one, block.choices().holds(rerolls, usize::from(first - rerolls))[index][lane % BLOCK]);
            }
        }
    }
}

#[test]
fn a_full_card_has_no_turn() {
    let table = table(0);
    let state = State { filled: Filled::all(table.rules().category_count()), ..State::default() };
    assert_eq!(OptimalStrategy::new(table).turn(&state).unwrap_err(), StateError::Full);
}
