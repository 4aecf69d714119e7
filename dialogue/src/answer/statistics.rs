//! The statistics of all games that continue from a card.

use std::collections::BTreeMap;

use serde::Serialize;
use yahtzee_solver::evaluate::{BonusStatistics, CategoryStatistics};
use yahtzee_solver::{Distribution, Points, RuleSet, Statistics};

/// The percentiles of an answer.
const PERCENTILES: [u32; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];

/// The final scores under optimal play.
#[derive(Clone, Debug, Serialize)]
pub struct StatisticsAnswer {
    /// The name of the rule set.
    pub rules: String,
    /// The mean of the final score, in points.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// The smallest score that at least half of the games do not exceed.
    pub median: Points,
    /// The most probable score.
    pub mode: Points,
    /// For 1, 5, 10, 25, 50, 75, 90, 95 and 99 percent: the smallest score that at least this share of games does not exceed.
    pub percentiles: BTreeMap<u32, Points>,
    /// Each possible score of all rounds together, ascending, with its probability.
    pub pmf: Distribution,
    /// The parts of the score.
    #[serde(flatten)]
    pub parts: ScoreParts,
    /// The file of the picture, if one was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plot: Option<String>,
    /// The file of the table, if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub csv: Option<String>,
}

/// The parts of a final score.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreParts {
    /// The categories, in the order of the rules.
    pub categories: Vec<StatisticsOfBox>,
    /// The upper bonus: the probability of earning it, and its mean points over all games.
    pub upper_bonus: BonusStatistics,
    /// The extra bonuses: the probability of at least one, and the mean points of all together.
    pub extra_bonus: BonusStatistics,
    /// The saved throws, if they earn points at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved_throws: Option<BonusStatistics>,
}

/// A category.
#[derive(Clone, Debug, Serialize)]
pub struct StatisticsOfBox {
    /// Its name.
    pub category: String,
    /// The mean of the points written there.
    pub mean: f64,
    /// Their standard deviation.
    pub sd: f64,
    /// The probability that a 0 is written.
    pub zero: f64,
    /// The mean turn that fills it, from 1; null if the card has it filled.
    pub mean_turn: Option<f64>,
    /// For each turn of the game, from the first, the probability that it fills the category; all 0 if the card has it filled.
    pub turns: Vec<f64>,
}

impl StatisticsAnswer {
    /// The statistics of a card. `score` is the final score of all rounds together.
    pub(crate) fn new(score: Distribution, statistics: Statistics, rules: &RuleSet) -> StatisticsAnswer {
        StatisticsAnswer {
            rules: rules.name().to_owned(),
            mean: score.mean(),
            sd: score.sd(),
            median: score.median(),
            mode: score.mode(),
            percentiles: PERCENTILES.map(|percent| (percent, score.quantile(f64::from(percent) / 100.0))).into(),
            pmf: score,
            parts: ScoreParts::new(statistics, rules),
            plot: None,
            csv: None,
        }
    }
}

impl ScoreParts {
    pub(crate) fn new(statistics: Statistics, rules: &RuleSet) -> ScoreParts {
        let of_box = |of: CategoryStatistics| StatisticsOfBox {
            category: rules.category(of.category).name.clone(),
            mean: of.points.mean(),
            sd: of.points.sd(),
            zero: of.zero(),
            mean_turn: of.mean_turn(),
            turns: of.turns,
        };
        ScoreParts {
            categories: statistics.categories.into_iter().map(of_box).collect(),
            upper_bonus: statistics.upper_bonus,
            extra_bonus: statistics.extra_bonus,
            saved_throws: (rules.saved_throw_points() > 0).then_some(statistics.saved_throws),
        }
    }
}
