//! Solving objectives other than the expected score.

use std::sync::Arc;
use std::time::Duration;

use indicatif::HumanDuration;
use yahtzee_dialogue::{Effort, Solutions};
use yahtzee_solver::advise::{Aim, AimError, AimStep, TargetSolver, Targets};
use yahtzee_solver::evaluate::{Opponent, Opponents};
use yahtzee_solver::rules::Filled;
use yahtzee_solver::{Objective, Rounds, Scorecard};

use super::Context;
use super::from_card::filled_on_all;
use crate::terminal::failure::Failure;

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

/// The seconds for a value, and for following the games from a state, on one thread. They are rough: machines differ.
const A_VALUE: f64 = 4e-7;
const A_STATE: f64 = 4e-6;
/// A shorter computation than this many seconds is not announced.
const SHORT: f64 = 2.0;

/// The approximate seconds of a step on this many threads.
fn seconds(step: AimStep, threads: usize) -> f64 {
    let work = match step {
        AimStep::FinalScore { states } => states as f64 * A_STATE,
        AimStep::Values { values } | AimStep::Duel { values } => values as f64 * A_VALUE,
    };
    work / threads as f64
}

/// The title of a step.
fn title(step: AimStep) -> &'static str {
    match step {
        AimStep::FinalScore { .. } => "Following the opponents' games",
        AimStep::Values { .. } => "Finding the best way to play",
        AimStep::Duel { .. } => "Finding the best way to play for both",
    }
}

/// The message before a step, if it takes long.
fn beforehand(step: AimStep, threads: usize) -> Option<String> {
    let seconds = seconds(step, threads);
    (seconds >= SHORT).then(|| format!("{} takes about {}.", title(step), HumanDuration(Duration::from_secs_f64(seconds.round()))))
}

/// Solves objectives with the table of a game, with a progress bar on a terminal.
pub(crate) struct Solving<'a> {
    context: &'a Context,
    solutions: &'a Solutions,
    rounds: Rounds,
}

impl<'a> Solving<'a> {
    pub(crate) fn new(context: &'a Context, solutions: &'a Solutions) -> Solving<'a> {
        Solving { context, solutions, rounds: Rounds::default() }
    }

    /// The same in a game of several rounds.
    pub(crate) fn rounds(self, rounds: &Rounds) -> Solving<'a> {
        Solving { rounds: rounds.clone(), ..self }
    }

    /// The worths of an objective in the turn of a card.
    pub(crate) fn aim(&self, objective: &Arc<Objective>, card: &Scorecard) -> Result<Aim, Failure> {
        self.solved(Some(objective), |effort| self.solutions.aim(objective, card, &self.rounds, effort))
    }

    /// The expected worth of a card between turns.
    pub(crate) fn worth(&self, objective: &Arc<Objective>, card: &Scorecard) -> Result<f64, Failure> {
        self.solved(Some(objective), |effort| self.solutions.worth(objective, card, &self.rounds, effort))
    }

    /// The chance to win of a player who knows the final scores of the opponents in advance.
    pub(crate) fn foreseen(&self, opponents: &Opponents, card: &Scorecard) -> Result<f64, Failure> {
        self.solved(None, |effort| self.solutions.foreseen(opponents, card, effort))
    }

    /// The best chances of all final scores.
    pub(crate) fn targets(&self, card: &Scorecard) -> Result<Targets<'a>, Failure> {
        self.solved(None, |effort| TargetSolver::new(self.solutions.table()).by(self.solutions.solver(&self.rounds, effort)).solve(card))
    }

    fn solved<T>(&self, objective: Option<&Objective>, solve: impl FnOnce(&Effort<'_>) -> Result<T, AimError>) -> Result<T, Failure> {
        let threads = self.context.threads();
        let solved = self.context.with_bar("Solving for the objective", |run, bar| {
            let before = |step: AimStep| {
                beforehand(step, threads).into_iter().for_each(|line| bar.println(line));
                bar.reset();
                bar.set_message(title(step));
            };
            solve(&Effort { run: run.memory(self.context.memory()), before: Some(&before) })
        });
        solved.map_err(|error| match error {
            AimError::TooLarge { needed, .. } => match objective {
                Some(Objective::Duel { .. }) => {
                    let instead = "ask late in the game, when few categories are open, or ask without reacting";
                    self.context.refused_or("following an opponent who reacts needs", needed, instead)
                }
                _ => self.context.refused("solving for this objective needs", needed),
            },
            error => Failure::input(error),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_work_is_announced() {
        let step = AimStep::Values { values: 50_000_000 };
        assert_eq!(beforehand(step, 2).unwrap(), "Finding the best way to play takes about 10 seconds.");
        assert_eq!(beforehand(AimStep::Values { values: 50_000 }, 1), None);
        assert_eq!(
            beforehand(AimStep::FinalScore { states: 10_000_000 }, 1).unwrap(),
            "Following the opponents' games takes about 40 seconds."
        );
    }
}
