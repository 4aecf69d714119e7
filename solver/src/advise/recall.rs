//! Remembering what was solved.

use std::fmt::Debug;
use std::sync::Arc;

use crate::evaluate::Distribution;
use crate::game::Scorecard;
use crate::rules::State;
use crate::solve::{Utility, UtilityValues};

/// A memory of solved objectives of one game, so that nothing is solved twice. Whoever implements it decides where, and how much.
///
/// Work is counted as in [`AimStep`](crate::advise::AimStep): values, or states. It says whether something is worth keeping for long.
pub trait Recall: Debug + Sync {
    /// Values of this utility that [answer](UtilityValues::answers) for a state at these scores, from the lowest to the highest.
    fn values(&self, utility: &Utility, state: &State, scores: (i32, i32)) -> Option<Arc<UtilityValues>>;

    /// Remembers values, which took this much work.
    fn keep_values(&self, values: &Arc<UtilityValues>, work: u64);

    /// The distribution of the final score of play for expected score from a card on.
    fn final_score(&self, card: &Scorecard) -> Option<Distribution>;

    /// Remembers a distribution of a final score, which took this much work.
    fn keep_final_score(&self, card: &Scorecard, score: &Distribution, work: u64);
}
