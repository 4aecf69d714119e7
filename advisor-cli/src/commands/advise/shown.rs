//! The answer to a position as text: the best option, the dice, the options in a table, reasons and goal.

use yahtzee_dialogue::answer::{NamedAction, NamedOption};
use yahtzee_dialogue::{Answer, words};
use yahtzee_solver::language::decimal;
use yahtzee_solver::{Rounds, Scorecard, counted, tr};

use super::goal;
use crate::terminal::style::BEST;
use crate::terminal::window;
use crate::text;

/// Options shown without `--all`.
const SHOWN: usize = 5;

/// The whole answer to a question about this card. With `all` it shows every option with its risk instead of the best few.
pub(crate) fn in_text(answer: &Answer, card: &Scorecard, rounds: &Rounds, all: bool) -> String {
    let words = answer.words();
    let mut text = format!("{BEST}{}.{BEST:#}\n", answer.best().action.words());
    text.extend(words.ties.iter().map(|ties| format!("{ties}\n")));
    text.push_str(&text::lines(&words.verdict));
    text.push_str(&format!("\n{}", dice(answer)));
    text.push_str(&options(answer, card, all));
    text.push_str(&score(answer, card, rounds));
    text.push_str(&text::lines(&words.objective_said));
    text.push_str(&text::reasons(&answer.explained(&tr!("Why"))));
    if let Some(goal) = &answer.goal {
        let shown = if all { goal.options.len() } else { SHOWN };
        text.push_str(&goal::in_words(goal, &words.goal_said, shown));
    }
    text
}

fn dice(answer: &Answer) -> String {
    let kept = match answer.best().action {
        NamedAction::Hold { hold, .. } => *hold,
        NamedAction::Score { .. } => *answer.dice,
    };
    text::dice(&answer.dice, &kept, answer.rerolls_left, window::draws())
}

fn options(answer: &Answer, card: &Scorecard, all: bool) -> String {
    let options = &answer.options;
    let shown = if all { options.len() } else { SHOWN.min(options.len()) };
    let mut header = vec![tr!("option"), answer.words().amounts.clone(), tr!("loss")];
    if answer.measure.is_some() {
        header.push(tr!("expected final"));
    }
    let with_risks = all && answer.best().sd.is_some();
    if with_risks {
        header.push(tr!("sd"));
        header.extend((!card.rules().upper_bonus().is_none()).then(|| tr!("upper bonus")));
    }
    let is_chosen = |option: &NamedOption| answer.chosen.as_ref().is_some_and(|chosen| chosen.action.is(&option.action));
    // The table includes the chosen option, however low it ranks.
    let chosen_below = answer.chosen.iter().filter(|_| !options[..shown].iter().any(is_chosen));
    let rows = options[..shown].iter().chain(chosen_below).enumerate().map(|(index, option)| {
        let name = option.action.words().to_owned();
        let name = if is_chosen(option) { tr!("{} (your choice)", name) } else { name };
        let mut row = vec![name, option.words().amount.clone(), loss_in_table(option, index == 0)];
        if answer.measure.is_some() {
            row.push(decimal(option.expected_final, 2));
        }
        if let Some((sd, upper_bonus)) = option.sd.zip(option.upper_bonus).filter(|_| with_risks) {
            row.extend([decimal(sd, 2), tr!("{}%", decimal(100.0 * upper_bonus, 1))]);
        }
        row.truncate(header.len());
        row
    });
    let right: Vec<bool> = (0..header.len()).map(|column| column > 0).collect();
    let mut text = format!("\n{}", text::table_with_best(&header, &right, rows.collect()));
    let hidden = options[shown..].iter().filter(|option| !is_chosen(option)).count();
    if hidden > 0 {
        let more = counted!(hidden, "and no more options", "and 1 more option", "and {} more options");
        text.push_str(&text::faint(&format!("  {more} ({})", tr!("--all shows every option"))));
    }
    text
}

/// The loss of an option in a table: empty for the best, `tie` for a tied one.
pub(super) fn loss_in_table(option: &NamedOption, is_best: bool) -> String {
    if is_best { String::new() } else { option.words().lost.clone().unwrap_or_else(|| tr!("tie")) }
}

fn score(answer: &Answer, card: &Scorecard, rounds: &Rounds) -> String {
    let card = match words::card(card) {
        empty if empty.is_empty() => empty,
        card => format!("\n{}", tr!("Card: {}", card)),
    };
    let scores = tr!("Score so far {}, expected final score {}", answer.score_so_far, decimal(answer.expected_final, 2));
    let name = &answer.rules;
    match rounds.count() {
        1 => format!("{card}\n{scores}; {}\n", tr!("rules: {}", name)),
        count => format!("{card}\n{scores}; {}; {}\n", tr!("round {} of {}", rounds.current(), count), tr!("rules: {}", name)),
    }
}
