//! Solving for what is maximised instead of the expected score.

use std::sync::Arc;

use yahtzee_solver::{
    Aim, AimError, AimSolver, Filled, Objective, Opponent, Opponents, Rounds, Scorecard, TurnWorths, Utility, ValueTable,
};

use crate::context::{Context, moving, progress_bar};
use crate::failure::Failure;
use crate::from_card::filled_on_all;
use crate::memory;

/// What is filled in every state that a question about a card needs: the cards of opponents count too, and an empty card is needed where a round or an
/// opponent has not begun.
pub(crate) fn needed_from(card: &Scorecard, rounds: &Rounds, objective: Option<&Objective>) -> Filled {
    let mut cards = vec![card];
    if let Some(Objective::Against(opponents)) = objective {
        if opponents.count_new() > 0 {
            return Filled::NONE;
        }
        cards.extend(opponents.named().iter().filter_map(|opponent| if let Opponent::Card(card) = opponent { Some(card) } else { None }));
    }
    if rounds.later() > 0 { Filled::NONE } else { filled_on_all(cards) }
}

/// Solves for objectives with a table, with a progress bar on a terminal.
pub(crate) struct Solving<'a> {
    context: &'a Context,
    table: &'a ValueTable,
    rounds: Rounds,
}

impl<'a> Solving<'a> {
    pub(crate) fn new(context: &'a Context, table: &'a ValueTable) -> Solving<'a> {
        Solving { context, table, rounds: Rounds::default() }
    }

    /// In a game of several rounds.
    pub(crate) fn rounds(self, rounds: &Rounds) -> Solving<'a> {
        Solving { rounds: rounds.clone(), ..self }
    }

    /// What an objective is worth in the turn of a card.
    pub(crate) fn aim(&self, objective: &Arc<Objective>, card: &Scorecard) -> Result<Aim, Failure> {
        self.solved(|solver| solver.solve(objective, card))
    }

    /// What the final score of the round is worth for an objective.
    pub(crate) fn utility(&self, objective: &Objective) -> Result<Utility, Failure> {
        self.solved(|solver| solver.utility(objective))
    }

    /// What the ends of a card's turn are worth, if the final score of the round is worth this.
    pub(crate) fn turn(&self, utility: &Utility, card: &Scorecard) -> Result<TurnWorths, Failure> {
        self.solved(|solver| solver.turn(utility, card))
    }

    /// The expected worth of a card between turns, if the final score of the round is worth this.
    pub(crate) fn value(&self, utility: &Utility, card: &Scorecard) -> Result<f64, Failure> {
        self.solved(|solver| solver.value(utility, card))
    }

    /// The chance to win of a player who is told the final scores of the opponents in advance.
    pub(crate) fn foreseen(&self, opponents: &Opponents, card: &Scorecard) -> Result<f64, Failure> {
        self.solved(|solver| solver.foreseen(opponents, card))
    }

    fn solved<T>(&self, solve: impl FnOnce(AimSolver<'_>) -> Result<T, AimError>) -> Result<T, Failure> {
        let bar = progress_bar("Solving for the objective");
        let progress = moving(&bar);
        let solver = AimSolver::new(self.table).rounds(&self.rounds).memory(self.context.memory());
        let solved = solve(solver.threads(self.context.threads()).progress(&progress));
        bar.finish_and_clear();
        solved.map_err(|error| match error {
            AimError::TooLarge { needed, limit } => {
                let [needed, limit] = [needed, limit].map(memory::in_words);
                let message =
                    format!("solving for this objective needs {needed} of memory, and the limit is {limit}: raise it with --memory");
                Failure::failed(message)
            }
            error => Failure::input(error),
        })
    }
}
