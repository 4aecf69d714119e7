use crate::solve::TurnWorths;
use crate::testing::{TABLES, card_after, numbers, table};
use crate::{Points, RerollsLeft, State};
use proptest::prelude::*;

/// Arbitrary numbers that differ between the ends of the turn.
fn worth(points: Points, next: &State) -> f64 {
    f64::from(points) + 1_000.0 * f64::from(next.filled.mask()) + 0.5 * f64::from(u8::from(next.flag)) + 0.01 * f64::from(next.throws)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Every placement of the turn, voluntary zeros included, has its given worth; a placement on another card has none.
    #[test]
    fn every_placement_of_the_turn_has_its_worth_and_no_other(rules in 0..TABLES, seed: u64) {
        let table = table(rules);
        let rules = table.rules();
        let mut random = numbers(seed);
        let [card, other] = [0; 2].map(|_| card_after(rules, random() % rules.category_count(), &mut random));
        let [state, elsewhere] = [card.state(), other.state()];
        let worths = TurnWorths::new(table.model(), &state, worth).unwrap();
        for roll in table.model().rolls() {
            let placements = |state: State, rerolls_left| {
                let zero = move |category| rules.place_zero(&state, &roll, rerolls_left, category).ok();
                rules.placements(&state, &roll, rerolls_left).chain(rules.categories().filter_map(zero)).collect::<Vec<_>>()
            };
            for rerolls_left in (0..=card.rerolls().get()).map(|left| RerollsLeft::new(left).unwrap()) {
                for placement in placements(state, rerolls_left) {
                    let wanted = worth(placement.points + placement.bonus, &placement.next);
                    prop_assert_eq!(worths.after(&placement), Some(wanted), "{} {} {:?}", card, roll, placement);
                }
            }
            for placement in placements(elsewhere, RerollsLeft::NONE) {
                prop_assert!(elsewhere.filled == state.filled || worths.after(&placement).is_none(), "{} {} {:?}", card, other, placement);
            }
        }
    }
}
