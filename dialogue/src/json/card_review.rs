//! A card by its points alone, as JSON.

use serde::Serialize;
use yahtzee_solver::evaluate::BonusStatistics;
use yahtzee_solver::{Points, RuleSet, Scorecard};

use crate::answer::{BoxReview, CardReview};

/// The output of `yahtzee review --card --json`.
#[derive(Clone, Debug, Serialize)]
pub struct JsonCardReview<'a> {
    rules: &'a str,
    card: &'a Scorecard,
    /// Present only if false.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    score: Points,
    /// The mean and the standard deviation of the final scores of optimal games.
    mean: f64,
    sd: f64,
    /// The points above the means of the boxes, and of the bonuses of a full card.
    difference: f64,
    /// Of a full card: the shares of optimal games with fewer points, and with as many or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    share_below: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<f64>,
    /// Of a card with open boxes: the expected final score.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_final: Option<f64>,
    boxes: Vec<JsonBox<'a>>,
    /// Of a full card.
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_bonus: Option<JsonBonusReview>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extra_bonus: Option<JsonBonusReview>,
    /// Of a full card, if saved throws earn points at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_throws: Option<JsonBonusReview>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct JsonBox<'a> {
    category: &'a str,
    points: Points,
    mean: f64,
    sd: f64,
    difference: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct JsonBonusReview {
    points: Points,
    mean: f64,
    difference: f64,
}

impl<'a> JsonCardReview<'a> {
    /// The review of a card under these rules.
    pub fn new(review: &'a CardReview, rules: &'a RuleSet) -> JsonCardReview<'a> {
        let card = &review.sheet.card;
        let one = |one: BoxReview| JsonBox {
            category: &rules.category(one.category).name,
            points: one.points,
            mean: one.mean,
            sd: one.sd,
            difference: one.difference(),
        };
        let bonus = |(points, BonusStatistics { mean, .. }): (Points, BonusStatistics)| JsonBonusReview {
            points,
            mean,
            difference: f64::from(points) - mean,
        };
        let [upper_bonus, extra_bonus, saved_throws] = review.bonuses().map_or([None; 3], |bonuses| bonuses.map(|one| Some(bonus(one))));
        JsonCardReview {
            rules: rules.name(),
            card,
            complete: (!review.is_complete()).then_some(false),
            score: card.score(),
            mean: review.statistics.score.mean(),
            sd: review.statistics.score.sd(),
            difference: review.difference(),
            share_below: review.share_below(),
            at_least: review.share_reaching(),
            expected_final: (!review.is_complete()).then(|| review.value.expected_final()),
            boxes: review.boxes().map(one).collect(),
            upper_bonus,
            extra_bonus,
            saved_throws: saved_throws.filter(|_| rules.saved_throw_points() > 0),
            warnings: review.sheet.warnings.iter().map(ToString::to_string).collect(),
        }
    }
}
