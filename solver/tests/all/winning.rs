//! Play to win in games that are already half over: what it costs to solve a turn the fast way instead of exactly.

use yahtzee_solver::{
    Advisor, Contest, Follower, Game, Live, Move, OptimalStrategy, Position, Rounds, RuleSet, Seed, Side, Solver, Stage, Strategy,
    ValueTable,
};

/// Who decides in a turn.
#[derive(Clone, Copy)]
enum Way<'a> {
    /// For the expected score.
    Score,
    /// To win, by this contest.
    Win(Contest<'a>),
}

/// Plays the turn of one of two players on the dice of a seed.
fn play_turn(games: &mut [Game; 2], player: usize, way: Way<'_>, seed: u64, table: &ValueTable) {
    let sides: Vec<Side> = games.iter().map(Side::of).collect();
    let aim = match way {
        Way::Score => None,
        Way::Win(contest) => contest.aim(&sides, player).unwrap(),
    };
    let turn = OptimalStrategy::new(table).turn(&games[player].card().state()).unwrap();
    let done = |game: &Game| game.card().open_count();
    let open = done(&games[player]);
    while done(&games[player]) == open {
        let game = &mut games[player];
        let roll = game.next_roll(Seed::new(seed), player as u64).unwrap();
        game.roll(roll).unwrap();
        let Stage::ToChoose { rerolls_left, .. } = game.stage() else { unreachable!("dice are on the table") };
        let choice = match &aim {
            None => turn.choose(&roll, rerolls_left).unwrap(),
            Some((aim, _)) => {
                let position = Position::new(game.card().clone(), roll, rerolls_left).unwrap();
                Advisor::new(table).advise_by(&position, &aim.worths).unwrap().best().action
            }
        };
        game.play(Move::Choice(choice)).unwrap();
    }
}

/// What the first player wins, half of a tie included, in a game that both play for points until so many boxes are open.
fn played(table: &ValueTable, seed: u64, open: usize, way: Way<'_>, first: usize) -> f64 {
    let mut games = [Game::new(table.rules()), Game::new(table.rules())];
    for _ in 0..table.rules().category_count() {
        for seat in [first, 1 - first] {
            let to_win = seat == 0 && games[0].card().open_count() <= open;
            play_turn(&mut games, seat, if to_win { way } else { Way::Score }, seed, table);
        }
    }
    match games[0].score_so_far().cmp(&games[1].score_so_far()) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    }
}

fn shares(name: &str, open: usize, games: u64) -> [f64; 3] {
    let table = Solver::new(&RuleSet::builtin(name).unwrap()).unwrap().solve();
    let live = Live::new(&table, Follower::new(&table).final_scores(Live::MEMORY)).unwrap();
    let contest = Contest::new(&live);
    let ways = [Way::Score, Way::Win(contest.exact_up_to(0)), Way::Win(contest.exact_up_to(open))];
    let mut won = [0.0; 3];
    for seed in 0..games {
        for (won, way) in won.iter_mut().zip(ways) {
            *won += played(&table, seed, open, way, (seed % 2) as usize);
        }
    }
    let shares = won.map(|won| won / games as f64);
    println!("{name}, {games} games from {open} open boxes on: {shares:.4?} won for points, to win fast, and to win exactly");
    shares
}

/// A few games, so that the measurement below stays possible.
#[test]
fn games_are_played_to_win_in_both_ways() {
    let table = Solver::new(&crate::common::rules("pair")).unwrap().solve();
    let live = Live::new(&table, Follower::new(&table).final_scores(Live::MEMORY)).unwrap();
    let contest = Contest::new(&live);
    let all = table.rules().category_count();
    let share = |way| (0..400).map(|seed| played(&table, seed, all, way, (seed % 2) as usize)).sum::<f64>() / 400.0;
    let [score, fast, exact] = [Way::Score, Way::Win(contest.exact_up_to(0)), Way::Win(contest.exact_up_to(all))].map(share);
    assert!((0.4..0.6).contains(&score) && fast > score && exact > score && (fast - exact).abs() < 0.05, "{score} {fast} {exact}");
    assert_eq!(Side::of(&Game::new(table.rules())).rounds, Rounds::default());
}

#[test]
#[ignore = "takes minutes: the figures of docs/winning.md"]
fn what_the_fast_way_costs() {
    for name in ["hasbro", "yatzy"] {
        let [score, fast, exact] = shares(name, 7, 1000);
        assert!(fast > score && exact > fast - 0.01, "{score} {fast} {exact}");
    }
}
