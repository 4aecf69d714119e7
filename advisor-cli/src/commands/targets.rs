//! `yahtzee targets`: the best chance of every final score.

use std::fmt::Write;

use yahtzee_dialogue::answer::TargetsAnswer;
use yahtzee_dialogue::service::{Need, Planned};
use yahtzee_dialogue::words;
use yahtzee_solver::language::tr;
use yahtzee_solver::printable::escaped;
use yahtzee_solver::{Points, RuleSet, tr};

use crate::args::TargetsArgs;
use crate::context::Context;
use crate::context::asking::solving;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::HEADING;
use crate::text::{self, bars};

/// The most targets in the chart.
const LINES: usize = 24;
/// Columns before the bars of the chart.
const BEFORE_BAR: u16 = 21;

pub(super) fn run(context: &Context, args: &TargetsArgs) -> Result<(), Failure> {
    let rules = &context.rules()?;
    let card = args.card.card(rules)?;
    let rounds = args.card.rounds(rules)?;
    let planned = Some(Planned::Targets(&card, &rounds));
    let service = context.open(rules, Need { planned, ..Need::of_card(&card, &rounds, None) })?;
    let targets = context.ask(&service, &solving(), |effort| service.targets(&card, &rounds, effort))?;
    let title = tr!("{}: chances of a final score", tr(rules.title(), &[]));
    let plot = args.plot.as_ref().map(|picture| picture.write(&title, &targets)).transpose()?;
    let answer = TargetsAnswer { plot, ..TargetsAnswer::new(card.score() + rounds.score_before(), &targets, rules) };
    if context.json() {
        return output::print_json(&answer);
    }
    let written = answer.plot.as_ref().map_or_else(String::new, |path| tr!("Written: {}", escaped(path)) + "\n");
    output::print(&(in_text(rules, &answer) + &written))
}

fn in_text(rules: &RuleSet, targets: &TargetsAnswer) -> String {
    let so_far = words::points(targets.score_so_far);
    let mut answer = tr!("The chances of a final score of so many points or more, with {} so far", so_far) + "\n\n";
    answer.push_str(&table(rules, targets));
    answer.push('\n');
    answer.push_str(&chart(targets));
    if !targets.differences.is_empty() {
        let said = tr!(
            "The roll is a first roll of this turn: the one with which playing for points, and not for the target, costs the most chance."
        );
        answer.push_str(&format!("\n{said}\n"));
    }
    let most = targets.targets.last().map_or(Points::ZERO, |(target, ..)| *target);
    let _ = write!(answer, "\n{}\n", tr!("Exact; at most {} can be reached; rules: {}", words::points(most), rules.name()));
    answer
}

fn table(rules: &RuleSet, targets: &TargetsAnswer) -> String {
    let rows = targets.round(TargetsAnswer::ROWS).into_iter().map(|(target, best, expected)| {
        let mut row = vec![target.to_string(), words::percent(best), words::percent(expected)];
        if let Some(differs) = targets.differences.iter().find(|differs| differs.target == target) {
            row.push(differs.dice.to_string());
            row.extend([&differs.for_target, &differs.for_score].map(|choice| choice.action.in_short(rules)));
            row.push(words::percent(differs.for_score.worth_loss));
        }
        row
    });
    let header =
        [tr!("target"), tr!("best"), tr!("playing for points"), tr!("roll"), tr!("for the target"), tr!("for points"), tr!("gives up")];
    text::table(&header, &[true, true, true, false, false, false, true], rows.collect())
}

/// A bar for each of some round targets.
fn chart(targets: &TargetsAnswer) -> String {
    let longest = f64::from(bars::longest(BEFORE_BAR));
    let mut text = format!(
        "  {HEADING}{:<6}  {:>8}{HEADING:#}   {}\n",
        tr!("target"),
        tr!("best"),
        tr!("█ playing for points, ░ playing for the target")
    );
    for (target, best, expected) in targets.round(LINES) {
        let bar = bars::part_of(longest * expected, longest * best);
        let _ = writeln!(text, "  {:>6}  {:>8}   {bar}", target.to_string(), words::percent(best));
    }
    text
}
