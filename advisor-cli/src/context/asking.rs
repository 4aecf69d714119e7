//! Asking the service of a game, with a progress bar.

use yahtzee_dialogue::service::Step;
use yahtzee_dialogue::{Effort, Service, ServiceError, Work};
use yahtzee_solver::advise::SolveStep;
use yahtzee_solver::evaluate::Opponent;
use yahtzee_solver::rules::Filled;
use yahtzee_solver::tr;
use yahtzee_solver::{Follower, Model, Objective, Rounds, RuleSet, Scorecard};

use super::Context;
use super::from_card::filled_on_all;
use crate::terminal::failure::Failure;
use crate::text;

/// The categories filled in every state needed for a question about a card. The cards of opponents count too, and an empty card is needed if a round
/// or an opponent has not begun.
pub(crate) fn needed_from(card: &Scorecard, rounds: &Rounds, objective: Option<&Objective>) -> Filled {
    let mut cards = vec![card];
    if let Some(Objective::Against(opponents)) = objective {
        if opponents.count_new() > 0 {
            return Filled::NONE;
        }
        cards.extend(opponents.named().iter().filter_map(|opponent| if let Opponent::Card(card) = opponent { Some(card) } else { None }));
    }
    if let Some(Objective::Duel { opponent, .. }) = objective {
        cards.push(opponent);
    }
    if rounds.later() > 0 { Filled::NONE } else { filled_on_all(cards) }
}

/// The title of work for an objective, until its first step.
pub(crate) fn solving() -> String {
    tr!("Solving for the objective")
}

/// The seconds for a value, and for following the games from a state, on one thread. They are rough: machines differ.
const A_VALUE: f64 = 4e-7;
const A_STATE: f64 = 4e-6;
/// A shorter computation than this many seconds is not announced.
const SHORT: f64 = 2.0;

/// The approximate seconds of a step on this many threads; 0 if it is always short.
fn seconds(step: Step, threads: usize) -> f64 {
    let work = match step {
        Step::Objective(SolveStep::FinalScore { states }) => states as f64 * A_STATE,
        Step::Objective(SolveStep::Values { values } | SolveStep::Duel { values }) => values as f64 * A_VALUE,
        Step::Ends | Step::Strategy => 0.0,
    };
    work / threads as f64
}

/// The title of a step.
fn title_of(step: Step) -> String {
    match step {
        Step::Objective(SolveStep::FinalScore { .. }) => tr!("Following the opponents' games"),
        Step::Objective(SolveStep::Values { .. }) => tr!("Finding the best way to play"),
        Step::Objective(SolveStep::Duel { .. }) => tr!("Finding the best way to play for both"),
        Step::Ends => tr!("Finding how the games may end"),
        Step::Strategy => tr!("Following the computer's strategy"),
    }
}

/// The message before a step, if it takes long.
fn beforehand(step: Step, threads: usize) -> Option<String> {
    let seconds = seconds(step, threads);
    (seconds >= SHORT).then(|| tr!("{} takes about {}.", title_of(step), text::duration(seconds.round() as u64)))
}

impl Context {
    /// Asks the service of a game, with a progress bar on a terminal.
    pub(crate) fn ask<T>(
        &self,
        service: &Service,
        title: &str,
        work: impl FnOnce(&Effort<'_>) -> Result<T, ServiceError>,
    ) -> Result<T, Failure> {
        let threads = self.threads();
        let answered = self.with_bar(title, |run, bar| {
            let before = |step: Step| {
                beforehand(step, threads).into_iter().for_each(|line| bar.println(line));
                bar.reset();
                bar.set_message(title_of(step));
            };
            work(&Effort { run, before: Some(&before) })
        });
        answered.map_err(|error| self.unanswered(service.rules(), error))
    }

    /// Checks before the table is solved that the statistics of all games that continue from a card may fit into memory.
    pub(crate) fn check_statistics(&self, model: &Model, card: &Scorecard) -> Result<(), Failure> {
        let (needed, limit) = (self.beside_table(model, Follower::least_statistics_bytes(model, card)), self.memory());
        let error = ServiceError::TooLarge { work: Work::Statistics, needed, limit };
        if needed > limit { Err(self.unanswered(model.rules(), error)) } else { Ok(()) }
    }

    /// The failure of a question to the service.
    pub(crate) fn unanswered(&self, rules: &RuleSet, error: ServiceError) -> Failure {
        let name = rules.name();
        match error {
            ServiceError::TooLarge { work: Work::Duel, needed, .. } => {
                let instead = tr!("ask late in the game, when few categories are open, or ask without reacting");
                self.refused_or(&Work::Duel.to_string(), needed, &instead)
            }
            ServiceError::TooLarge { work: Work::Objective, needed, .. } => self.refused(&Work::Objective.to_string(), needed),
            ServiceError::TooLarge { work: work @ (Work::Statistics | Work::Strategy | Work::Evaluation), needed, .. } => {
                self.refused_at_least(&tr!("{} of '{}'", work, name), needed)
            }
            ServiceError::TooLarge { work, needed, .. } => self.refused(&tr!("{} of '{}'", work, name), needed),
            ServiceError::Stopped(stopped) => stopped.into(),
            error => Failure::input(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_work_is_announced() {
        let step = Step::Objective(SolveStep::Values { values: 50_000_000 });
        assert_eq!(beforehand(step, 2).unwrap(), "Finding the best way to play takes about 10 seconds.");
        assert_eq!(beforehand(Step::Objective(SolveStep::Values { values: 50_000 }), 1), None);
        assert_eq!(
            beforehand(Step::Objective(SolveStep::FinalScore { states: 10_000_000 }), 1).unwrap(),
            "Following the opponents' games takes about 40 seconds."
        );
    }
}
