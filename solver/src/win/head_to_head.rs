//! Games of two players against each other.
//!
//! All games of a share advance together, one turn of one seat at a time. They are sorted by the state of the player to move. Games in one row of
//! states are played in blocks: a lane of the turn kernel is a game.

use yahtzee_kernel::{ByWorths, Lanes, Source, TieOrder, Turns, Workspace};

use super::live::Live;
use super::score_worths::ScoreWorths;
use crate::advise::duel::DuelBook;
use crate::dice::Seed;
use crate::evaluate::Ties;
use crate::rules::{Points, State};
use crate::simulate::{Plane, play_turn};
use crate::solve::{Model, Run, Stopped, ValueTable, Walker};
use crate::space::{BLOCK, Row};
use crate::strategy::{BlockStrategy, Chooser};

/// The number of games played together.
const SHARE: u64 = 1 << 17;
/// The number of shares assigned to the threads together.
const SHARES_A_TIME: usize = 1 << 12;

/// A player of a head-to-head game.
#[derive(Clone, Copy, Debug)]
pub enum Contestant<'a> {
    /// Plays for expected score.
    Optimal,
    /// Plays for the most points of each turn.
    Greedy,
    /// Sees the other's card, and plays each turn for the best live chance to win.
    Win(&'a Live),
    /// Plays a duel from two new cards perfectly, against a player who does so too.
    Duel(&'a DuelBook),
}

/// Games of two players against each other, on the same dice with the seats swapped.
pub struct HeadToHead<'a> {
    table: &'a ValueTable,
    players: [Contestant<'a>; 2],
    games: u64,
    seed: Seed,
    run: Run<'a>,
}

/// The wins, ties and losses of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The games won.
    pub wins: u64,
    /// The games tied.
    pub ties: u64,
    /// The games lost.
    pub losses: u64,
}

/// The results of the player named first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeadToHeadResults {
    /// The results as first player, and as second player.
    pub by_seat: [Results; 2],
    /// The number of pairs of games, by the half points won in both: from 0 to 4.
    pub pairs: [u64; 5],
}

/// A game between turns.
#[derive(Clone, Copy, Debug)]
struct Match {
    number: u64,
    /// The position of the state and the points written, of the player of each seat.
    seats: [(u32, Points); 2],
    /// The seat whose player has won at once.
    winner: Option<usize>,
}

impl<'a> HeadToHead<'a> {
    /// This many games with the dice of a seed. The player named first moves first in every other game. The two games of a pair have the same dice,
    /// which stay with the seats.
    pub fn new(table: &'a ValueTable, players: [Contestant<'a>; 2], games: u64, seed: Seed) -> HeadToHead<'a> {
        HeadToHead { table, players, games, seed, run: Run::new() }
    }

    /// Sets threads and progress. Each turn of a game is a unit of progress.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> HeadToHead<'a> {
        HeadToHead { run, ..self }
    }

    /// Plays the games.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn run(&self) -> Result<HeadToHeadResults, Stopped> {
        let table = self.table.to_win();
        let choosers = self.players.map(|player| match player {
            Contestant::Optimal | Contestant::Win(_) | Contestant::Duel(_) => Chooser::by_table(&table),
            Contestant::Greedy => Chooser::by_zeros(table.model()),
        });
        let turns = 2 * self.table.rules().category_count() as u64;
        let mut total = HeadToHeadResults::default();
        let all = self.games.div_ceil(SHARE);
        self.run.walk(turns.saturating_mul(self.games), |walker| {
            for first in (0..all).step_by(SHARES_A_TIME) {
                let shares: Vec<u64> = (first..all.min(first + SHARES_A_TIME as u64)).collect();
                let mut results = vec![HeadToHeadResults::default(); shares.len()];
                walker.layer(1, &shares, results.as_mut_slice(), &|shares: &[u64], results: &mut [HeadToHeadResults]| {
                    for (share, results) in shares.iter().zip(results) {
                        *results = self.play_share(share * SHARE, &choosers, walker);
                    }
                });
                results.iter().for_each(|results| total.add(results));
            }
        })?;
        Ok(total)
    }

    fn play_share(&self, first: u64, choosers: &[Chooser; 2], walker: &Walker<'_>) -> HeadToHeadResults {
        let Model { space, .. } = &**self.table.model();
        let start = (space.position(&State::default()) as u32, Points::ZERO);
        let numbers = first..self.games.min(first + SHARE);
        // Games with the first player in the first seat, and games with the first player in the second seat.
        let mut halves = [0, 1].map(|seat| {
            let numbers = numbers.clone().filter(|number| number % 2 == seat);
            numbers.map(|number| Match { number, seats: [start; 2], winner: None }).collect::<Vec<_>>()
        });
        let layers: Vec<&[Row]> = space.layers().skip(1).collect();
        for (turn, rows) in layers.into_iter().rev().enumerate() {
            for seat in 0..2 {
                for (swapped, games) in halves.iter_mut().enumerate() {
                    let player = seat ^ swapped;
                    let (chooser, turn) = (&choosers[player], turn as u32);
                    SeatTurn { match_up: self, player: self.players[player], chooser, seat, turn, rows }.play(games);
                    walker.advance(games.len() as u64);
                }
            }
        }
        let mut results = HeadToHeadResults::default();
        halves.iter_mut().for_each(|games| games.sort_unstable_by_key(|game| game.number));
        let outcome = |game: &Match, seat: usize| match game.winner {
            Some(winner) if winner == seat => 2,
            Some(_) => 0,
            None => self.final_score(game, seat).cmp(&self.final_score(game, 1 - seat)) as i8 + 1,
        };
        for (seat, games) in halves.iter().enumerate() {
            games.iter().for_each(|game| results.by_seat[seat].add(outcome(game, seat)));
        }
        for (first, second) in halves[0].iter().zip(&halves[1]) {
            results.pairs[(outcome(first, 0) + outcome(second, 1)) as usize] += 1;
        }
        results
    }

    fn final_score(&self, game: &Match, seat: usize) -> Points {
        let (position, points) = game.seats[seat];
        // The value of a full card is its upper bonus.
        points + Points::new(self.table.values()[position as usize] as u32)
    }
}

impl Results {
    fn add(&mut self, half_points: i8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.ties += 1,
            _ => self.wins += 1,
        }
    }

    fn add_all(&mut self, others: &Results) {
        self.wins += others.wins;
        self.ties += others.ties;
        self.losses += others.losses;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.ties + self.losses
    }

    /// The share of wins plus half the share of ties; not a number if there are no games.
    pub fn score(&self) -> f64 {
        (self.wins as f64 + 0.5 * self.ties as f64) / self.games() as f64
    }

    /// The standard error of [`score`](Results::score).
    pub fn standard_error(&self) -> f64 {
        standard_error([(0.0, self.losses), (0.5, self.ties), (1.0, self.wins)].into_iter())
    }
}

/// The standard error of a mean of values, each with its number of occurrences; 0 for a single one.
fn standard_error(values: impl Iterator<Item = (f64, u64)> + Clone) -> f64 {
    let count = values.clone().map(|(_, count)| count).sum::<u64>() as f64;
    let mean = values.clone().map(|(value, count)| value * count as f64).sum::<f64>() / count;
    let squares: f64 = values.map(|(value, count)| (value - mean).powi(2) * count as f64).sum();
    if count < 2.0 { 0.0 } else { (squares / (count - 1.0) / count).sqrt() }
}

impl HeadToHeadResults {
    /// The results in both seats.
    pub fn total(&self) -> Results {
        let [mut total, second] = self.by_seat;
        total.add_all(&second);
        total
    }

    /// The share of wins plus half the share of ties.
    pub fn score(&self) -> f64 {
        self.total().score()
    }

    /// The standard error of [`score`](HeadToHeadResults::score). The two games of a pair have the same dice, so it is computed from the pairs.
    pub fn standard_error(&self) -> f64 {
        let pairs: u64 = self.pairs.iter().sum();
        let total = self.total();
        if pairs * 2 != total.games() {
            return total.standard_error();
        }
        standard_error(self.pairs.iter().enumerate().map(|(half_points, &pairs)| (half_points as f64 / 4.0, pairs)))
    }

    fn add(&mut self, other: &HeadToHeadResults) {
        for (mine, others) in self.by_seat.iter_mut().zip(&other.by_seat) {
            mine.add_all(others);
        }
        for (mine, others) in self.pairs.iter_mut().zip(&other.pairs) {
            *mine += others;
        }
    }
}

/// One turn of the players in one seat, in games with the same player there.
struct SeatTurn<'a> {
    match_up: &'a HeadToHead<'a>,
    player: Contestant<'a>,
    chooser: &'a Chooser,
    seat: usize,
    turn: u32,
    /// The rows of states that the players may be in.
    rows: &'a [Row],
}

/// The workspace for choosing the actions in a block of games, one per lane.
struct Scratch {
    block: BlockStrategy<BLOCK>,
    by_worth: Workspace<ByWorths>,
    by_score: [ScoreWorths; BLOCK],
}

/// The games that nobody has won at once.
fn undecided(games: &mut [Match]) -> &mut [Match] {
    games.sort_unstable_by_key(|game| (game.winner.is_some(), game.number));
    let count = games.partition_point(|game| game.winner.is_none());
    &mut games[..count]
}

impl SeatTurn<'_> {
    /// Plays the turn of each of these games.
    fn play(&self, games: &mut [Match]) {
        let Model { space, plan, .. } = &*self.chooser.model;
        let seat = self.seat;
        let games = if plan.has_winning_rolls() { undecided(games) } else { games };
        games.sort_unstable_by_key(|game| (game.seats[seat].0, game.number));
        let mut scratch = Scratch { block: BlockStrategy::new(self.chooser), by_worth: Workspace::default(), by_score: Default::default() };
        let mut rest = games;
        for row in self.rows {
            let width = space.plane_width(row.filled);
            let mut entered = false;
            for throws in 0..space.plane_count(row.filled) {
                let start = row.start + throws * width;
                let count = rest.partition_point(|game| (game.seats[seat].0 as usize) < start + width);
                let here;
                (here, rest) = rest.split_at_mut(count);
                if here.is_empty() {
                    continue;
                }
                if !entered {
                    scratch.block.enter_row(self.chooser, row.filled, row.flag);
                    entered = true;
                }
                let plane = Plane { throws: throws as u8, start };
                for games in here.chunks_mut(BLOCK) {
                    self.choose(row, plane, games, &mut scratch);
                    for (lane, game) in games.iter_mut().enumerate() {
                        let cup = self.match_up.seed.cup(game.number / 2 * 2 + seat as u64, self.turn);
                        let source = play_turn(&self.chooser.model, &scratch.block, plane.throws, lane, cup, &mut ());
                        let (position, points) = &mut game.seats[seat];
                        *position = source.position(space.shifts(), *position as usize - start) as u32;
                        *points += Points::new(source.points);
                        if source.wins {
                            game.winner = Some(seat);
                        }
                    }
                }
            }
        }
    }

    /// Computes the strategies of a block of games in one plane of a row.
    fn choose(&self, row: &Row, plane: Plane, games: &[Match], scratch: &mut Scratch) {
        let Scratch { block, by_worth, by_score } = scratch;
        let shifts = self.chooser.model.space.shifts();
        let turns = Turns::one(&self.chooser.model.plan.kernel, plane.throws);
        let values = self.chooser.values_after(row.filled, row.flag);
        let after = |game: &Match, source: &Source| {
            let (position, points) = game.seats[self.seat];
            (source.position(shifts, position as usize - plane.start), points + Points::new(source.points))
        };
        let expected = |source: &Source| {
            let mut lanes = Lanes([0.0; BLOCK]);
            for (value, game) in lanes.0.iter_mut().zip(games) {
                *value = values[after(game, source).0] + f64::from(source.points);
            }
            lanes
        };
        let open_after = self.match_up.table.rules().category_count() - row.filled.count() - 1;
        // The second player moves after the first, and so sees a card with one more turn.
        let rival_filled = row.filled.count() + self.seat;
        match self.player {
            Contestant::Optimal | Contestant::Greedy => {
                let lane = |game: &Match| game.seats[self.seat].0 as usize - plane.start;
                // The lanes without a game repeat the last one.
                let lanes = std::array::from_fn(|index| lane(&games[index.min(games.len() - 1)]));
                block.choose(self.chooser, lanes, turns);
            }
            Contestant::Win(_) | Contestant::Duel(_) => {
                if let Contestant::Win(live) = self.player {
                    for (by_score, game) in by_score.iter_mut().zip(games) {
                        let (position, points) = game.seats[1 - self.seat];
                        live.worths_against((position as usize, rival_filled, points.get()), Ties::Half, open_after, by_score);
                    }
                }
                let open = open_after + self.match_up.table.rules().category_count() - rival_filled;
                let ends = |source: &Source| {
                    let mut worths = Lanes([1.0; BLOCK]);
                    if source.wins {
                        return ByWorths::new(worths, TieOrder::of_placement(source), [expected(source)]);
                    }
                    for ((worth, game), by_score) in worths.0.iter_mut().zip(games).zip(&*by_score) {
                        let (position, score) = after(game, source);
                        *worth = match self.player {
                            Contestant::Duel(book) => {
                                let (rival, points) = game.seats[1 - self.seat];
                                let balance = book.balance_at(rival as usize, position, open, points.get() as i32 - score.get() as i32);
                                (1.0 - balance.expect("the game began with new cards")) / 2.0
                            }
                            Contestant::Win(live) => live.mean(position, score.get(), by_score),
                            Contestant::Optimal | Contestant::Greedy => 0.0,
                        };
                    }
                    ByWorths::new(worths, TieOrder::of_placement(source), [expected(source)])
                };
                block.choose_by_worth(self.chooser, by_worth, &ends, turns);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advise::duel::Duel;
    use crate::evaluate::Follower;
    use crate::game::{Action, Position, Scorecard};
    use crate::solve::Utility;
    use crate::strategy::{LookaheadStrategy, OptimalStrategy, Strategy, TurnStrategy};
    use crate::testing::table;

    fn live(table: &ValueTable, most_bytes: u64) -> Live {
        Live::new(table, Follower::new(table).final_scores(most_bytes).unwrap()).unwrap()
    }

    /// The same player in both seats: the dice stay with the seats, so what one wins in the first seat the other loses in the second.
    #[test]
    fn equal_players_swap_their_results() {
        let table = table(4);
        let live = live(table, u64::MAX);
        for player in [Contestant::Optimal, Contestant::Greedy, Contestant::Win(&live)] {
            let HeadToHeadResults { by_seat: [first, second], pairs } =
                HeadToHead::new(table, [player; 2], 1_000, Seed::new(2)).with(Run::new().threads(2)).run().unwrap();
            assert_eq!((first.wins, first.ties, first.losses), (second.losses, second.ties, second.wins));
            assert_eq!((first.games(), pairs), (500, [0, 0, 500, 0, 0]));
        }
    }

    #[test]
    fn a_player_for_winning_wins_more() {
        let table = table(4);
        let live = live(table, u64::MAX);
        let players = [Contestant::Win(&live), Contestant::Optimal];
        let results = HeadToHead::new(table, players, 60_000, Seed::new(3)).run().unwrap();
        assert!(results.score() > 0.5 + 4.0 * results.standard_error(), "{results:?}");
        let swapped = HeadToHead::new(table, [players[1], players[0]], 60_000, Seed::new(3)).run().unwrap();
        // The same games, except for those that start with the other player.
        assert!(swapped.score() < 0.5);
        let alone = HeadToHead::new(table, players, 60_000, Seed::new(3)).with(Run::new().threads(1)).run().unwrap();
        assert_eq!(alone, results);
    }

    /// Compares with playing game after game, with the strategy of one turn at a time.
    #[test]
    fn games_are_those_of_the_strategies() {
        for number in [0, 4, 5] {
            let table = table(number);
            let live = live(table, 40_000_000);
            for players in [[Contestant::Win(&live), Contestant::Optimal], [Contestant::Greedy, Contestant::Win(&live)]] {
                let games = if number == 0 { 12 } else { 300 };
                let seed = Seed::new(6);
                let found = HeadToHead::new(table, players, games, seed).run().unwrap();
                let mut by_seat = [Results::default(); 2];
                for game in 0..games {
                    let first = (game % 2) as usize;
                    let scores = play(table, &live, if first == 0 { players } else { [players[1], players[0]] }, seed, game / 2 * 2);
                    by_seat[first].add(scores[first].cmp(&scores[1 - first]) as i8 + 1);
                }
                assert_eq!(found.by_seat, by_seat, "{}", table.rules().name());
            }
        }
    }

    /// Plays a game of these players, by their seats; returns their scores.
    fn play(table: &ValueTable, live: &Live, seats: [Contestant<'_>; 2], seed: Seed, number: u64) -> [Points; 2] {
        let rules = table.rules();
        let optimal = OptimalStrategy::new(table);
        let mut cards = [Scorecard::new(rules), Scorecard::new(rules)];
        for turn in 0..rules.category_count() {
            for seat in 0..2 {
                let state = cards[seat].state();
                let strategy = match seats[seat] {
                    Contestant::Optimal => optimal.turn(&state).unwrap(),
                    Contestant::Greedy => LookaheadStrategy::greedy(table.model()).turn(&state).unwrap(),
                    Contestant::Win(_) => {
                        let [me, rival] = [seat, 1 - seat].map(|seat| live.standing(&cards[seat]).unwrap());
                        let utility = Utility::beating(&[(live.final_score(&rival), 1)], Ties::Half);
                        TurnStrategy::by_worths(optimal.chooser(), &live.turn(&me, &utility).unwrap())
                    }
                    Contestant::Duel(_) => {
                        let duel = Duel::new(table.model()).work(&cards[seat], &cards[1 - seat]).unwrap().solve().unwrap();
                        TurnStrategy::by_worths(optimal.chooser(), &duel.turn())
                    }
                };
                let mut cup = seed.cup(number + seat as u64, turn as u32);
                let mut roll = rules.throw(&mut cup, &crate::dice::Dice::NONE).unwrap();
                let mut rerolls_left = rules.rerolls();
                let placement = loop {
                    match strategy.choose(&roll, rerolls_left).unwrap() {
                        Action::Score(placement) => break placement,
                        Action::Hold(hold) => roll = rules.throw(&mut cup, &hold).unwrap(),
                    }
                    rerolls_left = rerolls_left.less_one().unwrap();
                };
                Position::new(cards[seat].clone(), roll, rerolls_left).unwrap();
                cards[seat].write(&placement).unwrap();
            }
        }
        cards.map(|card| card.score())
    }
}
