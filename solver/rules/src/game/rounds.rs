//! Games of several rounds, each on a fresh column.

use crate::error::totals;
use crate::rules::{Points, RuleSet};
use crate::tr;

/// An error in the rounds of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RoundsError {
    /// A number of rounds that the rule set does not allow.
    #[error("{}", tr!("{} rounds: a game of '{}' has {}", .found, .rules, if *.most == 1 { tr!("only one") } else { tr!("from 1 to {}", .most) }))]
    Rounds {
        /// The number given.
        found: u8,
        /// The rule set.
        rules: String,
        /// The most rounds that it allows.
        most: u8,
    },
    /// A round that the game does not have.
    #[error("{}", tr!("round {}: the game has rounds 1 to {}", .round, .rounds))]
    Round {
        /// The round.
        round: u8,
        /// The number of rounds of the game.
        rounds: u8,
    },
    /// The wrong number of totals of earlier rounds.
    #[error("{}", tr!("{} of earlier rounds, where round {} needs {}", totals(*.found), .round, .round - 1))]
    Earlier {
        /// The number of totals.
        found: usize,
        /// The round being played.
        round: u8,
    },
    /// A total that is impossible for a round.
    #[error("{}", tr!("an earlier round of {}: no round of '{}' scores more than {}", .total, .rules, .most))]
    EarlierTotal {
        /// The total.
        total: Points,
        /// The rule set.
        rules: String,
        /// An upper bound of the score of a round.
        most: Points,
    },
}

/// The current round of a game, and the scores of the earlier ones. Rounds do not affect each other, so optimal play of a game is optimal play of
/// each round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// A game of `rounds` rounds, with the totals of the `earlier` ones; `round` is the current one.
    ///
    /// # Errors
    ///
    /// A [`RoundsError`] if the rule set does not allow this many rounds, the game has no such round, or the totals do not match the earlier rounds.
    ///
    /// ```
    /// use yahtzee_solver::{Points, Rounds, RuleSet};
    /// let rules = RuleSet::builtin("multi-round")?;
    /// assert_eq!(Rounds::new(&rules, 3, 2, vec![Points::new(231)])?.later(), 1);
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
        let most = rules.most_points() * rules.category_count() as u32 + rules.most_at_the_end();
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

    /// The sum of the scores of the earlier rounds.
    pub fn score_before(&self) -> Points {
        self.earlier.iter().sum()
    }
}
