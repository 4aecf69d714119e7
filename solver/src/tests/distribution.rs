use crate::{Distribution, Points};

fn die() -> Distribution {
    Distribution::from_zero(&[0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0].map(|sixths| sixths / 6.0))
}

#[test]
fn one_die() {
    let die = die();
    assert_eq!((die.least(), die.most(), die.median(), die.mode()), [1, 6, 3, 1].map(Points::new).into());
    assert!((die.mean() - 3.5).abs() < 1e-15);
    assert!((die.sd() - (35.0f64 / 12.0).sqrt()).abs() < 1e-15);
    assert_eq!([0.01, 1.0 / 6.0, 0.17, 5.0 / 6.0, 0.99, 1.0].map(|share| die.quantile(share)), [1, 1, 2, 5, 6, 6]);
    assert!((die.reaching().nth(3).unwrap().1 - 0.5).abs() < 1e-15);
}

/// Time depends only on the number of possible scores: with all scores between them it would take hours.
#[test]
fn few_scores_far_apart() {
    let mut chances = vec![0.0; 3_000_001];
    (chances[0], chances[3_000_000]) = (0.75, 0.25);
    let toss = Distribution::from_zero(&chances);
    let sum = toss.plus(&toss);
    let both: Vec<_> = sum.iter().map(|(score, chance)| (score.get(), chance)).collect();
    assert_eq!(both, [(0, 0.5625), (3_000_000, 0.375), (6_000_000, 0.0625)]);
}

#[test]
fn scores_below_each_score() {
    let sum = die().plus(&die());
    for first in [0, 1, 2, 5, 12, 13, 20] {
        let below: Vec<f64> = sum.all_below(Points::new(first)).take(20).collect();
        let wanted: Vec<f64> = (first..first + 20).map(|score| sum.below(Points::new(score))).collect();
        assert_eq!(below, wanted);
    }
}

#[test]
fn two_dice_and_a_certain_score() {
    let sum = die().plus(&die()).plus(&Distribution::certain(Points::new(10)));
    assert_eq!((sum.least(), sum.most(), sum.mode(), sum.median()), [12, 22, 17, 17].map(Points::new).into());
    for score in 12..=22u32 {
        let ways = 6.0 - (f64::from(score) - 17.0).abs();
        assert!((sum.probability(Points::new(score)) - ways / 36.0).abs() < 1e-15);
    }
    assert_eq!(sum.probability(Points::new(11)) + sum.probability(Points::new(23)), 0.0);
}
