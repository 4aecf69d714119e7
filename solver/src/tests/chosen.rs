use crate::testing::numbers;
use yahtzee_kernel::{Chosen, Element, Lanes, TIE_TOLERANCE};

/// Among a few actions with many ties, in any order, the chosen one is the one of the definition.
#[test]
fn the_first_of_the_best_is_chosen_with_what_it_carries() {
    let mut random = numbers(1);
    for _ in 0..2000 {
        let actions: Vec<(f64, f64)> =
            (0..6).map(|order| (f64::from((random() % 3) as u32) + (random() % 5) as f64 * 1e-13, f64::from(order))).collect();
        let best = actions.iter().map(|action| action.0).fold(f64::MIN, f64::max);
        let first = actions.iter().find(|action| best - action.0 < TIE_TOLERANCE).unwrap();
        let mut left = actions.clone();
        let mut chosen: Option<Chosen<1, 1>> = None;
        while !left.is_empty() {
            let (value, order) = left.swap_remove(random() % left.len());
            let next = Chosen::<1, 1>::new(Lanes([value]), Lanes([order]), [Lanes([order * 10.0])]);
            match &mut chosen {
                Some(chosen) => chosen.raise_to(&next),
                None => chosen = Some(next),
            }
        }
        let chosen = chosen.unwrap();
        assert_eq!((chosen.best.value.0[0], chosen.order.0[0], chosen.best.carried[0].0[0]), (best, first.1, first.1 * 10.0));
    }
}
