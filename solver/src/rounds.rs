//! Games of several rounds, each on a fresh column.

use crate::analysis::spread::SpreadTable;
use crate::category::Points;
use crate::error::RoundsError;
use crate::rules::RuleSet;
use crate::state::State;
use crate::table::ValueTable;

/// Which round of a game is being played, and what the earlier ones scored. Columns do not touch each other, so optimal play of a game is
/// optimal play of each of its rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounds {
    rounds: u8,
    earlier: Vec<Points>,
}

impl Default for Rounds {
    /// A game of one round.
    fn default() -> Rounds {
        Rounds { rounds: 1, earlier: Vec::new() }
    }
}

impl Rounds {
    /// A game of `rounds` rounds, with the totals of the `earlier` ones; `round` is the one being played.
    ///
    /// # Errors
    ///
    /// A [`RoundsError`] where the rule set has no such game, the game no such round, or the totals are not of the rounds before it.
    ///
    /// ```
    /// use yahtzee_solver::{Rounds, RuleSet};
    /// let rules = RuleSet::builtin("multi-round")?;
    /// assert_eq!(Rounds::new(&rules, 3, 2, vec![231])?.later(), 1);
    /// assert!(Rounds::new(&RuleSet::builtin("hasbro")?, 3, 1, vec![]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(rules: &RuleSet, rounds: u8, round: u8, earlier: Vec<Points>) -> Result<Rounds, RoundsError> {
        if !(1..=rules.max_rounds()).contains(&rounds) {
            return Err(RoundsError::Rounds { found: rounds, rules: rules.name().to_owned(), most: rules.max_rounds() });
        }
        if !(1..=rounds).contains(&round) {
            return Err(RoundsError::Round { round, rounds });
        }
        if earlier.len() + 1 != usize::from(round) {
            return Err(RoundsError::Earlier { found: earlier.len(), round });
        }
        let most = rules.most_points() * rules.category_count() as Points + rules.upper_bonus().points;
        if let Some(&total) = earlier.iter().find(|&&total| total > most) {
            return Err(RoundsError::EarlierTotal { total, rules: rules.name().to_owned(), most });
        }
        Ok(Rounds { rounds, earlier })
    }

    /// Number of rounds of the game.
    pub fn count(&self) -> u8 {
        self.rounds
    }

    /// The round being played, from 1.
    pub fn current(&self) -> u8 {
        self.earlier.len() as u8 + 1
    }

    /// Rounds still to come after this one.
    pub fn later(&self) -> u8 {
        self.rounds - self.current()
    }

    /// What the earlier rounds scored together.
    pub fn score_before(&self) -> Points {
        self.earlier.iter().sum()
    }

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
        let fresh = spread.of(&State::default()).sd;
        (sd.powi(2) + f64::from(self.later()) * fresh.powi(2)).sqrt()
    }
}
