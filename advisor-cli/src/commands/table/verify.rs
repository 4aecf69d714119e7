//! `yahtzee table verify`: checks the values of a table.

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use yahtzee_dialogue::words::state_in_words;
use yahtzee_solver::check::{CertifiedBounds, Derived, SpreadVerification, Verification, Verifier};
use yahtzee_solver::language::{grouped, with_mark};
use yahtzee_solver::table::{TableHeader, read_limited};
use yahtzee_solver::{Model, Points, RuleSet, SpreadTable, ValueTable, say};

use super::{file_or_kept, header_of_table, model_of};
use crate::args::VerifyArgs;
use crate::context::{Context, Reading};
use crate::files::file::shown;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::BEST;
use crate::text;

#[derive(Serialize)]
struct Verified<'a> {
    file: String,
    rules: &'a str,
    objective: &'a str,
    states: u64,
    checked: usize,
    wrong: usize,
    largest_residual: f64,
    worst: Worst<'a>,
}

/// The state with the largest residual.
#[derive(Serialize)]
struct Worst<'a> {
    index: u32,
    filled: Vec<&'a str>,
    upper_total: Points,
    flag: bool,
    value: f64,
    derived: f64,
}

impl<'a> Worst<'a> {
    fn new(worst: &Derived, rules: &'a RuleSet) -> Worst<'a> {
        Worst {
            index: worst.index.0,
            filled: worst.state.filled.categories().map(|category| rules.category(category).name.as_str()).collect(),
            upper_total: worst.state.upper_total,
            flag: worst.state.flag,
            value: worst.value,
            derived: worst.derived,
        }
    }
}

/// The verified quantity.
#[derive(Clone, Copy)]
enum Quantity {
    Value,
    Deviation,
    UpperBonus,
}

impl Quantity {
    /// A figure of it with its unit, given how to write the number.
    fn figure(self, number: f64, write: impl Fn(f64) -> String) -> String {
        match self {
            Quantity::Value | Quantity::Deviation => say!("{} points", with_mark(write(number))),
            Quantity::UpperBonus => say!("{}%", with_mark(write(100.0 * number))),
        }
    }

    /// A figure of it with its name.
    fn named(self, figure: String) -> String {
        match self {
            Quantity::Value => figure,
            Quantity::Deviation => say!("a standard deviation of {}", figure),
            Quantity::UpperBonus => say!("a chance of the upper bonus of {}", figure),
        }
    }
}

/// The result, in the program's words.
struct Found {
    verification: Verification,
    quantity: Quantity,
}

pub(super) fn run(context: &Context, args: &VerifyArgs) -> Result<(), Failure> {
    let path = file_or_kept(context, args.file.clone())?;
    let wrong = |error| Failure::table(&path, &error);
    let header = header_of_table(&path)?;
    let model = model_of(context, &header)?;
    context.check_memory(&say!("verifying the table"), &model, Verifier::bytes_needed(model.rules()))?;
    let found = if let Some(certificate) = &args.certificate {
        within(context, &model, &path, certificate)?
    } else if header.objective == SpreadTable::OBJECTIVE {
        let spread = SpreadTable::load(&model, &path).map_err(wrong)?;
        verify_spread(context, args, &context.table_of(&model, Reading::Whole)?, &spread)?
    } else {
        let table = ValueTable::load(&model, &path).map_err(wrong)?;
        let verify = |verifier: Verifier<'_>| if args.all { verifier.all() } else { verifier.sample(args.sample as usize, args.seed) };
        Found { verification: with_progress(context, &table, verify)?, quantity: Quantity::Value }
    };
    let rules = model.rules();
    show(context, &path, &header, rules, &found, args.all || args.certificate.is_some())?;
    let Found { verification, quantity } = found;
    let Some(worst) = verification.worst.filter(|_| verification.wrong > 0) else { return Ok(()) };
    let figure = |number| quantity.figure(number, |number| number.to_string());
    Err(Failure::file(
        &path,
        say!(
            "{} of {} states checked are wrong: state {} ({}) is given {}, and the rules make it {}; delete the file or run 'yahtzee solve'",
            grouped(verification.wrong as u64),
            grouped(verification.checked as u64),
            worst.index.0,
            state_in_words(&worst.state, rules),
            quantity.named(figure(worst.value)),
            figure(worst.derived)
        ),
    ))
}

/// Compares the table of a file with the bounds of a certificate.
fn within(context: &Context, model: &Arc<Model>, path: &Path, certificate: &Path) -> Result<Found, Failure> {
    let table = ValueTable::load(model, path).map_err(|error| Failure::table(path, &error))?;
    let length = std::fs::metadata(certificate).map_or(0, |data| data.len()).min(LONGEST_CERTIFICATE);
    context.check_memory(&say!("verifying the table"), model, length.saturating_mul(BYTES_OF_CERTIFICATE))?;
    let bytes = read_limited(certificate, LONGEST_CERTIFICATE).map_err(|why| Failure::file(certificate, why.to_string()))?;
    let bounds = CertifiedBounds::read(&bytes, model.rules()).map_err(|error| Failure::file(certificate, error.to_string()))?;
    Ok(Found { verification: with_progress(context, &table, |verifier| verifier.within(&bounds))?, quantity: Quantity::Value })
}

/// The most bytes of a certificate that are read: those of 50 million states.
const LONGEST_CERTIFICATE: u64 = 500_000_000;
/// The memory of a byte of a certificate: itself, and its part of the bounds of the states.
const BYTES_OF_CERTIFICATE: u64 = 5;

/// Verifies a spread table with the values of its game. It reports the quantity with the larger residual, standard deviation or chance of the bonus.
fn verify_spread(context: &Context, args: &VerifyArgs, table: &ValueTable, spread: &SpreadTable) -> Result<Found, Failure> {
    let verify = |verifier: Verifier<'_>| {
        if args.all { verifier.all_spreads(spread) } else { verifier.sample_spreads(spread, args.sample as usize, args.seed) }
    };
    let SpreadVerification { sd, upper_bonus } = with_progress(context, table, verify)?;
    let residual = |verification: &Verification| verification.worst.map_or(0.0, |worst| worst.residual());
    let is_sd = residual(&sd) >= residual(&upper_bonus);
    let wrong = sd.wrong.max(upper_bonus.wrong);
    let (verification, quantity) = if is_sd { (sd, Quantity::Deviation) } else { (upper_bonus, Quantity::UpperBonus) };
    Ok(Found { verification: Verification { wrong, ..verification }, quantity })
}

/// Verifies by this table, with a progress bar.
fn with_progress<T>(context: &Context, table: &ValueTable, verify: impl FnOnce(Verifier<'_>) -> T) -> T {
    context.with_bar(&say!("Verifying {}", table.rules().name()), |run, _| verify(Verifier::new(table).with(run)))
}

fn show(context: &Context, path: &Path, header: &TableHeader, rules: &RuleSet, found: &Found, all: bool) -> Result<(), Failure> {
    let Found { verification, quantity } = found;
    let worst = verification.worst.expect("a table has states, and at least one is checked");
    if context.json() {
        return output::print_json(&Verified {
            file: path.display().to_string(),
            rules: rules.name(),
            objective: &header.objective,
            states: header.states,
            checked: verification.checked,
            wrong: verification.wrong,
            largest_residual: worst.residual(),
            worst: Worst::new(&worst, rules),
        });
    }
    let verdict = match (verification.wrong, all) {
        (0, true) => format!("{BEST}{}{BEST:#}\n", say!("The table is right.")),
        (0, false) => format!("{BEST}{}{BEST:#} {}\n", say!("These states are right."), say!("--all checks every one.")),
        _ => String::new(),
    };
    let fields = text::fields(&[
        (say!("file"), shown(path)),
        (say!("rule set"), format!("{} ({:016x})", rules.name(), rules.fingerprint())),
        (say!("states checked"), say!("{} of {}", grouped(verification.checked as u64), grouped(header.states))),
        (say!("largest residual"), quantity.figure(worst.residual(), |number| format!("{number:.1e}"))),
        ("      ".to_owned() + &say!("in state"), format!("{}: {}", worst.index.0, state_in_words(&worst.state, rules))),
    ]);
    output::print(&(fields + &verdict))
}
