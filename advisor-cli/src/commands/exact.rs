//! `yahtzee exact`: the expected score as an exact fraction.

use serde::Serialize;
use yahtzee_solver::evaluate::ExactSolver;
use yahtzee_solver::language::with_mark;
use yahtzee_solver::say;

use crate::args::ExactArgs;
use crate::context::asking::needed_from;
use crate::context::{Context, Reading};
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::BEST;
use crate::text;

#[derive(Serialize)]
struct Exact<'a> {
    rules: &'a str,
    numerator: String,
    denominator: String,
    decimal: String,
}

pub(super) fn run(context: &Context, args: &ExactArgs) -> Result<(), Failure> {
    let rules = &context.rules()?;
    let card = args.card.card(rules)?;
    let rounds = args.card.rounds(rules)?;
    let model = context.model_from(rules, needed_from(&card, &rounds, None), Reading::Whole)?;
    let solver = ExactSolver::new(&model);
    let open = if rounds.later() > 0 { rules.category_count() } else { card.open_count() };
    context.check_memory(&say!("finding the exact value"), &model, solver.bytes_needed(open))?;
    let value = context.with_bar(&say!("Solving {} exactly", rules.name()), |run, _| solver.with(run).expected_final(&card, &rounds))?;
    let exact = Exact {
        rules: rules.name(),
        numerator: value.numerator(),
        denominator: value.denominator(),
        decimal: value.decimal(args.digits as usize),
    };
    if context.json() {
        return output::print_json(&exact);
    }
    let decimal = format!("{BEST}{}{BEST:#}", with_mark(exact.decimal));
    output::print(&text::fields(&[
        (say!("expected final"), decimal),
        (say!("numerator"), exact.numerator),
        (say!("denominator"), exact.denominator),
    ]))
}
