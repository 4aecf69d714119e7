//! Tests of strategies and players.

use crate::dice::{RerollsLeft, Seed};
use crate::game::{Action, Position, Scorecard};
use crate::strategy::{LookaheadStrategy, OptimalStrategy, Player, Random, StrategyPlayer};
use crate::testing::table;

/// The greedy action on a card with this roll, in words.
fn greedy(card: &str, roll: &str, rerolls: u8) -> String {
    let table = table(0);
    let rules = table.rules();
    let card = Scorecard::parse(card, rules).unwrap();
    let position = Position::new(card, rules.parse_roll(roll).unwrap(), RerollsLeft::new(rerolls).unwrap()).unwrap();
    match StrategyPlayer::new(LookaheadStrategy::greedy(table.model())).choose(&position).unwrap() {
        Action::Hold(hold) => format!("hold {}", *hold),
        Action::Score(placement) => format!("score {}", rules.category(placement.category).name),
    }
}

#[test]
fn greedy_takes_the_points_it_sees() {
    assert_eq!(greedy("", "23456", 2), "score large-straight");
    assert_eq!(greedy("", "11666", 0), "score full-house");
    // Chance and three of a kind earn the same; the first category is taken.
    assert_eq!(greedy("", "44466", 1), "score full-house");
    assert_eq!(greedy("full-house=25", "44456", 0), "score three-of-a-kind");
    // 22 in chance now; rerolling the one gives 21 + 3.5 on average.
    let all_but_chance = "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 3k=0 4k=0 fh=0 ss=0 ls=0 y=0";
    assert_eq!(greedy(all_but_chance, "14566", 1), "hold 4 5 6 6");
    assert_eq!(greedy(all_but_chance, "44566", 1), "score chance");
    // With two rerolls left it rerolls a four: the better of two throws is worth more.
    assert_eq!(greedy(all_but_chance, "44566", 2), "hold 5 6 6");
}

#[test]
fn greedy_counts_the_extra_bonus() {
    // Forced into fours, with an extra bonus of 100: better than any other hold.
    assert_eq!(greedy("yahtzee=50", "44444", 2), "score fours");
    assert_eq!(greedy("yahtzee=50", "14444", 1), "hold 4 4 4 4");
}

/// Greedy play equals optimal play in the last turn of a game, if no upper bonus is at stake.
#[test]
fn greedy_is_optimal_in_a_last_turn() {
    let table = table(0);
    let rules = table.rules();
    let card = Scorecard::parse("ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 3k=0 4k=0 ss=0 ls=0 y=50 ch=5", rules).unwrap();
    let mut optimal = StrategyPlayer::new(OptimalStrategy::new(table));
    let mut greedy = StrategyPlayer::new(LookaheadStrategy::greedy(table.model()));
    for roll in table.model().rolls() {
        for rerolls in 0..3 {
            let position = Position::new(card.clone(), roll, RerollsLeft::new(rerolls).unwrap()).unwrap();
            assert_eq!(optimal.choose(&position), greedy.choose(&position), "{roll} {rerolls}");
        }
    }
}

#[test]
fn random_does_everything_that_may_be_done() {
    let table = table(0);
    let rules = table.rules();
    let card = Scorecard::new(rules);
    let position = Position::new(card, rules.parse_roll("11666").unwrap(), rules.rerolls()).unwrap();
    let options: Vec<Action> = position.actions().collect();
    assert_eq!(options.len(), 13 + 11);
    let mut random = Random::default();
    let mut times = vec![0u32; options.len()];
    for game in 0..24_000 {
        random.begin(Seed::new(2), game);
        let choice = random.choose(&position).unwrap();
        times[options.iter().position(|option| *option == choice).unwrap()] += 1;
    }
    assert!(times.iter().all(|&times| times.abs_diff(1_000) < 140), "{times:?}");
}
