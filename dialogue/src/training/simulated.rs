//! Tests of the rating with simulated players whose exact loss is known.

use std::sync::Arc;

use yahtzee_solver::evaluate::Evaluator;
use yahtzee_solver::solve::MEMORY_LIMIT;
use yahtzee_solver::strategy::Estimate;
use yahtzee_solver::{Game, LookaheadStrategy, Model, Move, Player, Position, RuleSet, Seed, Stage, StrategyPlayer, ValueTable};

use super::history::History;
use super::progress::Progress;
use super::rating::Rating;
use super::record::{GameRecord, Record, fingerprint};
use super::theme::Theme;
use crate::session::testing::hasbro;

/// Plays a game.
fn play<P: Player>(rules: &RuleSet, player: &mut P, seed: Seed, number: u64) -> Game
where
    P::Error: std::fmt::Debug,
{
    let mut game = Game::new(rules);
    loop {
        match game.stage() {
            Stage::Over => return game,
            Stage::ToRoll { .. } => game.roll(game.next_roll(seed, number).unwrap()).unwrap(),
            Stage::ToChoose { roll, rerolls_left } => {
                let position = Position::new(game.card().clone(), roll, rerolls_left).unwrap();
                game.play(Move::Choice(player.choose(&position).unwrap())).unwrap();
            }
        }
    }
}

/// The strategies by name, as players. `no-bonus` and `no-straights` are the estimate of 34 numbers, which loses 0.89, with a mistake in one theme: it
/// sees no value in the upper bonus, or in an open box for a straight.
fn strategy(table: &ValueTable, name: &str) -> LookaheadStrategy {
    let model = Arc::new(Model::apart(table.rules(), MEMORY_LIMIT).unwrap());
    let mut estimate = Estimate::builtin(table.rules()).unwrap();
    match name {
        "greedy" => return LookaheadStrategy::greedy(&model),
        "no-bonus" => estimate.upper.iter_mut().for_each(|points| *points = -40.0),
        "no-straights" => {
            for name in ["small-straight", "large-straight"] {
                estimate.boxes[table.rules().category_named(name).unwrap().index()] = [40.0, 0.0];
            }
        }
        "estimate" => {}
        _ => panic!("{name}"),
    }
    estimate.strategy(&model).unwrap()
}

/// A game of a strategy.
pub(super) fn played(table: &ValueTable, name: &str, number: u64) -> Game {
    match crate::NamedStrategy::new(name, table.rules()).unwrap().card() {
        Some(card) => {
            let card = yahtzee_solver::cards::CardStrategy::new(card, table.model());
            play(table.rules(), &mut { card }, Seed::new(1), number)
        }
        None => play(table.rules(), &mut StrategyPlayer::new(strategy(table, name)), Seed::new(1), number),
    }
}

/// The shares of histories of so many games whose interval holds the exact loss of a player.
fn covered(strategy: &LookaheadStrategy, histories: u64, games: u64) -> f64 {
    let table = hasbro();
    let exact = table.expected_score() - Evaluator::new(strategy).unwrap().values().unwrap().expected_score();
    let threads = 2;
    let covered: u64 = std::thread::scope(|scope| {
        let counts = (0..threads).map(|thread| {
            let strategy = strategy.clone();
            scope.spawn(move || {
                let mut player = StrategyPlayer::new(strategy);
                let of_history = |history: u64| {
                    let game = |number| play(table.rules(), &mut player, Seed::new(77), history * games + number);
                    let losses: Vec<f64> = (0..games).map(game).map(|game| game.review(table).unwrap().loss).collect();
                    Rating::of(&losses).unwrap().covers(exact)
                };
                (0..histories).filter(|history| history % threads == thread).map(of_history).filter(|covers| *covers).count() as u64
            })
        });
        counts.collect::<Vec<_>>().into_iter().map(|count| count.join().unwrap()).sum()
    });
    covered as f64 / histories as f64
}

#[test]
fn intervals_cover_the_exact_loss() {
    let share = covered(&strategy(hasbro(), "greedy"), 40, 15);
    assert!(share > 0.82, "{share}");
}

/// 1,000 histories of 25 games of each player. Takes minutes.
#[test]
#[ignore = "deep"]
fn intervals_cover_the_exact_loss_in_a_thousand_histories() {
    for name in ["greedy", "no-bonus", "no-straights", "estimate"] {
        let share = covered(&strategy(hasbro(), name), 1000, 25);
        println!("{name}: the interval of 25 games covers the exact loss in {:.1}% of 1,000 histories", 100.0 * share);
        assert!((0.91..=0.98).contains(&share), "{name}: {share}");
    }
}

/// The theme in which a mistake is planted is the one to practise.
#[test]
fn the_theme_of_a_planted_mistake_is_named() {
    let table = hasbro();
    for (name, wanted) in [("no-bonus", Theme::Bonus), ("no-straights", Theme::Straights)] {
        let mut player = StrategyPlayer::new(strategy(table, name));
        let mut history = History::default();
        for number in 0..40 {
            let game = play(table.rules(), &mut player, Seed::new(5), number);
            history.add(Record::Game(GameRecord::of(&game, "you", None, number, table).unwrap().unwrap()));
        }
        let progress = Progress::of(&history, "hasbro", &fingerprint(table.rules()), "you", 0).unwrap();
        let said: Vec<_> = progress.themes.iter().map(|part| (part.name.clone(), part.rating.loss)).collect();
        println!("{name}: {said:?}");
        assert_eq!(progress.practise.as_deref(), Some(wanted.name()), "{name} {said:?}");
    }
}
