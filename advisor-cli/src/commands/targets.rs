//! `yahtzee targets`: the best chance of every final score.

use std::fmt::Write;

use yahtzee_dialogue::answer::TargetsAnswer;
use yahtzee_dialogue::service::{Need, Planned};
use yahtzee_dialogue::words;
use yahtzee_solver::advise::{TargetDifference, Targets};
use yahtzee_solver::language::tr;
use yahtzee_solver::printable::escaped;
use yahtzee_solver::tr;
use yahtzee_solver::{Points, RuleSet};

use crate::args::TargetsArgs;
use crate::context::Context;
use crate::context::asking::solving;
use crate::files::file;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::HEADING;
use crate::text::{self, bars};

/// The share of games that text leaves out at either end.
const BEYOND: f64 = 0.0005;
/// The most targets in the table, and in the chart.
const ROWS: usize = 14;
const LINES: usize = 24;
/// Columns before the bars of the chart.
const BEFORE_BAR: u16 = 21;

/// A round target, and where play for it first differs from expected-score play.
type TargetRow = (Points, Option<TargetDifference>);

pub(super) fn run(context: &Context, args: &TargetsArgs) -> Result<(), Failure> {
    let rules = &context.rules()?;
    let card = args.card.card(rules)?;
    let rounds = args.card.rounds(rules)?;
    let planned = Some(Planned::Targets(&card, &rounds));
    let service = context.open(rules, Need { planned, ..Need::of_card(&card, &rounds, None) })?;
    let targets = context.ask(&service, &solving(), |effort| service.targets(&card, &rounds, effort))?;
    let shown: Vec<TargetRow> = round_targets(&targets, ROWS).into_iter().map(|target| (target, targets.difference(target))).collect();

    if let Some(picture) = &args.plot {
        let title = tr!("{}: chances of a final score", tr(rules.title(), &[]));
        file::write(picture.path(), &picture.draw(&title, &targets)?)?;
    }
    let plot = args.plot.as_ref().map(|picture| picture.path().display().to_string());
    let score_so_far = card.score() + rounds.score_before();
    if context.json() {
        return output::print_json(&TargetsAnswer { plot, ..TargetsAnswer::new(score_so_far, &targets, &shown, rules) });
    }
    let written = plot.map_or_else(String::new, |path| tr!("Written: {}", escaped(&path)) + "\n");
    output::print(&(in_text(rules, score_so_far, &targets, &shown) + &written))
}

/// At most this many round scores among the uncertain but possible ones. If there is none, the highest reachable score.
fn round_targets(targets: &Targets<'_>, most: usize) -> Vec<Points> {
    let Some(last) = targets.iter().rfind(|chance| chance.best >= BEYOND) else { return Vec::new() };
    let first = targets.iter().find(|chance| chance.best <= 1.0 - BEYOND).map_or(last.target.get() + 1, |chance| chance.target.get());
    let round = |step: u32| (first.div_ceil(step)..=last.target.get() / step).map(move |number| Points::new(number * step));
    let steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500];
    let step = steps.into_iter().find(|&step| round(step).count() <= most).unwrap_or(1000);
    let shown: Vec<Points> = round(step).collect();
    if shown.is_empty() { vec![last.target] } else { shown }
}

fn in_text(rules: &RuleSet, score_so_far: Points, targets: &Targets<'_>, shown: &[TargetRow]) -> String {
    let mut answer = tr!("The chances of a final score of so many points or more, with {} so far", words::points(score_so_far)) + "\n\n";
    answer.push_str(&table(rules, targets, shown));
    answer.push('\n');
    answer.push_str(&chart(targets));
    if shown.iter().any(|(_, difference)| difference.is_some()) {
        let said = tr!(
            "The roll is a first roll of this turn: the one with which playing for points, and not for the target, costs the most chance."
        );
        answer.push_str(&format!("\n{said}\n"));
    }
    let _ = write!(answer, "\n{}\n", tr!("Exact; at most {} can be reached; rules: {}", words::points(targets.most()), rules.name()));
    answer
}

fn table(rules: &RuleSet, targets: &Targets<'_>, shown: &[TargetRow]) -> String {
    let row = |(target, difference): &TargetRow| {
        let chance = targets.chance(*target);
        let mut row = vec![target.to_string(), words::percent(chance.best).to_string(), words::percent(chance.expected).to_string()];
        if let Some(TargetDifference { roll, for_target, for_score, .. }) = difference {
            let actions = [for_target, for_score].map(|option| words::in_short(&option.action, rules));
            row.push(roll.to_string());
            row.extend(actions);
            row.push(for_score.worth.map_or_else(String::new, |worth| words::percent(worth.loss).to_string()));
        }
        row
    };
    let header =
        [tr!("target"), tr!("best"), tr!("playing for points"), tr!("roll"), tr!("for the target"), tr!("for points"), tr!("gives up")];
    text::table(&header, &[true, true, true, false, false, false, true], shown.iter().map(row).collect())
}

/// A bar for each of some round targets.
fn chart(targets: &Targets<'_>) -> String {
    let longest = f64::from(bars::longest(BEFORE_BAR));
    let mut text = format!(
        "  {HEADING}{:<6}  {:>8}{HEADING:#}   {}\n",
        tr!("target"),
        tr!("best"),
        tr!("█ playing for points, ░ playing for the target")
    );
    for target in round_targets(targets, LINES) {
        let chance = targets.chance(target);
        let bar = bars::part_of(longest * chance.expected, longest * chance.best);
        let _ = writeln!(text, "  {:>6}  {:>8}   {bar}", target.to_string(), words::percent(chance.best));
    }
    text
}
