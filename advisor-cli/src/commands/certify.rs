//! `yahtzee certify`: proves every decision of the program.

use std::time::Instant;

use indicatif::DecimalBytes;
use serde::Serialize;
use yahtzee_dialogue::training::record::fingerprint;
use yahtzee_dialogue::words::state_in_words;
use yahtzee_solver::check::{Certificate, Certifier, CertifyError, Decision, PlainRules};
use yahtzee_solver::language::{decimal, grouped, with_mark};
use yahtzee_solver::solve::RunError;
use yahtzee_solver::{Points, RuleSet, counted, say};

use crate::args::CertifyArgs;
use crate::context::{Context, Reading};
use crate::files::file::{self, shown};
use crate::system::memory;
use crate::terminal::failure::Failure;
use crate::terminal::output;
use crate::terminal::style::BEST;
use crate::text;

#[derive(Serialize)]
struct Certified<'a> {
    rules: &'a str,
    fingerprint: String,
    proved: bool,
    states: u64,
    decisions: u64,
    strict: u64,
    ties: u64,
    compared: u64,
    near: u64,
    others: u64,
    other: Option<Place<'a>>,
    table_error: f64,
    gap: Option<f64>,
    gap_at: Option<Place<'a>>,
    expected: [f64; 2],
    seconds: f64,
    threads: usize,
    memory: u64,
    file: Option<String>,
    bytes: usize,
}

/// The place of a decision.
#[derive(Serialize)]
struct Place<'a> {
    filled: Vec<&'a str>,
    upper_total: Points,
    flag: bool,
    dice: Vec<u8>,
    rerolls_left: u8,
}

impl<'a> Place<'a> {
    fn new(decision: &Decision, rules: &'a RuleSet) -> Place<'a> {
        Place {
            filled: decision.state.filled.categories().map(|category| rules.category(category).name.as_str()).collect(),
            upper_total: decision.state.upper_total,
            flag: decision.state.flag,
            dice: decision.roll.faces().map(|face| face.pips()).collect(),
            rerolls_left: decision.rerolls_left,
        }
    }
}

pub(super) fn run(context: &Context, args: &CertifyArgs) -> Result<(), Failure> {
    if args.plain_rules {
        return plain_rules(context);
    }
    plain(context)?;
    let model = context.model(Reading::Whole)?;
    let rules = model.rules();
    let table = context.table_of(&model, Reading::Whole)?;
    let certifier = Certifier::new(&table).map_err(Failure::failed)?;
    let needed = certifier.bytes_needed();
    context.check_memory(&say!("proving the decisions"), &model, needed)?;
    let start = Instant::now();
    let certificate =
        context.with_bar(&say!("Proving {}", rules.name()), |run, _| certifier.with(run).certify()).map_err(|error| match error {
            CertifyError::Run(RunError::TooLarge { needed, .. }) => context.refused(&say!("proving the decisions"), needed),
            error => Failure::failed(error),
        })?;
    let seconds = start.elapsed().as_secs_f64();
    if let Some(path) = &args.output {
        file::write(path, &certificate.bytes)?;
    }
    let certified = Certified {
        rules: rules.name(),
        fingerprint: fingerprint(rules),
        proved: certificate.proves_all(),
        states: certificate.states,
        decisions: certificate.decisions,
        strict: certificate.strict,
        ties: certificate.ties,
        compared: certificate.compared,
        near: certificate.near,
        others: certificate.others,
        other: certificate.other.as_ref().map(|other| Place::new(other, rules)),
        table_error: certificate.table_error,
        gap: certificate.gap.map(|(points, _)| points),
        gap_at: certificate.gap.as_ref().map(|(_, decision)| Place::new(decision, rules)),
        expected: certificate.expected,
        seconds,
        threads: context.threads(),
        memory: context.memory_of_process(model.bytes_needed().saturating_add(needed)),
        file: args.output.as_ref().map(|path| path.display().to_string()),
        bytes: certificate.bytes.len(),
    };
    if context.json() {
        output::print_json(&certified)?;
    } else {
        output::print(&in_text(&certified, &certificate, args, rules))?;
    }
    match &certificate.other {
        None => Ok(()),
        Some(other) => Err(Failure::failed(say!(
            "{} of {} decisions are not the first of the best: the first is in state {}",
            grouped(certificate.others),
            grouped(certificate.decisions),
            in_words(other, rules)
        ))),
    }
}

/// The rules in plain form.
fn plain(context: &Context) -> Result<PlainRules, Failure> {
    PlainRules::new(&context.rules()?).map_err(|error| Failure::input(error.to_string()))
}

/// Prints the rules in plain form, for the checker of a certificate.
fn plain_rules(context: &Context) -> Result<(), Failure> {
    let plain = plain(context)?.to_string();
    if context.json() { output::print_json(&plain) } else { output::write(plain.as_bytes()) }
}

fn in_text(certified: &Certified<'_>, certificate: &Certificate, args: &CertifyArgs, rules: &RuleSet) -> String {
    let Certified { expected: [low, high], .. } = certified;
    let mut fields = vec![
        (say!("rule set"), rules.name().to_owned()),
        (say!("states"), grouped(certified.states)),
        (say!("decisions"), grouped(certified.decisions)),
        (say!("strictly best"), grouped(certified.strict)),
        (say!("exact ties"), grouped(certified.ties)),
        (say!("compared exactly"), grouped(certified.compared)),
    ];
    if let Some((points, decision)) = &certificate.gap {
        fields.push((say!("smallest gap"), say!("{} points", with_mark(format!("{points:.3e}")))));
        fields.push(("      ".to_owned() + &say!("in state"), in_words(decision, rules)));
    }
    fields.push((say!("expected score"), say!("{} to {}", decimal(*low, 12), decimal(*high, 12))));
    fields.push((say!("error of the table"), say!("{} points", with_mark(format!("{:.1e}", certified.table_error)))));
    fields.push((say!("taken for ties"), grouped(certified.near)));
    let threads = counted!(certified.threads, "no threads", "1 thread", "{} threads");
    fields.push((say!("time"), say!("{} s on {}", decimal(certified.seconds, 1), threads)));
    fields.push((say!("memory"), say!("at most {}", memory::in_words(certified.memory))));
    if let Some(path) = &args.output {
        let size = with_mark(DecimalBytes(certificate.bytes.len() as u64).to_string());
        fields.push((say!("certificate"), format!("{} ({size})", shown(path))));
    }
    let verdict = if certified.proved { format!("{BEST}{}{BEST:#}\n", say!("Every decision is proved.")) } else { String::new() };
    text::fields(&fields) + &verdict
}

/// A decision in words: its state, its roll and the rerolls left.
fn in_words(decision: &Decision, rules: &RuleSet) -> String {
    let rerolls = counted!(usize::from(decision.rerolls_left), "no rerolls left", "1 reroll left", "{} rerolls left");
    format!("{}: {}, {rerolls}", state_in_words(&decision.state, rules), rules.die().text_of(&decision.roll))
}
