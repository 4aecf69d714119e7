//! `yahtzee table verify`: checks that a table is right.

use indicatif::HumanCount;
use serde::Serialize;
use yahtzee_dialogue::words::state_in_words;
use yahtzee_solver::{Derived, RuleSet, Verifier};

use super::{file_or_kept, load};
use crate::args::VerifyArgs;
use crate::context::{Context, progress_bar};
use crate::failure::Failure;
use crate::output;
use crate::style::BEST;

#[derive(Serialize)]
struct Verified<'a> {
    file: String,
    rules: &'a str,
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
    upper_total: u32,
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

pub(super) fn run(context: &Context, args: VerifyArgs) -> Result<(), Failure> {
    let path = file_or_kept(context, args.file)?;
    let table = load(context, &path)?;
    let rules = table.rules();
    let bar = progress_bar(&format!("Verifying {}", rules.name()));
    let progress = |done: u64, all: u64| {
        bar.set_length(all);
        bar.inc(done.saturating_sub(bar.position()));
    };
    let verifier = Verifier::new(&table).threads(context.threads()).progress(&progress);
    let found = if args.all { verifier.all() } else { verifier.sample(args.sample as usize, args.seed) };
    bar.finish_and_clear();

    let worst = found.worst.expect("a table has states, and at least one is checked");
    let states = table.header().states;
    if context.json() {
        output::print_json(&Verified {
            file: path.display().to_string(),
            rules: rules.name(),
            states,
            checked: found.checked,
            wrong: found.wrong,
            largest_residual: worst.residual(),
            worst: Worst::new(&worst, rules),
        })?;
    } else {
        let verdict = match (found.wrong, args.all) {
            (0, true) => format!("{BEST}The table is right.{BEST:#}\n"),
            (0, false) => format!("{BEST}These states are right.{BEST:#} --all checks every one.\n"),
            _ => String::new(),
        };
        output::print(&format!(
            "file              {}\nrule set          {} ({:016x})\nstates checked    {} of {}\nlargest residual  {:.1e} points\n      in state    {}: {}\n{verdict}",
            path.display(),
            rules.name(),
            rules.fingerprint(),
            HumanCount(found.checked as u64),
            HumanCount(states),
            worst.residual(),
            worst.index.0,
            state_in_words(&worst.state, rules),
        ))?;
    }
    if found.wrong == 0 {
        return Ok(());
    }
    Err(Failure::file(
        &path,
        format_args!(
            "{} of {} states checked are wrong: state {} ({}) is given as {}, and the rules make it {}; delete the file or run 'yahtzee solve'",
            HumanCount(found.wrong as u64),
            HumanCount(found.checked as u64),
            worst.index.0,
            state_in_words(&worst.state, rules),
            worst.value,
            worst.derived,
        ),
    ))
}
