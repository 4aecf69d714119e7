//! Playing to win: the live chances, and a contest, in the remaining memory.

use std::sync::Arc;

use yahtzee_dialogue::session::{Computer, Seat};
use yahtzee_dialogue::{NamedStrategy, Solutions};
use yahtzee_solver::evaluate::{EvaluateError, Evaluator, StrategyValues};
use yahtzee_solver::solve::RunError;
use yahtzee_solver::win::Live;
use yahtzee_solver::{Contest, Follower, Model, ValueTable};

use super::Context;
use crate::terminal::failure::Failure;

/// The most memory to value a computer's strategy, in bytes. Games of six dice need more, and minutes.
const MOST_TO_VALUE: u64 = 200_000_000;

impl Context {
    /// The live chances of a table, from the distributions of final scores that fit into this many bytes and into the memory left beside `held`
    /// bytes, the table included.
    pub(crate) fn live<'t>(&self, table: &'t ValueTable, held: u64, bytes: u64) -> Result<Live<'t>, Failure> {
        let least = Follower::final_scores_bytes(table.model());
        let left = self.memory().saturating_sub(held);
        if least > left {
            return Err(
                self.refused(&format!("finding how the games of '{}' may end needs", table.rules().name()), held.saturating_add(least))
            );
        }
        let scores = self.with_bar("Finding how the games may end", |run, _| Follower::new(table).with(run).final_scores(left.min(bytes)));
        Ok(Live::new(table, scores?)?)
    }

    /// The values of the strategies of computers that lose points, for each seat; `None` for the others. Where they do not fit into `MOST_TO_VALUE` bytes
    /// or into the memory left beside `held` bytes, such a computer is taken for an optimal one.
    pub(crate) fn weaker<'a>(
        &self,
        seats: impl Iterator<Item = &'a Seat>,
        table: &ValueTable,
        held: u64,
    ) -> Result<Vec<Option<Arc<StrategyValues>>>, Failure> {
        let most = self.memory().saturating_sub(held).min(MOST_TO_VALUE);
        let mut known: Vec<(Computer, Option<Arc<StrategyValues>>)> = Vec::new();
        let mut weaker = Vec::new();
        for seat in seats {
            let Some(computer @ (Computer::Greedy | Computer::Card(_))) = seat.computer else {
                weaker.push(None);
                continue;
            };
            if let Some((_, values)) = known.iter().find(|(of, _)| *of == computer) {
                weaker.push(values.clone());
                continue;
            }
            let values = match (NamedStrategy::new(computer.word(), table.rules()), Model::apart(table.rules(), most / 2)) {
                (Ok(named), Ok(model)) => {
                    let model = Arc::new(model);
                    let strategy = named.strategy(table, &model);
                    let evaluator = Evaluator::with_model(&model, &*strategy)?.with(self.run().memory(most / 2));
                    match self.busy("Following the computer's strategy", || evaluator.values()) {
                        Ok(values) => Some(Arc::new(values)),
                        Err(EvaluateError::Run(RunError::TooLarge { .. })) => None,
                        Err(error) => return Err(error.into()),
                    }
                }
                _ => None,
            };
            known.push((computer, values.clone()));
            weaker.push(values);
        }
        Ok(weaker)
    }

    /// A contest with live chances, which keeps its solutions and takes no more than the remaining memory: the kept ones a quarter of it, new ones the rest.
    pub(crate) fn contest<'a>(&self, live: &'a Live<'a>, solutions: &'a Solutions) -> Contest<'a> {
        let left = self.memory().saturating_sub(solutions.bytes() - solutions.bytes_kept() + live.bytes());
        solutions.keep_at_most(left / 4);
        Contest::new(live).with(self.run().memory(left - left / 4)).recalling(solutions)
    }
}
