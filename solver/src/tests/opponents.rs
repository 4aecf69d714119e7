use crate::evaluate::{Opponent, Opponents, OpponentsError, Ties};
use crate::{Distribution, Points, Utility};

/// Compares with the sum over all combinations of final scores of two opponents.
#[test]
fn a_score_is_worth_what_all_combinations_say() {
    let first = Distribution::from_zero(&[0.0, 0.0, 0.25, 0.5, 0.25]);
    let second = Distribution::from_zero(&[0.1, 0.0, 0.0, 0.6, 0.0, 0.3]);
    for ties in [Ties::Win, Ties::Half, Ties::Lose] {
        let utility = Utility::beating(&[(first.clone(), 1), (second.clone(), 2)], ties);
        for score in 0..8u32 {
            let mut worth = 0.0;
            for (a, chance) in first.iter() {
                for (b, second_chance) in second.iter() {
                    for (c, third_chance) in second.iter() {
                        let best = a.max(b).max(c);
                        let share = match Points::new(score) {
                            mine if mine > best => 1.0,
                            mine if mine == best => ties.worth(),
                            _ => 0.0,
                        };
                        worth += share * chance * second_chance * third_chance;
                    }
                }
            }
            assert!((utility.of(score as i32) - worth).abs() < 1e-15, "{ties:?} {score}: {} {worth}", utility.of(score as i32));
        }
    }
}

#[test]
fn points_that_are_added_later() {
    let utility = Utility::new(&[(3, 0.5), (5, 1.0), (6, 2.0)]).unwrap();
    let added = Distribution::from_zero(&[0.0, 0.25, 0.0, 0.75]);
    let before = utility.before(&added);
    for score in -2..12 {
        let wanted = 0.25 * utility.of(score + 1) + 0.75 * utility.of(score + 3);
        assert!((before.of(score) - wanted).abs() < 1e-15, "{score}: {} for {wanted}", before.of(score));
    }
    assert!((utility.mean_over(&added) - 0.5).abs() < 1e-15);
    for falling in [Utility::exactly(5), Utility::fewest(9)] {
        let before = falling.before(&added);
        for score in 0..6 {
            let wanted = 0.25 * falling.of(score + 1) + 0.75 * falling.of(score + 3);
            assert!((before.of(score) - wanted).abs() < 1e-15, "{score}: {} for {wanted}", before.of(score));
        }
        assert!((falling.mean_over(&added) - falling.before(&added).of(0)).abs() < 1e-15);
    }
    assert_eq!(utility.before(&Distribution::certain(Points::ZERO)), utility);
}

/// Time depends only on the number of possible scores: with all scores between them it would take hours.
#[test]
fn few_scores_far_apart() {
    let mut chances = vec![0.0; 3_000_001];
    (chances[0], chances[3_000_000]) = (0.75, 0.25);
    let toss = Distribution::from_zero(&chances);
    let utility = Utility::beating(&[(toss.clone(), 2), (toss.plus(&toss), 1)], Ties::Half);
    let found = [0, 3_000_000, 6_000_000, 6_000_001].map(|score| utility.of(score));
    assert_eq!(found, [0.5625 * 0.5625 / 2.0, (0.5625 * 0.5625 + 0.9375) / 2.0, 0.96875, 1.0]);
    let before = Utility::target(3_000_000).before(&toss);
    assert_eq!([-1, 0, 2_999_999, 3_000_000].map(|score| before.of(score)), [0.0, 0.25, 0.25, 1.0]);
}

#[test]
fn impossible_opponents_are_errors() {
    assert_eq!(Opponents::new(vec![], 0, Ties::Half), Err(OpponentsError::None));
    assert_eq!(Opponents::new(vec![Opponent::New; 10], 0, Ties::Half), Err(OpponentsError::TooMany { found: 10 }));
    assert_eq!(Opponents::new(vec![], 10_001, Ties::Half), Err(OpponentsError::Field { found: 10_001 }));
}
