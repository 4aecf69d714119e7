//! What a card says by its points alone, in text.

use yahtzee_dialogue::answer::{BonusReview, BoxReview, CardReview};
use yahtzee_dialogue::words;
use yahtzee_solver::language::{decimal, tr};
use yahtzee_solver::{Category, Points, RuleSet, tr};

use super::{faint, table};
use crate::terminal::style::HEADING;

/// The score of a card among those of optimal games, and its boxes beside theirs.
pub(crate) fn in_text(review: &CardReview, rules: &RuleSet) -> String {
    let title = tr(rules.title(), &[]);
    let standing = match review.share_below.zip(review.at_least) {
        Some(shares) => {
            let [below, reaching] = <[f64; 2]>::from(shares).map(|share| decimal(100.0 * share, 2));
            [
                tr!("more than in {}% of optimal games; {} or more in {}%", below, review.score, reaching),
                tr!("optimal games: {} on average, standard deviation {}", decimal(review.mean, 2), decimal(review.sd, 2)),
            ]
        }
        None => {
            let [filled, all] = [review.boxes.len(), rules.category_count()];
            [
                tr!("{} of {} boxes filled: a full card could be compared with the final scores of optimal games", filled, all),
                tr!("with optimal play from here, {} in the end on average", decimal(review.expected_final.unwrap_or_default(), 2)),
            ]
        }
    };
    let row = |title: String, points: Points, mean: f64, sd: Option<f64>, difference: f64| {
        let sd = sd.map_or_else(String::new, |sd| decimal(sd, 2));
        vec![title, points.to_string(), decimal(mean, 2), sd, words::signed(difference, 2)]
    };
    let of_bonus = |title: String, of: BonusReview| row(title, of.points, of.mean, None, of.difference);
    let boxes = review.card.filled().zip(&review.boxes);
    let of_box = |((category, _), of): ((Category, Points), &BoxReview)| {
        row(rules.category(category).title.clone(), of.points, of.mean, Some(of.sd), of.difference)
    };
    let mut rows: Vec<Vec<String>> = boxes.map(of_box).collect();
    if let Some(upper) = review.upper_bonus.filter(|_| !rules.upper_bonus().is_none()) {
        rows.insert(rules.upper_count(), of_bonus(tr!("Upper bonus"), upper));
    }
    let has_extra = rules.further().is_some_and(|further| further.after_points.bonus.max(further.after_zero.bonus) > 0);
    if let Some(extra) = review.extra_bonus.filter(|_| has_extra) {
        rows.push(of_bonus(tr!("Extra bonus"), extra));
    }
    if let (Some(title), Some(saved)) = (words::title_of_spare_throws(rules), review.saved_throws) {
        rows.push(of_bonus(title, saved));
    }
    let points = if review.share_below.is_some() { review.score } else { review.boxes.iter().map(|of| of.points).sum() };
    rows.push(row(tr!("all"), points, f64::from(points) - review.difference, None, review.difference));
    let header = [tr!("box"), tr!("points"), tr!("mean"), tr!("sd"), tr!("difference")];
    format!(
        "{HEADING}{title}: {}{HEADING:#}\n\n  {}\n  {}\n\n{}\n{}",
        words::points(review.score),
        standing[0],
        standing[1],
        table(&header, &[false, true, true, true, true], rows),
        faint(&tr!(
            "The mean and the standard deviation are those of optimal games. Without the throws, a difference may be luck or play."
        )),
    )
}
