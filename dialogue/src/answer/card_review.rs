//! What a card says by its points alone, without its throws: how it compares with the cards of optimal games.

use yahtzee_solver::evaluate::BonusStatistics;
use yahtzee_solver::rules::Category;
use yahtzee_solver::{Points, Sheet, Statistics};

use super::CardValue;

/// A card of which only the points are known, beside the cards of optimal games.
#[derive(Clone, Debug, PartialEq)]
pub struct CardReview {
    /// The card, and the sums on its sheet that differ.
    pub sheet: Sheet,
    /// The statistics of all optimal games, from a new card on.
    pub statistics: Statistics,
    /// The value of the card: its score, and what optimal play adds from here on.
    pub value: CardValue,
}

/// The points of a box, and those that optimal games have there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxReview {
    /// The category.
    pub category: Category,
    /// The points on the card.
    pub points: Points,
    /// The mean points of optimal games.
    pub mean: f64,
    /// Their standard deviation.
    pub sd: f64,
}

impl BoxReview {
    /// The points above the mean; below 0 if there are fewer.
    pub fn difference(&self) -> f64 {
        f64::from(self.points) - self.mean
    }
}

impl CardReview {
    /// Whether every box is filled.
    pub fn is_complete(&self) -> bool {
        self.sheet.card.is_full()
    }

    /// The share of optimal games that score less, from 0 to 1; `None` for a card with open boxes.
    pub fn share_below(&self) -> Option<f64> {
        self.is_complete().then(|| self.statistics.score.below(self.sheet.card.score()))
    }

    /// The share of optimal games that score as much or more, from 0 to 1; `None` for a card with open boxes.
    pub fn share_reaching(&self) -> Option<f64> {
        let score = self.sheet.card.score();
        let mut reaching = self.statistics.score.reaching();
        self.is_complete().then(|| reaching.find(|(reached, _)| *reached >= score).map_or(0.0, |(_, chance)| chance))
    }

    /// The filled boxes, in the order of the rules.
    pub fn boxes(&self) -> impl Iterator<Item = BoxReview> {
        let of_optimal = |category: Category| &self.statistics.categories[category.index()].points;
        self.sheet.card.filled().map(move |(category, points)| {
            let optimal = of_optimal(category);
            BoxReview { category, points, mean: optimal.mean(), sd: optimal.sd() }
        })
    }

    /// The points of the upper bonus, of the extra bonuses and of the saved throws, each with its mean in optimal games; `None` for a card with open boxes.
    pub fn bonuses(&self) -> Option<[(Points, BonusStatistics); 3]> {
        let (card, statistics) = (&self.sheet.card, &self.statistics);
        let bonuses = [
            (card.upper_bonus(), statistics.upper_bonus),
            (card.extra_points(), statistics.extra_bonus),
            (card.saved_points(), statistics.saved_throws),
        ];
        self.is_complete().then_some(bonuses)
    }

    /// The points above the means of the filled boxes; of a full card, with its bonuses: its score less the mean score.
    pub fn difference(&self) -> f64 {
        let boxes = self.boxes().fold(0.0, |sum, one| sum + one.difference());
        self.bonuses().into_iter().flatten().fold(boxes, |sum, (points, bonus)| sum + f64::from(points) - bonus.mean)
    }
}
