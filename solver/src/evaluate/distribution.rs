//! The distribution of a score.

use crate::rules::Points;

/// The most by which rounding may lower a sum of chances.
const ROUNDING: f64 = 1e-12;

/// A distribution: the chance of each score.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    least: Points,
    /// The chances of the scores from `least`; neither the first nor the last is 0.
    chances: Vec<f64>,
}

/// The possible scores, ascending, each with its probability: `[[5, 0.25], [12, 0.75]]`.
#[cfg(feature = "serde")]
impl serde::Serialize for Distribution {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Distribution {
    /// The distribution of a certain score.
    pub fn certain(score: Points) -> Distribution {
        Distribution { least: score, chances: vec![1.0] }
    }

    /// The distribution with these chances of the scores from `least`; neither the first nor the last is 0.
    pub(crate) fn from_chances(least: Points, chances: Vec<f64>) -> Distribution {
        Distribution { least, chances }
    }

    /// The distribution with these chances of the scores from 0.
    pub(crate) fn from_zero(chances: &[f64]) -> Distribution {
        let first = chances.iter().position(|&chance| chance > 0.0).unwrap_or(0);
        let end = chances.iter().rposition(|&chance| chance > 0.0).map_or(first, |last| last + 1);
        Distribution { least: Points::new(first as u32), chances: chances[first..end].to_vec() }
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        size_of_val(&*self.chances) as u64
    }

    /// The chances of the scores from the least.
    pub(super) fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// The possible scores, ascending, with their probabilities.
    pub fn iter(&self) -> impl Iterator<Item = (Points, f64)> {
        (self.least.get()..).map(Points::new).zip(self.chances.iter().copied()).filter(|(_, chance)| *chance > 0.0)
    }

    /// The possible scores, ascending, each with the probability of reaching it or more.
    pub fn reaching(&self) -> impl Iterator<Item = (Points, f64)> {
        // From the end, so that small chances keep their precision.
        let mut above: Vec<f64> = self.chances.clone();
        let mut sum = 0.0;
        for chance in above.iter_mut().rev() {
            sum += *chance;
            *chance = sum;
        }
        self.iter().map(move |(score, _)| (score, above[(score - self.least).get() as usize].min(1.0)))
    }

    /// The probability of this score.
    pub fn probability(&self, score: Points) -> f64 {
        let at = score.checked_sub(self.least).and_then(|at| self.chances.get(at.get() as usize));
        at.copied().unwrap_or(0.0)
    }

    /// The probability of less than this score.
    pub fn below(&self, score: Points) -> f64 {
        match score.checked_sub(self.least) {
            None => 0.0,
            Some(above) if above.get() as usize >= self.chances.len() => 1.0,
            Some(above) => self.chances[..above.get() as usize].iter().sum::<f64>().min(1.0) + 0.0,
        }
    }

    /// [`below`](Distribution::below) for this score and all scores after it, without end.
    pub(crate) fn all_below(&self, score: Points) -> impl Iterator<Item = f64> + use<'_> {
        let above = score.get() as i64 - i64::from(self.least.get());
        let start = above.clamp(0, self.chances.len() as i64) as usize;
        let mut sum: f64 = self.chances[..start].iter().sum();
        let rising = self.chances[start..].iter().map(move |chance| {
            let below = sum.min(1.0) + 0.0;
            sum += chance;
            below
        });
        let none = std::iter::repeat_n(0.0, above.min(0).unsigned_abs() as usize);
        none.chain(rising).chain(std::iter::repeat(1.0))
    }

    /// The lowest possible score.
    pub fn least(&self) -> Points {
        self.least
    }

    /// The highest possible score.
    pub fn most(&self) -> Points {
        self.least + Points::new(self.chances.len() as u32 - 1)
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.iter().map(|(score, chance)| f64::from(score) * chance).sum()
    }

    /// The standard deviation.
    pub fn sd(&self) -> f64 {
        let mean = self.mean();
        let variance: f64 = self.iter().map(|(score, chance)| (f64::from(score) - mean).powi(2) * chance).sum();
        variance.sqrt()
    }

    /// The smallest score that at least this share of games (from 0 to 1) does not exceed.
    pub fn quantile(&self, share: f64) -> Points {
        let mut sum = 0.0;
        let reached = |(_, chance): &(Points, f64)| {
            sum += chance;
            sum >= share - ROUNDING
        };
        self.iter().find(reached).map_or(self.most(), |(score, _)| score)
    }

    /// The median: the smallest score that at least half of all games do not exceed.
    pub fn median(&self) -> Points {
        self.quantile(0.5)
    }

    /// The most probable score; of several, the smallest.
    pub fn mode(&self) -> Points {
        let most = self.chances.iter().copied().fold(0.0, f64::max);
        self.iter().find(|(_, chance)| most - chance < ROUNDING).map_or(self.least, |(score, _)| score)
    }

    /// The distribution of a score that is lower by these points on average: by as many whole points, or by one more. No score is below 0.
    #[must_use]
    pub(crate) fn less(&self, points: f64) -> Distribution {
        if points <= 0.0 {
            return self.clone();
        }
        let (whole, share) = (points.floor() as u32, points.fract());
        let lower = |score: Points, by: u32| score.get().saturating_sub(by);
        let (least, most) = (lower(self.least(), whole + 1), lower(self.most(), whole));
        let mut chances = vec![0.0; (most - least) as usize + 1];
        for (score, chance) in self.iter() {
            chances[(lower(score, whole) - least) as usize] += chance * (1.0 - share);
            chances[(lower(score, whole + 1) - least) as usize] += chance * share;
        }
        Distribution::from_chances(Points::new(least), chances)
    }

    /// The distribution with all chances divided by their sum.
    #[must_use]
    pub(super) fn over(self, sum: f64) -> Distribution {
        Distribution { chances: self.chances.iter().map(|chance| chance / sum).collect(), ..self }
    }

    /// The distribution of the sum of this score and another, independent one.
    #[must_use]
    pub fn plus(&self, other: &Distribution) -> Distribution {
        let mut chances = vec![0.0; self.chances.len() + other.chances.len() - 1];
        // Possible scores may be few and far apart: skip all others.
        let possible = |distribution: &Distribution| -> Vec<(usize, f64)> {
            distribution.iter().map(|(score, chance)| ((score - distribution.least).get() as usize, chance)).collect()
        };
        let others = possible(other);
        for (at, chance) in possible(self) {
            for (further, share) in &others {
                chances[at + further] += chance * share;
            }
        }
        Distribution { least: self.least + other.least, chances }
    }
}
