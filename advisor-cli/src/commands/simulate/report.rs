//! The report of `simulate`, for people.

use std::fmt::Write;

use indicatif::HumanCount;
use yahtzee_dialogue::words;
use yahtzee_solver::printable::escaped;
use yahtzee_solver::simulate::{Measured, Scores};
use yahtzee_solver::{RuleSet, Statistics};

use super::run::{PERCENTS, Played, Run};
use crate::terminal::style::{FAINT, HEADING};
use crate::terminal::wrap::NO_BREAK;
use crate::text;

/// Appends a line. Writing to a String cannot fail.
macro_rules! line {
    ($text:expr $(, $($args:tt)+)?) => {{
        let _ = writeln!($text $(, $($args)+)?);
    }};
}

pub(super) fn in_text(run: &Run<'_>) -> String {
    let scores = run.scores();
    let player = match &run.args.bot {
        Some(command) => format!("the bot '{}'", escaped(command)),
        None => format!("the {} player", run.player()),
    };
    let games = if scores.games() == 1 { "1 game".to_owned() } else { format!("{} games", HumanCount(scores.games())) };
    let rules = run.table.rules();
    let mut text = String::new();
    line!(text, "{HEADING}{}: {games} of {player}, seed {}{HEADING:#}\n", rules.title(), run.args.seed);
    match &run.played {
        Played::Optimal { scores, exact } => against_exact(&mut text, scores, exact),
        Played::Measured(measured) => against_optimal(&mut text, measured, run.table.expected_score(), rules),
    }
    text
}

/// `5th percentile`.
fn percentile(percent: u8) -> String {
    match percent {
        1 => "1st percentile".to_owned(),
        50 => "median".to_owned(),
        _ => format!("{percent}th percentile"),
    }
}

fn range(scores: &Scores) -> String {
    let end = |percent| scores.percentile(percent).unwrap_or_default().into();
    format!("Lowest {}, highest {}.\n", HumanCount(end(0)), HumanCount(end(100)))
}

fn against_exact(text: &mut String, scores: &Scores, exact: &Statistics) {
    let exact = &exact.score;
    let deviation = scores.deviation(exact, &PERCENTS);
    let row = |name: &str, games: String, exact: String, deviation: f64| vec![name.to_owned(), games, exact, format!("{deviation:+.2}")];
    let mut rows = vec![
        row("mean", format!("{:.3}", scores.mean()), format!("{:.3}", exact.mean()), deviation.mean),
        row("standard deviation", format!("{:.3}", scores.sd()), format!("{:.3}", exact.sd()), deviation.sd),
    ];
    for (percent, deviation) in PERCENTS.into_iter().zip(deviation.percentiles) {
        let games = scores.percentile(percent).unwrap_or_default();
        rows.push(row(&percentile(percent), games.to_string(), exact.quantile(f64::from(percent) / 100.0).to_string(), deviation));
    }
    text.push_str(&text::table(&["", "games", "exact", "standard errors"], &[false, true, true, true], rows));
    text.push('\n');
    text.push_str(&range(scores));
    text.push_str(&text::faint("Standard errors say how far the games are from the exact figures: within 2 nineteen times out of twenty."));
    text.push_str(&text::faint("For a percentile they compare the share of games up to the exact percentile."));
}

fn against_optimal(text: &mut String, measured: &Measured, optimal: f64, rules: &RuleSet) {
    let scores = &measured.scores;
    let figures = [
        ("mean score", scores.mean(), Some(scores.standard_error())),
        ("expected score, by its losses", measured.expected_score(), Some(measured.loss_standard_error())),
        ("optimal play", optimal, None),
        ("loss a game", measured.loss_per_game(), Some(measured.loss_standard_error())),
        ("loss a decision", measured.loss_per_decision(), None),
    ];
    for (name, figure, error) in figures {
        let error = error.map_or(String::new(), |error| format!("   {FAINT}standard error {error:.2}{FAINT:#}"));
        line!(text, "  {name:<30} {figure:>8.2}{error}");
    }
    let percentiles = PERCENTS.map(|percent| format!("{}:{NO_BREAK}{}", percent, scores.percentile(percent).unwrap_or_default()));
    line!(text, "\nPercentiles {}.", percentiles.join(", "));
    text.push_str(&range(scores));
    by_kind(text, measured);
    worst(text, measured, rules);
}

fn by_kind(text: &mut String, measured: &Measured) {
    let games = measured.scores.games() as f64;
    let rows = measured.decisions.iter().map(|kind| {
        vec![
            words::kind_in_words(kind.kind).to_string(),
            HumanCount(kind.decisions).to_string(),
            HumanCount(kind.mistakes).to_string(),
            format!("{:.3}", if kind.decisions == 0 { 0.0 } else { kind.loss / kind.decisions as f64 }),
            format!("{:.2}", kind.loss / games),
        ]
    });
    let header = ["kind", "decisions", "mistakes", "loss a decision", "loss a game"];
    line!(text, "\n{HEADING}Loss by kind of decision{HEADING:#}");
    text.push_str(&text::table(&header, &[false, true, true, true, true], rows.collect()));
}

fn worst(text: &mut String, measured: &Measured, rules: &RuleSet) {
    if measured.worst.is_empty() {
        return;
    }
    line!(text, "\n{HEADING}Worst decisions{HEADING:#}");
    for mistake in &measured.worst {
        let rerolls = words::count(mistake.position.rerolls_left().get().into(), "reroll left", "rerolls left");
        let card = mistake.position.card().to_string();
        let card = if card.is_empty() { "an empty card".to_owned() } else { card };
        let times = if mistake.times > 1 { format!(", {} times in all", HumanCount(mistake.times)) } else { String::new() };
        line!(
            text,
            "  {:>6.2}   {}, {rerolls}: {}",
            mistake.chosen.loss,
            mistake.position.roll(),
            words::in_short(&mistake.chosen.action, rules)
        );
        line!(text, "           best: {}", words::in_short(&mistake.best.action, rules));
        line!(text, "           {FAINT}game {}{times}: {card}{FAINT:#}", mistake.game + 1);
    }
}
