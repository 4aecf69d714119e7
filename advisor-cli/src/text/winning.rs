//! The part of a review about winning: the chance over the game, the losses of decisions in it, and the turning points.

use yahtzee_dialogue::{Measure, words};
use yahtzee_solver::RuleSet;
use yahtzee_solver::win::{TurningPoint, WinReview};

use crate::terminal::style::{FAINT, HEADING};

/// Mistakes and turning points shown.
const SHOWN: usize = 3;
/// The least change of the chance at a turning point.
const NOTABLE: f64 = 0.05;

/// The chance to win, in text.
pub(crate) fn in_text(review: &WinReview, rules: &RuleSet) -> String {
    let about = if review.approximate { "≈" } else { "" };
    let percent = |chance: f64| match chance {
        0.0 => "lost".to_owned(),
        1.0 => "won".to_owned(),
        chance => format!("{about}{:.0}%", 100.0 * chance),
    };
    let start = review.turns.first().map_or(review.now, |turn| turn.before);
    let mut text = format!("\n{HEADING}Chance to win{HEADING:#}   {} at the start, now {}\n", percent(start), percent(review.now));
    text.push_str(&format!("  {}  {FAINT}before and after each turn{FAINT:#}\n", chart(review)));
    let mistakes = review.mistakes();
    if !mistakes.is_empty() {
        let rows = mistakes.iter().take(SHOWN).map(|(turn, decision)| {
            let loss = Measure::Win.loss(&decision.chosen).unwrap_or_default();
            let [chosen, best] = [&decision.chosen, &decision.best].map(|option| words::in_short(&option.action, rules));
            vec![format!("{about}{loss}"), turn.number.to_string(), decision.roll.to_string(), chosen, best]
        });
        text.push_str(&super::table(
            &["costs", "turn", "dice", "chosen", "best to win"],
            &[true, true, false, false, false],
            rows.collect(),
        ));
    }
    let points = review.turning_points();
    let notable = points.iter().filter(|point| (point.to - point.from).abs() >= NOTABLE).take(SHOWN);
    let line = |TurningPoint { turn, own, from, to }: &TurningPoint| {
        let when = if *own { format!("in turn {turn}") } else { format!("in the others' turns after turn {turn}") };
        format!("  from {} to {} {when}\n", percent(*from), percent(*to))
    };
    let lines: String = notable.map(line).collect();
    if !lines.is_empty() {
        text.push_str(&format!("\n{HEADING}Turning points{HEADING:#}\n{lines}"));
    }
    text
}

/// The chance over the game, as a bar for each moment.
fn chart(review: &WinReview) -> String {
    let bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let bar = |(_, chance): (f64, f64)| bars[((chance * 8.0) as usize).min(7)];
    review.course().into_iter().map(bar).collect()
}
