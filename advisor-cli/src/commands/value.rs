//! `yahtzee value`: the value of a scorecard.

use yahtzee_dialogue::answer::{CardValue, ValueAnswer};
use yahtzee_dialogue::ask::{AskedCard, objective_text};
use yahtzee_dialogue::service::Need;
use yahtzee_solver::advise::TargetSolver;
use yahtzee_solver::language::decimal;
use yahtzee_solver::{Objective, tr};

use crate::args::ValueArgs;
use crate::context::Context;
use crate::context::asking::solving;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::text;

pub(super) fn run(context: &Context, args: &ValueArgs) -> Result<(), Failure> {
    let rules = &context.rules()?;
    let asked = args.asked(rules)?;
    let AskedCard { card, rounds, objective, .. } = &asked;
    if args.foreseen && (rounds.count() > 1 || !matches!(objective.as_deref(), Some(Objective::Against(_)))) {
        return Err(Failure::input("--foreseen goes with --against or --field, in a game of one round"));
    }
    let service = context.open(rules, Need::of_turn(card, rounds, objective.as_deref()))?;
    let value = context.ask(&service, &solving(), |effort| match objective.as_deref() {
        Some(objective @ Objective::Against(opponents)) if args.foreseen => {
            let foreseen = service.foreseen(opponents, card, effort)?;
            let value = CardValue::of(card, rounds, service.table())?;
            Ok(ValueAnswer::new(value, Some((objective, foreseen)), asked.sheet.as_ref(), rules))
        }
        _ => service.value(&asked, effort),
    })?;
    if context.json() {
        return output::print_json(&value);
    }
    let mut text = text::fields(&[
        (tr!("score so far"), format!("{:>8}", value.score_so_far)),
        (tr!("expected to come"), format!("{:>11}", decimal(value.expected_remaining, 2))),
        (tr!("expected final"), format!("{:>11}", decimal(value.expected_final, 2))),
        (tr!("rules"), format!("     {}", rules.name())),
    ]);
    if let Some((objective, worth)) = objective.as_deref().zip(value.worth) {
        let told = if args.foreseen { tr!(", told their final scores in advance") } else { String::new() };
        let amount = match objective {
            Objective::Utility(_) => tr!("expected utility {}", decimal(worth, 9)),
            Objective::Turn | Objective::Fewest => tr!("{} on average", decimal(worth, 2)),
            Objective::Target(_) if worth == 0.0 => {
                let most = TargetSolver::new(service.table()).rounds(rounds).most(card)?;
                tr!("cannot be reached, the most is {}", most)
            }
            Objective::Exactly(_) if worth == 0.0 => tr!("cannot be reached"),
            // Small gains, such as from playing to win, show in the last digits.
            _ => tr!("chance {}%", decimal(100.0 * worth, 7)),
        };
        text.push_str(&format!("\n{}{told}: {amount}\n", objective_text::in_words(objective)));
    }
    output::print(&text)
}
