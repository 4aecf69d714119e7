//! The measurement of a player: its scores, and the losses of its decisions.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use super::losses::{Losses, Measured};
use crate::advise::Advisor;
use crate::dice::{Dice, Seed};
use crate::game::DecisionKind;
use crate::game::{Action, CardError, Game, Move, MoveError, Position, Scorecard};
use crate::solve::{ActionValues, Run, Stopped, ValueTable};
use crate::strategy::Player;
use crate::tr;

/// The number of games assigned to a player at a time.
const GAMES_A_CHUNK: u64 = 16;

/// Games played by a [`Player`], with each decision compared with the best one.
///
/// All players of a seed get the same dice as long as they make the same choices.
///
/// ```
/// use yahtzee_solver::{LookaheadStrategy, Measurement, RuleSet, Seed, Solver, StrategyPlayer};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve()?;
/// let measured = Measurement::new(&table, 50, Seed::new(1)).run(|| Ok(StrategyPlayer::new(LookaheadStrategy::greedy(table.model())))).unwrap();
/// assert!(measured.loss_per_game() > 20.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Measurement<'a> {
    table: &'a ValueTable,
    start: Game,
    games: u64,
    seed: Seed,
    worst: usize,
    run: Run<'a>,
}

/// Why a measurement stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MeasureError<P, L> {
    /// The player returned an error.
    #[error("{}: {error}", tr!("game {}", .game))]
    Player {
        /// The number of the game, from 0.
        game: u64,
        /// The player's error.
        error: P,
    },
    /// The player's answer breaks the rules.
    #[error("{}: {error}", tr!("game {}: with the card '{}'", .game, .card))]
    Move {
        /// The number of the game, from 0.
        game: u64,
        /// The card.
        card: String,
        /// Why the move is not allowed.
        error: MoveError,
    },
    /// The games could not be logged.
    #[error("{0}")]
    Log(L),
    /// The system could not start a thread.
    #[error("{}", tr!("no thread can be started: {}", .0))]
    Thread(String),
    /// The progress callback stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl<'a> Measurement<'a> {
    /// A measurement over this many games with the dice of a seed, under the rules of the table, on one thread.
    pub fn new(table: &'a ValueTable, games: u64, seed: Seed) -> Measurement<'a> {
        Measurement { table, start: Game::new(table.rules()), games, seed, worst: 10, run: Run::new().threads(1) }
    }

    /// Starts the games from a card.
    ///
    /// # Errors
    ///
    /// A [`CardError`] if the card is full, or of another game than the table.
    pub fn from_card(self, card: &Scorecard) -> Result<Measurement<'a>, CardError> {
        self.table.rules().check_same_game(card.rules())?;
        Ok(Measurement { start: Game::from_card(card.clone())?, ..self })
    }

    /// Sets threads and progress, with a separate player on each thread. Each game is a unit of progress. If a player's choices depend only on the
    /// question, the seed and the number of the game, the games are the same for any number of players.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> Measurement<'a> {
        Measurement { run, ..self }
    }

    /// Keeps this many of the worst decisions; the default is ten.
    #[must_use]
    pub fn worst(self, worst: usize) -> Measurement<'a> {
        Measurement { worst, ..self }
    }

    /// Plays the games; `player` makes a player for each thread, on that thread.
    ///
    /// # Errors
    ///
    /// The first player's error or illegal move, or [`MeasureError::Stopped`].
    pub fn run<P: Player>(&self, player: impl Fn() -> Result<P, P::Error> + Sync) -> Result<Measured, MeasureError<P::Error, Infallible>>
    where
        P::Error: Send,
    {
        self.run_logged(player, |_| Ok(()))
    }

    /// Plays the games, and calls `log` with each of them, in order.
    ///
    /// # Errors
    ///
    /// As [`run`](Measurement::run), and the first error of `log`.
    pub fn run_logged<P: Player, L>(
        &self,
        player: impl Fn() -> Result<P, P::Error> + Sync,
        mut log: impl FnMut(&Game) -> Result<(), L>,
    ) -> Result<Measured, MeasureError<P::Error, L>>
    where
        P::Error: Send,
    {
        let mut total = self.no_losses();
        let mut done = 0;
        let mut take = |chunk: Chunk| {
            for game in &chunk.games {
                log(game).map_err(MeasureError::Log)?;
            }
            done += chunk.games.len() as u64;
            total.add(chunk.losses);
            Ok(self.run.report(done, self.games)?)
        };
        let chunks = self.games.div_ceil(GAMES_A_CHUNK);
        if self.run.thread_count() == 1 {
            let mut seat = Seat::new(self, &player).map_err(|error| MeasureError::Player { game: 0, error })?;
            for chunk in 0..chunks {
                take(seat.play_chunk(chunk).map_err(widen)?)?;
            }
        } else {
            self.play_on_threads(chunks, &player, take)?;
        }
        let optimal = Advisor::new(self.table).expected_final(self.start.card()).expect("a card of the table's game");
        Ok(total.measured(self.table, optimal))
    }

    fn no_losses(&self) -> Losses {
        Losses::new(self.table.rules().rolls(), self.worst)
    }

    /// Gives chunks of games to free threads, and takes the results in order.
    fn play_on_threads<P: Player, L>(
        &self,
        chunks: u64,
        player: &(impl Fn() -> Result<P, P::Error> + Sync),
        mut take: impl FnMut(Chunk) -> Result<(), MeasureError<P::Error, L>>,
    ) -> Result<(), MeasureError<P::Error, L>>
    where
        P::Error: Send,
    {
        let next = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let (send, receive) = mpsc::sync_channel(4 * self.run.thread_count());
        std::thread::scope(|scope| {
            for number in 0..self.run.thread_count() {
                let (send, next, stop) = (send.clone(), &next, &stop);
                let thread = std::thread::Builder::new().spawn_scoped(scope, move || {
                    let mut seat = None;
                    while !stop.load(Ordering::Relaxed) {
                        let chunk = next.fetch_add(1, Ordering::Relaxed);
                        if chunk >= chunks {
                            break;
                        }
                        let seat = match &mut seat {
                            Some(seat) => Ok(seat),
                            None => Seat::new(self, player).map(|new| seat.insert(new)),
                        };
                        let played = match seat {
                            Ok(seat) => seat.play_chunk(chunk),
                            Err(error) => Err(MeasureError::Player { game: chunk * GAMES_A_CHUNK, error }),
                        };
                        // The receiver is dropped after an error.
                        if send.send((chunk, played)).is_err() {
                            break;
                        }
                    }
                });
                // Fewer threads play the same games.
                match thread {
                    Ok(_) => {}
                    Err(error) if number == 0 => return Err(MeasureError::Thread(error.to_string())),
                    Err(_) => break,
                }
            }
            drop(send);
            let mut waiting = BTreeMap::new();
            let mut wanted = 0;
            let outcome = receive.into_iter().try_for_each(|(chunk, played)| {
                waiting.insert(chunk, played);
                while let Some(played) = waiting.remove(&wanted) {
                    wanted += 1;
                    take(played.map_err(widen)?)?;
                }
                Ok(())
            });
            stop.store(true, Ordering::Relaxed);
            outcome
        })
    }
}

type ChunkError<P> = MeasureError<P, Infallible>;

fn widen<P, L>(error: ChunkError<P>) -> MeasureError<P, L> {
    match error {
        MeasureError::Player { game, error } => MeasureError::Player { game, error },
        MeasureError::Move { game, card, error } => MeasureError::Move { game, card, error },
        MeasureError::Log(never) => match never {},
        MeasureError::Thread(error) => MeasureError::Thread(error),
        MeasureError::Stopped(stopped) => MeasureError::Stopped(stopped),
    }
}

/// A chunk: some consecutive games.
struct Chunk {
    games: Vec<Game>,
    losses: Losses,
}

/// A player, with the data to measure it.
struct Seat<'a, P> {
    measurement: &'a Measurement<'a>,
    player: P,
    values: ActionValues,
}

impl<'a, P: Player> Seat<'a, P> {
    fn new(measurement: &'a Measurement<'a>, player: impl Fn() -> Result<P, P::Error>) -> Result<Seat<'a, P>, P::Error> {
        Ok(Seat { measurement, player: player()?, values: ActionValues::new(measurement.table.model()) })
    }

    fn play_chunk(&mut self, chunk: u64) -> Result<Chunk, ChunkError<P::Error>> {
        let first = chunk * GAMES_A_CHUNK;
        let numbers = first..(first + GAMES_A_CHUNK).min(self.measurement.games);
        let mut losses = self.measurement.no_losses();
        let games = numbers.map(|number| self.play_game(number, &mut losses)).collect::<Result<_, _>>()?;
        Ok(Chunk { games, losses })
    }

    fn play_game(&mut self, number: u64, losses: &mut Losses) -> Result<Game, ChunkError<P::Error>> {
        let Measurement { table, seed, .. } = self.measurement;
        let model = table.model();
        let mut game = self.measurement.start.clone();
        let mut loss_of_game = 0.0;
        self.player.begin(*seed, number);
        for turn in 0..game.turn_count() {
            let mut cup = seed.cup(number, turn as u32);
            let card = game.card().clone();
            let against_the_rules = |error| MeasureError::Move { game: number, card: card.to_string(), error };
            let mut throw = |kept: &Dice| model.rules.throw(&mut cup, kept).expect("dice of this game");
            let mut roll = throw(&Dice::NONE);
            let mut rerolls_left = card.rerolls();
            loop {
                let position = Position::new(card.clone(), roll, rerolls_left).expect("a card in play");
                let choice = self.player.choose(&position).map_err(|error| MeasureError::Player { game: number, error })?;
                game.roll(roll).and_then(|()| game.play(Move::Choice(choice))).map_err(against_the_rules)?;
                let (kind, loss) = self.judge(&position, &choice);
                losses.decision(number, &position, &choice, kind, loss);
                loss_of_game += loss;
                match (choice, rerolls_left.less_one()) {
                    (Action::Hold(hold), Some(left)) => {
                        roll = throw(&hold);
                        rerolls_left = left;
                    }
                    _ => break,
                }
            }
        }
        losses.game(game.score_so_far(), loss_of_game);
        Ok(game)
    }

    /// The kind of a decision, and its loss.
    fn judge(&mut self, position: &Position, choice: &Action) -> (DecisionKind, f64) {
        let table = self.measurement.table;
        let model = table.model();
        self.values.enter(table, position.state());
        let value = match choice {
            Action::Score(placement) => table.value_after(placement),
            Action::Hold(hold) => self.values.hold(model, hold, position.rerolls_left()),
        };
        let kind = DecisionKind::of(position, choice, self.values.best_is_score(model, position));
        (kind, (self.values.best(model, position) - value).max(0.0))
    }
}
