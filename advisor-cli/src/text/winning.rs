//! The part of a review about winning: the chance over the game, the losses of decisions in it, and the turning points.

use yahtzee_dialogue::words::winning::{chance_then, turning_points};
use yahtzee_dialogue::{WorthKind, words};
use yahtzee_solver::RuleSet;
use yahtzee_solver::language::decimal;
use yahtzee_solver::tr;
use yahtzee_solver::win::WinReview;

use crate::terminal::style::{FAINT, HEADING};

/// Mistakes shown.
const SHOWN: usize = 3;

/// The chance to win, in text, with a level or without.
pub(crate) fn in_text(review: &WinReview, with_level: bool, rules: &RuleSet) -> String {
    let about = if review.approximate { "≈" } else { "" };
    let [start, now] = [review.start(), review.now].map(|chance| chance_then(chance, review));
    let mut text = format!("\n{HEADING}{}{HEADING:#}   {}\n", tr!("Chance to win"), tr!("{} at the start, now {}", start, now));
    text.push_str(&format!("  {}  {FAINT}{}{FAINT:#}\n", chart(review), tr!("before and after each turn")));
    if let Some(level) = review.level().filter(|_| with_level) {
        let lost = 100.0 * review.loss();
        text.push_str(&format!(
            "\n{HEADING}{}{HEADING:#}, {}\n",
            tr!("Level: {}", words::level(level)),
            tr!("by the chance: {}{}% given away", about, decimal(lost, 2))
        ));
        text.push_str(&format!("  {FAINT}{}{FAINT:#}\n", tr!("half a percent counts as a point")));
    }
    let mistakes = review.mistakes();
    if !mistakes.is_empty() {
        let rows = mistakes.iter().take(SHOWN).map(|(turn, decision)| {
            let loss = WorthKind::Win.loss(&decision.chosen).unwrap_or_default();
            let [chosen, best] = [&decision.chosen, &decision.best].map(|option| words::in_short(&option.action, rules));
            vec![format!("{about}{loss}"), turn.number.to_string(), decision.roll.to_string(), chosen, best]
        });
        text.push_str(&super::table(
            &[tr!("costs"), tr!("turn"), tr!("dice"), tr!("chosen"), tr!("best to win")],
            &[true, true, false, false, false],
            rows.collect(),
        ));
    }
    let lines: String = turning_points(review).iter().map(|point| format!("  {point}\n")).collect();
    if !lines.is_empty() {
        text.push_str(&format!("\n{HEADING}{}{HEADING:#}\n{lines}", tr!("Turning points")));
    }
    text
}

/// The chance over the game, as a bar for each moment.
fn chart(review: &WinReview) -> String {
    let bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let bar = |(_, chance): (f64, f64)| bars[((chance * 8.0) as usize).min(7)];
    review.course().into_iter().map(bar).collect()
}
