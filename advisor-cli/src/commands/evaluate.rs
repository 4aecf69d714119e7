//! `yahtzee evaluate`: the exact value of a strategy, and its losses.

use std::fmt::Write;

use yahtzee_dialogue::json::JsonEvaluated;
use yahtzee_dialogue::{Evaluated, NamedStrategy};
use yahtzee_solver::evaluate::{Habit, LossKind, Losses};
use yahtzee_solver::language::{decimal, tr};
use yahtzee_solver::printable::escaped;
use yahtzee_solver::{RuleSet, Scorecard, counted, tr};

use super::stats::categories;
use crate::args::EvaluateArgs;
use crate::context::from_card::filled_on_all;
use crate::context::strategy_named::strategy_named;
use crate::context::{Context, TablePart};
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::{BEST, HEADING};
use crate::text;

pub(super) fn run(context: &Context, args: &EvaluateArgs) -> Result<(), Failure> {
    let named = strategy_named(context, &args.strategy)?;
    let rules = named.rules();
    let card = args.card(rules)?;
    let filled = filled_on_all([&card]);
    let table = context.table_of(&context.model_from(rules, filled, TablePart::Whole)?, TablePart::Whole)?;
    let service = context.service((table, None));
    let evaluated = context.ask(&service, &tr!("Following every game"), |effort| service.evaluate(&named, &card, effort))?;
    if context.json() {
        return output::print_json(&JsonEvaluated::new(rules, named.name(), &evaluated));
    }
    output::print(&in_text(&named, rules, &card, &evaluated))
}

fn in_text(named: &NamedStrategy, rules: &RuleSet, card: &Scorecard, evaluated: &Evaluated) -> String {
    let Evaluated { statistics, losses, worth } = evaluated;
    let score = &statistics.score;
    let title = match named.card() {
        Some(card) => format!("{} ({})", tr(&card.title, &[]), counted!(card.len(), "no rules", "1 rule", "{} rules")),
        None => named.name().to_owned(),
    };
    let points = |points: f64| decimal(points, 2);
    let mean = format!("{BEST}{}{BEST:#}", points(score.mean()));
    let mut answer = format!(
        "{}\n{}\n\n",
        tr!("{}: final score {} on average, standard deviation {}", title, mean, points(score.sd())),
        tr!("optimal play scores {}, which is {} more", points(score.mean() + losses.total), points(losses.total)),
    );
    answer.push_str(&categories(rules, card, statistics));
    answer.push('\n');
    answer.push_str(&where_it_loses(rules, card, losses));
    if !losses.habits.is_empty() {
        let _ = write!(answer, "\n{HEADING}{}{HEADING:#}\n\n", tr!("Its costliest habits"));
        answer.push_str(&habits(rules, &losses.habits));
    }
    if !worth.is_empty() {
        let heading = tr!("What each rule is worth");
        let _ = write!(answer, "\n{HEADING}{heading}{HEADING:#}: {}\n\n", tr!("what the card loses without it"));
        for (rule, worth) in worth {
            let _ = writeln!(answer, "{:>7}  {}", points(*worth), escaped(rule));
        }
    }
    let _ = writeln!(answer, "\n{}", tr!("Exact; rules: {}", rules.name()));
    answer
}

/// The parts of the loss, as tables.
fn where_it_loses(rules: &RuleSet, card: &Scorecard, losses: &Losses) -> String {
    let points = |loss: f64| decimal(loss, 2);
    let mut answer = format!("{HEADING}{}{HEADING:#}, {}\n\n", tr!("Where it loses"), tr!("in points a game"));
    let kind = |kind| match kind {
        LossKind::Hold => tr!("keeps other dice than the best"),
        LossKind::Stop => tr!("scores where rolling is best"),
        LossKind::Roll => tr!("rolls where scoring is best"),
        LossKind::Category => tr!("scores in another category than the best"),
    };
    let rows = losses.by_kind.iter().map(|(of, loss)| vec![kind(*of), points(*loss)]);
    answer.push_str(&text::table(&[tr!("decision"), tr!("loss")], &[false, true], rows.collect()));
    answer.push('\n');
    let rows = losses.by_rerolls_left.iter().enumerate().rev().map(|(rerolls, loss)| vec![rerolls.to_string(), points(*loss)]);
    answer.push_str(&text::table(&[tr!("rerolls left"), tr!("loss")], &[true, true], rows.collect()));
    answer.push('\n');
    let first = rules.category_count() - card.open_count();
    let rows = losses.by_turn.iter().enumerate().skip(first).map(|(turn, loss)| vec![(turn + 1).to_string(), points(*loss)]);
    answer.push_str(&text::table(&[tr!("turn"), tr!("loss")], &[true, true], rows.collect()));
    answer.push('\n');
    let rows = losses.by_category.iter().map(|(category, loss)| vec![rules.category(*category).title.clone(), points(*loss)]);
    let rows = rows.chain([vec![tr!("by keeping dice"), points(losses.by_holds)]]);
    answer.push_str(&text::table(&[tr!("by scoring in"), tr!("loss")], &[false, true], rows.collect()));
    answer
}

fn habits(rules: &RuleSet, habits: &[Habit]) -> String {
    let row = |habit: &Habit| {
        vec![
            decimal(habit.loss, 2),
            decimal(habit.times, 2),
            habit.action.display(rules).to_string(),
            habit.best.display(rules).to_string(),
            decimal(habit.costs, 2),
            habit.position.to_string(),
        ]
    };
    let header = [tr!("loss"), tr!("times"), tr!("does"), tr!("best"), tr!("costs"), tr!("for example")];
    text::table(&header, &[true, true, false, false, true, false], habits.iter().map(row).collect())
}
