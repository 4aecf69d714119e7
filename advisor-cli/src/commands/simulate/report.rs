//! The report of `simulate`, for people.

use std::fmt::Write;

use yahtzee_dialogue::words;
use yahtzee_solver::language::{decimal, grouped, tr, with_mark};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::simulate::{Measured, Scores};
use yahtzee_solver::{Distribution, RuleSet, counted, tr};

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
        Some(command) => tr!("the bot '{}'", escaped(command)),
        None => tr!("the {} player", run.player()),
    };
    let games = if scores.games() == 1 { tr!("1 game") } else { tr!("{} games", grouped(scores.games())) };
    let rules = run.table.rules();
    let mut text = String::new();
    let heading = tr!("{}: {} of {}, seed {}", tr(rules.title(), &[]), games, player, run.args.seed);
    line!(text, "{HEADING}{heading}{HEADING:#}\n");
    match &run.played {
        Played::Optimal { scores, exact } => against_exact(&mut text, scores, exact),
        Played::Measured(measured) => against_optimal(&mut text, measured, run.table.expected_score(), rules),
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

fn range(scores: &Scores) -> String {
    let end = |percent| scores.percentile(percent).unwrap_or_default().into();
    tr!("Lowest {}, highest {}.", grouped(end(0)), grouped(end(100))) + "\n"
}

fn against_exact(text: &mut String, scores: &Scores, exact: &Distribution) {
    let deviation = scores.deviation(exact, &PERCENTS);
    let row = |name: String, games: String, exact: String, deviation: f64| vec![name, games, exact, with_mark(format!("{deviation:+.2}"))];
    let mut rows = vec![
        row(tr!("mean"), decimal(scores.mean(), 3), decimal(exact.mean(), 3), deviation.mean),
        row(tr!("standard deviation"), decimal(scores.sd(), 3), decimal(exact.sd(), 3), deviation.sd),
    ];
    for (percent, deviation) in PERCENTS.into_iter().zip(deviation.percentiles) {
        let games = scores.percentile(percent).unwrap_or_default();
        rows.push(row(percentile(percent), games.to_string(), exact.quantile(f64::from(percent) / 100.0).to_string(), deviation));
    }
    text.push_str(&text::table(&[String::new(), tr!("games"), tr!("exact"), tr!("standard errors")], &[false, true, true, true], rows));
    text.push('\n');
    text.push_str(&range(scores));
    text.push_str(&text::faint(&tr!(
        "Standard errors say how far the games are from the exact figures: within 2 nineteen times out of twenty."
    )));
    text.push_str(&text::faint(&tr!("For a percentile they compare the share of games up to the exact percentile.")));
}

fn against_optimal(text: &mut String, measured: &Measured, optimal: f64, rules: &RuleSet) {
    let scores = &measured.scores;
    let figures = [
        (tr!("mean score"), scores.mean(), Some(scores.standard_error())),
        (tr!("expected score, by its losses"), measured.expected_score(), Some(measured.loss_standard_error())),
        (tr!("optimal play"), optimal, None),
        (tr!("loss a game"), measured.loss_per_game(), Some(measured.loss_standard_error())),
        (tr!("loss a decision"), measured.loss_per_decision(), None),
    ];
    let width = figures.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or_default().max(30);
    for (name, figure, error) in figures {
        let error = error.map_or(String::new(), |error| format!("   {FAINT}{}{FAINT:#}", tr!("standard error {}", decimal(error, 2))));
        line!(text, "  {name:<width$} {:>8}{error}", decimal(figure, 2));
    }
    let percentiles = PERCENTS.map(|percent| format!("{}:{NO_BREAK}{}", percent, scores.percentile(percent).unwrap_or_default()));
    line!(text, "\n{}", tr!("Percentiles {}.", percentiles.join(", ")));
    text.push_str(&range(scores));
    by_kind(text, measured);
    worst(text, measured, rules);
}

fn by_kind(text: &mut String, measured: &Measured) {
    let games = measured.scores.games() as f64;
    let rows = measured.decisions.iter().map(|kind| {
        vec![
            words::kind_in_words(kind.kind).to_string(),
            grouped(kind.decisions),
            grouped(kind.mistakes),
            decimal(if kind.decisions == 0 { 0.0 } else { kind.loss / kind.decisions as f64 }, 3),
            decimal(kind.loss / games, 2),
        ]
    });
    let header = [tr!("kind"), tr!("decisions"), tr!("mistakes"), tr!("loss a decision"), tr!("loss a game")];
    line!(text, "\n{HEADING}{}{HEADING:#}", tr!("Loss by kind of decision"));
    text.push_str(&text::table(&header, &[false, true, true, true, true], rows.collect()));
}

fn worst(text: &mut String, measured: &Measured, rules: &RuleSet) {
    if measured.worst.is_empty() {
        return;
    }
    line!(text, "\n{HEADING}{}{HEADING:#}", tr!("Worst decisions"));
    for mistake in &measured.worst {
        let rerolls = counted!(mistake.position.rerolls_left().get(), "no rerolls left", "1 reroll left", "{} rerolls left");
        let card = mistake.position.card().to_string();
        let card = if card.is_empty() { tr!("an empty card") } else { card };
        let times = if mistake.times > 1 { tr!(", {} times in all", grouped(mistake.times)) } else { String::new() };
        line!(
            text,
            "  {:>6}   {}, {rerolls}: {}",
            decimal(mistake.chosen.loss, 2),
            mistake.position.roll(),
            words::in_short(&mistake.chosen.action, rules)
        );
        line!(text, "           {}", tr!("best: {}", words::in_short(&mistake.best.action, rules)));
        line!(text, "           {FAINT}{}{FAINT:#}", tr!("game {}{}: {}", mistake.game + 1, times, card));
    }
}
