//! Playing to win: the live chances, and a contest, in the remaining memory.

use yahtzee_dialogue::Solutions;
use yahtzee_solver::win::Live;
use yahtzee_solver::{Contest, Follower, ValueTable};

use super::Context;
use crate::terminal::failure::Failure;

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

    /// A contest with live chances, which keeps its solutions and takes no more than the remaining memory: the kept ones a quarter of it, new ones the rest.
    pub(crate) fn contest<'a>(&self, live: &'a Live<'a>, solutions: &'a Solutions) -> Contest<'a> {
        let left = self.memory().saturating_sub(solutions.bytes() - solutions.bytes_kept() + live.bytes());
        solutions.keep_at_most(left / 4);
        Contest::new(live).with(self.run().memory(left - left / 4)).recalling(solutions)
    }
}
