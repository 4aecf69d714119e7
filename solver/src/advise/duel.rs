//! Two players in turn, who both see both cards and play to win: exact values and best actions.
//!
//! ```text
//! from the last turn to the first:
//!     for each state that the other may be in:
//!         for each state that the mover may be in, and each difference of the scores:
//!             value = the worth of the turn; the worth of an end = the value for the other, with the opposite sign
//! ```
//!
//! The future depends on both states, on the player to move, and on the difference of the scores. In a game without bonus and flag a state is a set
//! of filled boxes, and whole games can be solved; in other games, pairs of cards late in a game. The lanes of the kernel are differences. Only
//! differences are solved that can be reached and that the rest of the game can still make up (`duel_seat.rs`). Two turns are in memory at a time;
//! the values of the later turn are dropped as soon as they are read (`duel_stage.rs`).

use std::sync::Arc;

use yahtzee_kernel::{SolveState, Source, solve_scores, solve_scores_carrying};

pub use super::duel_book::DuelBook;
use super::duel_player::DuelPlayer;
use super::duel_seat::{Seat, by_turn};
use super::duel_stage::{DuelTurn, Group, PARTS, Piece, Stage};
use super::objective::ObjectiveError;
use crate::evaluate::Ties;
use crate::game::{Scorecard, Standing};
use crate::rules::{OtherRules, Points, State};
use crate::solve::{Model, Run, Stopped, TurnWorths, Walker, Windows};
use crate::space::StateError;

/// Solves games of two players in turn, who both play to win and react to each other's card.
///
/// A win is worth 1, a loss 0. The shares of the two players in a tie add up to 1.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{Model, RuleSet, Scorecard};
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// use yahtzee_solver::win::Duel;
/// let rules = RuleSet::builtin("hasbro")?;
/// let model = Arc::new(Model::new(&rules, MEMORY_LIMIT)?);
/// // Both have only Yahtzee open, and the one to move is behind.
/// let upper = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 three-of-a-kind=25 full-house=25 small-straight=30 large-straight=40 chance=20";
/// let [mover, other] = ["four-of-a-kind=0", "four-of-a-kind=25"].map(|four| Scorecard::parse(&format!("{upper} {four}"), &rules).unwrap());
/// let duel = Duel::new(&model).work(&mover, &other)?.solve()?;
/// // It takes a Yahtzee that the other does not match.
/// let yahtzee = 0.0460286;
/// assert!((duel.value() - yahtzee * (1.0 - yahtzee)).abs() < 1e-7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Duel<'a> {
    model: Arc<Model>,
    ties: Ties,
    shares: bool,
    players: [Option<&'a dyn DuelPlayer>; 2],
    run: Run<'a>,
}

/// The chances to win, tie and lose. They add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Shares {
    /// The chance to win.
    pub win: f64,
    /// The chance of a tie.
    pub tie: f64,
    /// The chance to lose.
    pub loss: f64,
}

impl Shares {
    /// The chances of the other player.
    #[must_use]
    pub fn of_other(self) -> Shares {
        Shares { win: self.loss, tie: self.tie, loss: self.win }
    }
}

/// A prepared duel. Its work and memory are known before it is solved.
pub struct DuelWork<'a> {
    duel: Duel<'a>,
    seats: [Seat; 2],
    /// The score of the player to move less the other's score, without upper bonuses.
    ahead: i32,
    /// The number of kept values of each turn, by the number of open categories of both together.
    widths: Vec<u64>,
    /// The number of pairs of states of each turn.
    pairs: Vec<u64>,
}

/// The value of a duel, for the player to move.
#[derive(Clone, Debug)]
pub struct DuelValues {
    model: Arc<Model>,
    mover: State,
    ahead: i32,
    balance: f64,
    shares: Option<Shares>,
    /// The differences after the turn, with their values for the player to move now.
    windows: Windows,
    after: Vec<f64>,
}

impl<'a> Duel<'a> {
    /// Duels of this game, in which a tie counts as half a win for both.
    pub fn new(model: &Arc<Model>) -> Duel<'a> {
        Duel { model: model.to_win(), ties: Ties::Half, shares: false, players: [None; 2], run: Run::new() }
    }

    /// Sets threads, memory limit and progress. Each of [`DuelWork::values`] is a unit of progress.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> Duel<'a> {
        Duel { run, ..self }
    }

    /// How a tie counts for the player to move. The other player gets the rest.
    #[must_use]
    pub fn ties(self, ties: Ties) -> Duel<'a> {
        Duel { ties, ..self }
    }

    /// Also finds the separate chances to win, tie and lose. It takes twice the memory, and more time.
    #[must_use]
    pub fn shares(self, shares: bool) -> Duel<'a> {
        Duel { shares, ..self }
    }

    /// Sets imperfect players: the one to move, and the other. The values are those of a perfect player who knows how the other plays.
    /// [`shares`](Duel::shares) are not found then.
    #[must_use]
    pub fn players(self, players: [Option<&'a dyn DuelPlayer>; 2]) -> Duel<'a> {
        Duel { players, ..self }
    }

    /// Checks that a game of two reaches these numbers of open categories: the player to move has as many as the other, or one more.
    ///
    /// # Errors
    ///
    /// [`ObjectiveError::Turns`] with the two numbers.
    pub fn check_turns(mover: usize, other: usize) -> Result<(), ObjectiveError> {
        if mover == other || mover == other + 1 { Ok(()) } else { Err(ObjectiveError::Turns { mover, other }) }
    }

    /// Prepares the duel of two cards. The player of the first card moves first.
    ///
    /// # Errors
    ///
    /// A [`ObjectiveError`] if the cards are of another game, no game reaches them, the first is full, or the memory limit is too low.
    pub fn work(self, mover: &Scorecard, other: &Scorecard) -> Result<DuelWork<'a>, ObjectiveError> {
        let standing = |card: &Scorecard| -> Result<Standing, OtherRules> {
            self.model.rules().check_same_game(card.rules())?;
            Ok(Standing::of(card))
        };
        let standings = [standing(mover)?, standing(other)?];
        if mover.has_won() || other.has_won() {
            return Err(ObjectiveError::Won);
        }
        self.work_from(&standings)
    }

    /// Prepares the duel of two players between turns. The first one moves first.
    ///
    /// # Errors
    ///
    /// As for [`work`](Duel::work).
    pub fn work_from(self, standings: &[Standing; 2]) -> Result<DuelWork<'a>, ObjectiveError> {
        let space = self.model.space();
        let [mover, other] = standings;
        space.check_open(&mover.state)?;
        if !space.is_reachable(&other.state) {
            return Err(StateError::Unreachable.into());
        }
        let [open, others] = [mover, other].map(|standing| self.model.rules().category_count() - standing.state.filled.count());
        Duel::check_turns(open, others)?;
        let prepare = standings.each_ref().map(|standing| Seat::bytes_needed(&self.model, &standing.state)).iter().sum();
        self.check(prepare)?;
        let scores = [mover, other].map(|standing| standing.score.get() as i32);
        let seats = [0, 1].map(|seat| Seat::new(&self.model, &standings[seat].state, scores[seat]));
        let (widths, pairs) = (0..=open + others).map(|open| widths(&seats, open)).unzip();
        let work = DuelWork { duel: self, seats, ahead: scores[0] - scores[1], widths, pairs };
        work.duel.check(work.bytes_needed())?;
        Ok(work)
    }

    fn check(&self, needed: u64) -> Result<(), ObjectiveError> {
        let limit = self.run.most_bytes();
        if needed > limit { Err(ObjectiveError::TooLarge { needed, limit }) } else { Ok(()) }
    }
}

/// The number of values of the turn with this many open categories, and the number of its pairs of states. Of many pairs it samples some.
fn widths(seats: &[Seat; 2], open: usize) -> (u64, u64) {
    const COUNTED: usize = 1 << 18;
    let (mover, other) = by_turn(seats, open);
    let (movers, others) = (mover.spots(open.div_ceil(2)), other.spots(open / 2));
    let pairs = movers.len() as u64 * others.len() as u64;
    // An odd step, so that no row's states are skipped.
    let step = (pairs / COUNTED as u64).isqrt() as usize | 1;
    let counted = |spots: usize| spots.div_ceil(step) as u64;
    let width: u64 =
        movers.iter().step_by(step).map(|spot| others.iter().step_by(step).map(|other| spot.width(other) as u64).sum::<u64>()).sum();
    let of = counted(movers.len()) * counted(others.len());
    ((u128::from(width) * u128::from(pairs) / u128::from(of.max(1))) as u64, pairs)
}

impl DuelWork<'_> {
    /// The number of values to find: one for each pair of states, player to move, and difference of the scores. Of large duels an estimate.
    pub fn values(&self) -> u64 {
        self.widths[1..].iter().sum()
    }

    /// The memory needed, in bytes. Of large duels an estimate.
    pub fn bytes_needed(&self) -> u64 {
        let numbers = 1 + u64::from(self.duel.shares);
        // While a turn is solved, the values of the next turn are dropped part by part.
        let pair = |open: usize| {
            let [next, this] = [open - 1, open].map(|open| self.bytes_of_turn(open, numbers));
            next.max(this) + (next + this) / PARTS as u64
        };
        let last = self.widths.len() - 1;
        let values = (1..=last).map(pair).max().unwrap_or(0);
        // Each thread holds one group.
        let group = (1..=last).map(|open| {
            let others = by_turn(&self.seats, open).1.spots(open / 2).len().max(1) as u64;
            let width = (self.widths[open] + self.widths[open - 1]) / others;
            width * (size_of::<f64>() as u64 * numbers + 1) + Seat::bytes_of_windows(&self.duel.model, open.div_ceil(2))
        });
        let threads = self.duel.run.thread_count() as u64;
        values + 2 * threads * group.max().unwrap_or(0) + self.seats.iter().map(Seat::bytes).sum::<u64>()
    }

    /// The memory for the values of a turn with this many numbers each, in bytes.
    fn bytes_of_turn(&self, open: usize, numbers: u64) -> u64 {
        // Each piece stores its ends and its place.
        let per_part = by_turn(&self.seats, open).0.spots(open.div_ceil(2)).len().div_ceil(PARTS).max(1);
        let pieces = self.pairs[open] / per_part as u64;
        self.widths[open] * size_of::<f64>() as u64 * numbers
            + self.pairs[open] * size_of::<u32>() as u64
            + pieces * size_of::<Piece<1>>() as u64
    }

    /// Solves the duel.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn solve(self) -> Result<DuelValues, Stopped> {
        if self.duel.shares && self.duel.players.iter().all(Option::is_none) {
            self.solve_with(solve_scores_carrying)
        } else {
            self.solve_with(solve_scores)
        }
    }

    fn solve_with<const N: usize>(&self, solve: SolveState<N>) -> Result<DuelValues, Stopped> {
        let solved = self.duel.run.walk(self.values(), |walker| self.run(walker, solve))??;
        Ok(self.values_by(solved))
    }

    /// The turn with this many open categories.
    fn turn(&self, open: usize) -> DuelTurn<'_> {
        let (mover, other) = by_turn(&self.seats, open);
        let tie = 2.0 * self.duel.ties.worth() - 1.0;
        let is_first = std::ptr::eq(mover, &self.seats[0]);
        let tie = if is_first { tie } else { -tie };
        let player = self.duel.players[usize::from(!is_first)];
        DuelTurn { model: &self.duel.model, mover, other, open, tie, player }
    }

    /// Solves the duel, and keeps the values of all turns.
    ///
    /// # Errors
    ///
    /// [`ObjectiveError::TooLarge`] if these take too much memory, [`ObjectiveError::Stopped`] if the progress callback stops it.
    pub fn solve_all(self) -> Result<DuelBook, ObjectiveError> {
        let all: u64 = (1..self.widths.len()).map(|open| self.bytes_of_turn(open, 1)).sum();
        self.duel.check(all + all / 12)?;
        let stages = self.duel.run.walk(self.values(), |walker| {
            let mut stages = vec![Stage::new(0)];
            for open in 1..self.widths.len() {
                let stage = self.stage(open, walker, solve_scores, stages.last_mut().filter(|_| open > 1), true);
                stages.push(stage);
            }
            stages
        })?;
        let tie = 2.0 * self.duel.ties.worth() - 1.0;
        Ok(DuelBook::new(&self.duel.model, self.seats, stages, tie))
    }

    /// Solves all turns, from the last to the first.
    fn run<const N: usize>(&self, walker: &Walker<'_>, solve: SolveState<N>) -> Result<Group<N>, Stopped> {
        let last = self.widths.len() - 1;
        let mut next: Option<Stage<N>> = None;
        for open in 1..last {
            next = Some(self.stage(open, walker, solve, next.as_mut(), false));
            if walker.is_stopped() {
                return Err(Stopped);
            }
        }
        let turn = self.turn(last);
        Ok(turn.solve(solve, &turn.others()[0], next.as_ref().map(|next| (next, 0))))
    }

    /// Solves a turn, given the next one. Drops the parts of the next turn once they are read, or keeps them.
    fn stage<const N: usize>(
        &self,
        open: usize,
        walker: &Walker<'_>,
        solve: SolveState<N>,
        mut next: Option<&mut Stage<N>>,
        keep: bool,
    ) -> Stage<N> {
        let turn = self.turn(open);
        let (spots, others) = (turn.spots(), turn.others());
        let mut stage = Stage::new(spots.len());
        let per_part = next.as_ref().map_or(others.len(), |next| next.per_part());
        let indices: Vec<usize> = (0..others.len()).collect();
        for (part, indices) in indices.chunks(per_part).enumerate() {
            let mut solved = vec![Vec::new(); indices.len()];
            let after = next.as_deref();
            walker.layer(1, indices, solved.as_mut_slice(), &|indices: &[usize], solved: &mut [Vec<Piece<N>>]| {
                for (&other, solved) in indices.iter().zip(solved) {
                    let group = turn.solve(solve, &others[other], after.map(|after| (after, other)));
                    *solved = group.pieces(spots, stage.per_part());
                    walker.advance(solved.iter().map(Piece::len).sum());
                }
            });
            solved.into_iter().for_each(|pieces| stage.push(pieces));
            if let Some(next) = next.as_deref_mut().filter(|_| !keep) {
                next.drop_part(part);
            }
        }
        stage
    }

    fn values_by<const N: usize>(&self, group: Group<N>) -> DuelValues {
        let Group { windows, done, solved } = group;
        let mover = self.seats[0].start;
        let window = windows.at(self.duel.model.space.position(&mover));
        let balance = window.value(&solved.values, self.ahead);
        // Where the game is decided, no tie is possible.
        let is_open = (0..window.len as i32).contains(&(self.ahead - window.first));
        let tie = solved.carried.first().map(|ties| if is_open { ties[window.start] } else { 0.0 });
        let share = self.duel.ties.worth();
        let shares =
            tie.map(|tie| Shares { win: (1.0 + balance) / 2.0 - share * tie, tie, loss: (1.0 - balance) / 2.0 - (1.0 - share) * tie });
        DuelValues { model: Arc::clone(&self.duel.model), mover, ahead: self.ahead, balance, shares, windows, after: done.values }
    }
}

impl DuelValues {
    /// The chance of the player to move to win, plus the share in a tie. The other player has the rest.
    pub fn value(&self) -> f64 {
        (1.0 + self.balance) / 2.0
    }

    /// The balance for the player to move: the chance to win less the other's chance; a tie counts between -1 and 1. The other's balance is its exact
    /// negative.
    pub fn balance(&self) -> f64 {
        self.balance
    }

    /// The chances of the player to move to win, tie and lose, if they were asked for.
    pub fn shares(&self) -> Option<Shares> {
        self.shares
    }

    /// The worths of the turn's ends, for the player to move.
    pub fn turn(&self) -> TurnWorths {
        let space = self.model.space();
        let mut worth = |source: &Source| {
            let after = || self.balance_at(Points::new(source.points), source.position(space.shifts(), space.lane(&self.mover)));
            (1.0 + if source.wins { 1.0 } else { after() }) / 2.0
        };
        TurnWorths::from_sources(&self.model, &self.mover, &mut worth).expect("an open state, as it was solved")
    }

    /// The [`balance`](DuelValues::balance) after the player to move has added these points and reached this state.
    #[cfg(test)]
    pub(super) fn balance_after(&self, points: Points, next: &State) -> f64 {
        self.balance_at(points, self.model.space.position(next))
    }

    /// The same for the state at a position of the state space.
    fn balance_at(&self, points: Points, position: usize) -> f64 {
        let window = self.windows.at(position);
        window.value(&self.after, self.ahead + points.get() as i32)
    }
}
