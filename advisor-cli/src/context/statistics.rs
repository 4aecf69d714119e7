//! The statistics of all games that continue from a card, within the memory limit.

use yahtzee_solver::solve::RunError;
use yahtzee_solver::{Follower, Model, RuleSet, Scorecard, Statistics, ValueTable};

use super::Context;
use crate::terminal::failure::Failure;

/// Following all games, as the subject of a sentence.
const FINDING: &str = "finding the statistics";

impl Context {
    /// Checks before the table is solved that the statistics of all games that continue from a card may fit into memory.
    pub(crate) fn check_statistics(&self, model: &Model, card: &Scorecard) -> Result<(), Failure> {
        let needed = model.bytes_needed().saturating_add(Follower::least_statistics_bytes(model, card));
        if needed > self.memory() { Err(self.refused(&statistics_need(model.rules(), FINDING), needed)) } else { Ok(()) }
    }

    /// The statistics of all games that continue from a card.
    pub(crate) fn statistics_of(&self, table: &ValueTable, card: &Scorecard) -> Result<Statistics, Failure> {
        let held = table.model().bytes_needed();
        let left = self.memory().saturating_sub(held);
        self.with_bar("Following every game", |run, _| Follower::new(table).with(run.memory(left)).statistics(card))
            .map_err(|error| self.not_followed(FINDING, table.rules(), held, error))
    }

    /// The failure of following games, beside this many held bytes.
    pub(crate) fn not_followed(&self, what: &str, rules: &RuleSet, held: u64, error: RunError) -> Failure {
        match error {
            RunError::TooLarge { needed, .. } => self.refused(&statistics_need(rules, what), needed.saturating_add(held)),
            error => error.into(),
        }
    }
}

/// The beginning of the sentence on the memory for following games.
fn statistics_need(rules: &RuleSet, what: &str) -> String {
    format!("{what} of '{}' needs at least", rules.name())
}
