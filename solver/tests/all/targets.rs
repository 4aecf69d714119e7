//! The best chance of every final score, compared with the definition and with solving each target separately.

use std::sync::Arc;

use crate::common::{builtin_table, rules, solve};
use crate::utility::Twin;
use yahtzee_solver::advise::{TargetSolver, Targets};
use yahtzee_solver::solve::UtilitySolver;
use yahtzee_solver::{
    Advisor, Dice, Follower, OptimalStrategy, Points, Position, RerollsLeft, Rounds, RuleSet, Run, Scorecard, State, Strategy, Utility,
    ValueTable,
};

/// The written points and the extra bonuses.
fn written(card: &Scorecard) -> i32 {
    card.written_score().get() as i32
}

fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-12, "{found} for {wanted}");
}

fn assert_sound(targets: &Targets<'_>) {
    let chances: Vec<_> = targets.iter().collect();
    assert_eq!(chances.len(), targets.most().get() as usize);
    assert!(chances.iter().zip(1..).all(|(chance, target)| chance.target == target));
    assert!(chances.is_sorted_by(|a, b| a.best >= b.best && a.expected >= b.expected), "more points are no likelier");
    assert!(chances.iter().all(|chance| chance.best > 0.0 && chance.best <= 1.0 && chance.expected <= chance.best));
    let above = targets.chance(targets.most() + Points::new(1));
    assert_eq!((above.best, above.expected), (0.0, 0.0));
    assert_eq!(targets.chance(Points::ZERO).best, 1.0);
}

/// The cards of a game in which each turn writes the first placement of a roll.
fn cards<'a>(rules: &'a RuleSet, rolls: &'a [&str]) -> impl Iterator<Item = Scorecard> {
    (0..=rules.category_count()).map(move |turns| {
        let mut card = Scorecard::new(rules);
        for roll in &rolls[..turns] {
            let placement = rules.placements(&card.state(), &rules.parse_roll(roll).unwrap(), RerollsLeft::NONE).next().unwrap();
            card.write(&placement).unwrap();
        }
        card
    })
}

#[test]
fn small_games_by_the_definition() {
    // The definition takes long for the empty card of the larger game.
    for (name, rolls, first) in [("pair", &["66", "11", "55"][..], 0), ("pocket", &["225", "555", "333", "234"], 2)] {
        let rules = rules(name);
        let table = solve(&rules);
        for card in cards(&rules, rolls).skip(first) {
            let targets = TargetSolver::new(&table).with(Run::new().threads(1)).solve(&card).unwrap();
            assert_sound(&targets);
            let score = Follower::new(&table).statistics(&card).unwrap().score;
            for chance in targets.iter() {
                let utility = Utility::target(chance.target.get() as i32);
                near(chance.best, Twin::new(&rules, &utility).value(&card.state(), written(&card)));
                near(chance.expected, score.iter().filter(|(score, _)| *score >= chance.target).map(|(_, share)| share).sum());
            }
        }
    }
}

/// If a final score of 0 is possible, one point is not certain.
#[test]
fn a_final_score_of_0_is_possible() {
    let table = builtin_table("hasbro");
    let card = "ones=0 twos=0 threes=0 fours=0 fives=0 sixes=0 3k=0 4k=0 fh=0 ch=0";
    let card = Scorecard::parse(card, table.rules()).unwrap();
    let targets = TargetSolver::new(table).solve(&card).unwrap();
    assert_sound(&targets);
    let score = Follower::new(table).statistics(&card).unwrap().score;
    assert!(score.probability(Points::ZERO) > 0.05);
    for chance in targets.iter() {
        near(chance.expected, score.iter().filter(|(score, _)| *score >= chance.target).map(|(_, share)| share).sum());
    }
    assert!((targets.chance(Points::new(1)).expected - 0.942431).abs() < 5e-7);
    assert!((targets.chance(Points::new(1)).best - 0.943388).abs() < 5e-7);
}

#[test]
fn the_chance_of_a_full_card_is_all_or_nothing() {
    let table = solve(&rules("pocket"));
    let card = cards(table.rules(), &["222", "555", "333", "234"]).last().unwrap();
    let targets = TargetSolver::new(&table).solve(&card).unwrap();
    // 6 and 15 in the upper section earn the bonus of 10.
    assert_eq!((card.score(), targets.most()), (Points::new(66), Points::new(66)));
    assert!(targets.iter().all(|chance| (chance.best, chance.expected) == (1.0, 1.0)));
    assert_eq!(targets.difference(Points::new(66)), None);
}

/// The second round starts after the first, with a new card.
#[test]
fn rounds_by_the_definition() {
    let toml = include_str!("../rules/pair.toml").replace("rolls = 2", "rolls = 2\nmax-rounds = 3");
    let rules = RuleSet::parse(&toml).unwrap();
    let table = solve(&rules);
    let card = cards(&rules, &["66"]).nth(1).unwrap();
    let rounds = Rounds::new(&rules, 3, 2, vec![Points::new(7)]).unwrap();
    let targets = TargetSolver::new(&table).rounds(&rounds).solve(&card).unwrap();
    assert_sound(&targets);
    for chance in targets.iter().step_by(4) {
        let target = Utility::target(chance.target.get() as i32);
        let mut last = Twin::new(&rules, &target);
        // The worth of the score after two rounds is the chance that the third completes it.
        let worths: Vec<(i32, f64)> =
            (0..=targets.most().get() as i32).map(|score| (score, last.value(&State::default(), score))).collect();
        let utility = Utility::new(&worths).unwrap();
        near(chance.best, Twin::new(&rules, &utility).value(&card.state(), 7 + written(&card)));
    }
    let far = TargetSolver::bytes_needed(table.model(), &card, &rounds);
    assert!(far > TargetSolver::bytes_needed(table.model(), &card, &Rounds::default()));
}

fn hasbro_card(table: &ValueTable) -> Scorecard {
    let text = "1s=3 2s=6 4s=12 6s=18 3k=22 fh=25 ls=40 y=50";
    Scorecard::parse(text, table.rules()).unwrap()
}

#[test]
fn every_target_agrees_with_solving_for_it_alone() {
    let table = builtin_table("hasbro");
    let card = hasbro_card(table);
    let targets = TargetSolver::new(table).with(Run::new().threads(2)).solve(&card).unwrap();
    assert_sound(&targets);
    for chance in targets.iter().step_by(17) {
        let utility = Utility::target(chance.target.get() as i32);
        let values = UtilitySolver::new(table.model(), &utility)
            .with(Run::new().threads(1))
            .work(&card.state(), written(&card), written(&card))
            .unwrap()
            .solve()
            .unwrap();
        near(chance.best, values.value(written(&card)).unwrap());
    }
    let again = TargetSolver::new(table).with(Run::new().threads(1)).solve(&card).unwrap();
    assert!(again.iter().eq(targets.iter()), "the number of threads changes nothing");
}

/// Checks where play for a target differs from expected-score play against advice for every first roll of the turn.
fn check_difference(table: &ValueTable, targets: &Targets<'_>, card: &Scorecard, target: Points) {
    let turn = OptimalStrategy::new(table).turn(&card.state()).unwrap();
    let utility = Utility::target(target.get() as i32);
    let values = UtilitySolver::new(table.model(), &utility).work(&card.state(), written(card), written(card)).unwrap().solve().unwrap();
    let worths = Arc::new(values.turn(written(card)).unwrap());
    let dice = card.rules().game_dice();
    let outcomes = dice.outcomes_after(&Dice::NONE) as f64;
    let (mut rolls, mut most) = (0, 0.0f64);
    for roll in card.rules().all_rolls() {
        let position = Position::new(card.clone(), roll, card.rerolls()).unwrap();
        let advice = Advisor::new(table).advise_by(&position, &worths).unwrap();
        let given_up = advice.option(&turn.choose(&roll, card.rerolls()).unwrap()).unwrap().worth.unwrap().loss;
        if given_up > 1e-11 {
            rolls += 1;
            most = most.max(given_up * dice.die().outcomes(&roll) as f64 / outcomes);
        }
    }
    let difference = targets.difference(target);
    assert_eq!(difference.map_or(0, |difference| difference.rolls), rolls, "{target} from {card}");
    let Some(difference) = difference else { return };
    near(difference.for_score.worth.unwrap().loss * difference.roll_probability, most);
    assert!(difference.for_target.action != difference.for_score.action);
    assert!(difference.probability >= difference.roll_probability && difference.probability <= 1.0 + 1e-12);
}

#[test]
fn differences_are_those_of_the_two_strategies() {
    let table = builtin_table("hasbro");
    let card = hasbro_card(table);
    let targets = TargetSolver::new(table).solve(&card).unwrap();
    for target in [250, 300, 330] {
        check_difference(table, &targets, &card, Points::new(target));
        assert!(targets.difference(Points::new(target)).unwrap().for_target.loss > 0.0);
    }
    // No action changes a certain or an impossible target.
    let certain = targets.iter().rfind(|chance| chance.best == 1.0).unwrap().target;
    assert_eq!(targets.difference(certain), None);
    assert_eq!(targets.difference(targets.most() + Points::new(1)), None);
    assert_eq!(targets.difference(Points::new(u32::MAX)), None);
}

/// A saved throw is one more chance to change the dice, so it changes what to do with the first roll.
#[test]
fn differences_count_saved_throws() {
    let toml = "name = \"one\"\ndice = 1\nrolls = 2\nsaved-throws = true\n[[lower]]\nname = \"x\"\nany = true\npoints = 1\n\
        [[upper]]\nname = \"sixes\"\nface = 6\n[[lower]]\nname = \"dice\"\nany = true\npoints = \"all-dice\"\n";
    let table = solve(&RuleSet::parse(toml).unwrap());
    let rules = table.rules();
    let mut found = 0;
    for text in ["x=1", "x=1 saved=1", "x=1 sixes=6 saved=1", "x=1 sixes=6 saved=2", "sixes=0 saved=1", "dice=3 saved=1"] {
        let card = Scorecard::parse(text, rules).unwrap();
        let targets = TargetSolver::new(&table).solve(&card).unwrap();
        for target in 1..=targets.most().get() {
            check_difference(&table, &targets, &card, Points::new(target));
            found += usize::from(targets.difference(Points::new(target)).is_some());
        }
    }
    assert!(found > 5, "{found}");
}

#[test]
fn cards_of_other_games_are_errors() {
    let table = solve(&rules("pair"));
    let other = Scorecard::new(&rules("pocket"));
    assert!(TargetSolver::new(&table).solve(&other).is_err());
    assert_eq!(TargetSolver::bytes_needed(table.model(), &other, &Rounds::default()), 0);
}

/// The best chances of the empty card. The chances of expected-score play are as in `stats`.
#[test]
#[ignore = "solves for a minute: cargo test --release -p yahtzee-solver --test all targets -- --ignored"]
fn targets_of_a_new_game() {
    let table = builtin_table("hasbro");
    let card = Scorecard::new(table.rules());
    assert!(TargetSolver::bytes_needed(table.model(), &card, &Rounds::default()) < 2_000_000_000);
    let targets = TargetSolver::new(table).solve(&card).unwrap();
    assert_sound(&targets);
    assert_eq!(targets.most(), Points::new(1575));
    for (target, best) in [(200, 0.910760710), (300, 0.176018772), (500, 0.009955310)] {
        assert!((targets.chance(Points::new(target)).best - best).abs() < 5e-10, "{target}");
    }
    assert!((targets.chance(Points::new(300)).expected - 0.1433).abs() < 5e-5);
}
