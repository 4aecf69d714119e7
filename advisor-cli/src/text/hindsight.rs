//! The most points of a list of final rolls, in text.

use yahtzee_dialogue::answer::RollsReview;
use yahtzee_solver::language::tr;
use yahtzee_solver::{RuleSet, tr};

use super::table;
use crate::terminal::style::HEADING;

/// The box of each roll.
pub(crate) fn in_text(review: &RollsReview, rules: &RuleSet) -> String {
    let header = [tr!("turn"), tr!("roll"), tr!("box"), tr!("points")];
    let rows = review.rows(rules).into_iter().map(Vec::from).collect();
    format!(
        "{HEADING}{}: {}{HEADING:#}\n\n{}\n\n{}",
        tr(rules.title(), &[]),
        tr!("at most {} points", review.best.total),
        review.meaning(),
        table(&header, &[true, false, false, true], rows)
    )
}
