use crate::evaluate::{STEP, step};
use crate::solve::Run;
use crate::testing::{card_after, numbers, table};
use crate::{Follower, Points, State};

/// With this many open categories or fewer, every score has its chance.
const FINE: usize = 3;

/// With few open categories the distributions equal those from following all games; with more, the means are equal, and the variances nearly.
#[test]
fn agrees_with_following_all_games() {
    check_games(&[0, 4, 5]);
}

#[test]
#[ignore = "deep"]
fn agrees_with_following_all_games_in_more_games() {
    check_games(&[1, 3]);
}

fn check_games(games: &[usize]) {
    assert_eq!([FINE, FINE + 1].map(step), [1, STEP]);
    for &number in games {
        let table = table(number);
        let rules = table.rules();
        let scores = Follower::new(table).final_scores(40_000_000).unwrap();
        assert!(scores.bytes() <= 40_000_000 && scores.open() > FINE.min(rules.category_count() - 1), "{}", scores.open());
        let mut random = numbers(9);
        for open in (0..=scores.open()).cycle().take(24) {
            let card = card_after(rules, rules.category_count() - open, &mut random);
            let found = scores.of(&card.state(), card.written_score()).unwrap();
            let wanted = Follower::new(table).statistics(&card).unwrap().score;
            assert!((found.mean() - wanted.mean()).abs() < 1e-4, "{card}: {} {}", found.mean(), wanted.mean());
            if open <= FINE {
                for (score, chance) in wanted.iter() {
                    assert!((found.probability(score) - chance).abs() < 1e-6, "{card} {score}");
                }
            } else {
                let [found, wanted] = [found, wanted].map(|score| score.sd().powi(2));
                assert!((0.0..4.0 * (open - FINE) as f64).contains(&(found - wanted)), "{card} {found} {wanted}");
            }
        }
        let empty = State::default();
        assert_eq!(scores.of(&empty, Points::ZERO).is_some(), scores.open() == rules.category_count());
    }
}

#[test]
fn threads_change_nothing() {
    let table = table(4);
    let [one, three] = [1, 3].map(|threads| Follower::new(table).with(Run::new().threads(threads)).final_scores(u64::MAX).unwrap());
    assert_eq!(one.positions(), three.positions());
    for position in 0..one.positions() {
        let [one, three] = [&one, &three].map(|scores| scores.at(position));
        assert_eq!((one.least, one.chances), (three.least, three.chances), "{position}");
    }
}
