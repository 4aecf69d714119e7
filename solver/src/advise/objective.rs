//! Objectives other than the expected score, solved for the turn of one card.

use std::ops::ControlFlow;
use std::sync::Arc;

use yahtzee_kernel::{Counted, Read, Source, Turns};

use super::advisor::{Advice, Advisor};
use super::counted::{Watcher, turn_of};
use super::duel::{Duel, DuelWork};
use super::recall::Recall;
use crate::evaluate::{Distribution, Finish, Follower, Opponent, Opponents, OpponentsError, Ties};
use crate::game::{Position, Rounds, Scorecard};
use crate::rules::{OtherRules, Points, State};
use crate::solve::{Run, RunError, Stopped, TurnWorths, Utility, UtilitySolver, UtilityValues, ValueTable};
use crate::space::StateError;
use crate::tr;

/// An objective other than the expected score.
#[derive(Clone, Debug, PartialEq)]
pub enum Objective {
    /// At least this many points.
    Target(Points),
    /// Exactly this many points.
    Exactly(Points),
    /// The fewest points on average; a worth is minus the points. It is a game under rules that
    /// [allow no voluntary zeros](crate::RuleSet::allows_voluntary_zeros); under others, a 0 may be written for any roll.
    Fewest,
    /// More points than opponents who do not react.
    Against(Opponents),
    /// More points than one opponent, who moves next, sees both cards, and plays to win.
    Duel {
        /// The card of the opponent.
        opponent: Scorecard,
        /// How a tie counts for the player.
        ties: Ties,
    },
    /// The expected value of a function of the points.
    Utility(Utility),
    /// The most points of this turn: those that it writes, and its extra bonus, as the greedy strategy counts them. The upper bonus and later turns do not
    /// count.
    Turn,
}

impl Objective {
    /// Whether the player's final score decides alone: not for an opponent who reacts, nor for the points of one turn.
    pub fn is_of_the_final_score(&self) -> bool {
        !matches!(self, Objective::Duel { .. } | Objective::Turn)
    }

    /// Checks that no roll on a card has won the game already, if the objective is to win.
    ///
    /// # Errors
    ///
    /// [`ObjectiveError::Won`] if one has: then there is nothing left to play for.
    pub fn check_not_won(&self, card: &Scorecard) -> Result<(), ObjectiveError> {
        let others_have = match self {
            Objective::Against(opponents) => {
                opponents.named().iter().any(|opponent| matches!(opponent, Opponent::Card(card) if card.has_won()))
            }
            Objective::Duel { opponent, .. } => opponent.has_won(),
            Objective::Target(_) | Objective::Exactly(_) | Objective::Fewest | Objective::Utility(_) | Objective::Turn => return Ok(()),
        };
        if others_have || card.has_won() { Err(ObjectiveError::Won) } else { Ok(()) }
    }

    /// The worth of a final score of at most so many points, if it depends on nothing else, such as opponents.
    pub(crate) fn worth_of_a_score(&self, most: impl FnOnce() -> u32) -> Option<Utility> {
        let points = |points: Points| points.get().try_into().unwrap_or(i32::MAX);
        match self {
            Objective::Target(least) => Some(Utility::target(points(*least))),
            Objective::Exactly(wanted) => Some(Utility::exactly(points(*wanted))),
            Objective::Fewest => Some(Utility::fewest(most())),
            Objective::Utility(utility) => Some(utility.clone()),
            Objective::Against(_) | Objective::Duel { .. } | Objective::Turn => None,
        }
    }
}

/// An objective in the turn of one card, with the worths of the turn's ends.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedTurn {
    /// The objective.
    pub objective: Arc<Objective>,
    /// The worths of the turn's ends under it.
    pub worths: Arc<TurnWorths>,
    /// Whether the worths are exact, for opponents who play for the expected score.
    pub exact: bool,
}

/// Solves objectives for the turns of cards.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{Advisor, ObjectiveSolver, Objective, Points, Position, RuleSet, Solver};
/// let table = Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?;
/// let position = Position::parse("12366 rerolls=1 1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40 y=50", table.rules())?;
/// let objective = Arc::new(Objective::Target(Points::new(300)));
/// let solved = ObjectiveSolver::new(&table).solve(&objective, position.card())?;
/// let advice = Advisor::new(&table).advise_by(&position, &solved.worths)?;
/// let chance = advice.best().worth.unwrap().value;
/// assert!((0.0..1.0).contains(&chance));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ObjectiveSolver<'a> {
    table: &'a ValueTable,
    rounds: Rounds,
    run: Run<'a>,
    held: u64,
    recall: Option<&'a dyn Recall>,
    before: Option<&'a (dyn Fn(SolveStep) + Sync + 'a)>,
}

/// A step of solving for an objective, and its amount of work. Time is about proportional to work within one kind of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveStep {
    /// Follow the games of an opponent.
    FinalScore {
        /// The number of states to play from: those that may follow the card.
        states: u64,
    },
    /// Solve a game of two players who both react.
    Duel {
        /// The number of values: see [`DuelWork::values`](crate::win::DuelWork::values).
        values: u64,
    },
    /// Solve the values of a round.
    Values {
        /// The number of values: see [`UtilityWork::values`](crate::solve::UtilityWork::values).
        values: u64,
    },
}

/// Why an objective has no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObjectiveError {
    /// The card is of another game than the table.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// The card is full.
    #[error(transparent)]
    State(#[from] StateError),
    /// These opponents are not possible in this game.
    #[error(transparent)]
    Opponents(#[from] OpponentsError),
    /// No game of two reaches these cards.
    #[error("{}", tr!("{} against {} open boxes: who moves has as many open boxes as the other, or one more", .mover, .other))]
    Turns {
        /// The open categories of the player to move.
        mover: usize,
        /// The open categories of the opponent.
        other: usize,
    },
    /// A card has a roll that wins the game at once.
    #[error("{}", tr!("the game is over: a roll on a card has won it"))]
    Won,
    /// Final scores that are known in advance, in a game that a roll may win at once.
    #[error("{}", tr!("by these rules a roll can win at once, so the opponents' final scores do not decide alone: nothing is found for players who know them in advance"))]
    NotForeseen,
    /// An opponent who reacts, where only the player's final score may count.
    #[error("{}", tr!("the opponent reacts, so no final score has a worth of its own"))]
    Reacts,
    /// The points of one turn, where the final score is wanted.
    #[error("{}", tr!("only the points of one turn count, so no final score has a worth of its own"))]
    OneTurn,
    /// It takes more memory than the limit.
    #[error("{}", tr!("it needs {} bytes of memory, and the limit is {}", .needed, .limit))]
    TooLarge {
        /// The bytes that it needs.
        needed: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The progress callback stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<RunError> for ObjectiveError {
    fn from(error: RunError) -> ObjectiveError {
        match error {
            RunError::OtherRules(error) => ObjectiveError::OtherRules(error),
            RunError::TooLarge { needed, limit } => ObjectiveError::TooLarge { needed, limit },
            RunError::Stopped(stopped) => ObjectiveError::Stopped(stopped),
        }
    }
}

impl Advisor<'_> {
    /// Every action of a position, ranked by an objective other than the expected score. It solves the objective first, which may take seconds and
    /// much memory. To ask again about the same turn, to limit the memory, or for a game of several rounds, use an [`ObjectiveSolver`] and
    /// [`advise_by`](Advisor::advise_by).
    ///
    /// ```
    /// use yahtzee_solver::{Advisor, Objective, Points, Position, RuleSet, Solver};
    /// let table = Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?;
    /// let position = Position::parse("12366 rerolls=1 1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40 y=50", table.rules())?;
    /// let advice = Advisor::new(&table).advise_for(&position, &Objective::Target(Points::new(300)))?;
    /// let chance = advice.best().worth.expect("the chance of the target").value;
    /// assert!((0.0..1.0).contains(&chance));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`ObjectiveSolver::solve`].
    pub fn advise_for(&self, position: &Position, objective: &Objective) -> Result<Advice, ObjectiveError> {
        let solved = ObjectiveSolver::new(self.table()).solve(&Arc::new(objective.clone()), position.card())?;
        Ok(self.ranked(position, Some(solved.worths)))
    }
}

impl<'a> ObjectiveSolver<'a> {
    /// A solver for games of one round.
    pub fn new(table: &'a ValueTable) -> ObjectiveSolver<'a> {
        ObjectiveSolver { table, rounds: Rounds::default(), run: Run::new(), held: 0, recall: None, before: None }
    }

    /// Sets threads, memory limit and progress. The [step](SolveStep) says the unit of progress. The limit covers all memory needed at one time,
    /// including the [held](ObjectiveSolver::beside) bytes.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> ObjectiveSolver<'a> {
        ObjectiveSolver { run, ..self }
    }

    /// Reuses earlier solutions, and keeps new ones.
    #[must_use]
    pub fn recalling(self, recall: &'a dyn Recall) -> ObjectiveSolver<'a> {
        ObjectiveSolver { recall: Some(recall), ..self }
    }

    /// Calls `before` before each step of work.
    #[must_use]
    pub fn before(self, before: &'a (dyn Fn(SolveStep) + Sync + 'a)) -> ObjectiveSolver<'a> {
        ObjectiveSolver { before: Some(before), ..self }
    }

    /// For a game of several rounds: the final score covers all rounds, and cards are cards of the current round.
    #[must_use]
    pub fn rounds(self, rounds: &Rounds) -> ObjectiveSolver<'a> {
        ObjectiveSolver { rounds: rounds.clone(), ..self }
    }

    /// The rounds of the game.
    pub(super) fn rounds_of_game(&self) -> &Rounds {
        &self.rounds
    }

    /// Counts this many bytes as held already, for the table and earlier solutions.
    #[must_use]
    pub fn beside(self, held: u64) -> ObjectiveSolver<'a> {
        ObjectiveSolver { held, ..self }
    }

    /// Solves an objective for the turn of a card.
    ///
    /// # Errors
    ///
    /// An [`ObjectiveError`] if the card is full or of another game, the opponents are not possible in this game, the memory limit is too low, or the
    /// progress callback stops it.
    pub fn solve(&self, objective: &Arc<Objective>, card: &Scorecard) -> Result<SolvedTurn, ObjectiveError> {
        self.check_all(objective, card)?;
        let worths = match &**objective {
            Objective::Duel { opponent, ties } => self.duel(opponent, *ties, card)?.solve()?.turn(),
            Objective::Turn => self.points_of_turn(card)?,
            objective => self.turn(&self.utility(objective)?, card)?,
        };
        Ok(SolvedTurn { objective: Arc::clone(objective), worths: Arc::new(worths), exact: true })
    }

    /// The worth of a card between turns under an objective, if the player maximises it from now on.
    ///
    /// # Errors
    ///
    /// As for [`value`](ObjectiveSolver::value).
    pub fn worth(&self, objective: &Objective, card: &Scorecard) -> Result<f64, ObjectiveError> {
        objective.check_not_won(card)?;
        match objective {
            Objective::Duel { opponent, ties } => Ok(self.duel(opponent, *ties, card)?.solve()?.value()),
            Objective::Turn if card.is_full() => Ok(0.0),
            Objective::Turn => {
                let (model, state) = (self.table.model(), card.state());
                let worths = self.points_of_turn(card)?;
                let read = |source: &Source| Counted { expected: worths.read(source), ..Counted::NOTHING };
                let watcher = Watcher { held: &mut |_, _| ControlFlow::Continue(()), scored: &mut |_| () };
                let nodes = turn_of(model, &state, Turns::one(&model.plan.kernel, state.throws), &read, watcher);
                Ok(model.lattice.mean(&nodes[model.lattice.rolls()], |roll| roll).expected)
            }
            objective => self.value(&self.utility(objective)?, card),
        }
    }

    /// The worths of the ends of a card's turn, if only the points of this turn count.
    fn points_of_turn(&self, card: &Scorecard) -> Result<TurnWorths, ObjectiveError> {
        self.table.rules().check_same_game(card.rules())?;
        Ok(TurnWorths::new(self.table.model(), &card.state(), |points, _| points.into())?)
    }

    /// Prepares the work for an opponent who reacts.
    fn duel(&self, opponent: &Scorecard, ties: Ties, card: &Scorecard) -> Result<DuelWork<'_>, ObjectiveError> {
        if self.rounds.count() > 1 {
            return Err(OpponentsError::CardInRounds.into());
        }
        let limit = self.run.most_bytes();
        let duel = Duel::new(self.table.model()).ties(ties).with(self.run.memory(limit.saturating_sub(self.held)));
        let work = duel.work(card, opponent).map_err(|error| match error {
            ObjectiveError::TooLarge { needed, .. } => ObjectiveError::TooLarge { needed: needed.saturating_add(self.held), limit },
            error => error,
        })?;
        self.announce(SolveStep::Duel { values: work.values() });
        Ok(work)
    }

    /// The worth of the current round's final score under an objective, including the scores of earlier rounds. It does not depend on the player's
    /// card, so it serves all turns of a round. Only in a game that a roll may win at once, it is that before the next turn: then the opponents have as
    /// many turns left as now.
    ///
    /// # Errors
    ///
    /// As for [`solve`](ObjectiveSolver::solve), and [`ObjectiveError::Reacts`] for an opponent who reacts: the worth of a final score then depends on the
    /// opponent. [`ObjectiveError::OneTurn`] for the points of one turn.
    pub fn utility(&self, objective: &Objective) -> Result<Utility, ObjectiveError> {
        let last = match objective {
            Objective::Against(opponents) => {
                opponents.utility(&Scorecard::new(self.table.rules()), &self.rounds, |card| self.finish(card))?
            }
            Objective::Duel { .. } => return Err(ObjectiveError::Reacts),
            Objective::Turn => return Err(ObjectiveError::OneTurn),
            objective => objective.worth_of_a_score(|| self.most_of_all_rounds()).expect("the score decides alone"),
        };
        (0..self.rounds.later()).rev().try_fold(last, |after, later| self.before_round(&after, later))
    }

    /// The worths of the ends of a card's turn, given the worth of the current round's final score.
    ///
    /// # Errors
    ///
    /// As for [`solve`](ObjectiveSolver::solve).
    pub fn turn(&self, utility: &Utility, card: &Scorecard) -> Result<TurnWorths, ObjectiveError> {
        self.table.rules().check_same_game(card.rules())?;
        let score = self.rounds.score_before().get() as i32 + card.written_score().get() as i32;
        let (values, by) = self.solve_scores(utility, &card.state(), score, score)?;
        Ok(values.turn_of(&card.state(), score - by).expect("the score that was solved"))
    }

    /// The worth of a card between turns, given the worth of the current round's final score: the expected worth if the player maximises it.
    ///
    /// # Errors
    ///
    /// As for [`solve`](ObjectiveSolver::solve), but a full card is worth its final score.
    pub fn value(&self, utility: &Utility, card: &Scorecard) -> Result<f64, ObjectiveError> {
        self.table.rules().check_same_game(card.rules())?;
        let before = self.rounds.score_before().get() as i32;
        if card.open_count() == 0 {
            return Ok(utility.of(before + card.score().get() as i32));
        }
        let score = before + card.written_score().get() as i32;
        let (values, by) = self.solve_scores(utility, &card.state(), score, score)?;
        Ok(values.value_of(&card.state(), score - by).expect("the score that was solved"))
    }

    /// The chance to win of a player who learns the opponents' final scores before the next turn. It is an upper bound for every player who does not
    /// know them, against opponents who do not react.
    ///
    /// ```text
    /// sum over every highest score T of the opponents: chance of T x best chance to beat T, a tie included as it counts
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`value`](ObjectiveSolver::value). The game must have one round.
    pub fn foreseen(&self, opponents: &Opponents, card: &Scorecard) -> Result<f64, ObjectiveError> {
        self.table.rules().check_same_game(card.rules())?;
        if self.table.rules().has_winning_rolls() {
            return Err(ObjectiveError::NotForeseen);
        }
        // The chance that the opponents' highest score is below each score.
        let lose = Opponents::new(opponents.named().to_vec(), opponents.field(), Ties::Lose)?;
        let below = self.utility(&Objective::Against(lose))?;
        let Some((first, last)) = below.bounds() else { return Ok(below.highest()) };
        let ahead = Utility::from_worths(0.0, 0, vec![opponents.ties().worth(), 1.0]);
        let highest = first - 1..last;
        let chance = |score: i32| below.of(score + 1) - below.of(score);
        if card.open_count() == 0 {
            let score = card.score().get() as i32;
            return Ok(highest.map(|other| chance(other) * ahead.of(score - other)).sum());
        }
        let score = card.written_score().get() as i32;
        let (values, by) = self.solve_scores(&ahead, &card.state(), score - (last - 1), score - (first - 1))?;
        let value = |other: i32| values.value_of(&card.state(), score - other - by).expect("a score that was solved");
        Ok(highest.map(|other| chance(other) * value(other)).sum())
    }

    /// The worth of the score before a later round, given the worth of the score after it: the value of the round's empty card. `later` is the number
    /// of rounds between the current round and that one.
    fn before_round(&self, after: &Utility, later: u8) -> Result<Utility, ObjectiveError> {
        let rules = self.table.rules();
        let most = (rules.most_points() * rules.category_count() as u32 + rules.most_at_the_end()).get();
        let low = self.rounds.score_before().get() as i32;
        let high = low + (most * (u32::from(later) + 1)) as i32;
        let (values, by) = self.solve_scores(after, &State::default(), low, high)?;
        Ok(values.before_turn((low - by, high - by)).later_by(by))
    }

    /// The values of a state from the lowest to the highest score, and the shift of their scores. Utilities that differ only by a shift share values:
    /// the chance to reach a target depends on the missing points.
    pub(super) fn solve_scores(
        &self,
        utility: &Utility,
        state: &State,
        low: i32,
        high: i32,
    ) -> Result<(Arc<UtilityValues>, i32), ObjectiveError> {
        let (utility, by) = utility.rising_at_zero();
        let scores = (low - by, high - by);
        // Where a roll can win at once, the worths also depend on the turns that the opponents have left.
        let recall = self.recall.filter(|_| utility.at_once().is_none());
        let known = recall.and_then(|recall| recall.values(&utility, state, scores));
        if let Some(known) = known.filter(|known| known.answers(&utility, state, scores)) {
            return Ok((known, by));
        }
        let (solved, work) = self.work_out(UtilitySolver::new(self.table.model(), &utility), state, scores)?;
        if let Some(recall) = recall {
            recall.add_values(&solved, work);
        }
        Ok((solved, by))
    }

    /// The values of a state from the lowest to the highest score, and the work done.
    fn work_out(&self, solver: UtilitySolver<'_>, state: &State, scores: (i32, i32)) -> Result<(Arc<UtilityValues>, u64), ObjectiveError> {
        self.check(UtilitySolver::bytes_to_prepare(self.table.model(), state)?)?;
        let work = solver.with(self.run).work(state, scores.0, scores.1)?;
        self.check(work.bytes_needed())?;
        let values = work.values();
        self.announce(SolveStep::Values { values });
        Ok((Arc::new(work.solve()?), values))
    }

    /// The values of an objective from a card on, including the values of later turns that fit into `bytes`. The caller keeps them. Their scores are
    /// lower than the scores of the cards by the returned number of points.
    ///
    /// # Errors
    ///
    /// As for [`solve`](ObjectiveSolver::solve).
    pub fn values(&self, objective: &Objective, card: &Scorecard, bytes: usize) -> Result<(Arc<UtilityValues>, i32), ObjectiveError> {
        self.check_all(objective, card)?;
        let (utility, by) = self.utility(objective)?.rising_at_zero();
        let by = by - self.rounds.score_before().get() as i32;
        let score = card.written_score().get() as i32 - by;
        let solver = UtilitySolver::new(self.table.model(), &utility).ahead(bytes);
        Ok((self.work_out(solver, &card.state(), (score, score))?.0, by))
    }

    /// The distribution of the final score of play for expected score from a card on, in this round.
    ///
    /// # Errors
    ///
    /// An [`ObjectiveError`] if the card is of another game, the memory does not suffice, or the progress callback ends it.
    pub fn final_score(&self, card: &Scorecard) -> Result<Distribution, ObjectiveError> {
        let rules = self.table.rules();
        rules.check_same_game(card.rules()).map_err(OpponentsError::from)?;
        let recall = self.recall.filter(|_| card.open_count() > 0);
        if let Some(known) = recall.and_then(|recall| recall.statistics(card)) {
            return Ok(known.score);
        }
        self.check(Follower::statistics_bytes(self.table.model(), card))?;
        let states = Follower::states(self.table.model(), card);
        self.announce(SolveStep::FinalScore { states });
        // The limit was checked above, including the held bytes.
        let statistics = Follower::new(self.table).with(self.run.memory(u64::MAX)).statistics(card)?;
        if let Some(recall) = recall {
            recall.add_statistics(card, &statistics, states);
        }
        Ok(statistics.score)
    }

    /// How play for expected score ends from a card on, in this round: with a final score, or won at once by a roll.
    fn finish(&self, card: &Scorecard) -> Result<Finish, ObjectiveError> {
        if !card.rules().has_winning_rolls() {
            return Ok(self.final_score(card)?.into());
        }
        self.table.rules().check_same_game(card.rules()).map_err(OpponentsError::from)?;
        self.check(Follower::statistics_bytes(self.table.model(), card))?;
        self.announce(SolveStep::FinalScore { states: Follower::states(self.table.model(), card) });
        Ok(Follower::new(self.table).with(self.run.memory(u64::MAX)).finish(card)?)
    }

    /// An upper bound of the final score, all rounds together.
    fn most_of_all_rounds(&self) -> u32 {
        u32::from(self.rounds.count()) * self.table.model().most_to_come(&State::default())
    }

    /// Checks, before any work, that the memory limit suffices to solve for an objective from a card on.
    ///
    /// # Errors
    ///
    /// As for [`solve`](ObjectiveSolver::solve).
    pub fn check_all(&self, objective: &Objective, card: &Scorecard) -> Result<(), ObjectiveError> {
        let (rules, model) = (self.table.rules(), self.table.model());
        rules.check_same_game(card.rules())?;
        objective.check_not_won(card)?;
        let Objective::Against(opponents) = objective else { return Ok(()) };
        if self.run.most_bytes() == u64::MAX {
            return Ok(());
        }
        let fresh = (opponents.count_new() > 0).then(|| Scorecard::new(rules));
        let named = opponents.named().iter().filter_map(|opponent| if let Opponent::Card(card) = opponent { Some(card) } else { None });
        let is_known = |card: &Scorecard| card.open_count() == 0 || self.recall.is_some_and(|recall| recall.statistics(card).is_some());
        let unknown: Vec<&Scorecard> = named.chain(&fresh).filter(|card| !is_known(card)).collect();
        if unknown.is_empty() || card.open_count() == 0 {
            return Ok(());
        }
        let followed = unknown.into_iter().map(|card| Follower::statistics_bytes(model, card)).max().unwrap_or(0);
        self.check(followed)?;
        // The opponents may have any final score, so any score of the player may decide.
        self.check(UtilitySolver::bytes_to_prepare(model, &card.state())?)?;
        let any = Utility::from_worths(0.0, 0, (0..=self.most_of_all_rounds()).map(f64::from).collect());
        let score = self.rounds.score_before().get() as i32 + card.written_score().get() as i32;
        let needed = UtilitySolver::new(model, &any).bytes_needed(&card.state(), score, score)?;
        // The allocator does not give back half of the memory for following games. Its bound is four times the actual need.
        self.check(needed + followed / 8)
    }

    fn announce(&self, step: SolveStep) {
        if let Some(before) = self.before {
            before(step);
        }
    }

    fn check(&self, needed: u64) -> Result<(), ObjectiveError> {
        let needed = needed.saturating_add(self.held);
        let limit = self.run.most_bytes();
        if needed > limit { Err(ObjectiveError::TooLarge { needed, limit }) } else { Ok(()) }
    }
}
