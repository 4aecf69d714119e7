//! `yahtzee advise`: what to keep, or where to score.

mod batch;
mod goal;
mod objectives;
pub(super) mod shown;
mod tables;

use yahtzee_dialogue::answer::NamedAction;
use yahtzee_dialogue::ask::Asked;
use yahtzee_dialogue::service::Need;
use yahtzee_dialogue::{Answer, Question, ServiceError};
use yahtzee_solver::{Position, tr};

use crate::args::AdviseArgs;
use crate::context::Context;
use crate::context::asking::solving;
use crate::terminal::failure::{Failure, warn};
use crate::terminal::output;
use crate::terminal::wrap::unbroken;

pub(super) fn run(context: &Context, args: &AdviseArgs) -> Result<(), Failure> {
    if let Some(game) = context.column_game() {
        return super::columns::advise(context, args, &game);
    }
    if args.stdin {
        return batch::run(context, args);
    }
    // Both options require --stdin. Clap does not check this if dice are given, because dice exclude --stdin.
    if args.strict || args.rule_files {
        return Err(Failure::input("--strict and --rule-files go with --stdin"));
    }
    let all = args.position.all;
    let (answer, Question { position, rounds, .. }) = answered(context, args, context.json() || all)?;
    if context.json() {
        return output::print_json(&answer);
    }
    let next = next_question(&answer, &position, args).unwrap_or_default();
    output::print(&(shown::in_text(&answer, position.card(), &rounds, all) + &next))
}

/// The line that asks about the next throw of a game with a typed card; `None` if the card is full then, or has other columns.
fn next_question(answer: &Answer, position: &Position, args: &AdviseArgs) -> Option<String> {
    answer.card.as_ref().filter(|_| args.card.player.is_none())?;
    let card = answer.card_after(position).filter(|card| !card.is_full())?;
    let mut words = vec!["yahtzee advise".to_owned(), tr!("DICE")];
    if let NamedAction::Hold { .. } = answer.best().action {
        words.push(format!("--rerolls-left {}", position.rerolls_left().get() - 1));
    }
    words.extend(args.again.iter().map(|option| shell_words::quote(option).into_owned()));
    let command = format!("{} --card \"{card}\"", words.join(" "));
    Some(format!("\n{}\n", tr!("Next: {}", unbroken(&command))))
}

/// Answers the question of the command line, with the risk of options on request.
pub(super) fn answered(context: &Context, args: &AdviseArgs, risks: bool) -> Result<(Answer, Question), Failure> {
    let rules = &context.rules()?;
    let mut asked = args.ask()?.read(rules).map_err(|error| args.wrong(&error))?;
    asked.question.words = !context.json();
    let Asked { question, objective } = &asked;
    question.sheet.iter().flat_map(|sheet| &sheet.warnings).for_each(warn);
    let need = Need::of_turn(question.position.card(), &question.rounds, objective.as_deref());
    let shows_risks = risks || (objective.is_none() && question.wants_bonus_chance());
    let service = context.open_with_spread(shows_risks, rules, need, &tr!("the answer lacks the risks of the options"))?;
    let answer = context.with_effort(rules, &solving(), |effort| service.answer_to(asked.clone(), effort));
    let answer = answer.map_err(|error| match error {
        ServiceError::Ask(error) => args.wrong(&error),
        error => context.unanswered(rules, error),
    })?;
    Ok((answer, asked.question))
}
