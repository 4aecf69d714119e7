//! Simulation of games with the optimal strategy.
//!
//! All games of a batch advance together, one turn at a time, sorted by state. So the strategy of a block of states is computed once and used for all
//! games at these states; states without games cost nothing.
//! Each turn has its own [cup](crate::dice::Cup), so the dice depend neither on the order of the games nor on the number of threads.

use yahtzee_kernel::{Source, Turns};

use super::scores::Scores;
use crate::dice::{Cup, Node, Seed};
use crate::game::{Game, Scorecard};
use crate::rules::{Category, OtherRules, Points};
use crate::solve::{Model, Places, Run, Stopped, ValueTable, Walker};
use crate::space::{BLOCK, Row, block_from};
use crate::strategy::{BlockStrategy, OptimalStrategy};

/// The number of games in a batch: large, because one strategy of a state serves all games there.
const BATCH: u64 = 1 << 24;
/// The number of games in a batch with a log: small, because the moves take memory.
pub(super) const LOGGED_BATCH: u64 = 1 << 16;
/// The number of games sorted together.
const SHARE: usize = 1 << 18;
/// The number of games of one block of states in a task.
const GAMES_A_TASK: usize = 1 << 14;
/// The number of rows of states in a task. A task has one workspace.
const ROWS_A_TASK: usize = 16;

/// Games simulated with the optimal strategy: each action is the first option of its [`Advice`](crate::Advice).
///
/// ```
/// use yahtzee_solver::{RuleSet, Seed, Simulation, Solver};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve()?;
/// let scores = Simulation::new(&table, 2_000, Seed::new(1)).run()?;
/// assert_eq!(scores.games(), 2_000);
/// assert!((scores.mean() - table.expected_score()).abs() < 4.0 * scores.standard_error());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Simulation<'a> {
    table: &'a ValueTable,
    start: Scorecard,
    games: u64,
    seed: Seed,
    run: Run<'a>,
}

impl<'a> Simulation<'a> {
    /// A simulation of this many games with the dice of a seed, under the rules of the table.
    pub fn new(table: &'a ValueTable, games: u64, seed: Seed) -> Simulation<'a> {
        Simulation { table, start: Scorecard::new(table.rules()), games, seed, run: Run::new() }
    }

    /// Sets threads and progress. Each turn of a game is a unit of progress.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> Simulation<'a> {
        Simulation { run, ..self }
    }

    /// Starts the games from a card.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the card is of another game than the table.
    pub fn from_card(self, card: &Scorecard) -> Result<Simulation<'a>, OtherRules> {
        self.table.rules().check_same_game(card.rules())?;
        Ok(Simulation { start: card.clone(), ..self })
    }

    /// Plays the games. Takes about 12 bytes for each game, for up to 16 million games at a time.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn run(&self) -> Result<Scores, Stopped> {
        self.play::<(), Stopped>(BATCH, &mut |_| Ok(()))
    }

    /// Plays the same games, and calls `log` with each of them, in order. Slower than [`run`](Simulation::run).
    ///
    /// # Errors
    ///
    /// The first error of `log`, or [`Stopped`]; it plays no more games after it.
    pub fn run_logged<E: From<Stopped>>(&self, mut log: impl FnMut(&Game) -> Result<(), E>) -> Result<Scores, E> {
        let model = self.table.model();
        self.play::<TurnMoves, E>(LOGGED_BATCH, &mut |turns| log(&game_of(model, &self.start, turns)))
    }

    fn play<M: Moves, E: From<Stopped>>(&self, batch: u64, log: &mut dyn FnMut(&[TurnMoves]) -> Result<(), E>) -> Result<Scores, E> {
        let strategy = OptimalStrategy::new(self.table);
        let model = self.table.model();
        let turns = self.start.open_count();
        let mut scores = Scores::default();
        let mut first = 0;
        let mut before = 0;
        while first < self.games {
            let games = batch.min(self.games - first);
            let mut shares = self.new_games::<M>(games as u32);
            let mut moves = vec![TurnMoves::default(); if M::KEPT { games as usize * turns } else { 0 }];
            for (turn, rows) in model.space.layers().skip(1).take(turns).collect::<Vec<_>>().into_iter().rev().enumerate() {
                let all = self.games.saturating_mul(turns as u64);
                self.run.walk_from(before, all, |walker| {
                    let layer = Layer { strategy: &strategy, model, walker, seed: self.seed, first, turn: turn as u32 };
                    layer.play(rows, &mut shares);
                })?;
                before += games;
                for game in shares.iter_mut().flatten().filter(|_| M::KEPT) {
                    moves[game.game as usize * turns + turn] = game.moves.take();
                }
            }
            for game in shares.iter().flatten() {
                // The value of a full card is what it earns at the end.
                let bonus = Points::new(self.table.values()[game.position as usize] as u32);
                scores.add(game.points + bonus);
            }
            for turns in moves.chunks(turns.max(1)) {
                log(turns)?;
            }
            first += games;
        }
        Ok(scores)
    }

    /// Games that have not started, in shares sorted together.
    fn new_games<M: Moves>(&self, games: u32) -> Vec<Vec<Playing<M>>> {
        let position = self.table.space().position(&self.start.state()) as u32;
        let points = self.start.written_score();
        let share_from = |share: u32| {
            let in_share = share..games.min(share + SHARE as u32);
            in_share.map(|game| Playing { position, points, game, moves: M::default() }).collect()
        };
        (0..games).step_by(SHARE).map(share_from).collect()
    }
}

/// A game between turns.
#[derive(Clone, Debug)]
struct Playing<M> {
    /// The index of the value of its state in the table.
    position: u32,
    /// Points written and extra bonuses.
    points: Points,
    /// Its number in the batch.
    game: u32,
    /// The moves of the last turn.
    moves: M,
}

/// The storage of the moves of a turn, which may store nothing.
pub(crate) trait Moves: Clone + Default + Send + Sync {
    /// Whether the moves are kept.
    const KEPT: bool;
    fn roll(&mut self, roll: Node);
    fn hold(&mut self, hold: Node);
    fn score(&mut self, category: Category, points: Points);
    /// Takes the moves, and starts with none again.
    fn take(&mut self) -> TurnMoves;
}

impl Moves for () {
    const KEPT: bool = false;
    #[inline(always)]
    fn roll(&mut self, _: Node) {}
    #[inline(always)]
    fn hold(&mut self, _: Node) {}
    #[inline(always)]
    fn score(&mut self, _: Category, _: Points) {}
    fn take(&mut self) -> TurnMoves {
        TurnMoves::default()
    }
}

/// The moves of a turn as nodes of the lattice: rolls and holds alternate.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnMoves {
    nodes: Vec<Node>,
    /// The category of the score, and whether it is a zero.
    scored: Option<(Category, bool)>,
}

impl Moves for TurnMoves {
    const KEPT: bool = true;

    fn roll(&mut self, roll: Node) {
        self.nodes.push(roll);
    }

    fn hold(&mut self, hold: Node) {
        self.nodes.push(hold);
    }

    fn score(&mut self, category: Category, points: Points) {
        self.scored = Some((category, points == 0));
    }

    fn take(&mut self) -> TurnMoves {
        std::mem::take(self)
    }
}

/// The game of these turns.
fn game_of(model: &Model, start: &Scorecard, turns: &[TurnMoves]) -> Game {
    let mut game = Game::from_card(start.clone()).expect("a card with turns");
    let moves = "an optimal player keeps to the rules";
    for turn in turns {
        for nodes in turn.nodes.chunks(2) {
            game.roll(model.nodes.roll_at(nodes[0].index())).expect(moves);
            if let Some(hold) = nodes.get(1) {
                game.hold(*model.nodes.dice_at(hold.index())).expect(moves);
            }
        }
        let (category, is_zero) = turn.scored.expect("a turn ends in a category");
        if is_zero { game.score_zero(category) } else { game.score(category) }.expect(moves);
    }
    game
}

/// The current turn of all games of a batch. Each game that has finished it is a unit of progress.
#[derive(Clone, Copy)]
struct Layer<'a> {
    strategy: &'a OptimalStrategy,
    model: &'a Model,
    walker: &'a Walker<'a>,
    seed: Seed,
    /// The number of the batch's first game.
    first: u64,
    turn: u32,
}

/// Some games of each share, sorted by their states; empty shares are left out.
struct Shares<'a, M>(Vec<&'a mut [Playing<M>]>);

impl<'a, M> Shares<'a, M> {
    /// Splits into the games whose index is below a position, and the others.
    fn split_at(self, position: usize) -> (Shares<'a, M>, Shares<'a, M>) {
        let halves = self.0.into_iter().map(|games| {
            let middle = games.partition_point(|game| (game.position as usize) < position);
            games.split_at_mut(middle)
        });
        let (mut before, mut after): (Vec<_>, Vec<_>) = halves.unzip();
        before.retain(|games| !games.is_empty());
        after.retain(|games| !games.is_empty());
        (Shares(before), Shares(after))
    }
}

impl<M: Moves> Places<Row> for Shares<'_, M> {
    fn split(self, _: &[Row], second: &[Row]) -> (Self, Self) {
        self.split_at(second[0].start)
    }
}

impl Layer<'_> {
    /// Plays the turn of all games at these rows.
    fn play<M: Moves>(&self, rows: &[Row], shares: &mut [Vec<Playing<M>>]) {
        let order = vec![(); shares.len()];
        self.walker.layer(1, &order, &mut *shares, &|_, shares: &mut [Vec<Playing<M>>]| {
            shares.iter_mut().for_each(|share| share.sort_unstable_by_key(|game| game.position));
        });
        let shares = Shares(shares.iter_mut().map(Vec::as_mut_slice).collect());
        self.walker.layer(ROWS_A_TASK, rows, shares, &|rows, shares| self.play_rows(rows, shares));
    }

    /// Plays the turn of the games at these rows.
    fn play_rows<M: Moves>(&self, rows: &[Row], shares: Shares<'_, M>) {
        let chooser = self.strategy.chooser();
        let Model { space, plan, .. } = self.model;
        let mut block = BlockStrategy::<BLOCK>::new(chooser);
        let mut rest = shares;
        for row in rows {
            let mut entered = false;
            let width = space.plane_width(row.filled);
            let blocks = (0..space.plane_count(row.filled)).flat_map(|throws| (0..width).step_by(BLOCK).map(move |first| (throws, first)));
            for (throws, first) in blocks {
                let plane = Plane { throws: throws as u8, start: row.start + throws * width };
                let games;
                (games, rest) = rest.split_at(plane.start + first + BLOCK);
                if games.0.is_empty() {
                    continue;
                }
                if !entered {
                    block.enter_row(chooser, row.filled, row.flag);
                    entered = true;
                }
                block.choose(chooser, block_from(first), Turns::one(&plan.kernel, plane.throws));
                self.play_block(&block, plane, first, games.0);
            }
        }
    }

    /// Plays the turn of the games in the block of lanes from `first` of a plane.
    fn play_block<M: Moves>(&self, block: &BlockStrategy<BLOCK>, plane: Plane, first: usize, mut shares: Vec<&mut [Playing<M>]>) {
        let games: usize = shares.iter().map(|games| games.len()).sum();
        if shares.len() > 1 && games > GAMES_A_TASK {
            let others = shares.split_off(shares.len() / 2);
            let join = self.walker.join();
            join.join(|| self.play_block(block, plane, first, shares), || self.play_block(block, plane, first, others));
            return;
        }
        for game in shares.into_iter().flatten() {
            self.play_turn(block, plane, first, game);
        }
        self.walker.advance(games as u64);
    }

    #[inline(always)]
    fn play_turn<M: Moves>(&self, block: &BlockStrategy<BLOCK>, plane: Plane, first: usize, game: &mut Playing<M>) {
        let Model { space, .. } = self.model;
        let lane_of_plane = game.position as usize - plane.start;
        let cup = self.seed.cup(self.first + u64::from(game.game), self.turn);
        let mut moves = M::default();
        let source = play_turn(self.model, block, plane.throws, lane_of_plane - first, cup, &mut moves);
        game.moves = moves;
        game.points += Points::new(source.points);
        game.position = source.position(space.shifts(), lane_of_plane) as u32;
    }
}

/// A plane of a row: its saved throws, and the position of its first lane.
#[derive(Clone, Copy)]
pub(crate) struct Plane {
    pub(crate) throws: u8,
    pub(crate) start: usize,
}

/// Throws the dice of a turn that begins with these saved throws, and chooses by the strategy in a lane of a block. Returns the end of the turn.
#[inline(always)]
pub(crate) fn play_turn<M: Moves, const L: usize>(
    model: &Model,
    block: &BlockStrategy<L>,
    throws: u8,
    lane: usize,
    mut cup: Cup,
    moves: &mut M,
) -> Source {
    let Model { nodes, plan, .. } = model;
    let first_roll = nodes.rolls().start;
    let mut rerolls_left = plan.rerolls(throws);
    let mut nth = 0;
    let mut roll = cup.fall(nodes, Node::ROOT);
    moves.roll(roll);
    while rerolls_left > 0 {
        let hold = Node::from_index(block.choices().holds(rerolls_left, nth)[roll.index() - first_roll][lane]);
        if hold == roll {
            break;
        }
        moves.hold(hold);
        roll = cup.fall(nodes, hold);
        moves.roll(roll);
        (rerolls_left, nth) = (rerolls_left - 1, nth + 1);
    }
    let option = &block.options()[block.choices().placements(rerolls_left, nth)[roll.index() - first_roll][lane] as usize];
    moves.score(option.category(), option.written());
    option.source.with_throws(plan.kernel.after(throws, rerolls_left))
}
