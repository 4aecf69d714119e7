//! Two players who both play to win, compared with the definition.

use std::sync::Arc;

use proptest::prelude::*;
use yahtzee_solver::advise::ObjectiveError;
use yahtzee_solver::evaluate::Ties;
use yahtzee_solver::solve::MEMORY_LIMIT;
use yahtzee_solver::win::{Contestant, Duel, DuelPlayer, Duelist, HeadToHead, Live, Results, Side, Standing};
use yahtzee_solver::{Contest, Follower, Game, Model, Objective, ObjectiveSolver, Points, Rounds, RuleSet, Run, Scorecard, Seed, State};

use crate::common::{Numbers, RollsAndHolds, TwinOfTwo, builtin_table, cases, rules, small_rules, solve};

fn ahead(mover: &Standing, other: &Standing) -> i32 {
    mover.score.get() as i32 - other.score.get() as i32
}

/// Compares both along a random game of two, from these numbers of open categories to the end.
fn agree_along_a_game(rules: &RuleSet, open: [usize; 2], ties: Ties, random: &mut Numbers) {
    let model = Arc::new(Model::new(rules, MEMORY_LIMIT).unwrap());
    let throws = RollsAndHolds::new(rules);
    let mut twin = TwinOfTwo::new(rules, &throws, 2.0 * ties.worth() - 1.0);
    let mut games = [Game::new(rules), Game::new(rules)];
    for (game, open) in games.iter_mut().zip(open) {
        random.play_on(game, rules.category_count() - open);
    }
    let mut first = true;
    for left in (1..=open[0] + open[1]).rev() {
        let [mover, other] = if first { [0, 1] } else { [1, 0] };
        let standings = [mover, other].map(|seat| Standing::of(games[seat].card()));
        let of_mover = if first { ties } else { ties.of_other() };
        let duel = Duel::new(&model).ties(of_mover).shares(true).work_from(&standings).unwrap().solve().unwrap();
        let [mine, others] = standings.map(|standing| standing.state);
        let wanted = twin.balance(mine, others, ahead(&standings[0], &standings[1]), first);
        let found = duel.balance();
        assert!((found - wanted).abs() < 1e-12, "{left} turns left: {found} where the definition gives {wanted}, in\n{}", rules.toml());
        let turns = games[mover].turns().len() + 1;
        random.play_on(&mut games[mover], turns);
        first = !first;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(40), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_small_rule_sets(toml in small_rules(), seed in any::<u64>(), most in 1usize..=2, level in any::<bool>(), ties in 0..3) {
        let rules = RuleSet::parse(&toml).unwrap();
        let open = most.min(rules.category_count());
        let ties = [Ties::Win, Ties::Half, Ties::Lose][ties as usize];
        agree_along_a_game(&rules, [open, open - usize::from(!level)], ties, &mut Numbers(seed));
    }
}

/// Every pair of states of a small game, at every difference that matters.
#[test]
fn every_state_of_a_small_game() {
    let rules = rules("pair");
    let model = Arc::new(Model::new(&rules, MEMORY_LIMIT).unwrap());
    let throws = RollsAndHolds::new(&rules);
    let mut twin = TwinOfTwo::new(&rules, &throws, 0.0);
    let states: Vec<State> = model.space().states().map(|(_, state)| state).collect();
    let open = |state: &State| rules.category_count() - state.filled.count();
    let mut pairs = 0;
    for mine in states.iter().filter(|state| open(state) > 0) {
        for other in states.iter().filter(|other| open(mine) == open(other) || open(mine) == open(other) + 1) {
            for ahead in (-40..=40).step_by(3) {
                let score = |score: i32| Points::new(score as u32);
                let standings = [Standing { state: *mine, score: score(100 + ahead) }, Standing { state: *other, score: score(100) }];
                let found = Duel::new(&model).with(Run::new().threads(1)).work_from(&standings).unwrap().solve().unwrap().balance();
                let wanted = twin.balance(*mine, *other, ahead, true);
                assert!((found - wanted).abs() < 1e-12, "{mine:?} {other:?} {ahead}: {found}, {wanted}");
                pairs += 1;
            }
        }
    }
    assert!(pairs > 500, "{pairs}");
}

/// The kept values equal the values of each turn, and guide both players.
#[test]
fn a_book_of_a_small_game() {
    let rules = rules("pair");
    let table = solve(&rules);
    let new = Scorecard::new(&rules);
    let duel = || Duel::new(table.model()).work(&new, &new).unwrap();
    let book = duel().solve_all().unwrap();
    let throws = RollsAndHolds::new(&rules);
    let mut twin = TwinOfTwo::new(&rules, &throws, 0.0);
    let states: Vec<State> = table.space().states().map(|(_, state)| state).collect();
    let open = |state: &State| rules.category_count() - state.filled.count();
    for mine in states.iter().filter(|state| open(state) > 0) {
        for other in &states {
            let found = book.balance(mine, other, 3);
            let is_turn = open(mine) == open(other) || open(mine) == open(other) + 1;
            // No player can be three points ahead before or after the first turn.
            assert!(found.is_none() || is_turn);
            assert!(found.is_some() || !is_turn || open(other) + open(mine) > 3, "{mine:?} {other:?}");
            if let Some(found) = found {
                assert!((found - twin.balance(*mine, *other, 3, true)).abs() < 1e-12);
            }
        }
    }
    let too_large = Duel::new(table.model()).work(&new, &new).unwrap().bytes_needed();
    let little = Duel::new(table.model()).with(Run::new().memory(too_large)).work(&new, &new).unwrap().solve_all();
    assert!(little.is_ok() || matches!(little, Err(ObjectiveError::TooLarge { .. })));

    let value = duel().solve().unwrap().value();
    let games = HeadToHead::new(&table, [Contestant::Duel(&book); 2], 200_000, Seed::new(1)).run().unwrap();
    let first = games.by_seat[0];
    assert!((first.score() - value).abs() < 4.0 * first.standard_error(), "{} for {value}", first.score());
    // No player does better against it, in both seats together.
    for other in [Contestant::Optimal, Contestant::Greedy] {
        let games = HeadToHead::new(&table, [Contestant::Duel(&book), other], 200_000, Seed::new(2)).run().unwrap();
        assert!(games.score() > 0.5 - 2.0 * games.standard_error(), "{}", games.score());
    }
}

#[test]
fn the_turn_against_one_who_reacts() {
    let table = builtin_table("hasbro");
    let rules = table.rules();
    let rest = "ones=3 twos=6 threes=9 fours=12 sixes=18 three-of-a-kind=25 full-house=25 small-straight=30 large-straight=40 chance=20";
    let card = |more: &str| Scorecard::parse(&format!("{rest} {more}"), rules).unwrap();
    let (mine, other) = (card("four-of-a-kind=0"), card("four-of-a-kind=22 fives=15"));
    let duel = Duel::new(table.model()).ties(Ties::Win).work(&mine, &other).unwrap().solve().unwrap();
    let objective = Arc::new(Objective::Duel { opponent: other.clone(), ties: Ties::Win });
    let solver = ObjectiveSolver::new(table);
    let solved = solver.solve(&objective, &mine).unwrap();
    assert!(solved.exact && *solved.worths == duel.turn());
    assert_eq!(solver.worth(&objective, &mine).unwrap(), duel.value());
    assert!(solver.utility(&objective).unwrap_err().to_string().contains("reacts"));
    let full = "the one to move needs an open box";
    assert!(solver.solve(&objective, &card("four-of-a-kind=0 fives=15 yahtzee=0")).is_err(), "{full}");
    let turns = solver.solve(&Arc::new(Objective::Duel { opponent: Scorecard::new(rules), ties: Ties::Half }), &mine).unwrap_err();
    assert_eq!(turns.to_string(), "2 against 13 open boxes: who moves has as many open boxes as the other, or one more");
    let new = Scorecard::new(rules);
    let large = ObjectiveSolver::new(table)
        .with(Run::new().memory(8_000_000_000))
        .solve(&Arc::new(Objective::Duel { opponent: new.clone(), ties: Ties::Half }), &new);
    assert!(large.unwrap_err().to_string().contains("bytes of memory"));

    // In a contest: exact near the end, otherwise the fast way.
    let live = Live::new(table, Follower::new(table).final_scores(4_000_000).unwrap()).unwrap();
    let contest = Contest::new(&live).reacting(true);
    let side = |card: &Scorecard| Side { card: card.clone(), rounds: Rounds::default() };
    let sides = [side(&other), side(&mine)];
    let half = Duel::new(table.model()).work(&mine, &other).unwrap().solve().unwrap();
    let (solved, approximate) = contest.solve(&sides, 1).unwrap().unwrap();
    assert!(!approximate && matches!(*solved.objective, Objective::Duel { .. }) && *solved.worths == half.turn());
    let chances = contest.chances(&sides).unwrap();
    assert_eq!([chances[0].value, chances[1].value], [1.0 - half.value(), half.value()]);
    assert!(chances.iter().all(|chance| !chance.approximate));
    // Against players who do not react, nothing changes.
    let (solved, _) = Contest::new(&live).solve(&sides, 1).unwrap().unwrap();
    assert!(matches!(*solved.objective, Objective::Against(_)));
    let duel = Objective::Duel { opponent: new.clone(), ties: Ties::Half };
    let (solved, approximate) = contest.solve_for(&side(&new), duel).unwrap().unwrap();
    assert!(approximate && !solved.exact);
}

/// Follows imperfect players. Two who play for points win as often as their scores predict, one who plays to win as often as in many simulated games,
/// and no player does better than a perfect one.
#[test]
fn players_who_are_followed() {
    let rules = rules("pocket");
    let table = solve(&rules);
    let live = Live::new(&table, Follower::new(&table).final_scores(1_000_000).unwrap()).unwrap();
    let new = Scorecard::new(&rules);
    let duelist = |player| Duelist::new(&table, player).unwrap();
    assert!(Duelist::new(&table, Contestant::Greedy).is_none());
    let (points, win) = (duelist(Contestant::Optimal), duelist(Contestant::Win(&live)));
    let value = |players: [Option<&dyn DuelPlayer>; 2]| {
        Duel::new(table.model()).players(players).work(&new, &new).unwrap().solve().unwrap().value()
    };

    let score: Vec<(i32, f64)> = {
        let score = Follower::new(&table).statistics(&new).unwrap().score;
        score.iter().map(|(score, chance)| (score.get() as i32, chance)).collect()
    };
    let beats = |mine: i32, other: i32| f64::from(mine.cmp(&other) as i8 + 1) / 2.0;
    let pairs = score.iter().flat_map(|(mine, chance)| score.iter().map(move |(other, others)| chance * others * beats(*mine, *other)));
    let both = value([Some(&points), Some(&points)]);
    assert!((both - pairs.sum::<f64>()).abs() < 1e-12, "{both}");

    let games = HeadToHead::new(&table, [Contestant::Win(&live), Contestant::Optimal], 100_000, Seed::new(3)).run().unwrap();
    for (results, players) in [(games.by_seat[0], [Some(&win), Some(&points)]), (games.by_seat[1], [Some(&points), Some(&win)])] {
        let first = value(players.map(|player| player.map(|player| player as &dyn DuelPlayer)));
        let of_win = if std::ptr::eq(players[0].unwrap(), &win) { first } else { 1.0 - first };
        assert!((results.score() - of_win).abs() < 4.0 * results.standard_error(), "{} for {of_win}", results.score());
    }
    let perfect = value([None, None]);
    // The best response to a player who plays for points wins most against that player, and loses less against a perfect one.
    let answers = |players| Duel::new(table.model()).players(players).work(&new, &new).unwrap().solve_all().unwrap();
    let [as_first, as_second] = [answers([None, Some(&points)]), answers([Some(&points), None])];
    let [first, second] = [&as_first, &as_second].map(|book| duelist(Contestant::Duel(book)));
    assert!((value([Some(&first), Some(&points)]) - value([None, Some(&points)])).abs() < 1e-12);
    assert!((value([Some(&points), Some(&second)]) - value([Some(&points), None])).abs() < 1e-12);
    let given_up = [perfect - value([Some(&first), None]), value([None, Some(&second)]) - perfect];
    let of_points = [perfect - value([Some(&points), None]), value([None, Some(&points)]) - perfect];
    assert!((0..2).all(|seat| given_up[seat] > 0.0 && given_up[seat] < of_points[seat]), "{given_up:?} {of_points:?}");
    for player in [&points, &win] {
        let given_up = [perfect - value([Some(player), None]), value([None, Some(player)]) - perfect];
        assert!(given_up.iter().all(|given_up| *given_up > 0.0 && *given_up < 0.1), "{given_up:?}");
    }
}

/// With one open box each, who plays to win by the exact distributions, counting a tie as told, plays best against one who plays for points.
#[test]
fn who_plays_to_win_counts_ties_as_told() {
    let toml = "name = \"two\"\ndice = 2\nrolls = 3\n[[upper]]\nname = \"sixes\"\nface = 6\n[[lower]]\nname = \"all\"\nany = true\npoints = \"all-dice\"\n";
    let rules = RuleSet::parse(toml).unwrap();
    let table = solve(&rules);
    let live = Live::new(&table, Follower::new(&table).final_scores(1_000_000).unwrap()).unwrap();
    let win = |ties| Duelist::new(&table, Contestant::Win(&live)).unwrap().ties(ties);
    let points = Duelist::new(&table, Contestant::Optimal).unwrap();
    let mut differ = 0;
    for [mover, other] in
        [["sixes=6"; 2], ["sixes=6", "sixes=0"], ["sixes=0", "sixes=6"], ["sixes=0", "all=6"], ["all=6"; 2], ["all=6", "sixes=6"]]
    {
        let [mover, other] = &[mover, other].map(|card| Scorecard::parse(card, &rules).unwrap());
        for ties in [Ties::Win, Ties::Half, Ties::Lose] {
            let value = |players: [Option<&dyn DuelPlayer>; 2]| {
                Duel::new(table.model()).ties(ties).players(players).work(mover, other).unwrap().solve().unwrap().value()
            };
            let [as_told, half] = [win(ties), win(Ties::Half)].map(|win| value([Some(&win), Some(&points)]));
            assert!((as_told - value([None, Some(&points)])).abs() < 1e-6, "{ties:?}: {mover} against {other}");
            let second = value([Some(&points), Some(&win(ties.of_other()))]);
            assert!((second - value([Some(&points), None])).abs() < 1e-6, "{ties:?}: {mover} against {other}");
            differ += usize::from(as_told > half + 1e-3);
        }
    }
    assert!(differ > 0);
}

/// A million games of two optimal players agree with the value.
#[test]
#[ignore = "takes minutes: the figures of docs/winning.md"]
fn a_million_games_agree_with_the_value() {
    for name in ["generala", "yacht"] {
        let table = solve(&RuleSet::builtin(name).unwrap());
        let new = Scorecard::new(table.rules());
        let book = Duel::new(table.model()).work(&new, &new).unwrap().solve_all().unwrap();
        let value = (1.0 + book.balance(&State::default(), &State::default(), 0).unwrap()) / 2.0;
        let games = HeadToHead::new(&table, [Contestant::Duel(&book); 2], 2_000_000, Seed::new(1)).run().unwrap();
        let Results { wins, ties, losses } = games.by_seat[0];
        let (found, error) = (games.by_seat[0].score(), games.by_seat[0].standard_error());
        println!("{name}: value {value:.7}; {wins} wins, {ties} ties and {losses} losses, {found:.5} with a standard error of {error:.5}");
        assert!((found - value).abs() < 4.0 * error);
    }
}
