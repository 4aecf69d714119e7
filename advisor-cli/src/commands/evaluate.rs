//! `yahtzee evaluate`: the exact value of a strategy, and its losses.

use std::fmt::Write;

use yahtzee_dialogue::service::{NamedHabit, Need, RuleWorth};
use yahtzee_dialogue::{Evaluated, NamedStrategy};
use yahtzee_solver::evaluate::LossKinds;
use yahtzee_solver::language::{decimal, tr};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::{Rounds, RuleSet, Scorecard, counted, tr};

use super::stats::categories;
use crate::args::EvaluateArgs;
use crate::context::Context;
use crate::context::strategy_named::strategy_named;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::{BEST, HEADING};
use crate::text;

pub(super) fn run(context: &Context, args: &EvaluateArgs) -> Result<(), Failure> {
    let named = strategy_named(context, &args.strategy)?;
    let rules = named.rules();
    let card = args.card(rules)?;
    let service = context.open(rules, Need::of_card(&card, &Rounds::default(), None))?;
    let evaluated = context.ask(&service, &tr!("Following every game"), |effort| service.evaluate(&named, &card, effort))?;
    if context.json() {
        return output::print_json(&evaluated);
    }
    output::print(&in_text(&named, rules, &card, &evaluated))
}

fn in_text(named: &NamedStrategy, rules: &RuleSet, card: &Scorecard, evaluated: &Evaluated) -> String {
    let Evaluated { strategy, expected_score, sd, loss, habits, worth, parts, .. } = evaluated;
    let title = match named.card() {
        Some(card) => format!("{} ({})", tr(&card.title, &[]), counted!(card.len(), "no rules", "1 rule", "{} rules")),
        None => strategy.clone(),
    };
    let points = |points: f64| decimal(points, 2);
    let mean = format!("{BEST}{}{BEST:#}", points(*expected_score));
    let mut answer = format!(
        "{}\n{}\n\n",
        tr!("{}: final score {} on average, standard deviation {}", title, mean, points(*sd)),
        tr!("optimal play scores {}, which is {} more", points(expected_score + loss), points(*loss)),
    );
    answer.push_str(&categories(rules, card, parts));
    answer.push('\n');
    answer.push_str(&where_it_loses(rules, card, evaluated));
    if !habits.is_empty() {
        let _ = write!(answer, "\n{HEADING}{}{HEADING:#}\n\n", tr!("Its costliest habits"));
        answer.push_str(&table_of(habits));
    }
    if !worth.is_empty() {
        let heading = tr!("What each rule is worth");
        let _ = write!(answer, "\n{HEADING}{heading}{HEADING:#}: {}\n\n", tr!("what the card loses without it"));
        for RuleWorth { rule, worth } in worth {
            let _ = writeln!(answer, "{:>7}  {}", points(*worth), escaped(rule));
        }
    }
    let _ = writeln!(answer, "\n{}", tr!("Exact; rules: {}", rules.name()));
    answer
}

/// The parts of the loss, as tables.
fn where_it_loses(rules: &RuleSet, card: &Scorecard, losses: &Evaluated) -> String {
    let points = |loss: f64| decimal(loss, 2);
    let mut answer = format!("{HEADING}{}{HEADING:#}, {}\n\n", tr!("Where it loses"), tr!("in points a game"));
    let LossKinds { category, hold, roll, stop } = losses.by_kind;
    let rows = vec![
        vec![tr!("keeps other dice than the best"), points(hold)],
        vec![tr!("scores where rolling is best"), points(stop)],
        vec![tr!("rolls where scoring is best"), points(roll)],
        vec![tr!("scores in another category than the best"), points(category)],
    ];
    answer.push_str(&text::table(&[tr!("decision"), tr!("loss")], &[false, true], rows));
    answer.push('\n');
    let rows = losses.by_rerolls_left.iter().enumerate().rev().map(|(rerolls, loss)| vec![rerolls.to_string(), points(*loss)]);
    answer.push_str(&text::table(&[tr!("rerolls left"), tr!("loss")], &[true, true], rows.collect()));
    answer.push('\n');
    let first = rules.category_count() - card.open_count();
    let rows = losses.by_turn.iter().enumerate().skip(first).map(|(turn, loss)| vec![(turn + 1).to_string(), points(*loss)]);
    answer.push_str(&text::table(&[tr!("turn"), tr!("loss")], &[true, true], rows.collect()));
    answer.push('\n');
    let titles = rules.categories().map(|category| rules.category(category).title.clone()).chain([tr!("by keeping dice")]);
    let rows = titles.zip(&losses.by_category).map(|(title, of)| vec![title, points(of.loss)]);
    answer.push_str(&text::table(&[tr!("by scoring in"), tr!("loss")], &[false, true], rows.collect()));
    answer
}

fn table_of(habits: &[NamedHabit]) -> String {
    let row = |habit: &NamedHabit| {
        vec![
            decimal(habit.loss, 2),
            decimal(habit.times, 2),
            habit.action.clone(),
            habit.best.clone(),
            decimal(habit.costs, 2),
            habit.position.clone(),
        ]
    };
    let header = [tr!("loss"), tr!("times"), tr!("does"), tr!("best"), tr!("costs"), tr!("for example")];
    text::table(&header, &[true, true, false, false, true, false], habits.iter().map(row).collect())
}
