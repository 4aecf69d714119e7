//! The part of a review about winning: the chance over the game, the losses of decisions in it, and the turning points.

use yahtzee_dialogue::answer::WinAnswer;
use yahtzee_dialogue::words;
use yahtzee_solver::language::decimal;
use yahtzee_solver::{RuleSet, tr};

use crate::terminal::style::{FAINT, HEADING};

/// Mistakes shown.
const SHOWN: usize = 3;

/// The chance to win, in text, with a level or without.
pub(crate) fn in_text(win: &WinAnswer, with_level: bool, rules: &RuleSet) -> String {
    let about = if win.approximate { "≈" } else { "" };
    let [start, now] = &win.in_words().course;
    let mut text = format!("\n{HEADING}{}{HEADING:#}   {}\n", tr!("Chance to win"), tr!("{} at the start, now {}", start, now));
    text.push_str(&format!("  {}  {FAINT}{}{FAINT:#}\n", chart(win), tr!("before and after each turn")));
    if let Some(level) = win.level.filter(|_| with_level) {
        let lost = decimal(100.0 * win.worth_loss, 2);
        let by = tr!("by the chance: {}{}% given away", about, lost);
        text.push_str(&format!("\n{HEADING}{}{HEADING:#}, {by}\n", tr!("Level: {}", words::level(level))));
        text.push_str(&format!("  {FAINT}{}{FAINT:#}\n", tr!("half a percent counts as a point")));
    }
    let mistakes = win.mistakes();
    if !mistakes.is_empty() {
        let rows = mistakes.into_iter().take(SHOWN).map(|(turn, decision)| {
            let loss = decision.chosen.words().lost.as_deref().unwrap_or_default();
            let [chosen, best] = [&decision.chosen, &decision.best].map(|option| option.action.in_short(rules));
            vec![format!("{about}{loss}"), turn.to_string(), decision.dice.to_string(), chosen, best]
        });
        let header = [tr!("costs"), tr!("turn"), tr!("dice"), tr!("chosen"), tr!("best to win")];
        text.push_str(&super::table(&header, &[true, true, false, false, false], rows.collect()));
    }
    let lines: String = win.in_words().moments.iter().map(|point| format!("  {point}\n")).collect();
    if !lines.is_empty() {
        text.push_str(&format!("\n{HEADING}{}{HEADING:#}\n{lines}", tr!("Turning points")));
    }
    text
}

/// The chance over the game, as a bar for each moment.
fn chart(win: &WinAnswer) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let chances = win.turns.iter().flat_map(|turn| [turn.before, turn.after]).chain([win.now]);
    chances.map(|chance| BARS[((chance * 8.0) as usize).min(7)]).collect()
}
