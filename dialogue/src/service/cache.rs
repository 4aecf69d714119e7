//! The solutions of objectives that are cached in memory.

use std::sync::Arc;

use yahtzee_solver::advise::SolvedTurn;
use yahtzee_solver::solve::UtilityValues;
use yahtzee_solver::{Objective, Points, Rounds, Scorecard, State, Statistics, Utility};

use super::recent::Recent;

/// The most cached objectives with their worths of final scores.
const OBJECTIVES: usize = 16;
/// The most cached turns.
const TURNS: usize = 256;
/// The most cached solved objectives; each has some megabytes.
const SOLVED: usize = 16;
/// The most cached statistics.
const STATISTICS: usize = 64;
/// The entries in memory.
#[derive(Debug)]
pub(super) struct Cache {
    pub(super) turns: Recent<(Arc<Objective>, Rounds, State, Points), SolvedTurn>,
    pub(super) utilities: Recent<(Arc<Objective>, Rounds), Utility>,
    pub(super) solved: Recent<Arc<UtilityValues>, ()>,
    pub(super) statistics: Recent<Scorecard, Statistics>,
    /// The most bytes of solved objectives and statistics.
    pub(super) most_bytes: u64,
}

impl Cache {
    /// The bytes of solved objectives and statistics.
    pub(super) fn bytes(&self) -> u64 {
        let solved = self.solved.iter().map(|(values, ())| values.bytes());
        solved.chain(self.statistics.iter().map(|(_, statistics)| statistics.bytes())).sum()
    }

    /// Forgets results until they take at most this many bytes, those that were not used for longest first.
    pub(super) fn shrink_to(&mut self, bytes: u64) {
        while self.bytes() > bytes && (self.solved.drop_oldest().is_some() || self.statistics.drop_oldest().is_some()) {}
    }

    pub(super) fn add_values(&mut self, values: &Arc<UtilityValues>) {
        self.solved.add(Arc::clone(values), ());
        self.shrink_to(self.most_bytes);
    }

    pub(super) fn add_statistics(&mut self, card: &Scorecard, statistics: &Statistics) {
        self.statistics.add(card.clone(), statistics.clone());
        self.shrink_to(self.most_bytes);
    }
}

impl Default for Cache {
    /// Nothing yet, and no limit.
    fn default() -> Cache {
        Cache {
            turns: Recent::new(TURNS),
            utilities: Recent::new(OBJECTIVES),
            solved: Recent::new(SOLVED),
            statistics: Recent::new(STATISTICS),
            most_bytes: u64::MAX,
        }
    }
}
