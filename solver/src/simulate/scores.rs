//! The scores of simulated games: their mean, spread and percentiles, and the deviations from the exact figures.

use crate::evaluate::Distribution;
use crate::rules::Points;

/// The final scores of some games, with the number of games for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// The number of games by score.
    counts: Vec<u64>,
}

/// The deviations of some games' figures from the exact ones, in standard errors. 95 % of deviations are within 2.
#[derive(Clone, Debug, PartialEq)]
pub struct Deviation {
    /// The deviation of the mean.
    pub mean: f64,
    /// The deviation of the standard deviation.
    pub sd: f64,
    /// The deviations of the requested percentiles, in their order. Each compares the share of games up to the exact percentile with its exact
    /// probability. (A percentile itself is a whole number of points, so its error is not evenly distributed.)
    pub percentiles: Vec<f64>,
}

impl Scores {
    /// Adds a game.
    pub(crate) fn add(&mut self, score: Points) {
        let score = score.get() as usize;
        if score >= self.counts.len() {
            self.counts.resize(score + 1, 0);
        }
        self.counts[score] += 1;
    }

    /// Adds games.
    pub(crate) fn add_all(&mut self, others: &Scores) {
        if others.counts.len() > self.counts.len() {
            self.counts.resize(others.counts.len(), 0);
        }
        for (count, more) in self.counts.iter_mut().zip(&others.counts) {
            *count += more;
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Every score that occurred, in ascending order, with its number of games.
    pub fn counts(&self) -> impl DoubleEndedIterator<Item = (Points, u64)> {
        self.counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(score, &count)| (Points::new(score as u32), count))
    }

    /// The exact sum of the `power`th powers of the scores.
    fn sum(&self, power: u32) -> u128 {
        self.counts().map(|(score, count)| u128::from(score.get()).pow(power) * u128::from(count)).sum()
    }

    /// The mean score; not a number if there are no games.
    pub fn mean(&self) -> f64 {
        self.sum(1) as f64 / self.games() as f64
    }

    /// The standard deviation of the scores, estimated from these games (dividing by their number less one); 0 for a single game.
    pub fn sd(&self) -> f64 {
        let games = u128::from(self.games());
        if games < 2 {
            return 0.0;
        }
        let spread = games * self.sum(2) - self.sum(1).pow(2);
        (spread as f64 / games as f64 / (games - 1) as f64).sqrt()
    }

    /// The standard error of the mean: the standard deviation divided by the square root of the number of games.
    pub fn standard_error(&self) -> f64 {
        self.sd() / (self.games() as f64).sqrt()
    }

    /// The smallest score that at least `percent` per cent of the games do not exceed, `percent` from 0 to 100; `None` if there are no games.
    ///
    /// ```
    /// # use yahtzee_solver::{RuleSet, Seed, Simulation, Solver};
    /// # let table = Solver::new(&RuleSet::builtin("kniffel")?)?.solve()?;
    /// let scores = Simulation::new(&table, 100, Seed::new(1)).run()?;
    /// assert!(scores.percentile(25) <= scores.percentile(50));
    /// assert_eq!(scores.percentile(100), scores.counts().last().map(|(score, _)| score));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn percentile(&self, percent: u8) -> Option<Points> {
        let games = u128::from(self.games());
        let mut so_far = 0;
        let mut reached = self.counts().skip_while(|(_, count)| {
            so_far += u128::from(*count);
            so_far * 100 < games * u128::from(percent)
        });
        reached.next().map(|(score, _)| score)
    }

    /// The share of games whose score does not exceed `score`, from 0 to 1; not a number if there are no games.
    pub fn share_up_to(&self, score: Points) -> f64 {
        let games: u64 = self.counts.iter().take(score.get() as usize + 1).sum();
        games as f64 / self.games() as f64
    }

    /// The deviations of these games from the exact distribution; `percents` are the percentiles to compare.
    ///
    /// If only one score is possible, the deviations are 0 or infinite.
    pub fn deviation(&self, exact: &Distribution, percents: &[u8]) -> Deviation {
        let games = self.games() as f64;
        let mean = exact.mean();
        let fourth: f64 = exact.iter().map(|(score, chance)| (f64::from(score) - mean).powi(4) * chance).sum();
        let sd = exact.sd();
        let variance = sd * sd;
        let sd_error = ((fourth - variance * variance).max(0.0) / (4.0 * variance * games)).sqrt();
        let percentiles = percents.iter().map(|&percent| {
            let percentile = exact.quantile(f64::from(percent) / 100.0);
            let share: f64 = exact.iter().take_while(|(score, _)| *score <= percentile).map(|(_, chance)| chance).sum();
            in_errors(self.share_up_to(percentile) - share.min(1.0), (share * (1.0 - share).max(0.0) / games).sqrt())
        });
        Deviation {
            mean: in_errors(self.mean() - mean, sd / games.sqrt()),
            sd: in_errors(self.sd() - sd, sd_error),
            percentiles: percentiles.collect(),
        }
    }
}

/// A difference in standard errors; 0 if there is no difference.
fn in_errors(difference: f64, error: f64) -> f64 {
    if difference == 0.0 { 0.0 } else { difference / error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(list: &[u32]) -> Scores {
        let mut scores = Scores::default();
        list.iter().for_each(|&score| scores.add(Points::new(score)));
        scores
    }

    #[test]
    fn figures_of_a_few_games() {
        let scores = scores(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!(scores.games(), 8);
        assert_eq!(scores.mean(), 5.0);
        assert!((scores.sd() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!([0, 12, 13, 50, 51, 62, 63, 100].map(|percent| scores.percentile(percent).unwrap()), [2, 2, 4, 4, 5, 5, 5, 9]);
        assert_eq!(scores.share_up_to(Points::new(4)), 0.5);
        assert_eq!(scores.share_up_to(Points::new(100)), 1.0);
    }

    #[test]
    fn no_games_and_one() {
        assert!(Scores::default().mean().is_nan());
        assert_eq!(Scores::default().percentile(50), None);
        assert_eq!(scores(&[3]).sd(), 0.0);
        assert_eq!(scores(&[3]).percentile(1), Some(Points::new(3)));
    }

    #[test]
    fn deviation_of_a_coin() {
        // A coin with 0 or 1, thrown 100 times with 60 ones: sd 0.5, standard error 0.05.
        let thrown = scores(&[[0; 40].as_slice(), &[1; 60]].concat());
        let deviation = thrown.deviation(&Distribution::from_zero(&[0.5, 0.5]), &[50, 99]);
        assert!((deviation.mean - 2.0).abs() < 1e-12);
        assert!((deviation.percentiles[0] + 2.0).abs() < 1e-12);
        assert_eq!(deviation.percentiles[1], 0.0);
    }

    #[test]
    fn deviation_of_the_spread() {
        // A die: variance 35/12, fourth moment 707/48.
        let die = Distribution::from_zero(&[0.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]);
        let thrown = scores(&[1, 1, 2, 3, 4, 5, 6, 6]);
        let error = ((707.0 / 48.0 - (35.0f64 / 12.0).powi(2)) / (4.0 * 35.0 / 12.0 * 8.0)).sqrt();
        let deviation = thrown.deviation(&die, &[]);
        assert!((deviation.sd - (thrown.sd() - (35.0f64 / 12.0).sqrt()) / error).abs() < 1e-9);
        assert!(deviation.mean.abs() < 1e-9);
    }
}
