//! What the other rounds of a game are worth, beside the one being played.

use crate::evaluate::SpreadTable;
use crate::game::Rounds;
use crate::rules::State;
use crate::solve::ValueTable;

impl Rounds {
    /// What the later rounds are worth together under optimal play.
    pub fn expected_after(&self, table: &ValueTable) -> f64 {
        f64::from(self.later()) * table.expected_score()
    }

    /// What the other rounds add to the expected final score of the one being played.
    pub fn added(&self, table: &ValueTable) -> f64 {
        f64::from(self.score_before()) + self.expected_after(table)
    }

    /// The standard deviation of the game's score, where that of the current round's is `sd` and the later rounds are played optimally.
    pub fn sd(&self, sd: f64, spread: &SpreadTable) -> f64 {
        let fresh = spread.of(&State::default()).expect("the empty card can be reached").sd;
        (sd.powi(2) + f64::from(self.later()) * fresh.powi(2)).sqrt()
    }
}
