//! The most points of a list of final rolls, in text.

use yahtzee_dialogue::answer::{BoxOfTurn, RollsReview};
use yahtzee_solver::language::tr;
use yahtzee_solver::{Points, RuleSet, tr};

use super::table;
use crate::terminal::style::HEADING;

/// The box of each roll.
pub(crate) fn in_text(review: &RollsReview, rules: &RuleSet) -> String {
    let best = &review.best;
    let meaning = match review.complete {
        None => tr!("These rolls, in the order of the turns, if one had known them all:"),
        Some(_) => tr!("Within these {} turns, if one had known the rolls, with the bonuses reached so far:", best.turns.len()),
    };
    let title = |name: &str| rules.category_exact(name).map_or_else(|_| name.to_owned(), |category| rules.category(category).title.clone());
    let of_turn = |BoxOfTurn { turn, dice, category, points, .. }: &BoxOfTurn| {
        vec![turn.to_string(), dice.map_or_else(String::new, |dice| dice.to_string()), title(category), points.to_string()]
    };
    let mut rows: Vec<Vec<String>> = best.turns.iter().map(of_turn).collect();
    let extra: Points = best.turns.iter().filter_map(|turn| turn.bonus).sum();
    let written: Points = best.turns.iter().map(|turn| turn.points).sum();
    let before = best.total.checked_sub(written + extra + best.upper_bonus).unwrap_or_default();
    for (title, points) in [(tr!("Upper bonus"), best.upper_bonus), (tr!("Extra bonus"), extra), (tr!("on the card before"), before)] {
        if points > 0 {
            rows.push(vec![String::new(), String::new(), title, points.to_string()]);
        }
    }
    let header = [tr!("turn"), tr!("roll"), tr!("box"), tr!("points")];
    format!(
        "{HEADING}{}: {}{HEADING:#}\n\n{meaning}\n\n{}",
        tr(rules.title(), &[]),
        tr!("at most {} points", best.total),
        table(&header, &[true, false, false, true], rows)
    )
}
