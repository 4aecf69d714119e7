//! Play to win in half-finished games: the loss of solving a turn the fast way instead of exactly.

use std::collections::{BTreeMap, HashMap};

use crate::common::{Numbers, builtin_table, numbers_of, roll_after, rules, solve};
use yahtzee_solver::win::{Live, Side};
use yahtzee_solver::{
    Action, Advisor, Contest, Dice, Follower, Game, Move, OptimalStrategy, Points, Position, RerollsLeft, Roll, Rounds, RuleSet, Scorecard,
    Seed, Solver, Stage, Strategy, ValueTable,
};

/// The way of deciding in a turn.
enum PlayStyle {
    /// For the expected score.
    Score,
    /// To win, by this contest.
    Win(Contest<'static>),
}

/// Plays the turn of one of two players on the dice of a seed.
fn play_turn(games: &mut [Game; 2], player: usize, way: &PlayStyle, seed: u64, table: &ValueTable) {
    let sides: Vec<Side> = games.iter().map(Side::of).collect();
    let solved = match way {
        PlayStyle::Score => None,
        PlayStyle::Win(contest) => contest.solve(&sides, player).unwrap(),
    };
    let turn = OptimalStrategy::new(table).turn(&games[player].card().state()).unwrap();
    let done = |game: &Game| game.card().open_count();
    let open = done(&games[player]);
    while done(&games[player]) == open {
        let game = &mut games[player];
        let roll = game.next_roll(Seed::new(seed), player as u64).unwrap();
        game.roll(roll).unwrap();
        let Stage::ToChoose { rerolls_left, .. } = game.stage() else { unreachable!("dice are on the table") };
        let choice = match &solved {
            None => turn.choose(&roll, rerolls_left).unwrap(),
            Some((solved, _)) => {
                let position = Position::new(game.card().clone(), roll, rerolls_left).unwrap();
                Advisor::new(table).advise_by(&position, &solved.worths).unwrap().best().action
            }
        };
        game.play(Move::Choice(choice)).unwrap();
    }
}

/// The first player's result, with half for a tie, in a game where both play for points until this many boxes are open.
fn played(table: &ValueTable, seed: u64, open: usize, way: &PlayStyle, first: usize) -> f64 {
    let mut games = [Game::new(table.rules()), Game::new(table.rules())];
    for _ in 0..table.rules().category_count() {
        for seat in [first, 1 - first] {
            let to_win = seat == 0 && games[0].card().open_count() <= open;
            play_turn(&mut games, seat, if to_win { way } else { &PlayStyle::Score }, seed, table);
        }
    }
    match games[0].score_so_far().cmp(&games[1].score_so_far()) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    }
}

fn shares(name: &str, open: usize, games: u64) -> [f64; 3] {
    let table = Solver::new(&RuleSet::builtin(name).unwrap()).unwrap().solve().unwrap();
    let live = Live::new(&table, Follower::new(&table).final_scores(Live::MEMORY).unwrap()).unwrap();
    let contest = Contest::new(&live);
    let ways = [PlayStyle::Score, PlayStyle::Win(contest.clone().exact_up_to(0)), PlayStyle::Win(contest.exact_up_to(open))];
    let mut won = [0.0; 3];
    for seed in 0..games {
        for (won, way) in won.iter_mut().zip(&ways) {
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
    let table = Solver::new(&crate::common::rules("pair")).unwrap().solve().unwrap();
    let live = Live::new(&table, Follower::new(&table).final_scores(Live::MEMORY).unwrap()).unwrap();
    let contest = Contest::new(&live);
    let all = table.rules().category_count();
    let share = |way: &PlayStyle| (0..400).map(|seed| played(&table, seed, all, way, (seed % 2) as usize)).sum::<f64>() / 400.0;
    let [score, fast, exact] =
        [PlayStyle::Score, PlayStyle::Win(contest.clone().exact_up_to(0)), PlayStyle::Win(contest.exact_up_to(all))].each_ref().map(share);
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

/// The chance of each final score.
type Finals = BTreeMap<Points, f64>;

/// Naive play for points, followed from roll to roll by the advice.
struct Naive<'a> {
    advisor: Advisor<'a>,
    known: HashMap<(String, Option<(Roll, RerollsLeft)>), Finals>,
}

impl Naive<'_> {
    /// The final scores of a card between turns.
    fn of_card(&mut self, card: &Scorecard) -> Finals {
        if card.is_full() {
            return Finals::from([(card.score(), 1.0)]);
        }
        let key = (card.to_string(), None);
        if let Some(finals) = self.known.get(&key) {
            return finals.clone();
        }
        let finals = self.after(card, Dice::NONE, card.rerolls());
        self.known.insert(key, finals.clone());
        finals
    }

    /// The final scores after a hold: the mean over all outcomes, with this many rerolls left.
    fn after(&mut self, card: &Scorecard, kept: Dice, rerolls_left: RerollsLeft) -> Finals {
        let rules = card.rules().clone();
        let mut sum = Finals::new();
        for rest in rules.game_dice().all_after(&kept) {
            let roll = roll_after(&rules, &kept, &numbers_of(&rest));
            let share = rules.die().outcomes(&rest) as f64 / rules.game_dice().outcomes_after(&kept) as f64;
            for (score, chance) in self.of_roll(card, roll, rerolls_left) {
                *sum.entry(score).or_default() += share * chance;
            }
        }
        sum
    }

    fn of_roll(&mut self, card: &Scorecard, roll: Roll, rerolls_left: RerollsLeft) -> Finals {
        let key = (card.to_string(), Some((roll, rerolls_left)));
        if let Some(finals) = self.known.get(&key) {
            return finals.clone();
        }
        let position = Position::new(card.clone(), roll, rerolls_left).unwrap();
        let finals = match self.advisor.advise(&position).unwrap().best().action {
            Action::Hold(hold) => self.after(card, *hold, rerolls_left.less_one().unwrap()),
            Action::Score(placement) => {
                let mut after = card.clone();
                after.write(&placement).unwrap();
                self.of_card(&after)
            }
        };
        self.known.insert(key, finals.clone());
        finals
    }

    /// The chance of the first of two players to win; a tie counts as half.
    fn chance(&mut self, first: &Scorecard, second: &Scorecard) -> f64 {
        let [first, second] = [first, second].map(|card| self.of_card(card));
        let pairs = first.iter().flat_map(|(mine, chance)| second.iter().map(move |(other, share)| (mine.cmp(other), chance * share)));
        pairs.map(|(order, chance)| (order as i8 as f64 + 1.0) / 2.0 * chance).sum()
    }
}

/// A chance that claims to be exact is right to 1e-12, in a contest and in a review.
#[test]
fn exact_chances_are_exact() {
    let mut random = Numbers(5);
    for (table, open, games) in [(&solve(&rules("pocket")), 3, 12), (&solve(&rules("pair")), 3, 12), (builtin_table("hasbro"), 1, 3)] {
        let rules = table.rules();
        let live = Live::new(table, Follower::new(table).final_scores(Live::MEMORY).unwrap()).unwrap();
        let contest = Contest::new(&live);
        let mut naive = Naive { advisor: Advisor::new(table), known: HashMap::new() };
        for _ in 0..games {
            let games = [0, 1].map(|_| {
                let mut game = Game::new(rules);
                let left = random.below(open + 1);
                random.play_on(&mut game, rules.category_count() - left);
                game
            });
            let chances = contest.chances(&[Side::of(&games[0]), Side::of(&games[1])]).unwrap();
            let wanted = naive.chance(games[0].card(), games[1].card());
            assert!(!chances[0].approximate && !chances[1].approximate);
            let error = (chances[0].value - wanted).abs().max((chances[1].value - (1.0 - wanted)).abs());
            assert!(error < 1e-12, "{}: {chances:?} for {wanted}: {error:e}", rules.name());
            if rules.category_count() > 3 {
                continue;
            }
            let mut games = games;
            games.iter_mut().for_each(|game| random.play_on(game, rules.category_count()));
            let review = contest.review(&[&games[0], &games[1]], 0).unwrap();
            assert!(!review.approximate);
            let before = |game: &Game, turn: usize| game.played().nth(turn).unwrap().card.clone();
            for (index, turn) in review.turns.iter().enumerate() {
                let wanted = naive.chance(&before(&games[0], index), &before(&games[1], index));
                assert!((turn.before - wanted).abs() < 1e-12, "{} for {wanted}", turn.before);
            }
            assert!((review.now - naive.chance(games[0].card(), games[1].card())).abs() < 1e-12);
        }
    }
}
