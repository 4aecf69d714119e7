//! The program `yahtzee-prove`: its answers, its errors and its files.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use yahtzee_solver::{Follower, RuleSet, Solver, State, ValueTable};

const SMALL: &str = "dialogue/front-ends/small.toml";

/// Runs the program in the root of the workspace: its stdout, its stderr and its exit status.
fn run(args: &[&str]) -> (String, String, i32) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_yahtzee-prove"));
    let output = program.current_dir(root()).args(args).output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (stdout, stderr, output.status.code().unwrap())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The text of a successful run.
fn text(args: &[&str]) -> String {
    let (stdout, stderr, status) = run(args);
    assert_eq!((stderr.as_str(), status), ("", 0));
    stdout
}

fn json<T: DeserializeOwned>(args: &[&str]) -> T {
    serde_json::from_str(&text(&[args, &["--json"]].concat())).unwrap()
}

/// The error of a run that failed with this status and printed nothing.
fn error(args: &[&str], status: i32) -> String {
    let (stdout, stderr, found) = run(args);
    assert_eq!((stdout.as_str(), found), ("", status), "{args:?}: {stderr}");
    stderr.strip_prefix("error: ").unwrap_or_else(|| panic!("{stderr}")).trim_end().to_owned()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exact {
    rules: String,
    numerator: String,
    denominator: String,
    decimal: String,
}

#[test]
fn a_card_has_an_exact_value() {
    // Only chance is open. The score is 9 plus the mean of five dice. With two rerolls left a die is kept from 5 pips up, with one from 4 up.
    let filled = "ones=0 twos=0 threes=9 fours=0 fives=0 sixes=0 3k=0 4k=0 fh=0 ss=0 ls=0 y=0";
    let exact: Exact = json(&["exact", "--digits", "3", "--card", filled]);
    let Exact { rules, numerator, denominator, decimal } = &exact;
    assert_eq!([rules, numerator, denominator, decimal], ["hasbro", "97", "3", "32.333"]);
    let full: Exact = json(&["exact", "--digits", "0", "--card", &format!("{filled} chance=22")]);
    assert_eq!([full.numerator, full.denominator, full.decimal], ["31", "1", "31"]);
    let shown = text(&["exact", "--digits", "3", "--card", filled]);
    assert_eq!(shown, "expected final      32.333\nnumerator           97\ndenominator         3\n");
    // A card of a game that is too large to solve as a whole.
    let late = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 one-pair=12 two-pairs=0 three-pairs=0 three-of-a-kind=0 four-of-a-kind=0 \
                five-of-a-kind=0 small-straight=0 large-straight=0 full-straight=0 hut=0 house=0 chance=0 tower=0 saved=5";
    let exact: Exact = json(&["exact", "--rules", "maxi-yatzy-saved", "--card", late]);
    assert!(exact.decimal.parse::<f64>().unwrap() > 75.0, "{exact:?}");
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Certified {
    rules: String,
    fingerprint: String,
    proved: bool,
    states: u64,
    decisions: u64,
    strict: u64,
    ties: u64,
    compared: u64,
    near: u64,
    others: u64,
    other: Option<serde_json::Value>,
    table_error: f64,
    gap: Option<f64>,
    gap_at: Option<serde_json::Value>,
    expected: [f64; 2],
    seconds: f64,
    threads: usize,
    memory: u64,
    file: Option<String>,
    bytes: usize,
}

#[test]
fn every_decision_of_a_game_is_proved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.certificate");
    let path = file.to_str().unwrap();
    let proof: Certified = json(&["certify", "--rules", SMALL, "--output", path]);
    let value = solved(SMALL).expected_score();
    assert!(proof.expected[0] <= value + 1e-11 && value <= proof.expected[1] + 1e-11, "{proof:?}");
    assert!(proof.expected[1] - proof.expected[0] < 1e-9);
    assert_eq!(proof.decisions, proof.strict + proof.ties, "{proof:?}");
    assert_eq!((proof.rules.as_str(), proof.near, proof.others, &proof.other), ("small", 0, 0, &None));
    assert!(proof.states > 1 && proof.ties > 0 && proof.compared >= proof.ties && proof.table_error < 1e-11 && proof.threads > 0);
    assert!(proof.proved && proof.fingerprint.len() == 16 && (10_000..100_000_000).contains(&proof.memory), "{proof:?}");
    assert!(proof.gap.unwrap() > 1e-9 && proof.gap_at.unwrap()["dice"].is_array() && proof.seconds >= 0.0);
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!((proof.file.as_deref(), proof.bytes), (Some(path), bytes.len()));
    let plain = text(&["certify", "--rules", SMALL, "--plain-rules"]);
    assert!(bytes.starts_with(format!("yahtzee certificate 1\n{plain}rows ").as_bytes()), "{plain}");
    assert_eq!(json::<String>(&["certify", "--rules", SMALL, "--plain-rules"]), plain);
    let said = text(&["certify", "--rules", SMALL]);
    assert!(said.contains("\nexact ties ") && said.ends_with("Every decision is proved.\n"), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Verified {
    file: Option<PathBuf>,
    rules: String,
    objective: String,
    states: usize,
    checked: usize,
    wrong: usize,
    largest_residual: f64,
    worst: Worst,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Worst {
    index: u32,
    filled: Vec<String>,
    upper_total: u32,
    flag: bool,
    value: f64,
    derived: f64,
}

/// The table of the rules in a file.
fn solved(rules: &str) -> ValueTable {
    let toml = std::fs::read_to_string(root().join(rules)).unwrap();
    Solver::new(&RuleSet::parse(&toml).unwrap()).unwrap().solve().unwrap()
}

#[test]
fn a_right_table_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let table = Solver::new(&RuleSet::builtin("yacht").unwrap()).unwrap().solve().unwrap();
    table.save(&file).unwrap();
    // The header of the file names the built-in rule set.
    let verify = ["verify", "--table", file.to_str().unwrap(), "--sample", "500", "--seed", "3"];
    let verified: Verified = json(&verify);
    let Verified { rules, objective, states, checked, wrong, largest_residual, worst, .. } = verified;
    assert_eq!((verified.file, rules.as_str(), objective.as_str()), (Some(file.clone()), "yacht", "expected-score"));
    assert_eq!((states, checked, wrong), (table.space().len(), 500, 0));
    assert!(largest_residual < 1e-10 && ((worst.value - worst.derived).abs() - largest_residual).abs() < 1e-12);
    assert!(text(&verify).ends_with("These states are right. --all checks every one.\n"));
    // Solved now.
    assert!(text(&["verify", "--all", "--rules", SMALL]).ends_with("The table is right.\n"));
    assert_eq!(json::<Verified>(&["verify", "--rules", SMALL]).file, None);
}

#[test]
fn a_nudged_value_is_found_and_its_state_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let table = solved(SMALL);
    let mut values = table.values().to_vec();
    values[table.space().position(&State::default())] += 1e-6;
    ValueTable::from_values(table.model().clone(), values).save(&file).unwrap();
    let verify = ["verify", "--rules", SMALL, "--table", file.to_str().unwrap()];
    // It is in every sample.
    for (more, of) in [(&["--all"][..], table.space().len()), (&["--sample", "1"], 1)] {
        let (stdout, stderr, status) = run(&[&verify, more].concat());
        let wanted = format!("table: 1 of {of} states checked are wrong: state 0 (nothing filled; upper total 0) is given ");
        assert!(status == 1 && stderr.contains(&wanted) && !stdout.contains("right"), "{stderr}");
    }
    let (stdout, _, status) = run(&[&verify[..], &["--all", "--json"]].concat());
    let Verified { checked, states, wrong, largest_residual, worst, .. } = serde_json::from_str(&stdout).unwrap();
    assert_eq!((status, checked, wrong), (1, states, 1));
    assert!((largest_residual - 1e-6).abs() < 1e-11 && (worst.value - worst.derived - 1e-6).abs() < 1e-11);
    assert_eq!((worst.index, worst.filled.len(), worst.upper_total, worst.flag), (0, 0, 0, false));
    // Its decisions are proved all the same, but the table is not right.
    let proof: Certified = json(&["certify", "--rules", SMALL, "--table", file.to_str().unwrap()]);
    assert!(proof.others == 0 && !proof.proved && (proof.table_error - 1e-6).abs() < 1e-11, "{proof:?}");
}

#[test]
fn a_table_is_compared_with_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let [certificate, other] = ["a.certificate", "b.certificate"].map(|name| folder.path().join(name).display().to_string());
    text(&["certify", "--rules", SMALL, "--output", &certificate]);
    let verify = |file: &'static str| ["verify", "--rules", SMALL, file];
    let right = text(&[&verify("--certificate")[..], &[&certificate]].concat());
    assert!(right.contains("largest residual    0.0e0 points\n") && right.ends_with("The table is right.\n"), "{right}");
    text(&["certify", "--rules", "docs/examples/three-dice.toml", "--output", &other]);
    let refused = || error(&[&verify("--certificate")[..], &[&other]].concat(), 1);
    assert_eq!(refused(), format!("{other}: the certificate is of other rules than 'small'"));
    let mut bytes = std::fs::read(&certificate).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&other, bytes).unwrap();
    assert_eq!(refused(), format!("{other}: no certificate, or a damaged one: its checksum does not match"));
    error(&[&verify("--all")[..], &["--certificate", &certificate]].concat(), 2);
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    // Wrong input.
    assert!(error(&["exact", "--card", "ones=7"], 2).starts_with("--card: ones=7: no roll scores that there"));
    for number in [&["exact", "--digits", "x"], &["verify", "--sample", "0"], &["exact", "--threads", "0"], &["exact", "--memory", "-1"]] {
        error(number, 2);
    }
    error(&["verify", "--all", "--sample", "3"], 2);
    error(&["certify", "--output", "a", "--plain-rules"], 2);
    assert!(error(&["exact", "--rules", "hasbr0"], 2).contains("hasbro"));
    std::fs::write(path("wrong.toml"), "dice = 5\nname = 3").unwrap();
    assert!(error(&["exact", "--rules", &path("wrong.toml")], 2).starts_with(&path("wrong.toml: ")));
    let wanted = "rules with 'extra-throws' cannot be proved yet";
    assert_eq!(error(&["certify", "--rules", "docs/examples/extra-throws.toml", "--plain-rules"], 2), wanted);
    assert_eq!(error(&["verify", "--rules", "docs/examples/extra-throws.toml"], 2), wanted);
    // Files.
    assert!(error(&["exact", "--rules", &path("none.toml")], 1).starts_with(&path("none.toml: ")));
    assert!(error(&["certify", "--rules", SMALL, "--output", "/none/at/all"], 1).starts_with("/none/at/all: "));
    assert!(error(&["verify", "--table", &path("none.yzt")], 1).starts_with(&path("none.yzt: ")));
    let table = solved(SMALL);
    table.save(folder.path().join("table").as_path()).unwrap();
    assert!(error(&["verify", "--table", &path("table")], 1).contains("the table of rule set 'small'"));
    Follower::new(&table).spread_table().unwrap().save(folder.path().join("spread").as_path()).unwrap();
    assert!(error(&["verify", "--rules", SMALL, "--table", &path("spread")], 1).contains("spread"));
    // Memory.
    assert!(error(&["exact", "--memory", "5MB"], 1).ends_with(" of memory, and the limit is 5 MB: raise it with --memory"));
    assert!(error(&["certify", "--memory", "5MB"], 1).contains("raise"));
    // Many rolls: five dice of 20 sides.
    let many = "name = 'many'\ndice = 5\nsides = 20\n[[upper]]\nface = 1\nname = 'ones'\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 'those-dice'\n";
    std::fs::write(path("many.toml"), many).unwrap();
    for command in ["verify", "certify"] {
        assert!(error(&[command, "--rules", &path("many.toml"), "--memory", "60MB"], 1).contains("the limit is 60 MB"));
    }
}
