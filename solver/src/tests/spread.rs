use crate::game::{Position, Scorecard};
use crate::solve::Run;
use crate::strategy::{OptimalStrategy, Strategy};
use crate::testing::{card_after, numbers, table};
use crate::{Distribution, Follower, SpreadTable, TableError, ValueTable};

/// The spread of `table(1)`, computed once.
fn verhoeff() -> SpreadTable {
    static SPREAD: std::sync::OnceLock<SpreadTable> = std::sync::OnceLock::new();
    SPREAD.get_or_init(|| Follower::new(table(1)).spread_table().unwrap()).clone()
}

fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-9, "{found} for {wanted}");
}

#[test]
fn agrees_with_the_distribution() {
    for number in [1, 4, 5] {
        let table = table(number);
        let rules = table.rules();
        let spread = if number == 1 { verhoeff() } else { Follower::new(table).spread_table().unwrap() };
        let open = rules.category_count().min(5);
        let mut cards: Vec<Scorecard> = (0..4).map(|seed| card_after(rules, rules.category_count() - open, &mut numbers(seed))).collect();
        if number == 1 {
            cards.push(Scorecard::new(rules));
        }
        for card in cards {
            let statistics = Follower::new(table).statistics(&card).unwrap();
            let found = spread.of(&card.state()).unwrap();
            near(found.sd, statistics.score.sd());
            near(found.upper_bonus, statistics.upper_bonus.probability);
        }
    }
}

/// The spread of each option equals the spread of the distributions after it, mixed by their chances.
#[test]
fn options_agree_with_the_distributions_after_them() {
    for (number, seed) in [(1, 1), (1, 2), (4, 3), (4, 4)] {
        let table = table(number);
        let rules = table.rules();
        let spread = if number == 1 { verhoeff() } else { Follower::new(table).spread_table().unwrap() };
        let mut random = numbers(seed);
        let card = card_after(rules, rules.category_count() - 3, &mut random);
        let turn = OptimalStrategy::new(table).turn(&card.state()).unwrap();
        let rolls: Vec<_> = table.model().rolls().collect();
        for rerolls in 0..rules.rolls() {
            let rerolls_left = rules.rerolls_left(rerolls).unwrap();
            let roll = rolls[random() % rolls.len()];
            let position = Position::new(card.clone(), roll, rerolls_left).unwrap();
            for option in table.ranked_options(&position, None).iter().take(3) {
                let (mut chances, mut bonus) = (vec![0.0; 3000], 0.0);
                let end = turn.end_after(&option.action, rerolls_left).unwrap();
                for (placement, chance) in end.placements() {
                    let mut next = card.clone();
                    next.write(placement).unwrap();
                    let statistics = Follower::new(table).statistics(&next).unwrap();
                    bonus += chance * statistics.upper_bonus.probability;
                    statistics.score.iter().for_each(|(score, share)| chances[score.get() as usize] += chance * share);
                }
                let score = Distribution::from_zero(&chances);
                let found = spread.after(table, &end).unwrap();
                near(score.mean(), option.expected_final);
                near(found.sd, score.sd());
                near(found.upper_bonus, bonus);
            }
        }
    }
}

#[test]
fn files_come_back_as_they_were() {
    let (small, other) = (table(4), table(5));
    let spread = Follower::new(small).with(Run::new().threads(1)).spread_table().unwrap();
    let mut bytes = spread.to_bytes();
    let back = SpreadTable::from_bytes(small.model(), &bytes).unwrap();
    assert_eq!(back.arrays(), spread.arrays());
    assert!(matches!(SpreadTable::from_bytes(other.model(), &bytes), Err(TableError::OtherRules { .. })));
    assert!(matches!(ValueTable::from_bytes(small.model(), &bytes), Err(TableError::Content(_))));
    assert!(matches!(SpreadTable::from_bytes(small.model(), &small.to_bytes()), Err(TableError::Content(_))));
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    assert!(matches!(SpreadTable::from_bytes(small.model(), &bytes), Err(TableError::Checksum)));
}

#[test]
fn chances_are_chances() {
    for number in [6, 7] {
        let table = table(number);
        let spread = Follower::new(table).with(Run::new().threads(3)).spread_table().unwrap();
        let [variances, bonuses] = spread.arrays();
        assert!(variances.iter().all(|&variance| variance >= 0.0));
        assert!(bonuses.iter().all(|bonus| (0.0..=1.0 + 1e-12).contains(bonus)));
        assert_eq!(spread.arrays(), Follower::new(table).with(Run::new().threads(1)).spread_table().unwrap().arrays());
    }
}
