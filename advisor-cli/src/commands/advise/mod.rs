//! `yahtzee advise`: what to keep, or where to score.

mod aims;
mod batch;
mod goal;
mod shown;
mod tables;

use std::sync::Arc;

use yahtzee_dialogue::Question;
use yahtzee_solver::{Position, Roll, RuleSet, WrittenAction};

use crate::args::AdviseArgs;
use crate::context::{Context, Reading};
use crate::failure::Failure;
use crate::objective::{Solving, needed_from};
use crate::output;

pub(super) fn run(context: &Context, args: &AdviseArgs) -> Result<(), Failure> {
    if args.stdin {
        return batch::run(context, args);
    }
    // Clap lets what an option requires be missing where something else excludes it, as dice exclude --stdin.
    if args.strict || args.rule_files {
        return Err(Failure::input("--strict and --rule-files go with --stdin"));
    }
    // Opponents may have any card, and a target may be met from many.
    let reading = if args.objective.is_given() { Reading::AsAsked } else { Reading::Turn };
    let rules = &context.rules()?;
    let question = question(args, rules)?;
    let objective = args.objective.objective(rules)?.map(Arc::new);
    let needed = needed_from(question.position.card(), &question.rounds, objective.as_deref());
    let model = context.model_from(rules, needed, reading)?;
    let shows_risks = context.json() || args.all || (objective.is_none() && question.wants_bonus_chance());
    let (table, spread) = context.tables_of(&model, reading, shows_risks && context.has_spread(&model))?;
    let question = match &objective {
        Some(wanted) => {
            let aim = Solving::new(context, &table).rounds(&question.rounds).aim(wanted, question.position.card())?;
            question.aiming(aim)
        }
        None => question,
    };
    let answer = question.answer(&table, spread.as_ref())?;
    if context.json() {
        return output::print_json(&answer);
    }
    output::print(&shown::in_text(&answer, args.all))
}

/// The question on the command line.
fn question(args: &AdviseArgs, rules: &RuleSet) -> Result<Question, Failure> {
    let roll = roll(&args.dice, rules)?;
    let card = args.card.card(rules)?;
    let rerolls_left = match args.rerolls_left {
        Some(rerolls) => {
            let rerolls = rules.rerolls_left_with(card.saved(), rerolls);
            rerolls.map_err(|error| Failure::input(format_args!("--rerolls-left: {error}")))?
        }
        None => card.rerolls(),
    };
    let rounds = args.card.rounds(rules)?;
    let chosen = args.chose.as_deref().map(|chosen| WrittenAction::parse(chosen, rules, &card)).transpose();
    let chosen = chosen.map_err(|error| Failure::input(format_args!("--chose: {error}")))?;
    let goal = args.goal.as_deref().map(|goal| goal::parse(goal, rules)).transpose()?;
    Ok(Question { rounds, chosen, goal, why: args.why, ..Question::new(Position::new(card, roll, rerolls_left)?) })
}

fn roll(dice: &[String], rules: &RuleSet) -> Result<Roll, Failure> {
    let dice = dice.join(" ");
    if dice.trim().is_empty() {
        let example = &"133566"[..rules.dice()];
        return Err(Failure::input(format_args!("no dice: give the {} dice on the table, like {example}", rules.dice())));
    }
    Ok(rules.parse_roll(&dice)?)
}
