//! The most points of known dice, compared with all ways to write them.

use std::collections::{HashMap, HashSet};

use crate::common::{Numbers, cases, rules_at_the_limits, rules_that_favour_zeros, small_rules};
use proptest::prelude::*;
use yahtzee_solver::advise::{Hindsight, Stopping};
use yahtzee_solver::game::PlayedTurn;
use yahtzee_solver::{Action, Game, Move, Placement, Points, RerollsLeft, Roll, RuleSet, Scorecard, State};

/// What may be written in a turn that begins in a state: every roll that can be the last, in every box, and every zero.
fn written(rules: &RuleSet, state: &State, played: &PlayedTurn<'_>, stopping: Stopping) -> Vec<Placement> {
    if let Some(result) = played.turn.result() {
        let like = rules.boxes_like(result.category).filter(|like| rules.is_open(state.filled, *like));
        let of = |category| Placement { category, next: rules.after(state, category, result.points, RerollsLeft::NONE), ..*result };
        return like.map(of).collect();
    }
    let decisions = played.turn.decisions();
    let last = decisions.len() - 1;
    let mut found = Vec::new();
    for decision in &decisions[if stopping == Stopping::AsPlayed { last } else { 0 }..] {
        let before = played.card.rerolls().get() - decision.rerolls_left.get();
        let left = RerollsLeft::new(rules.rerolls_with(state.throws).get() - before).unwrap();
        let roll: &Roll = &decision.roll;
        found.extend(rules.placements(state, roll, left));
        found.extend(rules.categories().filter_map(|category| rules.place_zero(state, roll, left, category).ok()));
    }
    found
}

/// The best of all cards that the dice of each round can fill.
fn of_all_cards(game: &Game, stopping: Stopping) -> Points {
    let (mut total, mut cards) = (Points::ZERO, HashSet::from([game.start().clone()]));
    let best = |cards: &HashSet<Scorecard>| cards.iter().map(Scorecard::score).max().unwrap();
    for played in game.played().filter(|played| played.turn.placement().is_some()) {
        if cards.iter().all(Scorecard::is_full) {
            total += best(&cards);
            cards = HashSet::from([Scorecard::new(game.rules())]);
        }
        let after = |card: &Scorecard| {
            let card = card.clone();
            written(game.rules(), &card.state(), &played, stopping).into_iter().map(move |placement| {
                let mut card = card.clone();
                card.write(&placement).unwrap();
                card
            })
        };
        cards = cards.iter().flat_map(after).collect();
    }
    total + best(&cards)
}

/// The most points of a game of one round, state by state.
fn of_all_states(game: &Game, stopping: Stopping) -> Points {
    let mut states = HashMap::from([(game.start().state(), game.start().written_score())]);
    for played in game.played() {
        let mut after = HashMap::new();
        for (state, points) in states {
            for placement in written(game.rules(), &state, &played, stopping) {
                let most = after.entry(placement.next).or_insert(Points::ZERO);
                *most = (*most).max(points + placement.points + placement.bonus);
            }
        }
        states = after;
    }
    states.iter().map(|(state, points)| *points + game.rules().sure_at_the_end(state)).max().unwrap()
}

fn assert_is_best(game: &Game, twin: fn(&Game, Stopping) -> Points) {
    let found = [Stopping::AsPlayed, Stopping::AtAnyThrow].map(|stopping| {
        let hindsight = Hindsight::of(game, stopping).unwrap();
        assert_eq!(hindsight.total(), twin(game, stopping), "{stopping:?}\n{}\n{game}", game.rules().toml());
        hindsight
    });
    assert!(game.score_so_far() <= found[0].total() && found[0].total() <= found[1].total());
    // What it writes is allowed: it can be played, as far as the throws are those of the game.
    let mut replayed = Game::with_rounds(game.rules(), game.rounds().count()).unwrap();
    for (turn, played) in found[0].turns.iter().zip(game.turns()) {
        for decision in &played.decisions()[..played.decisions().len().saturating_sub(1)] {
            replayed.roll(decision.roll).unwrap();
            replayed.play(Move::Choice(decision.choice)).unwrap();
        }
        match (turn.scored, played.begins_at_last_roll()) {
            (None, _) => replayed.write(turn.placement.category, turn.placement.points.get().into()).unwrap(),
            (Some((_, roll)), true) => replayed.last_roll(roll).unwrap(),
            (Some((_, roll)), false) => replayed.roll(roll).unwrap(),
        }
        if turn.scored.is_some() {
            replayed.play(Move::Choice(Action::Score(turn.placement))).unwrap();
        }
    }
    if game.start().is_empty() {
        assert_eq!(replayed.score_so_far(), found[0].total());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    #[test]
    fn no_card_of_the_same_dice_has_more(toml in prop_oneof![small_rules(), rules_that_favour_zeros(), rules_at_the_limits()], seed in any::<u64>()) {
        let rules = RuleSet::parse(&toml).unwrap();
        let mut random = Numbers(seed);
        let rounds = 1 + random.below(usize::from(rules.max_rounds()).min(2)) as u8;
        let moves = random.below(30);
        assert_is_best(&random.noted_game(&rules, rounds, moves), of_all_cards);
    }
}

fn assert_games(games: &[(&str, usize, usize)]) {
    let mut random = Numbers(3);
    for &(name, turns, games) in games {
        let rules = RuleSet::builtin(name).unwrap();
        for _ in 0..games {
            let mut game = Game::new(&rules);
            random.play_on(&mut game, turns);
            assert_is_best(&game, of_all_states);
        }
    }
}

#[test]
fn builtin_games() {
    assert_games(&[("hasbro", 5, 3), ("get-dicey", 5, 3), ("forced-yatzy", 15, 1), ("yatzy-saved", 4, 2)]);
}

#[test]
#[ignore = "deep"]
fn whole_builtin_games() {
    assert_games(&[("hasbro", 13, 9), ("get-dicey", 13, 9), ("yatzy", 15, 2), ("kismet", 15, 2)]);
}

/// Thirteen times 1 2 3 4 5: both straights, chance, and a die in each upper box but sixes.
#[test]
fn rolls_that_are_alike() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let total = |list: &str| {
        let (game, rolls) = Game::parse_rolls(list, &rules).unwrap().unwrap();
        Hindsight::of_rolls(&game, &rolls).unwrap().total().get()
    };
    assert_eq!(total(&"12345\n".repeat(13)), 15 + 15 + 30 + 40);
    // Sixes for 30, and 50; after that each one has 100 more: forced into sixes, then as full house, straights, chance and the like.
    assert_eq!(total(&"66666\n".repeat(13)), 50 + 12 * 100 + 30 + 2 * 30 + 25 + 30 + 40 + 30);
    // The order counts: the first of them is no joker before the box is filled.
    assert_eq!([total("66666\n12345"), total("12345\n66666\n66666"), total("66666\n66666")], [90, 220, 180]);
}
