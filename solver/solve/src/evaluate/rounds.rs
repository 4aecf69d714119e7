//! The value of the other rounds of a game.

use super::spread::SpreadTable;
use crate::game::Rounds;
use crate::rules::State;
use crate::solve::ValueTable;

impl Rounds {
    /// The expected score of all later rounds together, under optimal play.
    pub fn expected_after(&self, table: &ValueTable) -> f64 {
        if self.later() == 0 { 0.0 } else { f64::from(self.later()) * table.expected_score() }
    }

    /// The points that the other rounds add to the expected final score of the round being played.
    pub fn added(&self, table: &ValueTable) -> f64 {
        f64::from(self.score_before()) + self.expected_after(table)
    }

    /// The standard deviation of the whole game's score, given `sd`, the standard deviation of the current round. The later rounds are played
    /// optimally.
    pub fn sd(&self, sd: f64, spread: &SpreadTable) -> f64 {
        if self.later() == 0 {
            return sd;
        }
        let fresh = spread.of(&State::default()).expect("the empty card can be reached").sd;
        (sd.powi(2) + f64::from(self.later()) * fresh.powi(2)).sqrt()
    }
}
