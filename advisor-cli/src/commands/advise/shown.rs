//! The answer to a position as text: the best option, the dice, the options in a table, reasons and goal.

use yahtzee_dialogue::answer::sentences::loss_in_table;
use yahtzee_dialogue::{Answer, WorthKind, words};
use yahtzee_solver::counted;
use yahtzee_solver::evaluate::Spread;
use yahtzee_solver::language::decimal;
use yahtzee_solver::tr;
use yahtzee_solver::{Action, TurnOption};

use super::goal;
use crate::terminal::style::BEST;
use crate::terminal::window;
use crate::text;

/// Options shown without `--all`.
const SHOWN: usize = 5;

/// The whole answer. With `all` it shows every option with its risk instead of the best few.
pub(crate) fn in_text(answer: &Answer<'_>, all: bool) -> String {
    let best = answer.advice.best();
    let mut text = format!("{BEST}{}.{BEST:#}\n", answer.in_words(best));
    text.extend(answer.ties().map(|ties| format!("{ties}\n")));
    text.push_str(&text::lines(&answer.verdict()));
    text.push_str(&format!("\n{}", dice(answer)));
    text.push_str(&options(answer, all));
    text.push_str(&score(answer));
    text.push_str(&text::lines(&answer.objective_in_words()));
    text.push_str(&text::reasons(&answer.explained(&tr!("Why"), tr!("your choice"))));
    if let Some(advice) = &answer.goal {
        let shown = if all { advice.options.len() } else { SHOWN };
        text.push_str(&goal::in_words(advice, answer, shown));
    }
    text
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
    let kind = answer.worth_kind();
    let mut header = vec![tr!("option"), kind.title(), tr!("loss")];
    if kind != WorthKind::Points {
        header.push(tr!("expected final"));
    }
    let with_risks = all && answer.risk(answer.advice.best()).is_some();
    if with_risks {
        header.push(tr!("sd"));
        header.extend((!answer.rules.upper_bonus().is_none()).then(|| tr!("upper bonus")));
    }
    let is_chosen = |option: &TurnOption| answer.chosen.as_ref().is_some_and(|chosen| chosen.action == option.action);
    // The table includes the chosen option, however low it ranks.
    let chosen_below = answer.chosen.iter().filter(|_| !options[..shown].iter().any(is_chosen));
    let rows = options[..shown].iter().chain(chosen_below).enumerate().map(|(index, option)| {
        let name = answer.in_words(option);
        let name = if is_chosen(option) { tr!("{} (your choice)", name) } else { name };
        let mut row = vec![name, kind.amount(option).to_string(), loss_in_table(option, index == 0, kind)];
        if kind != WorthKind::Points {
            row.push(decimal(option.expected_final, 2));
        }
        if let Some(Spread { sd, upper_bonus }) = answer.risk(option).filter(|_| with_risks) {
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

fn score(answer: &Answer<'_>) -> String {
    let (advice, rounds, name) = (&answer.advice, &answer.question.rounds, answer.rules.name());
    let card = match words::card(answer.question.position.card()) {
        empty if empty.is_empty() => empty,
        card => format!("\n{}", tr!("Card: {}", card)),
    };
    let scores = tr!("Score so far {}, expected final score {}", advice.score_so_far, decimal(advice.expected_final(), 2));
    match rounds.count() {
        1 => format!("{card}\n{scores}; {}\n", tr!("rules: {}", name)),
        count => format!("{card}\n{scores}; {}; {}\n", tr!("round {} of {}", rounds.current(), count), tr!("rules: {}", name)),
    }
}
