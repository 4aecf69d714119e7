//! `yahtzee value`: what a scorecard is worth.

use yahtzee_dialogue::CardValue;
use yahtzee_dialogue::json::JsonValue;

use crate::args::ValueArgs;
use crate::context::Context;
use crate::failure::Failure;
use crate::output;

pub(super) fn run(context: &Context, args: &ValueArgs) -> Result<(), Failure> {
    let model = context.model()?;
    let rules = model.rules();
    let card = args.card.card(rules)?;
    let rounds = args.card.rounds(rules)?;
    let value = CardValue::of(&card, &rounds, &context.table_of(&model))?;
    if context.json() {
        return output::print_json(&JsonValue::new(&value, rules));
    }
    output::print(&format!(
        "score so far        {:>8}\nexpected to come    {:>11.2}\nexpected final      {:>11.2}\nrules                    {}\n",
        value.score_so_far,
        value.expected_remaining,
        value.expected_final(),
        rules.name(),
    ))
}
