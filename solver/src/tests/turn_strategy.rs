use std::sync::Arc;

use crate::RerollsLeft;
use crate::dice::Dice;
use crate::game::{Action, Position};
use crate::rules::{Filled, RuleSet, State};
use crate::solve::{MEMORY_LIMIT, Model, Utility, UtilitySolver, WORTH_TIE_TOLERANCE};
use crate::strategy::{LookaheadStrategy, OptimalStrategy, Strategy as _, TurnStrategy};
use crate::testing::{TABLES, card_after, numbers, table, throw};
use proptest::prelude::*;

/// 4,200 rolls are a further three of a kind, each with 16 placements: more than 16 bits can number.
#[test]
#[ignore = "deep"]
fn a_turn_with_many_placements() {
    let of_box = |plus| format!("[[lower]]\nname = 'b{plus}'\nany = true\npoints = 'all-dice'\nplus = {plus}\n");
    let boxes: String = (0..16).map(of_box).collect();
    let further = "[further]\ncategory = 'alike'\n[further.after-points]\nplace = 'any'\njoker = 'never'\nbonus = 3\n";
    let alike = "[[lower]]\nname = 'alike'\ngroups = [3]\npoints = 500\n";
    let rules = RuleSet::parse(&format!("name = 't'\ndice = 5\nsides = 20\nrolls = 1\n{boxes}{alike}{further}")).unwrap();
    let model = Arc::new(Model::new(&rules, MEMORY_LIMIT).unwrap());
    let [last, alike] = ["b15", "alike"].map(|name| rules.category_named(name).unwrap());
    let state = State { filled: Filled::NONE.with(alike), flag: true, ..State::default() };
    let turn = LookaheadStrategy::greedy(&model).turn(&state).unwrap();
    for roll in model.rolls() {
        let wanted = rules.place(&state, &roll, RerollsLeft::NONE, last).unwrap();
        assert_eq!(turn.choose(&roll, RerollsLeft::NONE), Ok(Action::Score(wanted)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The options of a turn by the worths of its ends: their mean over the first roll is the value of the state, and the strategy takes the
    /// first option.
    #[test]
    fn worths_rank_the_options_and_guide_the_turn(rules in 0..TABLES, seed: u64, target in 0..400i32, exactly: bool) {
        let table = table(rules);
        let (model, rules) = (table.model(), table.rules());
        let mut random = numbers(seed);
        let open = 1 + random() % rules.category_count().min(4);
        let card = card_after(rules, rules.category_count() - open, &mut random);
        let utility = if exactly { Utility::exactly(target) } else { Utility::target(target) };
        let score = card.written_score().get() as i32;
        let values = UtilitySolver::new(model, &utility).work(&card.state(), score, score).unwrap().solve().unwrap();
        let worths = Arc::new(values.turn(score).unwrap());
        let strategy = OptimalStrategy::new(table);
        let turn = TurnStrategy::by_worths(strategy.chooser(), &worths);
        let chances = throw(rules, Dice::default());
        let mut mean = 0.0;
        for roll in model.rolls() {
            for rerolls in 0..=card.rerolls().get() {
                let rerolls_left = RerollsLeft::new(rerolls).unwrap();
                let position = Position::new(card.clone(), roll, rerolls_left).unwrap();
                let options = table.ranked_options(&position, Some(&worths));
                let choice = turn.choose(&roll, rerolls_left).unwrap();
                let [best, chosen] = [&options[0], options.iter().find(|option| option.action == choice).unwrap()];
                // Ties are found pair by pair, so a chain of near ties may span more than one tolerance.
                prop_assert!(chosen.worth.unwrap().loss < 10.0 * WORTH_TIE_TOLERANCE, "{} {} {:?} {:?}", card, roll, best, chosen);
                prop_assert!(options.iter().any(|option| option.loss == 0.0));
                if position.is_first_throw() {
                    mean += best.worth.unwrap().value * chances[&roll];
                }
            }
        }
        prop_assert!((mean - values.value(score).unwrap()).abs() < 1e-12);
    }
}
