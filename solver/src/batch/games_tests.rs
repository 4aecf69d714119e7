//! Games played at the same time go as each of them alone.

use std::sync::Arc;

use super::advisor::BatchAdvisor;
use super::games::BatchGames;
use super::numbers::{ActionNumbers, NumberedAction};
use super::tests::{EVERYTHING, number_of};
use crate::advise::Advisor;
use crate::dice::Seed;
use crate::game::{Game, Stage};
use crate::rules::{Points, RuleSet};
use crate::solve::Run;
use crate::solve::{Solver, ValueTable};
use crate::testing::{TABLES, numbers, table};

/// Throws the dice that a game waits for.
fn throw(game: &mut Game, seed: Seed, number: u64) {
    if let Some(roll) = game.next_roll(seed, number) {
        game.roll(roll).unwrap();
    }
}

/// Plays random actions in many games at once and in each of them alone.
fn compare(table: &ValueTable, count: usize) {
    let mut random = numbers(count as u64);
    let mut games = BatchGames::new(Arc::clone(table.model()), count);
    let action_numbers = ActionNumbers::new(table.model());
    let seeds: Vec<Seed> = (0..count as u64).map(|game| Seed::new(game / 2)).collect();
    let mut alone: Vec<Game> = (0..count).map(|_| Game::new(table.rules())).collect();
    for (index, game) in alone.iter_mut().enumerate() {
        games.begin(index, seeds[index], index as u64);
        throw(game, seeds[index], index as u64);
    }
    let mut values = vec![0.0; count * action_numbers.count()];
    while (0..count).any(|game| !games.is_over(game)) {
        games.values(&BatchAdvisor::new(table, &action_numbers).with(Run::new().threads(1)), &mut values).unwrap();
        for (index, game) in alone.iter_mut().enumerate() {
            let values = &values[index * action_numbers.count()..][..action_numbers.count()];
            let action = check(&games, index, game, table, values, &mut random);
            let (Some(action), Some(points)) = (action, action.and_then(|action| games.act(index, action))) else {
                assert_eq!((games.score(index), games.to_come(index, values)), (game.score_so_far(), 0.0));
                assert!(games.loss(index, values, 0) == f64::INFINITY && values.iter().all(|value| *value == f64::NEG_INFINITY));
                assert_eq!(games.act(index, 0), None);
                continue;
            };
            let before = game.score_so_far();
            match action_numbers.action(game_dice(game).as_slice(), action as usize).unwrap() {
                NumberedAction::Hold(dice) => game.hold(dice).unwrap(),
                NumberedAction::Score(category) => game.score(category).unwrap(),
            }
            assert_eq!(points, game.score_so_far() - before);
            throw(game, seeds[index], index as u64);
        }
    }
}

fn game_dice(game: &Game) -> Vec<u8> {
    let Stage::ToChoose { roll, .. } = game.stage() else { panic!("a roll is on the table") };
    roll.faces().map(|face| face.pips()).collect()
}

/// Compares a game with the same game played alone. Returns a random allowed action; `None` at its end.
fn check(
    games: &BatchGames,
    index: usize,
    alone: &Game,
    table: &ValueTable,
    values: &[f64],
    random: &mut impl FnMut() -> usize,
) -> Option<i64> {
    let numbers = games.numbers();
    let mut allowed = vec![true; numbers.count()];
    games.allowed(index, &mut allowed);
    assert_eq!(games.card(index), alone.card());
    let Stage::ToChoose { roll, rerolls_left } = alone.stage() else {
        assert!(games.is_over(index) && games.position(index).is_none() && !allowed.contains(&true));
        return None;
    };
    let position = games.position(index).unwrap();
    assert_eq!((position.roll(), position.rerolls_left()), (roll, rerolls_left));
    let mut wanted = vec![false; numbers.count()];
    position.actions().for_each(|action| wanted[number_of(numbers, &position, &action)] = true);
    assert_eq!(allowed, wanted, "{position}");
    let advice = Advisor::new(table).advise(&position).unwrap();
    let to_come = advice.best().expected_final - f64::from(alone.score_so_far());
    assert!((games.to_come(index, values) - to_come).abs() < 1e-9, "{position}");
    let choices: Vec<i64> = (0..numbers.count() as i64).filter(|&action| games.is_allowed(index, action)).collect();
    assert!((0..numbers.count()).filter(|&action| allowed[action]).map(|action| action as i64).eq(choices.iter().copied()));
    for &action in &choices {
        let NumberedAction::Score(category) = games.action(index, action).unwrap() else { continue };
        // A voluntary zero may have a higher value than the points.
        if !games.rules().zero_may_gain(category) {
            let same = advice.options.iter().find(|option| number_of(numbers, &position, &option.action) == action as usize).unwrap();
            assert!((games.loss(index, values, action) - same.loss).abs() < 1e-9, "{position}");
        }
    }
    assert!([-1, numbers.masks() as i64 - 1, numbers.count() as i64].iter().all(|action| !choices.contains(action)));
    Some(choices[random() % choices.len()])
}

#[test]
fn games_go_as_each_alone() {
    for number in 0..TABLES {
        compare(table(number), if number == 0 { 24 } else { 8 });
    }
    let everything = RuleSet::parse(EVERYTHING).unwrap();
    compare(&Solver::new(&everything).unwrap().solve().unwrap(), 30);
}

#[test]
fn the_next_game_of_a_seed_has_other_dice() {
    let table = table(0);
    let mut games = BatchGames::new(Arc::clone(table.model()), 1);
    games.begin(0, Seed::new(3), u64::MAX);
    assert!(games.act(0, 32).is_some() && games.number(0) == u64::MAX);
    games.begin_next(0);
    assert_eq!((games.number(0), games.score(0), games.len()), (0, Points::ZERO, 1));
    let first = Game::new(table.rules()).next_roll(Seed::new(3), 0).unwrap();
    assert!(games.dice(0).iter().copied().eq(first.faces().map(|face| face.pips())));
    assert!(!games.is_empty());
}

/// A game restarted at its position goes on in the same way.
#[test]
fn games_go_on_from_a_position() {
    for number in 0..TABLES {
        let table = table(number);
        let mut random = numbers(number as u64);
        let mut games = BatchGames::new(Arc::clone(table.model()), 2);
        let seed = Seed::new(3);
        games.begin(0, seed, 5);
        let mut allowed = vec![false; games.numbers().count()];
        while !games.is_over(0) {
            let position = games.position(0).unwrap();
            games.begin_at(1, seed, 5, games.turn(0), &position).unwrap();
            games.allowed(0, &mut allowed);
            let choices: Vec<usize> = (0..allowed.len()).filter(|&action| allowed[action]).collect();
            let action = choices[random() % choices.len()] as i64;
            assert_eq!(games.act(0, action), games.act(1, action));
            assert_eq!((games.position(0), games.card(0), games.score(0)), (games.position(1), games.card(1), games.score(1)));
        }
        games.begin_from(1, seed, 5, games.turn(0), &games.card(0).clone()).unwrap();
        assert!(games.is_over(1) && games.score(1) == games.score(0));
    }
}

/// A game from a card has the dice of a [`Game`] from that card.
#[test]
fn games_from_a_card_have_the_dice_of_a_game_from_it() {
    let table = table(0);
    let mut games = BatchGames::new(Arc::clone(table.model()), 1);
    let card = crate::testing::card_after(table.rules(), 2, &mut numbers(1));
    games.begin_from(0, Seed::new(3), 5, 0, &card).unwrap();
    let game = Game::from_card(card).unwrap();
    assert_eq!(games.position(0).unwrap().roll(), game.next_roll(Seed::new(3), 5).unwrap());
}
