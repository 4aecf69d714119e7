//! The service: a solved game that answers questions.
//!
//! A front end reads what somebody asks into an [`Ask`], calls the [`Service`] of the game, and draws the answer. The service alone keeps what was worked
//! out, from one question to the next and in a [`Store`] from one run to the next; it alone decides what fits into memory, and whether a chance is exact
//! or approximate. Each answer says which it is.

mod cache;
mod chances;
mod duel;
mod error;
mod evaluated;
#[cfg(feature = "fs")]
mod folder;
mod named_strategy;
#[cfg(feature = "fs")]
mod open;
mod quiz;
mod recent;
mod shared;
mod shelf;
mod store;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use yahtzee_solver::advise::{Recall, SolveStep, SolvedTurn, TargetSolver, Targets};
use yahtzee_solver::evaluate::Opponents;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::win::Contest;
use yahtzee_solver::{
    Distribution, Follower, Game, Model, Objective, ObjectiveSolver, Points, Review, Rounds, RuleSet, Run, Scorecard, Sheet, SpreadTable,
    State, Statistics, Utility, ValueTable,
};

use crate::answer::{Answer, AnswerError, CardReview, CardValue, OddsAnswer, StatisticsAnswer, ValueAnswer};
use crate::ask::{Ask, Asked, AskedCard, Question};
pub use chances::Detail;
pub use duel::{AskedDuel, Duelist};
pub use error::{ServiceError, Work};
pub use evaluated::{Evaluated, LossInBox, NamedHabit, RuleWorth};
#[cfg(feature = "fs")]
pub use folder::{FolderStore, objective_named};
pub use named_strategy::{NamedStrategy, StrategyNameError};
#[cfg(feature = "fs")]
pub use open::{Need, Planned};
use shared::Shared;
pub use shelf::Shelf;
pub use store::Store;

/// The most memory for following all games to find the share with less luck, in bytes.
const LUCK_BYTES: u64 = 500_000_000;
/// The fewest values that are worth a file; fewer are found quickly.
const VALUES: u64 = 500_000;
/// The fewest states that are worth a file; games from fewer states are followed quickly.
const STATES: u64 = 5_000;

/// A solved game that answers questions: its table, with everything that was worked out with it. A clone shares all of that.
///
/// ```
/// use yahtzee_dialogue::answer::NamedAction;
/// use yahtzee_dialogue::ask::{Ask, AskObjective};
/// use yahtzee_dialogue::{Effort, Service};
/// use yahtzee_solver::{RuleSet, Solver};
/// let service = Service::new(Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?);
/// let ask = Ask::text("12366 rerolls=1 1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40 y=50");
/// let ask = Ask { objective: Some(AskObjective::Target { score: 300 }), ..ask };
/// let answer = service.advise(&ask, &Effort::default())?;
/// let NamedAction::Hold { hold, .. } = &answer.best().action else { panic!("{answer:?}") };
/// assert_eq!(hold.to_string(), "6 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Service {
    shared: Arc<Shared>,
    pace: Pace,
    /// The limit for the table and all results, in bytes.
    memory: u64,
}

/// Whether people wait for exact chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// All chances are exact, however long they take.
    Exact,
    /// Where exact chances take long, approximate ones are given at once.
    Prompt,
}

/// How to work: threads and progress, and what is told before each step.
#[derive(Clone, Copy, Default)]
pub struct Effort<'a> {
    /// Threads and progress. The service limits the memory.
    pub run: Run<'a>,
    /// Called before each step of work.
    pub before: Option<&'a (dyn Fn(Step) + Sync + 'a)>,
}

/// A step of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Solving the game.
    Table {
        /// The bytes of the table to keep; 0 for a part, which is not kept.
        kept: u64,
    },
    /// Solving for an objective.
    Objective(SolveStep),
    /// Finding how the games may end.
    Ends,
    /// Following the strategy of a computer.
    Strategy,
    /// Solving a game of two.
    Duel,
}

impl Effort<'_> {
    fn begins(&self, step: Step) {
        if let Some(before) = self.before {
            before(step);
        }
    }

    /// Tells the steps of solving for an objective.
    pub fn steps(&self) -> impl Fn(SolveStep) + Sync {
        |step| self.begins(Step::Objective(step))
    }
}

impl Service {
    /// Answers by a table, exactly and without a memory limit.
    pub fn new(table: ValueTable) -> Service {
        Service::made(table, Pace::Exact, (VALUES, STATES))
    }

    /// Answers by a table, at once: where exact chances take long, it gives approximate ones. For a front end where a person waits.
    pub fn prompt(table: ValueTable) -> Service {
        Service::made(table, Pace::Prompt, (VALUES, STATES))
    }

    /// `least` is the least work that is worth a file, in values and in states.
    fn made(table: ValueTable, pace: Pace, least: (u64, u64)) -> Service {
        Service { shared: Arc::new(Shared::new(table, least)), pace, memory: u64::MAX }
    }

    /// Keeps results in a store, which may have some of an earlier run; unless it has one.
    #[must_use]
    pub fn stored_in(self, store: Box<dyn Store>) -> Service {
        self.shared.store.get_or_init(|| store);
        self
    }

    /// Limits the memory for the table and all results to this many bytes. It holds for this clone.
    #[must_use]
    pub fn limited_to(self, bytes: u64) -> Service {
        Service { memory: bytes, ..self }
    }

    /// The table.
    pub fn table(&self) -> &ValueTable {
        &self.shared.table
    }

    /// The rules of the game.
    pub fn rules(&self) -> &RuleSet {
        self.table().rules()
    }

    /// Whether both share what was worked out.
    pub fn is(&self, other: &Service) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }

    /// The memory limit, in bytes.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// The memory left under the limit beside what is held and the threads that work, in bytes.
    pub fn left(&self, effort: &Effort<'_>) -> u64 {
        self.memory.saturating_sub(self.taken(effort))
    }

    /// The bytes of all that is held and of the threads that work.
    fn taken(&self, effort: &Effort<'_>) -> u64 {
        self.bytes().saturating_add(Model::bytes_of_threads(self.rules(), effort.run.thread_count()))
    }

    /// The bytes that it holds: the table and all results.
    pub fn bytes(&self) -> u64 {
        let Shared { table, spread, live, .. } = &*self.shared;
        let of_strategies: u64 = self.shared.strategies().iter().map(|(_, values)| values.bytes()).sum();
        let of_spread = spread.get().map_or(0, |_| 2 * size_of::<f64>() as u64 * table.space().distinct() as u64);
        let of_live: u64 = live.iter().filter_map(|live| Some(live.get()?.bytes())).sum();
        table.model().bytes_needed() + of_spread + of_live + of_strategies + self.bytes_cached()
    }

    /// The bytes of the results that can be forgotten: a part of [`bytes`](Service::bytes).
    pub fn bytes_cached(&self) -> u64 {
        self.shared.cache().bytes()
    }

    /// Forgets results until this many bytes are free, those that were not used for longest first. Forgets nothing, and returns false, if all of them
    /// take less.
    pub fn make_room(&self, bytes: u64) -> bool {
        let mut cache = self.shared.cache();
        let left = cache.bytes().checked_sub(bytes);
        left.inspect(|&left| cache.shrink_to(left)).is_some()
    }

    /// Keeps at most this many bytes of results that can be forgotten.
    pub(crate) fn cache_at_most(&self, bytes: u64) {
        let mut cache = self.shared.cache();
        cache.most_bytes = bytes;
        cache.shrink_to(bytes);
    }

    /// Checks before some work that the memory suffices for it, beside what is taken.
    ///
    /// # Errors
    ///
    /// [`ServiceError::TooLarge`] if it does not.
    pub fn check(&self, work: Work, needed: u64, effort: &Effort<'_>) -> Result<(), ServiceError> {
        let needed = self.taken(effort).saturating_add(needed);
        if needed > self.memory { Err(ServiceError::TooLarge { work, needed, limit: self.memory }) } else { Ok(()) }
    }

    /// The spread table, if it is known.
    pub fn spread(&self) -> Option<&SpreadTable> {
        self.shared.spread.get()
    }

    /// The spread table: read from the store, or else worked out and kept there. From then on answers have the risks of their options.
    ///
    /// # Errors
    ///
    /// [`ServiceError`] if it needs more memory than the limit, or the progress callback stops it.
    pub fn find_spread(&self, effort: &Effort<'_>) -> Result<&SpreadTable, ServiceError> {
        if let Some(spread) = self.spread() {
            return Ok(spread);
        }
        let check = || self.check(Work::Spread, Follower::spread_bytes(self.table().model()), effort);
        // What a turn needs of it is little.
        if self.shared.turn.is_none() {
            check()?;
        }
        #[cfg(feature = "fs")]
        if let Some(spread) = self.stored_spread() {
            return Ok(self.shared.spread.get_or_init(|| spread));
        }
        check()?;
        let spread = Follower::new(self.table()).with(effort.run).spread_table()?;
        #[cfg(feature = "fs")]
        self.keep_spread(&spread);
        Ok(self.shared.spread.get_or_init(|| spread))
    }

    /// Answers a question about a position, with the risks of options if the spread table is known.
    ///
    /// # Errors
    ///
    /// The invalid field of the question, or why its objective has no answer.
    pub fn advise(&self, ask: &Ask<'_>, effort: &Effort<'_>) -> Result<Answer, ServiceError> {
        self.answer_to(ask.read(self.rules())?, effort)
    }

    /// The same for a question that was read.
    ///
    /// # Errors
    ///
    /// As for [`advise`](Service::advise).
    pub fn answer_to(&self, Asked { question, objective }: Asked, effort: &Effort<'_>) -> Result<Answer, ServiceError> {
        let solved = objective.map(|objective| self.solve(&objective, question.position.card(), &question.rounds, effort)).transpose()?;
        Ok(self.answer(Question { solved, ..question })?)
    }

    /// Answers a question whose objective is solved.
    ///
    /// # Errors
    ///
    /// An [`AnswerError`] if the position is of another game, or if the chosen action or the goal is not possible.
    pub fn answer(&self, question: Question) -> Result<Answer, AnswerError> {
        Ok(Answer::new(&question.work(self.table(), self.spread())?, self.table()))
    }

    /// Answers a question about the odds of boxes.
    ///
    /// # Errors
    ///
    /// The invalid field of the question.
    pub fn odds(&self, ask: &Ask<'_>) -> Result<OddsAnswer, ServiceError> {
        Ok(ask.read_odds(self.rules())?.answer(self.table().model())?)
    }

    /// Solves an objective for the turn of a card, unless it is known.
    ///
    /// # Errors
    ///
    /// A [`ServiceError`] if the card is full or of another game, the opponents are not possible in this game, or the memory limit is too low;
    /// [`ServiceError::TooLong`] at once, where there is no approximation.
    pub fn solve(
        &self,
        objective: &Arc<Objective>,
        card: &Scorecard,
        rounds: &Rounds,
        effort: &Effort<'_>,
    ) -> Result<SolvedTurn, ServiceError> {
        self.rules().check_same_game(card.rules())?;
        // Cached turns do not say whether a card of this state has won.
        objective.check_not_won(card)?;
        if let Some(solved) = self.known_turn(objective, card, rounds) {
            return Ok(solved);
        }
        let steps = effort.steps();
        let is_early = card.open_count() > Contest::EXACT_OPEN || rounds.later() > 0;
        let approximates = match **objective {
            // An approximation plays the later turns for points, which says little about games in which points may be too many.
            Objective::Exactly(_) | Objective::Fewest if self.pace == Pace::Prompt && is_early => return Err(ServiceError::TooLong),
            // The points of a turn are exact at once.
            Objective::Exactly(_) | Objective::Fewest | Objective::Turn => false,
            _ => self.pace == Pace::Prompt,
        };
        let solved = if approximates {
            self.prompt_turn(objective, card, rounds, effort)?
        } else {
            self.making_room(objective, || {
                let solver = self.solver(rounds, effort, &steps);
                solver.check_all(objective, card)?;
                if !objective.is_of_the_final_score() {
                    return Ok(solver.solve(objective, card)?);
                }
                let worths = solver.turn(&self.utility(objective, rounds, effort)?, card)?;
                Ok(SolvedTurn { objective: Arc::clone(objective), exact: true, worths: Arc::new(worths) })
            })?
        };
        self.shared.cache().turns.add((Arc::clone(objective), rounds.clone(), card.state(), card.score()), solved.clone());
        Ok(solved)
    }

    /// The same if it is cached, without solving.
    pub fn known_turn(&self, objective: &Arc<Objective>, card: &Scorecard, rounds: &Rounds) -> Option<SolvedTurn> {
        let (state, score) = (card.state(), card.score());
        type Key = (Arc<Objective>, Rounds, State, Points);
        let is_this = |(of, in_rounds, at, points): &Key| (at, *points, in_rounds) == (&state, score, rounds) && of == objective;
        self.shared.cache().turns.get(is_this).map(|(_, solved)| solved.clone())
    }

    /// The value of a card between turns; with an objective, also its worth under it.
    ///
    /// # Errors
    ///
    /// As for [`worth`](Service::worth).
    pub fn value(&self, asked: &AskedCard, effort: &Effort<'_>) -> Result<ValueAnswer, ServiceError> {
        let AskedCard { card, sheet, rounds, objective } = asked;
        let value = CardValue::of(card, rounds, self.table())?;
        let worth = objective.as_ref().map(|objective| Ok::<_, ServiceError>((&**objective, self.worth(objective, card, rounds, effort)?)));
        Ok(ValueAnswer::new(value, worth.transpose()?, sheet.as_ref(), self.rules()))
    }

    /// The worth of a card between turns under an objective, if the player maximises it from now on.
    ///
    /// # Errors
    ///
    /// As for [`solve`](Service::solve), but a full card is worth its final score.
    pub fn worth(&self, objective: &Arc<Objective>, card: &Scorecard, rounds: &Rounds, effort: &Effort<'_>) -> Result<f64, ServiceError> {
        let steps = effort.steps();
        self.making_room(objective, || {
            let solver = self.solver(rounds, effort, &steps);
            solver.check_all(objective, card)?;
            Ok(match objective.is_of_the_final_score() {
                true => solver.value(&self.utility(objective, rounds, effort)?, card)?,
                false => solver.worth(objective, card)?,
            })
        })
    }

    /// The chance to win of a player who knows the opponents' final scores in advance: see [`ObjectiveSolver::foreseen`].
    ///
    /// # Errors
    ///
    /// As for [`value`](Service::value).
    pub fn foreseen(&self, opponents: &Opponents, card: &Scorecard, effort: &Effort<'_>) -> Result<f64, ServiceError> {
        let steps = effort.steps();
        Ok(self.solver(&Rounds::default(), effort, &steps).foreseen(opponents, card)?)
    }

    /// The best chance of every final score from a card on.
    ///
    /// # Errors
    ///
    /// A [`ServiceError`] if the card is of another game, the memory limit is too low, or the progress callback stops it.
    pub fn targets(&self, card: &Scorecard, rounds: &Rounds, effort: &Effort<'_>) -> Result<Targets<'_>, ServiceError> {
        self.check(Work::Targets, TargetSolver::bytes_needed(self.table().model(), card, rounds), effort)?;
        let steps = effort.steps();
        Ok(TargetSolver::new(self.table()).by(self.solver(rounds, effort, &steps)).solve(card)?)
    }

    /// The statistics of all games that continue from a card in one of the rounds of a game, under optimal play.
    ///
    /// # Errors
    ///
    /// A [`ServiceError`] if the card is of another game, the memory limit is too low, or the progress callback stops it.
    pub fn statistics(&self, card: &Scorecard, rounds: &Rounds, effort: &Effort<'_>) -> Result<StatisticsAnswer, ServiceError> {
        // A whole round takes the most memory, so it comes first.
        let round = (rounds.later() > 0).then(|| self.follow(&Scorecard::new(self.rules()), effort)).transpose()?;
        let statistics = self.follow(card, effort)?;
        let later = round.iter().cycle().take(rounds.later().into());
        let score = later.fold(statistics.score.clone(), |score, round| score.plus(&round.score));
        Ok(StatisticsAnswer::new(score.plus(&Distribution::certain(rounds.score_before())), statistics, self.rules()))
    }

    fn follow(&self, card: &Scorecard, effort: &Effort<'_>) -> Result<Statistics, ServiceError> {
        self.rules().check_same_game(card.rules())?;
        if let Some(known) = self.shared.statistics(card) {
            return Ok(known);
        }
        let taken = self.taken(effort);
        let statistics = Follower::new(self.table()).with(effort.run.memory(self.left(effort))).statistics(card);
        let statistics = statistics.map_err(|error| ServiceError::of_run(error, Work::Statistics, taken, self.memory))?;
        self.shared.add_statistics(card, &statistics, Follower::states(self.table().model(), card));
        Ok(statistics)
    }

    /// Compares a card of which only the points are known with the cards of optimal games.
    ///
    /// # Errors
    ///
    /// As for [`statistics`](Service::statistics).
    pub fn review_card(&self, sheet: Sheet, effort: &Effort<'_>) -> Result<CardReview, ServiceError> {
        let value = CardValue::of(&sheet.card, &Rounds::default(), self.table())?;
        Ok(CardReview::new(sheet, value, &self.follow(&Scorecard::new(self.rules()), effort)?))
    }

    /// The share of optimal games with less luck than a complete game, from 0 to 1. `None` for an incomplete game, and for one that is too large: following all
    /// games needs more than the memory, or would make people wait.
    ///
    /// # Errors
    ///
    /// A [`ServiceError`] if the game is of other rules, or the progress callback stops it.
    pub fn luck_share(&self, game: &Game, review: &Review, effort: &Effort<'_>) -> Result<Option<f64>, ServiceError> {
        if !review.complete || Follower::statistics_bytes(self.table().model(), game.start()) > LUCK_BYTES {
            return Ok(None);
        }
        let steps = effort.steps();
        let scores = self.solver(&Rounds::default(), effort, &steps).optimal_scores(game);
        match scores.map_err(ServiceError::from) {
            Ok(scores) => Ok(review.luck_share(&scores)),
            Err(ServiceError::TooLarge { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reviews a game: the loss and the luck of each turn.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the game is of other rules.
    pub fn review(&self, game: &Game) -> Result<Review, OtherRules> {
        Review::of(game, self.table())
    }

    /// A solver of objectives that uses and keeps these results.
    pub fn solver<'s>(&'s self, rounds: &Rounds, effort: &Effort<'s>, steps: &'s (dyn Fn(SolveStep) + Sync + 's)) -> ObjectiveSolver<'s> {
        let solver = ObjectiveSolver::new(self.table()).with(effort.run.memory(self.memory)).rounds(rounds).beside(self.taken(effort));
        solver.recalling(&*self.shared).before(steps)
    }

    /// The worth of the round's final score under an objective.
    fn utility(&self, objective: &Arc<Objective>, rounds: &Rounds, effort: &Effort<'_>) -> Result<Utility, ServiceError> {
        if let Some((_, utility)) = self.shared.cache().utilities.get(|(of, in_rounds)| in_rounds == rounds && of == objective) {
            return Ok(utility.clone());
        }
        let steps = effort.steps();
        let utility = self.solver(rounds, effort, &steps).utility(objective)?;
        self.shared.cache().utilities.add((Arc::clone(objective), rounds.clone()), utility.clone());
        Ok(utility)
    }

    /// Solves; if that needs more memory than there is, the cached results make room for it.
    fn making_room<T>(&self, objective: &Objective, solve: impl Fn() -> Result<T, ServiceError>) -> Result<T, ServiceError> {
        let mut before = u64::MAX;
        loop {
            let solved = solve();
            let Err(ServiceError::TooLarge { needed, limit, .. }) = solved else { return solved };
            // What was forgotten may be kept again on the way: without less than the last time there is nothing to gain.
            let cached = self.bytes_cached();
            if cached >= before || !self.make_room(needed.saturating_sub(limit)) {
                let work = if let Objective::Duel { .. } = objective { Work::Duel } else { Work::Objective };
                return Err(ServiceError::TooLarge { work, needed, limit });
            }
            before = cached;
        }
    }
}
