//! `yahtzee value`: what a scorecard is worth.

use serde::Serialize;
use yahtzee_solver::Advisor;

use crate::args::ValueArgs;
use crate::context::Context;
use crate::failure::Failure;
use crate::output;

#[derive(Serialize)]
struct Value<'a> {
    rules: &'a str,
    score_so_far: u32,
    expected_remaining: f64,
    expected_final: f64,
}

pub(super) fn run(context: &Context, args: &ValueArgs) -> Result<(), Failure> {
    let model = context.model()?;
    let rules = model.rules();
    let card = args.card.card(rules)?;
    let rounds = args.card.rounds(rules)?;
    let table = context.table_of(&model);
    let score_so_far = card.score(rules) + rounds.score_before();
    let expected_remaining = Advisor::new(&table).expected_remaining(&card) + rounds.expected_after(&table);
    let value =
        Value { rules: rules.name(), score_so_far, expected_remaining, expected_final: f64::from(score_so_far) + expected_remaining };
    if context.json() {
        return output::print_json(&value);
    }
    output::print(&format!(
        "score so far        {:>8}\nexpected to come    {:>11.2}\nexpected final      {:>11.2}\nrules                    {}\n",
        value.score_so_far, value.expected_remaining, value.expected_final, value.rules,
    ))
}
