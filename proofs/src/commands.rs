//! The commands: what they compute, and how it is printed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use indicatif::DecimalBytes;
use serde::Serialize;
use yahtzee_dialogue::words::{memory, state_in_words};
use yahtzee_proofs::{Certificate, CertifiedBounds, Certifier, Decision, Derived, ExactSolver, PlainRules, Verification, Verifier};
use yahtzee_solver::language::grouped;
use yahtzee_solver::table::{WholeFile, read_limited};
use yahtzee_solver::{Points, RuleSet, Scorecard, State, ValueTable};

use super::{Command, Common, Failure, failed, fields, file, input, print, print_json};

pub(super) fn run(common: &Common, command: Command) -> Result<(), Failure> {
    match command {
        Command::Exact { card, digits } => exact(common, &card, digits),
        Command::Certify { plain_rules: true, .. } => plain_rules(common),
        Command::Certify { table, output, .. } => certify(common, &common.table(&table)?, output),
        Command::Verify { table, sample, seed, all, certificate } => {
            let sample = (!all).then_some((sample, seed));
            verify(common, &common.table(&table)?, table.table, certificate.as_deref(), sample)
        }
    }
}

#[derive(Serialize)]
struct Exact<'a> {
    rules: &'a str,
    numerator: String,
    denominator: String,
    decimal: String,
}

fn exact(common: &Common, card: &str, digits: u32) -> Result<(), Failure> {
    let rules = common.rules()?;
    let card = Scorecard::parse(card, &rules).map_err(|error| input(format_args!("--card: {error}")))?;
    let model = common.model(&rules, card.state().filled)?;
    let solver = ExactSolver::new(&model);
    common.check_memory(&model, solver.bytes_needed(card.open_count()))?;
    let value = common.with_bar("Solving exactly", |run| solver.with(run).expected_final(&card)).map_err(failed)?;
    let [numerator, denominator, decimal] = [value.numerator(), value.denominator(), value.decimal(digits as usize)];
    if common.json {
        return print_json(&Exact { rules: rules.name(), numerator, denominator, decimal });
    }
    print(&fields(&[("expected final", decimal), ("numerator", numerator), ("denominator", denominator)]))
}

/// A state, for JSON.
#[derive(Serialize)]
struct Place<'a> {
    filled: Vec<&'a str>,
    upper_total: Points,
    flag: bool,
}

impl<'a> Place<'a> {
    fn new(state: &State, rules: &'a RuleSet) -> Place<'a> {
        let filled = state.filled.categories().map(|category| rules.category(category).name.as_str()).collect();
        Place { filled, upper_total: state.upper_total, flag: state.flag }
    }
}

/// The place of a decision.
#[derive(Serialize)]
struct DecisionPlace<'a> {
    #[serde(flatten)]
    state: Place<'a>,
    dice: Vec<u8>,
    rerolls_left: u8,
}

impl<'a> DecisionPlace<'a> {
    fn new(decision: &Decision, rules: &'a RuleSet) -> DecisionPlace<'a> {
        let dice = decision.roll.faces().map(|face| face.pips()).collect();
        DecisionPlace { state: Place::new(&decision.state, rules), dice, rerolls_left: decision.rerolls_left }
    }
}

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
    other: Option<DecisionPlace<'a>>,
    table_error: f64,
    gap: Option<f64>,
    gap_at: Option<DecisionPlace<'a>>,
    expected: [f64; 2],
    seconds: f64,
    threads: usize,
    memory: u64,
    file: Option<String>,
    bytes: usize,
}

/// Prints the rules in plain form, for the checker of a certificate.
fn plain_rules(common: &Common) -> Result<(), Failure> {
    let plain = PlainRules::new(&common.rules()?).map_err(input)?.to_string();
    if common.json { print_json(&plain) } else { print(&plain) }
}

fn certify(common: &Common, table: &ValueTable, output: Option<PathBuf>) -> Result<(), Failure> {
    let (model, rules) = (table.model(), table.rules());
    // What it takes without the exact values, before it is built.
    common.check_memory(model, Verifier::bytes_needed(rules))?;
    let certifier = Certifier::new(table).map_err(input)?;
    let start = Instant::now();
    let (memory, certificate) = common.with_bar("Proving", |run| {
        let certifier = certifier.with(run);
        let memory = common.check_memory(model, certifier.bytes_needed())?;
        Ok((memory, certifier.certify().map_err(failed)?))
    })?;
    let seconds = start.elapsed().as_secs_f64();
    if let Some(path) = &output {
        let written = WholeFile::create(path).and_then(|mut file| file.write_all(&certificate.bytes).and_then(|()| file.persist()));
        written.map_err(|error| file(path, error))?;
    }
    let certified = Certified {
        rules: rules.name(),
        fingerprint: format!("{:016x}", rules.fingerprint()),
        proved: certificate.proves_all(),
        states: certificate.states,
        decisions: certificate.decisions,
        strict: certificate.strict,
        ties: certificate.ties,
        compared: certificate.compared,
        near: certificate.near,
        others: certificate.others,
        other: certificate.other.as_ref().map(|other| DecisionPlace::new(other, rules)),
        table_error: certificate.table_error,
        gap: certificate.gap.map(|(points, _)| points),
        gap_at: certificate.gap.as_ref().map(|(_, decision)| DecisionPlace::new(decision, rules)),
        expected: certificate.expected,
        seconds,
        threads: common.thread_count(),
        memory,
        file: output.map(|path| path.display().to_string()),
        bytes: certificate.bytes.len(),
    };
    if common.json {
        print_json(&certified)?;
    } else {
        print(&in_text(&certified, &certificate, rules))?;
    }
    let Some(other) = &certificate.other else { return Ok(()) };
    let [others, decisions] = [certificate.others, certificate.decisions].map(grouped);
    let place = in_words(other, rules);
    Err(failed(format_args!("{others} of {decisions} decisions are not the first of the best: the first is in state {place}")))
}

fn in_text(certified: &Certified<'_>, certificate: &Certificate, rules: &RuleSet) -> String {
    let [low, high] = certified.expected;
    let mut lines = vec![
        ("rule set", rules.name().to_owned()),
        ("states", grouped(certified.states)),
        ("decisions", grouped(certified.decisions)),
        ("strictly best", grouped(certified.strict)),
        ("exact ties", grouped(certified.ties)),
        ("compared exactly", grouped(certified.compared)),
    ];
    if let Some((points, decision)) = &certificate.gap {
        lines.push(("smallest gap", format!("{points:.3e} points")));
        lines.push(("      in state", in_words(decision, rules)));
    }
    lines.push(("expected score", format!("{low:.12} to {high:.12}")));
    lines.push(("error of the table", format!("{:.1e} points", certified.table_error)));
    lines.push(("taken for ties", grouped(certified.near)));
    lines.push(("time", format!("{:.1} s on {} thread(s)", certified.seconds, certified.threads)));
    lines.push(("memory", format!("at most {}", memory::in_words(certified.memory))));
    if let Some(path) = &certified.file {
        lines.push(("certificate", format!("{path} ({})", DecimalBytes(certified.bytes as u64))));
    }
    fields(&lines) + if certified.proved { "Every decision is proved.\n" } else { "" }
}

/// A decision in words: its state, its roll and the rerolls left.
fn in_words(decision: &Decision, rules: &RuleSet) -> String {
    let (state, roll) = (state_in_words(&decision.state, rules), rules.die().text_of(&decision.roll));
    format!("{state}: {roll}, rerolls left: {}", decision.rerolls_left)
}

#[derive(Serialize)]
struct Verified<'a> {
    file: Option<String>,
    rules: &'a str,
    objective: &'a str,
    states: usize,
    checked: usize,
    wrong: usize,
    largest_residual: f64,
    worst: Worst<'a>,
}

/// The state with the largest residual.
#[derive(Serialize)]
struct Worst<'a> {
    index: u32,
    #[serde(flatten)]
    state: Place<'a>,
    value: f64,
    derived: f64,
}

/// The most bytes of a certificate that are read: those of 50 million states.
const LONGEST_CERTIFICATE: u64 = 500_000_000;
/// The memory of a byte of a certificate: itself, and its part of the bounds of the states.
const BYTES_OF_CERTIFICATE: u64 = 5;

/// Checks a sample of this many states with this seed, or all; with a certificate all.
fn verify(
    common: &Common,
    table: &ValueTable,
    path: Option<PathBuf>,
    certificate: Option<&Path>,
    sample: Option<(u32, u64)>,
) -> Result<(), Failure> {
    let (model, rules) = (table.model(), table.rules());
    let length = certificate.map_or(0, |path| std::fs::metadata(path).map_or(0, |data| data.len()).min(LONGEST_CERTIFICATE));
    common.check_memory(model, Verifier::bytes_needed(rules).saturating_add(length * BYTES_OF_CERTIFICATE))?;
    let bounds = certificate.map(|path| {
        let bytes = read_limited(path, LONGEST_CERTIFICATE).map_err(|error| file(path, error))?;
        CertifiedBounds::read(&bytes, rules).map_err(|error| file(path, error))
    });
    let bounds = bounds.transpose()?;
    let verifier = Verifier::new(table).map_err(input)?;
    let found = common.with_bar("Verifying", |run| match (&bounds, sample) {
        (Some(bounds), _) => verifier.with(run).within(bounds),
        (None, Some((states, seed))) => verifier.with(run).sample(states as usize, seed),
        (None, None) => verifier.with(run).all(),
    });
    let Verification { checked, wrong, worst } = found.map_err(failed)?;
    let worst = worst.expect("a table has states, and at least one is checked");
    let Derived { index, state, value, derived } = worst;
    let (states, shown) = (table.space().len(), path.as_ref().map(|path| path.display().to_string()));
    if common.json {
        print_json(&Verified {
            file: shown,
            rules: rules.name(),
            objective: ValueTable::OBJECTIVE,
            states,
            checked,
            wrong,
            largest_residual: worst.residual(),
            worst: Worst { index: index.0, state: Place::new(&state, rules), value, derived },
        })?;
    } else {
        let verdict = match (wrong, checked == states) {
            (0, true) => "The table is right.\n",
            (0, false) => "These states are right. --all checks every one.\n",
            _ => "",
        };
        let lines = fields(&[
            ("table", shown.unwrap_or_else(|| "solved now".to_owned())),
            ("rule set", format!("{} ({:016x})", rules.name(), rules.fingerprint())),
            ("states checked", format!("{} of {}", grouped(checked as u64), grouped(states as u64))),
            ("largest residual", format!("{:.1e} points", worst.residual())),
            ("      in state", format!("{}: {}", index.0, state_in_words(&state, rules))),
        ]);
        print(&(lines + verdict))?;
    }
    if wrong == 0 {
        return Ok(());
    }
    let [wrong, checked] = [wrong, checked].map(|count| grouped(count as u64));
    Err(failed(format_args!(
        "{}{wrong} of {checked} states checked are wrong: state {} ({}) is given {value} points, and the rules make it {derived} points; delete the file \
         or run 'yahtzee solve'",
        path.map_or(String::new(), |path| format!("{}: ", path.display())),
        index.0,
        state_in_words(&state, rules),
    )))
}
