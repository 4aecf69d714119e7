//! Tests of whole simulations.

use crate::advise::Review;
use crate::testing::{TABLES, table};
use std::convert::Infallible;
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Mutex;

use super::measure::{MeasureError, Measurement};
use super::scores::Scores;
use super::simulation::LOGGED_BATCH;
use super::simulation::Simulation;
use crate::advise::Advisor;
use crate::dice::Seed;
use crate::evaluate::Follower;
use crate::game::DecisionKind;
use crate::game::{Action, Game, MoveError, Position, Scorecard};
use crate::solve::{Run, Stopped, ValueTable};
use crate::strategy::{LookaheadStrategy, OptimalStrategy, Player, Random, StrategyPlayer};

/// The games of a simulation, and their scores.
fn simulated(table: &ValueTable, games: u64, seed: u64, threads: usize) -> (Vec<Game>, Scores) {
    let mut log = Vec::new();
    let keep = |game: &Game| {
        log.push(game.clone());
        Ok::<(), Stopped>(())
    };
    let scores = Simulation::new(table, games, Seed::new(seed)).with(Run::new().threads(threads)).run_logged(keep).unwrap();
    (log, scores)
}

/// A player that asks the advisor about every position: the naive computation.
struct Asking<'a>(Advisor<'a>);

impl Player for Asking<'_> {
    type Error = Infallible;

    fn choose(&mut self, position: &Position) -> Result<Action, Infallible> {
        Ok(self.0.advise(position).unwrap().best().action)
    }
}

#[test]
fn plays_what_the_advisor_says() {
    for number in 0..TABLES {
        let table = table(number);
        let (games, scores) = simulated(table, 40, number as u64, 2);
        let mut log = Vec::new();
        let keep = |game: &Game| {
            log.push(game.clone());
            Ok::<(), Infallible>(())
        };
        let measurement = Measurement::new(table, 40, Seed::new(number as u64));
        let measured = measurement.run_logged(|| Ok(Asking(Advisor::new(table))), keep).unwrap();
        assert_eq!(games, log, "{}", table.rules().name());
        assert_eq!(scores, measured.scores);
        assert!(measured.loss_per_game() < 1e-10);
        assert!(measured.worst.is_empty());
        assert_eq!(scores.games(), 40);
        let by_hand: u64 = games.iter().map(|game| u64::from(game.score_so_far())).sum();
        assert!((scores.mean() - by_hand as f64 / 40.0).abs() < 1e-9);
    }
}

/// A game continues from any point with the dice of the simulation.
#[test]
fn games_go_on_with_the_dice_of_a_seed() {
    for number in 0..TABLES {
        let table = table(number);
        let (games, _) = simulated(table, 10, 5, 1);
        for (number, game) in (0..).zip(&games) {
            let mut again = Game::new(table.rules());
            for decision in game.turns().iter().flat_map(|turn| turn.decisions()) {
                let roll = again.next_roll(Seed::new(5), number).unwrap();
                again.roll(roll).unwrap();
                assert_eq!(again.next_roll(Seed::new(5), number), None);
                again.play(crate::game::Move::Choice(decision.choice)).unwrap();
            }
            assert_eq!(again, *game);
        }
    }
}

#[test]
fn the_optimal_player_plays_the_simulated_games() {
    for number in 0..TABLES {
        let table = table(number);
        let measured = Measurement::new(table, 300, Seed::new(11))
            .with(Run::new().threads(2))
            .run(|| Ok(StrategyPlayer::new(OptimalStrategy::new(table))))
            .unwrap();
        assert_eq!(measured.scores, Simulation::new(table, 300, Seed::new(11)).run().unwrap(), "{}", table.rules().name());
    }
}

#[test]
fn threads_and_logging_change_nothing() {
    let table = table(0);
    let alone = Simulation::new(table, 3_000, Seed::new(5)).with(Run::new().threads(1)).run().unwrap();
    assert_eq!(alone, Simulation::new(table, 3_000, Seed::new(5)).with(Run::new().threads(3)).run().unwrap());
    let (games, scores) = simulated(table, 3_000, 5, 2);
    assert_eq!(alone, scores);
    // The first games of a longer run equal the games of a shorter one.
    assert_eq!(simulated(table, 70, 5, 1).0, games[..70]);
    assert_ne!(alone, Simulation::new(table, 3_000, Seed::new(6)).run().unwrap());
}

/// Several batches and shares; `hasbro` would take too long.
#[test]
fn many_games_of_a_small_game() {
    let table = table(4);
    let games = LOGGED_BATCH * 3 + 17;
    let scores = Simulation::new(table, games, Seed::new(1)).with(Run::new().threads(2)).run().unwrap();
    assert_eq!(scores.games(), games);
    let mut logged = Scores::default();
    let add = |game: &Game| {
        logged.add(game.score_so_far());
        Ok::<(), Stopped>(())
    };
    let again = Simulation::new(table, games, Seed::new(1)).with(Run::new().threads(1)).run_logged(add).unwrap();
    assert_eq!(scores, again);
    assert_eq!(scores, logged);
    let error = (scores.mean() - table.expected_score()) / scores.standard_error();
    assert!(error.abs() < 4.0, "{error} standard errors");
}

#[test]
fn the_mean_is_near_the_exact_one() {
    for number in [0, 5] {
        let table = table(number);
        let scores = Simulation::new(table, 200_000, Seed::new(2)).with(Run::new().threads(2)).run().unwrap();
        let error = (scores.mean() - table.expected_score()) / scores.standard_error();
        assert!(error.abs() < 4.0, "{}: {error} standard errors", table.rules().name());
    }
}

/// Compares the games with the exact distribution of their scores.
#[test]
fn the_spread_is_near_the_exact_one() {
    for number in [0, 4] {
        let table = table(number);
        let exact = Follower::new(table).statistics(&Scorecard::new(table.rules())).unwrap().score;
        let deviation = Simulation::new(table, 100_000, Seed::new(8)).run().unwrap().deviation(&exact, &[1, 10, 25, 50, 75, 90, 99]);
        let all = [deviation.mean, deviation.sd].into_iter().chain(deviation.percentiles);
        for deviation in all {
            assert!(deviation.abs() < 4.0, "{}: {deviation} standard errors", table.rules().name());
        }
    }
}

#[test]
fn progress_counts_every_turn() {
    let table = table(4);
    let seen = Mutex::new(Vec::new());
    let progress = |done: u64, all: u64| {
        seen.lock().unwrap().push((done, all));
        ControlFlow::Continue(())
    };
    Simulation::new(table, 1_000, Seed::new(1)).with(Run::new().threads(2).progress(&progress)).run().unwrap();
    let seen = seen.into_inner().unwrap();
    assert!(seen.iter().all(|(_, all)| *all == 4_000));
    assert_eq!(seen.iter().map(|(done, _)| *done).max(), Some(4_000));
}

#[test]
fn losses_are_those_of_the_review() {
    let table = table(0);
    let mut games = Vec::new();
    let keep = |game: &Game| {
        games.push(game.clone());
        Ok::<(), Infallible>(())
    };
    let measured = Measurement::new(table, 12, Seed::new(3)).worst(5).run_logged(|| Ok(Random::default()), keep).unwrap();
    let advisor = Advisor::new(table);
    let kinds = [DecisionKind::Hold(1), DecisionKind::Hold(2), DecisionKind::Category];
    let mut by_kind = [(0, 0, 0.0); 3];
    let mut losses = Vec::new();
    for game in &games {
        let review = Review::of(game, table).unwrap();
        for decision in review.turns.iter().flat_map(|turn| &turn.decisions) {
            let (decisions, mistakes, sum) = &mut by_kind[kinds.iter().position(|kind| *kind == decision.kind).unwrap()];
            *decisions += 1;
            *mistakes += u64::from(decision.loss() >= crate::solve::TIE_TOLERANCE);
            *sum += decision.loss();
            losses.push(decision.loss());
        }
    }
    assert_eq!(measured.decisions.iter().map(|kind| kind.kind).collect::<Vec<_>>(), kinds);
    for (kind, (decisions, mistakes, loss)) in measured.decisions.iter().zip(by_kind) {
        assert_eq!((kind.decisions, kind.mistakes), (decisions, mistakes));
        assert!((kind.loss - loss).abs() < 1e-9);
    }
    let total: f64 = losses.iter().sum();
    assert!((measured.loss_per_game() - total / 12.0).abs() < 1e-9);
    assert!((measured.loss_per_decision() - total / losses.len() as f64).abs() < 1e-9);
    losses.sort_by(|a, b| b.total_cmp(a));
    for (mistake, loss) in measured.worst.iter().zip(&losses) {
        assert!((mistake.chosen.loss - loss).abs() < 1e-9);
        let advice = advisor.advise(&mistake.position).unwrap();
        assert_eq!(mistake.best, *advice.best());
    }
    assert_eq!(measured.worst.len(), 5);
}

#[test]
fn a_measurement_is_the_same_on_any_number_of_threads() {
    let table = table(5);
    let run = |threads| {
        Measurement::new(table, 500, Seed::new(4)).with(Run::new().threads(threads)).worst(7).run(|| Ok(Random::default())).unwrap()
    };
    let (one, three) = (run(1), run(3));
    assert_eq!(one.scores, three.scores);
    assert_eq!(one.decisions, three.decisions);
    assert_eq!(one.worst, three.worst);
    assert_eq!(one.loss_standard_error(), three.loss_standard_error());
    assert!(one.worst.iter().any(|mistake| mistake.times > 1), "a small game has the same mistakes again");
}

/// Optimal play scores the table's value. Another player scores that value less its losses.
#[test]
fn losses_make_up_for_what_is_missing() {
    for number in [4, 5] {
        let table = table(number);
        let measured = Measurement::new(table, 20_000, Seed::new(9))
            .with(Run::new().threads(2))
            .run(|| Ok(StrategyPlayer::new(LookaheadStrategy::greedy(table.model()))))
            .unwrap();
        let error = (measured.scores.mean() - measured.expected_score()) / measured.scores.standard_error();
        assert!(error.abs() < 4.0, "{}: {error} standard errors", table.rules().name());
        assert!(measured.loss_per_game() > 0.01);
        assert!(measured.loss_standard_error() < measured.scores.standard_error());
    }
}

/// A player that fails in one game.
struct FailsIn {
    until: u64,
    game: u64,
    optimal: StrategyPlayer<OptimalStrategy>,
    how: Option<Action>,
}

impl Player for FailsIn {
    type Error = &'static str;

    fn begin(&mut self, _: Seed, game: u64) {
        self.game = game;
    }

    fn choose(&mut self, position: &Position) -> Result<Action, &'static str> {
        if self.game < self.until {
            return Ok(self.optimal.choose(position).unwrap());
        }
        self.how.ok_or("no answer")
    }
}

#[test]
fn a_player_that_fails_ends_the_run() {
    let table = table(5);
    for threads in [1, 3] {
        let run = |how| {
            let player = || Ok(FailsIn { until: 70, game: 0, optimal: StrategyPlayer::new(OptimalStrategy::new(table)), how });
            Measurement::new(table, 1_000, Seed::new(1)).with(Run::new().threads(threads)).run(player).unwrap_err()
        };
        assert_eq!(run(None), MeasureError::Player { game: 70, error: "no answer" });
        let roll = table.rules().parse_roll("12").unwrap();
        let hold = crate::Hold::new(crate::Dice::NONE, &roll).unwrap();
        // It never holds a die, which is one hold too many in each turn.
        let MeasureError::Move { game: 70, error: MoveError::NoRerollsLeft { .. }, .. } = run(Some(Action::Hold(hold))) else {
            panic!("a hold without rerolls is against the rules");
        };
        let missing = || Err::<FailsIn, _>("no player");
        let error = Measurement::new(table, 10, Seed::new(1)).with(Run::new().threads(threads)).run(missing).unwrap_err();
        assert_eq!(error, MeasureError::Player { game: 0, error: "no player" });
    }
}

#[test]
fn an_error_of_the_log_ends_the_run() {
    let table = table(5);
    let mut left = 3;
    let mut log = |_: &Game| {
        left -= 1;
        if left == 0 { Err::<(), Box<dyn Error>>("disk full".into()) } else { Ok(()) }
    };
    assert_eq!(Simulation::new(table, 10, Seed::new(1)).run_logged(&mut log).unwrap_err().to_string(), "disk full");
    left = 3;
    let log = |_: &Game| {
        left -= 1;
        if left == 0 { Err("disk full") } else { Ok(()) }
    };
    let error =
        Measurement::new(table, 10, Seed::new(1)).run_logged(|| Ok(StrategyPlayer::new(OptimalStrategy::new(table))), log).unwrap_err();
    assert_eq!(error, MeasureError::Log("disk full"));
}

/// From a card on, simulated and measured games are the same, and their mean is the value of the card.
#[test]
fn games_go_on_from_a_card() {
    for number in 0..TABLES {
        let table = table(number);
        let mut random = crate::testing::numbers(number as u64);
        let card = crate::testing::card_after(table.rules(), table.rules().category_count() / 2, &mut random);
        let mut log = Vec::new();
        let keep = |game: &Game| {
            assert_eq!(game.start(), &card);
            log.push(game.score_so_far());
            Ok::<(), Stopped>(())
        };
        let simulation = Simulation::new(table, 300, Seed::new(2)).from_card(&card).unwrap();
        let scores = simulation.run_logged(keep).unwrap();
        assert_eq!(scores, simulation.run().unwrap());
        let measurement = Measurement::new(table, 300, Seed::new(2)).from_card(&card).unwrap();
        let measured = measurement.run(|| Ok(StrategyPlayer::new(OptimalStrategy::new(table)))).unwrap();
        assert_eq!(measured.scores, scores);
        let worth = Advisor::new(table).expected_final(&card).unwrap();
        assert!((scores.mean() - worth).abs() < 5.0 * scores.standard_error() + 1e-9, "{}", table.rules().name());
        assert!((measured.optimal_score() - worth).abs() < 1e-9 && log.len() == 300);
        // No turn is left.
        let full = log_card(table);
        let scores = Simulation::new(table, 3, Seed::new(2)).from_card(&full).unwrap().run().unwrap();
        assert_eq!((scores.mean(), scores.sd()), (f64::from(full.score()), 0.0));
        assert!(Measurement::new(table, 3, Seed::new(2)).from_card(&full).is_err());
    }
}

fn log_card(table: &ValueTable) -> Scorecard {
    simulated(table, 1, 3, 1).0.remove(0).card().clone()
}
