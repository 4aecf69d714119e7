//! The answer to a position as text: the best option, the dice, the options in a table, reasons and goal.

use yahtzee_dialogue::{Answer, words};
use yahtzee_solver::{Action, Spread, TIE_TOLERANCE, TurnOption};

use super::goal;
use crate::style::{BEST, LOSS};
use crate::text;
use crate::window;

/// Options shown without `--all`.
const SHOWN: usize = 5;
/// The most options as good as the best that are named below it; the table shows more.
const TIES_NAMED: usize = 2;

/// The whole answer. `all` shows every option with its risk instead of the best few.
pub(super) fn in_text(answer: &Answer<'_>, all: bool) -> String {
    let best = answer.advice.best();
    let mut text = format!("{BEST}{}.{BEST:#}\n", answer.in_words(best));
    text.push_str(&ties(answer));
    if let Some(chosen) = &answer.chosen {
        text.push_str(&verdict(answer, chosen));
    }
    text.push_str(&format!("\n{}", dice(answer)));
    text.push_str(&options(answer, all));
    text.push_str(&score(answer));
    text.push_str(&text::reasons(&answer.explained("Why", "Your choice")));
    if let Some(advice) = &answer.goal {
        let shown = if all { advice.options.len() } else { SHOWN };
        text.push_str(&goal::in_words(advice, answer, shown));
    }
    text
}

/// The options as good as the best.
fn ties(answer: &Answer<'_>) -> String {
    let ties = answer.advice.options[1..].iter().take_while(|option| option.loss < TIE_TOLERANCE);
    let ties: Vec<String> = ties.map(|option| answer.in_words(option)).collect();
    if ties.is_empty() {
        return String::new();
    }
    let named = ties[..ties.len().min(TIES_NAMED)].join("; ");
    let more = match ties.len().saturating_sub(TIES_NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!("Just as good: {named}{more}.\n")
}

fn verdict(answer: &Answer<'_>, chosen: &TurnOption) -> String {
    let words = answer.in_words(chosen);
    if chosen.loss < TIE_TOLERANCE {
        return format!("Your choice: {words}. {BEST}Nothing is better.{BEST:#}\n");
    }
    let (loss, expected) = (words::small(chosen.loss), chosen.expected_final);
    format!("Your choice: {words}.\n{LOSS}It costs {loss} points{LOSS:#}: the expected final score is then {expected:.2}.\n")
}

fn dice(answer: &Answer<'_>) -> String {
    let position = &answer.question.position;
    let roll = &position.roll();
    let kept = match answer.advice.best().action {
        Action::Hold(hold) => *hold,
        Action::Score(_) => **roll,
    };
    text::dice(roll, &kept, position.rerolls_left(), window::draws())
}

fn options(answer: &Answer<'_>, all: bool) -> String {
    let options = &answer.advice.options;
    let shown = if all { options.len() } else { SHOWN.min(options.len()) };
    let columns = match all {
        false => 3,
        true if answer.rules.upper_bonus().points == 0 => 4,
        true => 5,
    };
    let rows = options[..shown].iter().enumerate().map(|(index, option)| {
        let mut row = vec![answer.in_words(option), format!("{:.2}", option.expected_final), words::loss(option.loss, index == 0)];
        if let Some(Spread { sd, upper_bonus }) = answer.risk(option).filter(|_| all) {
            row.extend([format!("{sd:.2}"), format!("{:.1}%", 100.0 * upper_bonus)]);
        }
        row.truncate(columns);
        row
    });
    let header = ["option", "expected final", "loss", "sd", "upper bonus"];
    let right = [false, true, true, true, true];
    let mut text = format!("\n{}", text::table_with_best(&header[..columns], &right[..columns], rows.collect()));
    let hidden = options.len() - shown;
    if hidden > 0 {
        let more = words::count(hidden as u64, "more option", "more options");
        text.push_str(&text::faint(&format!("  and {more} (--all shows every option)")));
    }
    text
}

fn score(answer: &Answer<'_>) -> String {
    let (advice, rounds, name) = (&answer.advice, &answer.question.rounds, answer.rules.name());
    let scores = format!("\nScore so far {}, expected final score {:.2}; ", advice.score_so_far, advice.expected_final());
    match rounds.count() {
        1 => format!("{scores}rules: {name}\n"),
        count => format!("{scores}round {} of {count}; rules: {name}\n", rounds.current()),
    }
}
