//! The answer to a position as text: the best option, the dice, the options in a table, reasons and goal.

use yahtzee_dialogue::{Answer, Measure, objectives, words};
use yahtzee_solver::{Action, Spread, TurnOption};

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
    text.push_str(&aim(answer));
    text.push_str(&text::reasons(&answer.explained("Why", "Your choice")));
    if let Some(advice) = &answer.goal {
        let shown = if all { advice.options.len() } else { SHOWN };
        text.push_str(&goal::in_words(advice, answer, shown));
    }
    text
}

/// The options as good as the best.
fn ties(answer: &Answer<'_>) -> String {
    let ties = answer.advice.options[1..].iter().take_while(|option| option.ties_with_best());
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
    let measure = answer.measure();
    let Some(cost) = measure.cost(chosen) else {
        return format!("Your choice: {words}. {BEST}Nothing is better.{BEST:#}\n");
    };
    let is_then = match measure {
        Measure::Points => format!("the expected final score is then {:.2}", chosen.expected_final),
        Measure::Target | Measure::Win => format!("the chance is then {}", measure.amount(chosen)),
        Measure::Utility => format!("the expected utility is then {}", measure.amount(chosen)),
    };
    format!("Your choice: {words}.\n{LOSS}It costs {cost}{LOSS:#}: {is_then}.\n")
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
    let measure = answer.measure();
    let mut header = vec!["option", measure.title(), "loss"];
    if measure != Measure::Points {
        header.push("expected final");
    }
    if all {
        header.push("sd");
        header.extend((answer.rules.upper_bonus().points > 0).then_some("upper bonus"));
    }
    let rows = options[..shown].iter().enumerate().map(|(index, option)| {
        let loss = if index == 0 { String::new() } else { measure.loss(option).unwrap_or_else(|| "tie".to_owned()) };
        let mut row = vec![answer.in_words(option), measure.amount(option), loss];
        if measure != Measure::Points {
            row.push(format!("{:.2}", option.expected_final));
        }
        if let Some(Spread { sd, upper_bonus }) = answer.risk(option).filter(|_| all) {
            row.extend([format!("{sd:.2}"), format!("{:.1}%", 100.0 * upper_bonus)]);
        }
        row.truncate(header.len());
        row
    });
    let right: Vec<bool> = (0..header.len()).map(|column| column > 0).collect();
    let mut text = format!("\n{}", text::table_with_best(&header, &right, rows.collect()));
    let hidden = options.len() - shown;
    if hidden > 0 {
        let more = words::count(hidden as u64, "more option", "more options");
        text.push_str(&text::faint(&format!("  and {more} (--all shows every option)")));
    }
    text
}

/// What is maximised, and what the choice for the expected score would give up; empty if that is maximised.
fn aim(answer: &Answer<'_>) -> String {
    let Some(aim) = &answer.question.aim else { return String::new() };
    let (measure, best) = (answer.measure(), answer.advice.best());
    let wanted = objectives::in_words(&aim.objective);
    let amount = match measure {
        Measure::Utility => format!("{wanted}: {BEST}{} on average{BEST:#}.", measure.amount(best)),
        _ => format!("{wanted}: the chance is {BEST}{}{BEST:#}.", measure.amount(best)),
    };
    let for_score = answer.advice.best_for_score();
    let gives_up = match measure.cost(for_score) {
        None => "The choice for the expected score is as good.".to_owned(),
        Some(cost) => {
            format!("For the expected score: {}. That would give up {LOSS}{cost}{LOSS:#}.", answer.in_words(for_score))
        }
    };
    format!("{amount}\n{gives_up}\n")
}

fn score(answer: &Answer<'_>) -> String {
    let (advice, rounds, name) = (&answer.advice, &answer.question.rounds, answer.rules.name());
    let scores = format!("\nScore so far {}, expected final score {:.2}; ", advice.score_so_far, advice.expected_final());
    match rounds.count() {
        1 => format!("{scores}rules: {name}\n"),
        count => format!("{scores}round {} of {count}; rules: {name}\n", rounds.current()),
    }
}
