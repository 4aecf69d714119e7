//! Opponents: the worth of a final score against the distributions of theirs.

use super::distribution::Distribution;
use super::finish::Finish;
use crate::game::{Rounds, Scorecard};
use crate::rules::{OtherRules, Points, RuleSet};
use crate::solve::Utility;
use crate::tr;

/// An opponent in the same game.
#[derive(Clone, Debug, PartialEq)]
pub enum Opponent {
    /// An opponent with a card of the same game, who plays optimally from there on. On a full card the score is final.
    Card(Scorecard),
    /// An opponent with a known final score.
    Score(Points),
    /// An opponent who has not begun, and will play optimally.
    New,
}

/// The worth of a tie for the highest score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// As much as a win.
    Win,
    /// Half of a win.
    #[default]
    Half,
    /// Nothing.
    Lose,
}

impl Ties {
    /// How a tie counts for the only other player, if the worths of both add up to 1.
    #[must_use]
    pub fn of_other(self) -> Ties {
        match self {
            Ties::Win => Ties::Lose,
            Ties::Half => Ties::Half,
            Ties::Lose => Ties::Win,
        }
    }

    /// The worth of a tie; a win is worth 1.
    pub fn worth(self) -> f64 {
        match self {
            Ties::Win => 1.0,
            Ties::Half => 0.5,
            Ties::Lose => 0.0,
        }
    }
}

/// All opponents in a game. They do not affect each other, and none of them reacts: all play for expected score.
///
/// ```
/// use yahtzee_solver::{ObjectiveSolver, Objective, Points, RuleSet, Solver};
/// use yahtzee_solver::evaluate::{Opponent, Opponents, Ties};
/// let table = Solver::new(&RuleSet::builtin("hasbro")?)?.solve()?;
/// let against = Opponents::new(vec![Opponent::Score(Points::new(243))], 0, Ties::Half)?;
/// let utility = ObjectiveSolver::new(&table).utility(&Objective::Against(against))?;
/// assert_eq!([242, 243, 244].map(|score| utility.of(score)), [0.0, 0.5, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Opponents {
    named: Vec<Opponent>,
    field: u32,
    ties: Ties,
}

/// Why opponents are not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpponentsError {
    /// There are no opponents.
    #[error("{}", tr!("no opponents: name at least one"))]
    None,
    /// Too many opponents are named.
    #[error("{}", tr!("{} opponents: at most {} can be named", .found, Opponents::MOST_NAMED))]
    TooMany {
        /// The number of named opponents.
        found: usize,
    },
    /// The field is too large.
    #[error("{}", tr!("a field of {} opponents: it has at most {}", .found, Opponents::MOST_FIELD))]
    Field {
        /// The number of opponents in the field.
        found: u32,
    },
    /// A final score far above every game's.
    #[error("{}", tr!("a final score of {}: no game scores more than {}", .found, Utility::MOST))]
    Score {
        /// The score.
        found: Points,
    },
    /// A card in a game of several rounds.
    #[error("{}", tr!("in a game of several rounds an opponent is a known total or has not begun: a card says too little"))]
    CardInRounds,
    /// A card of another game than the table.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
}

impl Opponents {
    /// The most named opponents.
    pub const MOST_NAMED: usize = 9;
    /// The most opponents in a field.
    pub const MOST_FIELD: u32 = 10_000;

    /// These opponents, and a `field` of more who have not begun.
    ///
    /// # Errors
    ///
    /// An [`OpponentsError`] if there are none or too many.
    pub fn new(named: Vec<Opponent>, field: u32, ties: Ties) -> Result<Opponents, OpponentsError> {
        let known = named.iter().filter_map(|opponent| if let Opponent::Score(score) = opponent { Some(*score) } else { None });
        if let Some(found) = known.max().filter(|score| *score > Points::new(Utility::MOST as u32)) {
            return Err(OpponentsError::Score { found });
        }
        match () {
            () if named.is_empty() && field == 0 => Err(OpponentsError::None),
            () if named.len() > Opponents::MOST_NAMED => Err(OpponentsError::TooMany { found: named.len() }),
            () if field > Opponents::MOST_FIELD => Err(OpponentsError::Field { found: field }),
            () => Ok(Opponents { named, field, ties }),
        }
    }

    /// The named opponents.
    pub fn named(&self) -> &[Opponent] {
        &self.named
    }

    /// The number of opponents in the field.
    pub fn field(&self) -> u32 {
        self.field
    }

    /// The worth of a tie.
    pub fn ties(&self) -> Ties {
        self.ties
    }

    /// Checks that they are possible in a game of these rounds. In a game of several rounds, a card of one round does not suffice.
    ///
    /// # Errors
    ///
    /// [`OpponentsError::CardInRounds`] if an opponent has a card in a game of several rounds.
    pub fn check_rounds(&self, rounds: &Rounds) -> Result<(), OpponentsError> {
        let has_card = self.named.iter().any(|opponent| matches!(opponent, Opponent::Card(_)));
        if has_card && rounds.count() > 1 { Err(OpponentsError::CardInRounds) } else { Ok(()) }
    }

    /// The worth of a final score of all rounds together: the chance that it is the highest alone, plus the worth of a tie times the chance that it
    /// shares the highest score.
    ///
    /// `finish` gives the end of the game from a card on. `fresh` is the empty card.
    pub(crate) fn utility<E: From<OpponentsError>>(
        &self,
        fresh: &Scorecard,
        rounds: &Rounds,
        mut finish: impl FnMut(&Scorecard) -> Result<Finish, E>,
    ) -> Result<Utility, E> {
        self.check_rounds(rounds)?;
        let mut finishes: Vec<(Finish, u32)> = Vec::new();
        for opponent in &self.named {
            match opponent {
                Opponent::Card(card) => finishes.push((finish(card)?, 1)),
                Opponent::Score(score) => finishes.push((Distribution::certain(*score).into(), 1)),
                Opponent::New => {}
            }
        }
        if self.count_new() > 0 {
            let round = finish(fresh)?;
            // No roll wins a game of several rounds.
            let all = |first: Distribution| (1..rounds.count()).fold(first.clone(), |sum, _| sum.plus(&first));
            finishes.push((round.scoring(all), self.count_new()));
        }
        Ok(Utility::beating_finishes(fresh.rules(), &finishes, self.ties))
    }

    /// The number of opponents who have not begun, named or in the field.
    pub fn count_new(&self) -> u32 {
        self.field + self.named.iter().filter(|opponent| **opponent == Opponent::New).count() as u32
    }
}

impl Utility {
    /// The worth of a final score against opponents with these distributions of their final scores, each with its number of opponents.
    pub fn beating(finals: &[(Distribution, u32)], ties: Ties) -> Utility {
        let first = finals.iter().map(|(score, _)| score.least()).max().unwrap_or_default();
        let last = finals.iter().map(|(score, _)| score.most()).max().unwrap_or_default();
        let mut below: Vec<f64> = Vec::new();
        let mut each: Vec<_> = finals.iter().map(|(distribution, count)| (distribution.all_below(first), *count)).collect();
        for _ in first.get()..=last.get() + 1 {
            let chance: f64 = each.iter_mut().map(|(below, count)| below.next().unwrap_or(1.0).powi(*count as i32)).product();
            // Rounding must not make the worth fall.
            below.push(chance.max(below.last().copied().unwrap_or(0.0)));
        }
        // Scores below the first never win or tie.
        let worths = below.windows(2).map(|pair| pair[0] + ties.worth() * (pair[1] - pair[0]));
        let worths = worths.chain([1.0]).collect();
        Utility::from_worths(0.0, first.get() as i32, worths)
    }
}

impl Utility {
    /// The worth of a final score, and of winning at once if a roll of the rules does, against opponents whose games end so.
    pub(crate) fn beating_finishes(rules: &RuleSet, finishes: &[(Finish, u32)], ties: Ties) -> Utility {
        if rules.has_winning_rolls() {
            return Utility::beating_at_once(finishes, ties);
        }
        Utility::beating(&finishes.iter().map(|(finish, count)| (finish.score().clone(), *count)).collect::<Vec<_>>(), ties)
    }

    /// The worth of a final score for one of the players with these distributions, against all others.
    pub fn beating_others(finals: &[Distribution], player: usize, ties: Ties) -> Utility {
        let others = finals.iter().enumerate().filter(|(other, _)| *other != player);
        Utility::beating(&others.map(|(_, score)| (score.clone(), 1)).collect::<Vec<_>>(), ties)
    }

    /// The mean worth of a score with this distribution.
    pub fn mean_over(&self, scores: &Distribution) -> f64 {
        let mean: f64 = scores.iter().map(|(score, chance)| chance * self.of(score.get() as i32)).sum();
        // Rounding must not move the mean out of the range.
        let (least, most) = self.range();
        mean.clamp(least, most)
    }

    /// The mean worth of a score before points of this distribution are added to it.
    #[must_use]
    pub fn before(&self, added: &Distribution) -> Utility {
        let Some((first, last)) = self.bounds() else { return self.clone() };
        let [least, most] = [added.least(), added.most()].map(|points| points.get() as i32);
        let mut worths: Vec<f64> = Vec::with_capacity((last - first + most - least) as usize + 1);
        let added: Vec<(i32, f64)> = added.iter().map(|(points, chance)| (points.get() as i32, chance)).collect();
        let (lowest, highest) = self.range();
        for score in first - most..last - least {
            let worth: f64 = added.iter().map(|(points, chance)| chance * self.of(score + points)).sum();
            // Rounding must not make the worth fall.
            let before = worths.last().copied().filter(|_| !self.falls());
            worths.push(worth.clamp(before.unwrap_or(lowest), highest));
        }
        worths.push(self.highest());
        let before = Utility::from_worths(self.lowest(), first - most, worths);
        match self.at_once() {
            Some(at_once) => before.winning_at_once(at_once.to_vec()),
            None => before,
        }
    }
}
