//! Memory of earlier solutions.

use std::fmt::Debug;
use std::sync::Arc;

use crate::evaluate::Statistics;
use crate::game::Scorecard;
use crate::rules::State;
use crate::solve::{Utility, UtilityValues};

/// A memory of solved objectives of one game, so that nothing is solved twice. The implementation decides where and how much it stores.
///
/// Work is counted as in [`SolveStep`](crate::advise::SolveStep), in values or states. It tells the implementation what is worth keeping.
pub trait Recall: Debug + Send + Sync {
    /// The values of this utility that [answer](UtilityValues::answers) for a state at these scores, from the lowest to the highest.
    fn values(&self, utility: &Utility, state: &State, scores: (i32, i32)) -> Option<Arc<UtilityValues>>;

    /// Stores values that took this much work.
    fn add_values(&self, values: &Arc<UtilityValues>, work: u64);

    /// The statistics of the games from a card on, if the player maximises the expected score.
    fn statistics(&self, card: &Scorecard) -> Option<Statistics>;

    /// Stores statistics that took this much work.
    fn add_statistics(&self, card: &Scorecard, statistics: &Statistics, work: u64);
}
