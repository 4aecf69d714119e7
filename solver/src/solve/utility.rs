//! The worth of a final score: the objective of play for anything but the expected score.

use crate::rules::MOST_SCORE_OF_A_GAME;
use crate::sorting::sort_by_key;
use crate::tr;

/// A function of the final score: a chance to win, a prize, or any other utility. It never falls with more points, apart from
/// [`exactly`](Utility::exactly) so many points and the [`fewest`](Utility::fewest).
///
/// It is a step function. It is constant below its first step and from its last step on.
///
/// ```
/// use yahtzee_solver::Utility;
/// let target = Utility::target(300);
/// assert_eq!((target.of(299), target.of(300)), (0.0, 1.0));
/// let prizes = Utility::new(&[(0, 0.0), (200, 1.5), (300, 10.0)])?;
/// assert_eq!((prizes.of(-5), prizes.of(250), prizes.of(2000)), (0.0, 1.5, 10.0));
/// assert!(Utility::new(&[(100, 2.0), (200, 1.0)]).is_err(), "it falls");
/// # Ok::<(), yahtzee_solver::solve::UtilityError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Utility {
    /// The worth of every score below `first`.
    lowest: f64,
    /// The lowest score with another worth.
    first: i32,
    /// The worth of each score from `first`. The last entry is the worth of all higher scores too.
    worths: Vec<f64>,
    /// The worth of winning at once, if a roll can: in this turn, in the next, and so on.
    at_once: Option<Vec<f64>>,
}

/// The most points, above or below 0, at the start of a game, so that sums of scores fit. A game adds at most [`MOST_SCORE_OF_A_GAME`].
pub(crate) const MOST_SCORE: i32 = 100_000_000;

/// Why steps are not a utility.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum UtilityError {
    /// There is no step.
    #[error("{}", tr!("a utility needs at least one score"))]
    Empty,
    /// A worth is not a finite number.
    #[error("{}", tr!("the utility of {} points is {}: write a finite number", .score, .worth))]
    NotFinite {
        /// The score.
        score: i32,
        /// Its worth.
        worth: f64,
    },
    /// A worth is so large that sums of worths would overflow.
    #[error("{}", tr!("the utility of {} points is {}: write numbers from -{} to {}", .score, format!("{:e}", .worth), format!("{:e}", Utility::MOST_WORTH), format!("{:e}", Utility::MOST_WORTH)))]
    TooLarge {
        /// The score.
        score: i32,
        /// Its worth.
        worth: f64,
    },
    /// Two steps are at the same score.
    #[error("{}", tr!("{} points occur twice", .score))]
    Repeated {
        /// The score.
        score: i32,
    },
    /// The worth falls with more points.
    #[error("{}", tr!("the utility falls from {} to {} at {} points: it must not fall", .from, .to, .score))]
    Falls {
        /// The score at which it falls.
        score: i32,
        /// The worth before.
        from: f64,
        /// The worth at that score.
        to: f64,
    },
    /// A step is at a score far outside of any game.
    #[error("{}", tr!("{} points are out of range: write scores from 0 to {}", .score, Utility::MOST))]
    OutOfRange {
        /// The score.
        score: i64,
    },
}

impl Utility {
    /// The highest score at which a utility may step, an upper bound of the score of any game.
    pub const MOST: i32 = MOST_SCORE_OF_A_GAME as i32;
    /// The largest worth, above or below 0. Its multiples by the number of all outcomes of a roll do not overflow.
    pub const MOST_WORTH: f64 = 1e300;

    /// A step function: a score has the worth of the last step at or below it; the steps may be in any order. Scores below the first step have its
    /// worth.
    ///
    /// # Errors
    ///
    /// A [`UtilityError`] if there is no step, two are at one score, a worth is not finite or above [`MOST_WORTH`](Utility::MOST_WORTH), or the function
    /// falls.
    pub fn new(steps: &[(i32, f64)]) -> Result<Utility, UtilityError> {
        let mut steps = steps.to_vec();
        sort_by_key(&mut steps, |(score, _)| *score);
        if let Some(&(score, worth)) = steps.iter().find(|(_, worth)| !worth.is_finite()) {
            return Err(UtilityError::NotFinite { score, worth });
        }
        if let Some(&(score, worth)) = steps.iter().find(|(_, worth)| worth.abs() > Utility::MOST_WORTH) {
            return Err(UtilityError::TooLarge { score, worth });
        }
        if let Some((score, _)) = steps.iter().find(|(score, _)| !(0..=Utility::MOST).contains(score)) {
            return Err(UtilityError::OutOfRange { score: (*score).into() });
        }
        for pair in steps.windows(2) {
            let [(before, from), (score, to)] = [pair[0], pair[1]];
            if before == score {
                return Err(UtilityError::Repeated { score });
            }
            if to < from {
                return Err(UtilityError::Falls { score, from, to });
            }
        }
        let (lowest_score, lowest) = *steps.first().ok_or(UtilityError::Empty)?;
        let highest_score = steps.last().map_or(lowest_score, |(score, _)| *score);
        let mut worths = Vec::with_capacity((highest_score - lowest_score) as usize + 1);
        for (index, (score, worth)) in steps.iter().enumerate() {
            let end = steps.get(index + 1).map_or(score + 1, |(next, _)| *next);
            worths.resize(worths.len() + (end - score) as usize, *worth);
        }
        Ok(Utility::from_worths(lowest, lowest_score, worths))
    }

    /// 1 for a final score of at least this many points, otherwise 0: its expectation is the chance to reach them.
    pub fn target(points: i32) -> Utility {
        // Scores are far from these bounds: see `MOST_SCORE`.
        Utility { lowest: 0.0, first: points.clamp(-5 * MOST_SCORE, 5 * MOST_SCORE), worths: vec![1.0], at_once: None }
    }

    /// 1 for a final score of exactly this many points, otherwise 0: its expectation is the chance of them.
    ///
    /// ```
    /// use yahtzee_solver::Utility;
    /// let utility = Utility::exactly(200);
    /// assert_eq!([199, 200, 201].map(|score| utility.of(score)), [0.0, 1.0, 0.0]);
    /// ```
    pub fn exactly(points: i32) -> Utility {
        Utility { worths: vec![1.0, 0.0], ..Utility::target(points) }
    }

    /// Minus the final score, in a game that ends with at most so many points: its expectation is the fewest points on average.
    ///
    /// ```
    /// use yahtzee_solver::Utility;
    /// let utility = Utility::fewest(1575);
    /// assert_eq!([0, 1, 200].map(|score| utility.of(score)), [0.0, -1.0, -200.0]);
    /// ```
    pub fn fewest(most: u32) -> Utility {
        let most = most.min(MOST_SCORE_OF_A_GAME) as i32;
        Utility::from_worths(0.0, 1, (1..=most).map(|score| f64::from(-score)).collect())
    }

    /// The least and the most worth of any score.
    pub(crate) fn range(&self) -> (f64, f64) {
        let least_and_most = |(least, most): (f64, f64), worth: &f64| (least.min(*worth), most.max(*worth));
        self.worths.iter().fold((self.lowest, self.lowest), least_and_most)
    }

    /// Whether more points are worth less somewhere.
    pub(crate) fn falls(&self) -> bool {
        self.worths.first().is_some_and(|first| *first < self.lowest) || self.worths.windows(2).any(|pair| pair[1] < pair[0])
    }

    /// The utility with these worths: `lowest` below `first`, then one for each score, the last one for all higher scores.
    pub fn from_worths(lowest: f64, first: i32, mut worths: Vec<f64>) -> Utility {
        let constant = worths.iter().take_while(|worth| **worth == lowest).count();
        worths.drain(..constant);
        let first = first + constant as i32;
        while worths.len() > 1 && worths[worths.len() - 1] == worths[worths.len() - 2] {
            worths.pop();
        }
        worths.shrink_to_fit();
        Utility { lowest, first, worths, at_once: None }
    }

    /// The same, in a game that a roll may win at once: with the worth of doing so in this turn, in the next, and so on. It never rises from a turn to the
    /// next, and is never below that of any final score. The last turn's worth is that of all later turns.
    #[must_use]
    pub(crate) fn winning_at_once(self, worths: Vec<f64>) -> Utility {
        Utility { at_once: Some(worths), ..self }
    }

    /// The same worths, each times a number that is not negative.
    #[must_use]
    pub(crate) fn times(self, factor: f64) -> Utility {
        let worths = self.worths.iter().map(|worth| worth * factor).collect();
        Utility { at_once: self.at_once, ..Utility::from_worths(self.lowest * factor, self.first, worths) }
    }

    /// The worths of winning at once in this turn, in the next, and so on; `None` if rolls that win count as their points.
    pub fn at_once(&self) -> Option<&[f64]> {
        self.at_once.as_deref()
    }

    /// The worth of winning at once in a turn, counted from 0; that of the highest scores if rolls that win count as their points.
    pub(crate) fn at_once_in(&self, turn: usize) -> f64 {
        let worths = self.at_once().unwrap_or_default();
        *worths.get(turn).or(worths.last()).unwrap_or(&self.highest())
    }

    /// The worth of a final score.
    pub fn of(&self, score: i32) -> f64 {
        match usize::try_from(i64::from(score) - i64::from(self.first)) {
            Err(_) => self.lowest,
            Ok(index) => *self.worths.get(index).or(self.worths.last()).unwrap_or(&self.lowest),
        }
    }

    /// The worth of the lowest scores, below the first step.
    pub fn lowest(&self) -> f64 {
        self.lowest
    }

    /// The worth of the highest scores, from the last step on.
    pub fn highest(&self) -> f64 {
        *self.worths.last().unwrap_or(&self.lowest)
    }

    /// The same utility shifted so that its first step is at 0, and the shift in points. Unchanged if that is far outside of any game.
    #[must_use]
    pub(crate) fn rising_at_zero(&self) -> (Utility, i32) {
        let by = if self.first.abs() <= Utility::MOST { self.first } else { 0 };
        (Utility { first: self.first - by, ..self.clone() }, by)
    }

    /// The same utility, shifted up by some points.
    #[must_use]
    pub(crate) fn later_by(self, points: i32) -> Utility {
        Utility { first: self.first + points, ..self }
    }

    /// The whole utility as numbers: the lowest worth, the score where it first rises, the number of worths from there on, and these worths.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f64> {
        [self.lowest, self.first.into(), self.worths.len() as f64].into_iter().chain(self.worths.iter().copied())
    }

    /// The scores of the first and of the last step; `None` for a constant utility.
    pub(crate) fn bounds(&self) -> Option<(i32, i32)> {
        let last = self.worths.len().checked_sub(1)?;
        Some((self.first, self.first + last as i32))
    }
}
