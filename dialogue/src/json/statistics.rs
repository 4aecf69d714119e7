//! The statistics of all games that continue from a card, as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use yahtzee_solver::evaluate::{BonusStatistics, CategoryStatistics};
use yahtzee_solver::{Distribution, Points, RuleSet, Statistics};

/// The shown percentiles.
pub const PERCENTILES: [u32; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];

/// The output of `yahtzee stats --json`.
#[derive(Clone, Debug, Serialize)]
pub struct JsonStatistics<'a> {
    rules: &'a str,
    mean: f64,
    sd: f64,
    median: Points,
    mode: Points,
    /// In ascending order.
    percentiles: BTreeMap<u32, Points>,
    pmf: Vec<(Points, f64)>,
    categories: Vec<JsonCategory<'a>>,
    upper_bonus: JsonBonus,
    extra_bonus: JsonBonus,
    /// Present if saved throws earn points at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_throws: Option<JsonBonus>,
    /// The written files.
    #[serde(skip_serializing_if = "Option::is_none")]
    plot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    csv: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct JsonCategory<'a> {
    category: &'a str,
    mean: f64,
    sd: f64,
    zero: f64,
    /// The turns, from 1; none if the card has the category filled.
    mean_turn: Option<f64>,
    /// The probability that each of these turns fills it.
    turns: &'a [f64],
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct JsonBonus {
    probability: f64,
    mean: f64,
}

impl<'a> JsonStatistics<'a> {
    /// The statistics of a card under these rules. `score` is the final score of all rounds together.
    pub fn new(rules: &'a RuleSet, score: &Distribution, statistics: &'a Statistics) -> JsonStatistics<'a> {
        JsonStatistics {
            rules: rules.name(),
            mean: score.mean(),
            sd: score.sd(),
            median: score.median(),
            mode: score.mode(),
            percentiles: PERCENTILES.iter().map(|&percent| (percent, percentile(score, percent))).collect(),
            pmf: score.iter().collect(),
            categories: statistics.categories.iter().map(|one| category(rules, one)).collect(),
            upper_bonus: bonus(&statistics.upper_bonus),
            extra_bonus: bonus(&statistics.extra_bonus),
            saved_throws: saved_throws(rules, statistics),
            plot: None,
            csv: None,
        }
    }

    /// The same, with the names of the written files.
    #[must_use]
    pub fn written(self, plot: Option<String>, csv: Option<String>) -> JsonStatistics<'a> {
        JsonStatistics { plot, csv, ..self }
    }
}

/// The points of saved throws; `None` if they earn none.
pub(super) fn saved_throws(rules: &RuleSet, statistics: &Statistics) -> Option<JsonBonus> {
    (rules.saved_throw_points() > 0).then(|| bonus(&statistics.saved_throws))
}

/// A category under these rules.
pub(super) fn category<'a>(rules: &'a RuleSet, category: &'a CategoryStatistics) -> JsonCategory<'a> {
    JsonCategory {
        category: &rules.category(category.category).name,
        mean: category.points.mean(),
        sd: category.points.sd(),
        zero: category.zero(),
        mean_turn: category.mean_turn(),
        turns: &category.turns,
    }
}

pub(super) fn bonus(&BonusStatistics { probability, mean }: &BonusStatistics) -> JsonBonus {
    JsonBonus { probability, mean }
}

/// A percentile: the smallest score that at least this share of games does not exceed.
pub fn percentile(score: &Distribution, percent: u32) -> Points {
    score.quantile(f64::from(percent) / 100.0)
}
