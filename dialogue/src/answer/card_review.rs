//! What a card says by its points alone, without its throws: how it compares with the cards of optimal games.

use serde::Serialize;
use yahtzee_solver::evaluate::BonusStatistics;
use yahtzee_solver::rules::Category;
use yahtzee_solver::{Points, Scorecard, Sheet, Statistics};

use super::CardValue;

/// A card of which only the points are known, beside the cards of optimal games.
#[derive(Clone, Debug, Serialize)]
pub struct CardReview {
    /// The name of the rule set.
    pub rules: String,
    /// The card.
    pub card: Scorecard,
    /// Whether every box is filled; present only if false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The points on the card with all bonuses.
    pub score: Points,
    /// The mean of the final scores of optimal games.
    pub mean: f64,
    /// Their standard deviation.
    pub sd: f64,
    /// The points above the means of the filled boxes; of a full card, with its bonuses: its score less the mean score.
    pub difference: f64,
    /// The share of optimal games with fewer points, from 0 to 1; absent for a card with open boxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share_below: Option<f64>,
    /// The share of optimal games with as many points or more, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
    /// The expected final score under optimal play from here on; absent for a full card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_final: Option<f64>,
    /// The filled boxes, in the order of the rules.
    pub boxes: Vec<BoxReview>,
    /// The upper bonus; absent for a card with open boxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_bonus: Option<BonusReview>,
    /// The extra bonuses, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_bonus: Option<BonusReview>,
    /// The saved throws, likewise; present only if they earn points at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved_throws: Option<BonusReview>,
    /// What is doubtful on its sheet; present only if something is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// The points of a box, and those that optimal games have there.
#[derive(Clone, Debug, Serialize)]
pub struct BoxReview {
    /// The name of the category.
    pub category: String,
    /// The points on the card.
    pub points: Points,
    /// The mean points of optimal games.
    pub mean: f64,
    /// Their standard deviation.
    pub sd: f64,
    /// The points above the mean; below 0 if there are fewer.
    pub difference: f64,
}

/// The points of a bonus, and those that optimal games have of it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BonusReview {
    /// The points on the card.
    pub points: Points,
    /// The mean points of optimal games.
    pub mean: f64,
    /// The points above the mean; below 0 if there are fewer.
    pub difference: f64,
}

impl CardReview {
    /// A card with its value, beside the statistics of all optimal games from a new card on.
    pub(crate) fn new(sheet: Sheet, value: CardValue, statistics: &Statistics) -> CardReview {
        let Sheet { card, warnings } = sheet;
        let (rules, score, full) = (card.rules(), card.score(), card.is_full());
        let of_box = |(category, points): (Category, Points)| {
            let optimal = &statistics.categories[category.index()].points;
            let (category, mean, sd) = (rules.category(category).name.clone(), optimal.mean(), optimal.sd());
            BoxReview { category, points, mean, sd, difference: f64::from(points) - mean }
        };
        let boxes: Vec<BoxReview> = card.filled().map(of_box).collect();
        let bonus = |points: Points, BonusStatistics { mean, .. }: BonusStatistics| {
            full.then_some(BonusReview { points, mean, difference: f64::from(points) - mean })
        };
        let bonuses = [
            bonus(card.upper_bonus(), statistics.upper_bonus),
            bonus(card.extra_points(), statistics.extra_bonus),
            bonus(card.saved_points(), statistics.saved_throws),
        ];
        let difference = boxes.iter().fold(0.0, |sum, one| sum + one.difference);
        let difference = bonuses.iter().flatten().fold(difference, |sum, one| sum + f64::from(one.points) - one.mean);
        let [upper_bonus, extra_bonus, saved_throws] = bonuses;
        let reaching = || statistics.score.reaching().find(|(reached, _)| *reached >= score).map_or(0.0, |(_, chance)| chance);
        CardReview {
            rules: rules.name().to_owned(),
            complete: (!full).then_some(false),
            score,
            mean: statistics.score.mean(),
            sd: statistics.score.sd(),
            difference,
            share_below: full.then(|| statistics.score.below(score)),
            at_least: full.then(reaching),
            expected_final: (!full).then(|| value.expected_final()),
            boxes,
            upper_bonus,
            extra_bonus,
            saved_throws: saved_throws.filter(|_| rules.saved_throw_points() > 0),
            warnings: warnings.iter().map(ToString::to_string).collect(),
            card,
        }
    }
}
