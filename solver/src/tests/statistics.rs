use std::collections::HashMap;

use crate::evaluate::BonusStatistics;
use crate::rules::{Placement, State};
use crate::solve::Run;
use crate::testing::{TABLES, card_after, chances_of_a_turn, numbers, table};
use crate::{Follower, OptimalStrategy, Points, Scorecard};

/// The naive computation: all final cards with their chances, by plain recursion.
fn play_out(
    policy: &OptimalStrategy,
    card: &Scorecard,
    chance: f64,
    turns: &mut HashMap<State, Vec<(Placement, f64)>>,
    end: &mut impl FnMut(&Scorecard, f64),
) {
    if card.is_full() {
        return end(card, chance);
    }
    let state = card.state();
    let ways = turns.entry(state).or_insert_with(|| chances_of_a_turn(policy, &state)).clone();
    let mut merged: Vec<(Placement, f64)> = Vec::new();
    for (placement, share) in ways {
        match merged.iter_mut().find(|(other, _)| *other == placement) {
            Some((_, sum)) => *sum += share,
            None => merged.push((placement, share)),
        }
    }
    for (placement, share) in merged {
        let mut next = card.clone();
        next.write(&placement).unwrap();
        play_out(policy, &next, chance * share, turns, end);
    }
}

#[test]
fn small_games_played_out_in_every_way_agree() {
    for (number, filled, seed) in
        [(4, 0, 0), (5, 0, 0), (6, 0, 0), (6, 1, 3), (4, 1, 1), (4, 2, 3), (4, 3, 8), (4, 4, 2), (0, 11, 4), (0, 11, 9), (2, 11, 5)]
    {
        let table = table(number);
        let rules = table.rules();
        let card = card_after(rules, filled, &mut numbers(seed));
        let statistics = Follower::new(table).statistics(&card).unwrap();
        let mut score: HashMap<Points, f64> = HashMap::new();
        let mut written: HashMap<(usize, Points), f64> = HashMap::new();
        let mut bonuses = [BonusStatistics { probability: 0.0, mean: 0.0 }; 3];
        play_out(&OptimalStrategy::new(table), &card, 1.0, &mut HashMap::new(), &mut |end, chance| {
            *score.entry(end.score()).or_insert(0.0) += chance;
            for (category, points) in end.filled() {
                *written.entry((category.index(), points)).or_insert(0.0) += chance;
            }
            for (bonus, points) in bonuses.iter_mut().zip([end.upper_bonus(), end.extra_points(), end.saved_points()]) {
                bonus.probability += if points > 0 { chance } else { 0.0 };
                bonus.mean += f64::from(points) * chance;
            }
        });

        assert_eq!(statistics.score.iter().count(), score.len(), "{card}");
        for (points, chance) in score {
            assert!((statistics.score.probability(points) - chance).abs() < 1e-13, "{card}: {points}");
        }
        for category in &statistics.categories {
            for (points, chance) in category.points.iter() {
                assert!((written[&(category.category.index(), points)] - chance).abs() < 1e-13, "{card}: {points}");
            }
        }
        for (found, wanted) in [statistics.upper_bonus, statistics.extra_bonus, statistics.saved_throws].iter().zip(bonuses) {
            assert!((found.probability - wanted.probability).abs() < 1e-13 && (found.mean - wanted.mean).abs() < 1e-11, "{card}");
        }
    }
}

#[test]
fn chances_sum_to_one_and_the_mean_is_the_value() {
    for number in 0..TABLES {
        let table = table(number);
        let rules = table.rules();
        let least = rules.category_count().saturating_sub(6);
        for filled in [least, rules.category_count() - 1, rules.category_count()] {
            let card = card_after(rules, filled, &mut numbers(filled as u64));
            let statistics = Follower::new(table).statistics(&card).unwrap();
            assert!((statistics.score.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-12);
            let expected = f64::from(card.score()) + table.value_of(&card.state()) - f64::from(card.score() - card.written_score());
            assert!((statistics.score.mean() - expected).abs() < 1e-9);
            let categories: f64 = statistics.categories.iter().map(|category| category.points.mean()).sum();
            let parts = categories + statistics.upper_bonus.mean + statistics.extra_bonus.mean + statistics.saved_throws.mean;
            assert!((parts - statistics.score.mean()).abs() < 1e-9);
            for category in &statistics.categories {
                let open = if card.get(category.category).is_none() { 1.0 } else { 0.0 };
                assert!((category.turns.iter().sum::<f64>() - open).abs() < 1e-12);
                assert!(category.turns[..filled].iter().all(|&chance| chance == 0.0));
            }
            for turn in filled..rules.category_count() {
                let filled: f64 = statistics.categories.iter().map(|category| category.turns[turn]).sum();
                assert!((filled - 1.0).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn threads_change_no_bit() {
    let table = table(4);
    let card = Scorecard::new(table.rules());
    assert_eq!(
        Follower::new(table).with(Run::new().threads(1)).statistics(&card).unwrap(),
        Follower::new(table).with(Run::new().threads(3)).statistics(&card).unwrap()
    );
    let table = crate::testing::table(0);
    let card = card_after(table.rules(), 5, &mut numbers(3));
    assert_eq!(
        Follower::new(table).with(Run::new().threads(1)).statistics(&card).unwrap(),
        Follower::new(table).with(Run::new().threads(3)).statistics(&card).unwrap()
    );
}

/// T. Verhoeff's trivia page: mean and share of zeros (in percent) of each category.
#[test]
fn the_published_figures() {
    let table = table(1);
    let statistics = Follower::new(table).statistics(&Scorecard::new(table.rules())).unwrap();
    let near = |found: f64, wanted: f64, within: f64| assert!((found - wanted).abs() < within, "{found} where {wanted} is published");
    near(statistics.score.mean(), 254.5896, 5e-5);
    near(statistics.score.sd(), 59.61, 0.01);
    assert_eq!(statistics.score.median(), 248);
    let published = [
        (1.88, 10.84),
        (5.28, 1.80),
        (8.57, 0.95),
        (12.16, 0.60),
        (15.69, 0.50),
        (19.19, 0.53),
        (21.66, 3.26),
        (13.10, 36.34),
        (22.59, 9.63),
        (29.46, 1.80),
        (32.71, 18.22),
        (16.87, 66.26),
        (22.01, 0.00),
    ];
    assert_eq!(statistics.categories.len(), published.len());
    for (category, (mean, zero)) in statistics.categories.iter().zip(published) {
        near(category.points.mean(), mean, 0.005);
        near(100.0 * category.zero(), zero, 0.02);
    }
    for (bonus, (mean, zero)) in [statistics.upper_bonus, statistics.extra_bonus].iter().zip([(23.84, 31.88), (9.58, 91.76)]) {
        near(bonus.mean, mean, 0.005);
        near(100.0 * (1.0 - bonus.probability), zero, 0.02);
    }
}
