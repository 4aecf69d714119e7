//! The rating: points lost per game, with an interval.

use serde::Serialize;

/// Points lost per game, over some games. The unit is a game, because its decisions depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Rating {
    /// The number of games.
    pub games: usize,
    /// The mean points lost per game.
    pub loss: f64,
    /// The standard deviation of the points lost in a game; 0 for one game.
    pub sd: f64,
    /// The 95% interval of the mean, from low to high; null for one game, which says nothing about the next one.
    ///
    /// It is Student's t over the games, with Hall's correction for skewness (1992): most games lose little and a few lose much. So the mean of a few
    /// games is more often too small than too large, and the interval reaches further up than down.
    pub interval: Option<[f64; 2]>,
}

impl Rating {
    /// The rating from the points lost in each game; `None` without games.
    pub fn of(losses: &[f64]) -> Option<Rating> {
        let games = losses.len();
        if games == 0 {
            return None;
        }
        let (loss, sd) = mean_and_sd(losses);
        let count = games as f64;
        let skewness = if sd > 0.0 { losses.iter().map(|of| ((of - loss) / sd).powi(3)).sum::<f64>() / count } else { 0.0 };
        let error = quantile(games.saturating_sub(1)) / count.sqrt();
        let end = |error: f64| match skewness {
            few if few.abs() < 1e-9 => loss - sd * error,
            _ => loss - sd * 3.0 / skewness * ((1.0 + skewness * (error - skewness / (6.0 * count))).cbrt() - 1.0),
        };
        // A loss is never negative.
        let interval = (games > 1).then(|| [end(error).max(0.0), end(-error)]);
        Some(Rating { games, loss, sd, interval })
    }

    /// Whether the interval contains a value.
    pub fn covers(&self, loss: f64) -> bool {
        self.interval.is_none_or(|[low, high]| (low..=high).contains(&loss))
    }
}

/// The mean, and the standard deviation of the values (of n values, by n - 1); 0 for one value.
pub(crate) fn mean_and_sd(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, if values.len() > 1 { (squares / (count - 1.0)).sqrt() } else { 0.0 })
}

/// The games of each of two players until a difference of ten points a game is twice its standard error, if a game's points have this standard
/// deviation.
pub fn games_until_ten_points_show(sd: f64) -> u64 {
    (2.0 * (2.0 * sd / 10.0).powi(2)).ceil().max(1.0) as u64
}

/// The 97.5% quantile of Student's t with this many degrees of freedom: exact digits for a few, otherwise the expansion of Cornish and Fisher, which
/// is right to 0.001.
fn quantile(degrees: usize) -> f64 {
    const FEW: [f64; 10] = [f64::INFINITY, 12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622];
    const Z: f64 = 1.959_964;
    if let Some(quantile) = FEW.get(degrees) {
        return *quantile;
    }
    let n = degrees as f64;
    let first = (Z.powi(3) + Z) / 4.0;
    let second = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0;
    let third = (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0;
    Z + first / n + second / (n * n) + third / (n * n * n)
}

/// The share of a normal distribution below this many standard deviations.
pub(crate) fn normal_below(z: f64) -> f64 {
    // Abramowitz and Stegun 26.2.17: right to 1e-7.
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let tail = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_530].into_iter().fold(0.0, |sum, a| (sum + a) * t);
    let above = tail * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z < 0.0 { above } else { 1.0 - above }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (degrees, wanted) in [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (99, 1.984), (100_000, 1.960)] {
            assert!((quantile(degrees) - wanted).abs() < 0.001, "{degrees}: {}", quantile(degrees));
        }
        for (z, wanted) in [(0.0, 0.5), (1.959_964, 0.975), (-1.0, 0.158_655_3), (-9.0, 0.0)] {
            assert!((normal_below(z) - wanted).abs() < 1e-6, "{z}: {}", normal_below(z));
        }
    }

    #[test]
    fn a_rating_by_hand() {
        assert_eq!(Rating::of(&[]), None);
        assert_eq!(Rating::of(&[4.0]), Some(Rating { games: 1, loss: 4.0, sd: 0.0, interval: None }));
        let rating = Rating::of(&[1.0, 3.0, 5.0, 7.0]).unwrap();
        assert!((rating.loss - 4.0).abs() < 1e-12 && (rating.sd - 2.581_988_9).abs() < 1e-6);
        let [low, high] = rating.interval.unwrap();
        assert_eq!(low, 0.0, "4 - 3.1824 x 2.58 / 2 is less than nothing");
        assert!((high - (4.0 + 3.1824 * 1.290_994_4)).abs() < 1e-4);
        assert!(rating.covers(8.0) && !rating.covers(8.2));
        assert_eq!(Rating::of(&[2.0; 3]).unwrap().interval, Some([2.0, 2.0]));
        let [low, high] = Rating::of(&[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 16.0]).unwrap().interval.unwrap();
        assert!(low == 0.0 || 2.0 - low < high - 2.0, "few large losses: {low} {high}");
        assert_eq!((games_until_ten_points_show(60.0), games_until_ten_points_show(12.0), games_until_ten_points_show(0.0)), (288, 12, 1));
    }
}
