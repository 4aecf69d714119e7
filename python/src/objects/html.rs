//! Scorecards as HTML, for notebooks.

use std::fmt::Write;

use yahtzee_solver::rules::SpareThrows;
use yahtzee_solver::{Category, Scorecard};

/// A card as a table: each category with its points, the bonuses, and the score.
pub(crate) fn card(card: &Scorecard) -> String {
    let rules = card.rules();
    let mut html = format!("<table><caption>{}</caption>", escaped(rules.title()));
    let mut row = |title: &str, points: String| {
        let _ = write!(html, "<tr><th style=\"text-align:left\">{}</th><td style=\"text-align:right\">{points}</td></tr>", escaped(title));
    };
    let points = |category: Category| card.get(category).map_or_else(String::new, |points| points.to_string());
    let (upper, lower): (Vec<Category>, Vec<Category>) = rules.categories().partition(|&category| rules.is_upper(category));
    for category in upper {
        row(&rules.category(category).title, points(category));
    }
    let bonus = rules.upper_bonus();
    if !bonus.is_none() {
        let step = bonus.step_of(card.upper_total());
        let title = format!("Bonus of {} for {} points above", step.points, step.at);
        row(
            &title,
            if card.upper_bonus() > 0 { card.upper_bonus().to_string() } else { format!("({} of {})", card.upper_total(), step.at) },
        );
    }
    for category in lower {
        row(&rules.category(category).title, points(category));
    }
    let spare = if matches!(rules.spare_throws(), SpareThrows::Stock(_)) { "Extra throws left" } else { "Saved throws" };
    for (title, count) in [("Extra bonuses", card.extra()), (spare, card.spare_throws().into())] {
        if count > 0 {
            row(title, count.to_string());
        }
    }
    row("Score", card.score().to_string());
    html + "</table>"
}

/// Text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
