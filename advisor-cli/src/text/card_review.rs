//! What a card says by its points alone, in text.

use yahtzee_dialogue::answer::{BoxReview, CardReview};
use yahtzee_dialogue::words;
use yahtzee_solver::evaluate::BonusStatistics;
use yahtzee_solver::language::{decimal, tr};
use yahtzee_solver::tr;
use yahtzee_solver::{Points, RuleSet};

use super::{faint, table};
use crate::terminal::style::HEADING;

/// The score of a card among those of optimal games, and its boxes beside theirs.
pub(crate) fn in_text(review: &CardReview, rules: &RuleSet) -> String {
    let (card, score) = (&review.sheet.card, &review.statistics.score);
    let title = tr(rules.title(), &[]);
    let standing = match review.share_below().zip(review.share_reaching()) {
        Some(shares) => {
            let [below, reaching] = <[f64; 2]>::from(shares).map(|share| decimal(100.0 * share, 2));
            [
                tr!("more than in {}% of optimal games; {} or more in {}%", below, card.score(), reaching),
                tr!("optimal games: {} on average, standard deviation {}", decimal(score.mean(), 2), decimal(score.sd(), 2)),
            ]
        }
        None => {
            let [filled, all] = [card.filled().count(), rules.category_count()];
            [
                tr!("{} of {} boxes filled: a full card could be compared with the final scores of optimal games", filled, all),
                tr!("with optimal play from here, {} in the end on average", decimal(review.value.expected_final(), 2)),
            ]
        }
    };
    let mut rows: Vec<Vec<String>> = review.boxes().map(|one| of_box(&one, rules)).collect();
    if let Some([upper, extra, spare]) = review.bonuses() {
        if !rules.upper_bonus().is_none() {
            rows.insert(rules.upper_count(), of_bonus(tr!("Upper bonus"), upper));
        }
        if rules.further().is_some_and(|further| further.after_points.bonus.max(further.after_zero.bonus) > 0) {
            rows.push(of_bonus(tr!("Extra bonus"), extra));
        }
        if let Some(title) = words::title_of_spare_throws(rules).filter(|_| rules.saved_throw_points() > 0) {
            rows.push(of_bonus(title, spare));
        }
    }
    let points = if review.is_complete() { card.score() } else { review.boxes().map(|one| one.points).sum() };
    let all = f64::from(points) - review.difference();
    rows.push(vec![tr!("all"), points.to_string(), decimal(all, 2), String::new(), words::signed(review.difference(), 2)]);
    let header = [tr!("box"), tr!("points"), tr!("mean"), tr!("sd"), tr!("difference")];
    format!(
        "{HEADING}{title}: {}{HEADING:#}\n\n  {}\n  {}\n\n{}\n{}",
        words::points(card.score()),
        standing[0],
        standing[1],
        table(&header, &[false, true, true, true, true], rows),
        faint(&tr!(
            "The mean and the standard deviation are those of optimal games. Without the throws, a difference may be luck or play."
        )),
    )
}

fn of_box(one: &BoxReview, rules: &RuleSet) -> Vec<String> {
    let title = rules.category(one.category).title.clone();
    vec![title, one.points.to_string(), decimal(one.mean, 2), decimal(one.sd, 2), words::signed(one.difference(), 2)]
}

fn of_bonus(title: String, (points, bonus): (Points, BonusStatistics)) -> Vec<String> {
    vec![title, points.to_string(), decimal(bonus.mean, 2), String::new(), words::signed(f64::from(points) - bonus.mean, 2)]
}
