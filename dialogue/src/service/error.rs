//! Why the service has no answer.

use yahtzee_solver::advise::ObjectiveError;
use yahtzee_solver::evaluate::EvaluateError;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::solve::{RunError, Stopped};
use yahtzee_solver::{RulesError, tr};

use crate::answer::AnswerError;
use crate::ask::AskError;

/// Work whose memory depends on the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Reading the rules of the game.
    Rules,
    /// Reading a part of the table.
    Reading,
    /// Solving the game.
    Table,
    /// Writing the table in columns.
    Export,
    /// Solving for an objective.
    Objective,
    /// Solving for an opponent who reacts.
    Duel,
    /// Finding the spread of final scores.
    Spread,
    /// Finding how all games may end.
    Ends,
    /// Finding the best chances of all final scores.
    Targets,
    /// Following all games from a card.
    Statistics,
    /// Following a strategy.
    Strategy,
    /// Finding the value of a strategy, and its losses.
    Evaluation,
}

impl Work {
    /// The beginning of a sentence about its need in a game of this name.
    pub fn of(self, game: &str) -> String {
        let work = match self {
            Work::Rules => return tr!("reading the rules of '{}'", game),
            Work::Reading => return tr!("reading the table of '{}'", game),
            Work::Table => return tr!("solving '{}'", game),
            Work::Objective => return tr!("solving for this objective"),
            Work::Duel => return tr!("following an opponent who reacts"),
            Work::Export => tr!("exporting the table"),
            Work::Spread => tr!("finding the spread"),
            Work::Ends => tr!("finding how the games may end"),
            Work::Targets => tr!("finding the best chances"),
            Work::Statistics => tr!("finding the statistics"),
            Work::Strategy => tr!("following the strategy"),
            Work::Evaluation => tr!("evaluating a strategy"),
        };
        tr!("{} of '{}'", work, game)
    }
}

/// Why the service has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ServiceError {
    /// A field of the question is invalid.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The objective has no answer.
    #[error(transparent)]
    Objective(ObjectiveError),
    /// A strategy cannot be followed.
    #[error(transparent)]
    Strategy(EvaluateError),
    /// The question is about another game.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// The objective is only solved exactly, and that would make people wait.
    #[error("{}", tr!("this objective is only solved exactly, which takes too long here so early in the game: the program yahtzee answers it"))]
    TooLong,
    /// The work needs more memory than the limit. Both count what is held already.
    #[error("{}", tr!("it needs {} bytes of memory, and the limit is {}", .needed, .limit))]
    TooLarge {
        /// The work.
        work: Work,
        /// The bytes that it needs.
        needed: u64,
        /// The limit, in bytes.
        limit: u64,
    },
    /// The progress callback stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl ServiceError {
    /// The error of a model that does not fit, beside this many held bytes, under this limit.
    pub fn of_model(error: RulesError, work: Work, held: u64, limit: u64) -> ServiceError {
        match error {
            RulesError::TooLarge { needed, .. } => ServiceError::TooLarge { work, needed: needed.saturating_add(held), limit },
            error => unreachable!("rules that were read: {error}"),
        }
    }

    /// The error of work beside this many held bytes, under this limit.
    pub(super) fn of_run(error: RunError, work: Work, held: u64, limit: u64) -> ServiceError {
        match error {
            RunError::OtherRules(error) => error.into(),
            RunError::TooLarge { needed, .. } => ServiceError::TooLarge { work, needed: needed.saturating_add(held), limit },
            RunError::Stopped(stopped) => stopped.into(),
        }
    }

    /// The same for work with a strategy.
    pub(super) fn of_strategy(error: EvaluateError, work: Work, held: u64, limit: u64) -> ServiceError {
        match error {
            EvaluateError::Run(error) => ServiceError::of_run(error, work, held, limit),
            EvaluateError::OtherRules(error) => error.into(),
            error => ServiceError::Strategy(error),
        }
    }
}

impl From<ObjectiveError> for ServiceError {
    fn from(error: ObjectiveError) -> ServiceError {
        match error {
            ObjectiveError::TooLarge { needed, limit } => ServiceError::TooLarge { work: Work::Objective, needed, limit },
            ObjectiveError::OtherRules(error) => error.into(),
            ObjectiveError::Stopped(stopped) => stopped.into(),
            error => ServiceError::Objective(error),
        }
    }
}

impl From<AnswerError> for ServiceError {
    fn from(error: AnswerError) -> ServiceError {
        match error {
            AnswerError::OtherRules(error) => error.into(),
            error => ServiceError::Ask(error.into()),
        }
    }
}
