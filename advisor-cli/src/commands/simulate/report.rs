//! The report of `simulate`, for people.

use std::fmt::Write;

use yahtzee_dialogue::answer::{MeasuredByKind, MeasuredLoss};
use yahtzee_dialogue::words;
use yahtzee_solver::language::{decimal, grouped, tr, with_mark};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::{Points, RuleSet, counted, tr};

use super::json::{Figures, RunAnswer};
use crate::terminal::style::{FAINT, HEADING};
use crate::terminal::wrap::NO_BREAK;
use crate::text;

/// Appends a line. Writing to a String cannot fail.
macro_rules! line {
    ($text:expr $(, $($args:tt)+)?) => {{
        let _ = writeln!($text $(, $($args)+)?);
    }};
}

pub(super) fn in_text(answer: &RunAnswer<'_>, rules: &RuleSet) -> String {
    let player = match answer.bot {
        Some(command) => tr!("the bot '{}'", escaped(command)),
        None => tr!("the {} player", answer.player),
    };
    let games = if answer.games == 1 { tr!("1 game") } else { tr!("{} games", grouped(answer.games)) };
    let mut text = String::new();
    let heading = tr!("{}: {} of {}, seed {}", tr(rules.title(), &[]), games, player, answer.seed);
    line!(text, "{HEADING}{heading}{HEADING:#}\n");
    if let (Some(exact), Some(deviation)) = (&answer.exact, &answer.deviation) {
        against_exact(&mut text, answer, exact, deviation);
    }
    if let Some(measured) = &answer.measured {
        against_optimal(&mut text, answer, measured, rules);
    }
    text
}

/// `5th percentile`.
fn percentile(percent: u8) -> String {
    match percent {
        1 => tr!("1st percentile"),
        50 => tr!("median"),
        _ => tr!("{}th percentile", percent),
    }
}

fn range(answer: &RunAnswer<'_>) -> String {
    tr!("Lowest {}, highest {}.", grouped(answer.lowest.into()), grouped(answer.highest.into())) + "\n"
}

fn against_exact(text: &mut String, answer: &RunAnswer<'_>, exact: &Figures<Points>, deviation: &Figures<f64>) {
    let row = |name: String, games: String, exact: String, deviation: f64| vec![name, games, exact, with_mark(format!("{deviation:+.2}"))];
    let mut rows = vec![
        row(tr!("mean"), decimal(answer.mean, 3), decimal(exact.mean, 3), deviation.mean),
        row(tr!("standard deviation"), decimal(answer.sd, 3), decimal(exact.sd, 3), deviation.sd),
    ];
    for (percent, games) in &answer.percentiles {
        rows.push(row(percentile(*percent), games.to_string(), exact.percentiles[percent].to_string(), deviation.percentiles[percent]));
    }
    text.push_str(&text::table(&[String::new(), tr!("games"), tr!("exact"), tr!("standard errors")], &[false, true, true, true], rows));
    text.push('\n');
    text.push_str(&range(answer));
    text.push_str(&text::faint(&tr!(
        "Standard errors say how far the games are from the exact figures: within 2 nineteen times out of twenty."
    )));
    text.push_str(&text::faint(&tr!("For a percentile they compare the share of games up to the exact percentile.")));
}

fn against_optimal(text: &mut String, answer: &RunAnswer<'_>, measured: &MeasuredLoss, rules: &RuleSet) {
    let figures = [
        (tr!("mean score"), answer.mean, Some(answer.standard_error)),
        (tr!("expected score, by its losses"), measured.expected_score, Some(measured.loss_standard_error)),
        (tr!("optimal play"), measured.optimal_score, None),
        (tr!("loss a game"), measured.loss, Some(measured.loss_standard_error)),
        (tr!("loss a decision"), measured.loss_per_decision, None),
    ];
    let width = figures.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or_default().max(30);
    for (name, figure, error) in figures {
        let error = error.map_or(String::new(), |error| format!("   {FAINT}{}{FAINT:#}", tr!("standard error {}", decimal(error, 2))));
        line!(text, "  {name:<width$} {:>8}{error}", decimal(figure, 2));
    }
    let percentiles: Vec<String> = answer.percentiles.iter().map(|(percent, score)| format!("{percent}:{NO_BREAK}{score}")).collect();
    line!(text, "\n{}", tr!("Percentiles {}.", percentiles.join(", ")));
    text.push_str(&range(answer));
    by_kind(text, answer.games, &measured.loss_by_kind);
    worst(text, measured, rules);
}

fn by_kind(text: &mut String, games: u64, by_kind: &MeasuredByKind) {
    let rows = by_kind.holds.iter().chain([&by_kind.category]).map(|kind| {
        vec![
            words::kind_in_words(kind.kind).to_string(),
            grouped(kind.decisions),
            grouped(kind.mistakes),
            decimal(if kind.decisions == 0 { 0.0 } else { kind.loss / kind.decisions as f64 }, 3),
            decimal(kind.loss / games as f64, 2),
        ]
    });
    let header = [tr!("kind"), tr!("decisions"), tr!("mistakes"), tr!("loss a decision"), tr!("loss a game")];
    line!(text, "\n{HEADING}{}{HEADING:#}", tr!("Loss by kind of decision"));
    text.push_str(&text::table(&header, &[false, true, true, true, true], rows.collect()));
}

fn worst(text: &mut String, measured: &MeasuredLoss, rules: &RuleSet) {
    if measured.worst.is_empty() {
        return;
    }
    line!(text, "\n{HEADING}{}{HEADING:#}", tr!("Worst decisions"));
    for mistake in &measured.worst {
        let rerolls = counted!(mistake.rerolls_left.get(), "no rerolls left", "1 reroll left", "{} rerolls left");
        let card = mistake.card.to_string();
        let card = if card.is_empty() { tr!("an empty card") } else { card };
        let times = if mistake.times > 1 { tr!(", {} times in all", grouped(mistake.times)) } else { String::new() };
        let [chosen, best] = [&mistake.chosen, &mistake.best].map(|option| option.action.in_short(rules));
        line!(text, "  {:>6}   {}, {rerolls}: {chosen}", decimal(mistake.loss, 2), mistake.dice);
        line!(text, "           {}", tr!("best: {}", best));
        line!(text, "           {FAINT}{}{FAINT:#}", tr!("game {}{}: {}", mistake.game, times, card));
    }
}
