//! Chances for players at a table: how the games may end, and the contest of several players.

use std::sync::Arc;

use yahtzee_solver::advise::SolvedTurn;
use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::evaluate::StrategyValues;
use yahtzee_solver::rules::Filled;
use yahtzee_solver::strategy::MixedStrategy;
use yahtzee_solver::win::{Chance, Live, Side, WinReview};
use yahtzee_solver::{Contest, Follower, Game, LookaheadStrategy, Model, Objective, Rounds, Run, Scorecard};

use super::{Effort, Pace, Service, ServiceError, Step, Work};
use crate::session::{Computer, Played, Seat};

/// How many states get a distribution of final scores of their own; the others get a normal one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// As many as are filled in a moment, to show the chances of a game that is played.
    Rough,
    /// All of most games, for play to win and for reviews.
    Fine,
}

impl Detail {
    /// The most memory for the distributions, in bytes.
    fn bytes(self) -> u64 {
        match self {
            Detail::Rough => 40_000_000,
            // A phone has less memory. This is enough for all states of a game of five dice.
            Detail::Fine if cfg!(target_arch = "wasm32") => 250_000_000,
            Detail::Fine => Live::MEMORY,
        }
    }
}

/// The most memory to follow the strategy of a computer, in bytes. Games of six dice need more, and minutes.
const STRATEGY: u64 = 200_000_000;

impl Service {
    /// How the games may end if all play for the expected score.
    ///
    /// # Errors
    ///
    /// A [`ServiceError`] if it needs more memory than the limit, or the progress callback stops it.
    pub fn live(&self, detail: Detail, effort: &Effort<'_>) -> Result<Live, ServiceError> {
        let known = &self.shared.live[detail as usize];
        if let Some(live) = known.get() {
            return Ok(live.clone());
        }
        self.check(Work::Ends, Follower::final_scores_bytes(self.table().model()), effort)?;
        effort.begins(Step::Ends);
        let scores = Follower::new(self.table()).with(effort.run).final_scores(self.left(effort).min(detail.bytes()))?;
        let live = Live::new(self.table(), scores)?;
        Ok(known.get_or_init(|| live).clone())
    }

    /// A contest of players, which caches its solutions and takes no more than the remaining memory: the cached ones a quarter of it, new ones the rest.
    ///
    /// # Errors
    ///
    /// As for [`live`](Service::live).
    pub fn contest<'r>(&self, detail: Detail, effort: &Effort<'r>) -> Result<Contest<'r>, ServiceError> {
        let live = self.live(detail, effort)?;
        let left = self.memory.saturating_sub(self.taken(effort).saturating_sub(self.bytes_cached()));
        self.cache_at_most(left / 4);
        Ok(Contest::new(&live).with(effort.run.memory(left - left / 4)).recalling(Arc::clone(&self.shared) as _))
    }

    /// The contest of a game at a table, with the strategies of its computers.
    ///
    /// # Errors
    ///
    /// As for [`live`](Service::live).
    pub fn contest_of(&self, seats: &[Seat], detail: Detail, effort: &Effort<'_>) -> Result<Contest<'static>, ServiceError> {
        // It outlives the work that is reported here.
        let quiet = Effort { run: Run::new().threads(effort.run.thread_count()), before: None };
        self.live(detail, effort)?;
        Ok(self.contest(detail, &quiet)?.playing_by(&self.strategies(seats, effort)?))
    }

    /// The values of the strategies of computers that lose points, for each seat; `None` for the others. Where they take too much memory, or a person
    /// waits, such a computer is taken for an optimal one.
    fn strategies(&self, seats: &[Seat], effort: &Effort<'_>) -> Result<Vec<Option<Arc<StrategyValues>>>, ServiceError> {
        if self.pace == Pace::Prompt {
            return Ok(vec![None; seats.len()]);
        }
        let of_seat = |seat: &Seat| seat.computer.map_or(Ok(None), |computer| self.strategy_of(computer, effort));
        seats.iter().map(of_seat).collect()
    }

    fn strategy_of(&self, computer: Computer, effort: &Effort<'_>) -> Result<Option<Arc<StrategyValues>>, ServiceError> {
        if let Some((_, values)) = self.shared.strategies().iter().find(|(of, _)| *of == computer) {
            return Ok(Some(Arc::clone(values)));
        }
        let card = match computer {
            Computer::Optimal | Computer::Win => return Ok(None),
            Computer::Greedy => None,
            Computer::Card(name) => match RuleCard::builtin_for(name, self.rules()) {
                Ok(card) => Some(card),
                Err(_) => return Ok(None),
            },
        };
        let strategy = |model: &Arc<Model>| -> Box<dyn MixedStrategy> {
            match &card {
                Some(card) => Box::new(CardStrategy::new(card, model)),
                None => Box::new(LookaheadStrategy::greedy(model)),
            }
        };
        let most = self.memory.min(self.taken(effort).saturating_add(STRATEGY));
        let values = match self.clone().limited_to(most).strategy_values(strategy, effort) {
            Ok(values) => Arc::new(values),
            Err(ServiceError::TooLarge { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        self.shared.strategies().push((computer, Arc::clone(&values)));
        Ok(Some(values))
    }

    /// The value of every state for a strategy, made from a model whose states share no values.
    ///
    /// # Errors
    ///
    /// A [`ServiceError`] if it needs more memory than the limit, the strategy is invalid, or the progress callback stops it.
    pub fn strategy_values(
        &self,
        strategy: impl FnOnce(&Arc<Model>) -> Box<dyn MixedStrategy>,
        effort: &Effort<'_>,
    ) -> Result<StrategyValues, ServiceError> {
        let model = self.model_apart(Filled::NONE, Work::Strategy, effort)?;
        effort.begins(Step::Strategy);
        self.values_on(&model, &*strategy(&model), effort)
    }

    /// The chances of the players of a game to win, with the dice on the table.
    ///
    /// # Errors
    ///
    /// As for [`live`](Service::live), or that the game is of other rules.
    pub fn chances(&self, played: &Played, effort: &Effort<'_>) -> Result<Vec<Chance>, ServiceError> {
        let contest = self.contest(Detail::Rough, effort)?.reacting(played.react());
        let games = played.games();
        let solved = Contest::in_turn(&games).map(|player| {
            let sides: Vec<Side> = games.iter().map(|game| Side::of(game)).collect();
            contest.solve(&sides, player)
        });
        let failed = |error| ServiceError::of_run(error, Work::Ends, 0, self.memory);
        let solved = solved.transpose().map_err(failed)?.flatten();
        contest.live(&games, solved.as_ref(), false).map_err(failed)
    }

    /// The review of the game of one player against the others, in chance to win; `None` for a game alone.
    ///
    /// # Errors
    ///
    /// As for [`live`](Service::live), or that the game is of other rules.
    pub fn review_to_win(&self, played: &Played, player: usize, effort: &Effort<'_>) -> Result<Option<WinReview>, ServiceError> {
        if played.seats.len() == 1 {
            return Ok(None);
        }
        self.live(Detail::Fine, effort)?;
        let strategies = self.strategies(&played.seats, effort)?;
        let contest = self.contest(Detail::Fine, effort)?.reacting(played.react()).playing_by(&strategies);
        let games: Vec<&Game> = played.games();
        contest.review(&games, player).map(Some).map_err(|error| ServiceError::of_run(error, Work::Ends, 0, self.memory))
    }

    /// Solves an objective at once: approximate where an exact one would take long.
    pub(super) fn prompt_turn(
        &self,
        objective: &Arc<Objective>,
        card: &Scorecard,
        rounds: &Rounds,
        effort: &Effort<'_>,
    ) -> Result<SolvedTurn, ServiceError> {
        let side = Side { card: card.clone(), rounds: rounds.clone() };
        let solved = self.contest(Detail::Rough, effort)?.solve_for(&side, Objective::clone(objective));
        let solved = solved.map_err(|error| ServiceError::of_run(error, Work::Ends, 0, self.memory))?;
        solved.map(|(solved, _)| solved).ok_or(ServiceError::Objective(yahtzee_solver::space::StateError::Full.into()))
    }
}
