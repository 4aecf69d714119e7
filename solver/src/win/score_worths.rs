//! The worths of final scores, in a layout for sums over the distributions of [`FinalScores`](super::FinalScores).
//!
//! The chances of a distribution are a step apart, and so are the worths they are multiplied with. So the worths of all scores with the same
//! remainder by the step are stored consecutively.

use crate::evaluate::ToCome;

/// The worth of each final score.
#[derive(Clone, Debug, Default)]
pub(super) struct ScoreWorths {
    /// The worth of scores below `first`, and of scores after the last.
    lowest: f32,
    highest: f32,
    first: i32,
    /// The number of scores from `first` on.
    len: usize,
    /// The step of the distributions.
    step: usize,
    /// The number of places of each remainder.
    stride: usize,
    worths: Vec<f32>,
    /// The worth of winning at once in the next turn, in the turn after it, and so on; none if no roll wins.
    pub(super) at_once: Vec<f32>,
}

impl ScoreWorths {
    /// Sets the worths for a step: the worths of the scores from `first` on, and of lower and higher ones.
    pub(super) fn fill(&mut self, step: u32, first: i32, [lowest, highest]: [f32; 2], worths: impl ExactSizeIterator<Item = f32>) {
        let step = step as usize;
        let len = worths.len();
        let stride = len.div_ceil(step);
        (self.lowest, self.highest, self.first, self.len, self.step, self.stride) = (lowest, highest, first, len, step, stride);
        self.worths.clear();
        self.at_once.clear();
        self.worths.resize(step * stride, highest);
        for (place, worth) in worths.enumerate() {
            self.worths[place % step * stride + place / step] = worth;
        }
    }

    /// The worth of winning at once in one of the turns to come, times its chance in each.
    pub(super) fn mean_at_once(&self, chances: &[f32]) -> f64 {
        let turns = chances.len().min(self.at_once.len());
        round(dot(&chances[..turns], &self.at_once[..turns]).into())
    }

    /// The mean worth of a final score: this score plus the points to come.
    #[inline(always)]
    pub(super) fn mean(&self, score: u32, to_come: ToCome<'_>) -> f64 {
        let from = (score + to_come.least) as i32 - self.first;
        let below = (from.min(0).unsigned_abs() as usize).div_ceil(self.step).min(to_come.chances.len());
        let (below, rest) = to_come.chances.split_at(below);
        let from = (from + (below.len() * self.step) as i32).max(0) as usize;
        let (remainder, place) = (from % self.step, from / self.step);
        let here = &self.worths[remainder * self.stride..][..self.stride];
        let worths = here.get(place..).unwrap_or_default();
        let (inside, above) = rest.split_at(worths.len().min(rest.len()));
        let mut mean = dot(inside, &worths[..inside.len()]) + self.highest * sum(above);
        if self.lowest != 0.0 {
            mean += self.lowest * sum(below);
        }
        round(mean.into())
    }
}

/// Rounds to about a millionth. Worths that differ only by rounding are then equal, and the expected score decides.
#[inline(always)]
fn round(worth: f64) -> f64 {
    // With so large a number added, a double has 20 binary places left.
    const LARGE: f64 = 1.5 * (1u64 << 32) as f64;
    worth + LARGE - LARGE
}

/// The number of sums computed side by side.
const WIDE: usize = 16;

#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; WIDE];
    let (a, a_rest) = a.as_chunks::<WIDE>();
    let (b, b_rest) = b.as_chunks::<WIDE>();
    for (a, b) in a.iter().zip(b) {
        for lane in 0..WIDE {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

#[inline(always)]
fn sum(a: &[f32]) -> f32 {
    let mut sums = [0.0; WIDE];
    let (a, rest) = a.as_chunks::<WIDE>();
    for a in a {
        for lane in 0..WIDE {
            sums[lane] += a[lane];
        }
    }
    sums.iter().sum::<f32>() + rest.iter().sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::numbers;

    #[test]
    fn means_are_those_of_the_definition() {
        let mut random = numbers(3);
        let mut below = |bound: usize| random() % bound;
        for _ in 0..3000 {
            let step = 1 + below(2) * 3;
            let len = 1 + below(90);
            let mut worth = below(3) as f32;
            let lowest = worth;
            let worths: Vec<f32> = (0..len).map(|_| (worth, worth += below(3) as f32).0).collect();
            let highest = worth;
            let first = below(60) as i32 - 20;
            let mut by_score = ScoreWorths::default();
            by_score.fill(step as u32, first, [lowest, highest], worths.iter().copied());
            let chances: Vec<f32> = (0..1 + below(50)).map(|_| below(5) as f32).collect();
            let (score, least) = (below(60) as u32, below(30) as u32);
            let worth_of = |score: i32| match score - first {
                below if below < 0 => lowest,
                place => *worths.get(place as usize).unwrap_or(&highest),
            };
            let ends = chances.iter().enumerate().map(|(place, chance)| chance * worth_of((score + least) as i32 + (place * step) as i32));
            let wanted: f32 = ends.sum();
            let found = by_score.mean(score, ToCome { least, chances: &chances });
            assert!((found - f64::from(wanted)).abs() <= 1e-5 * f64::from(wanted.max(1.0)), "{found} {wanted}");
        }
    }
}
