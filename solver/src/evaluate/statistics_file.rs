//! The file of the statistics of the games from a card on.
//!
//! Its numbers are the question and the answer:
//!
//! | numbers | |
//! |---|---|
//! | 2 | the card: its saved throws and the number of its extra bonuses |
//! | each category | its points on the card, -1 if it is open |
//! | | the final score: the least one, the number of the chances of the scores from there on, and these chances |
//! | each category | its points, as the final score, then the chance of each turn to fill it |
//! | 3 x 2 | the chance and the mean of the upper bonus, of saved throws, and of extra bonuses |

use xxhash_rust::xxh3::xxh3_64;

use super::distribution::Distribution;
use super::statistics::{BonusStatistics, CategoryStatistics, Statistics};
use crate::game::Scorecard;
use crate::rules::Points;
use crate::solve::{Model, Utility};
use crate::table::{TableError, file};

/// The most by which rounding may move a chance, or a sum of chances.
const ROUNDING: f64 = 1e-9;

/// The question as numbers.
fn question(card: &Scorecard) -> Vec<f64> {
    let points = card.rules().categories().map(|category| card.get(category).map_or(-1.0, f64::from));
    [card.state().throws.into(), card.extra().into()].into_iter().chain(points).collect()
}

impl Statistics {
    /// The objective in the header of the files of statistics.
    pub const OBJECTIVE: &str = "statistics";

    /// The name of the file of the statistics of a card in a tables folder: `NAME-FINGERPRINT.statistics-HASH`.
    pub fn file_name(card: &Scorecard) -> String {
        let question: Vec<u8> = question(card).into_iter().flat_map(f64::to_le_bytes).collect();
        format!("{}-{:016x}.statistics-{:016x}.yzt", card.rules().name(), card.rules().fingerprint(), xxh3_64(&question))
    }

    /// The bytes of the file of the statistics of a card.
    pub fn to_bytes(&self, model: &Model, card: &Scorecard) -> Vec<u8> {
        let mut numbers = question(card);
        let distribution = |numbers: &mut Vec<f64>, of: &Distribution| {
            numbers.extend([of.least().into(), of.chances().len() as f64]);
            numbers.extend(of.chances());
        };
        distribution(&mut numbers, &self.score);
        for category in &self.categories {
            distribution(&mut numbers, &category.points);
            numbers.extend(&category.turns);
        }
        let Statistics { upper_bonus, saved_throws, extra_bonus, .. } = self;
        numbers.extend([upper_bonus, saved_throws, extra_bonus].into_iter().flat_map(|bonus| [bonus.probability, bonus.mean]));
        file::numbers_to_bytes(model, Self::OBJECTIVE, || numbers.iter().copied())
    }

    /// Reads the statistics of a card from the bytes of a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::from_bytes`](crate::ValueTable::from_bytes), or if they are of another card or impossible.
    pub fn from_bytes(model: &Model, card: &Scorecard, bytes: &[u8]) -> Result<Statistics, TableError> {
        let numbers = file::numbers_from_bytes(model, Self::OBJECTIVE, bytes)?;
        read(card, &numbers).ok_or_else(|| TableError::Content("these are no statistics of this card".to_owned()))
    }
}

fn read(card: &Scorecard, numbers: &[f64]) -> Option<Statistics> {
    let rest = &mut numbers.strip_prefix(&*question(card))?;
    let score = distribution(rest)?;
    let (categories, turns) = (card.rules().categories(), card.rules().category_count());
    let category = |category| Some(CategoryStatistics { category, points: distribution(rest)?, turns: chances(rest, turns)?.to_vec() });
    let categories = categories.map(category).collect::<Option<Vec<_>>>()?;
    let [upper_bonus, saved_throws, extra_bonus] = [bonus(rest)?, bonus(rest)?, bonus(rest)?];
    rest.is_empty().then_some(Statistics { score, categories, upper_bonus, saved_throws, extra_bonus })
}

fn chances<'n>(rest: &mut &'n [f64], count: usize) -> Option<&'n [f64]> {
    let chances = rest.split_off(..count)?;
    chances.iter().all(|chance| (0.0..=1.0 + ROUNDING).contains(chance)).then_some(chances)
}

fn distribution(rest: &mut &[f64]) -> Option<Distribution> {
    let &[least, count] = rest.split_off(..2)? else { return None };
    let are_whole = [least, count].iter().all(|number| number.fract() == 0.0 && is_points(*number));
    let chances = chances(rest, are_whole.then_some(count as usize)?)?;
    let ends = [chances.first()?, chances.last()?];
    let is_whole = ends.iter().all(|chance| **chance > 0.0) && (chances.iter().sum::<f64>() - 1.0).abs() < ROUNDING;
    is_whole.then(|| Distribution::from_chances(Points::new(least as u32), chances.to_vec()))
}

fn bonus(rest: &mut &[f64]) -> Option<BonusStatistics> {
    let (probability, mean) = (chances(rest, 1)?[0], *rest.split_off_first()?);
    is_points(mean).then_some(BonusStatistics { probability, mean })
}

fn is_points(number: f64) -> bool {
    (0.0..=f64::from(Utility::MOST)).contains(&number)
}
