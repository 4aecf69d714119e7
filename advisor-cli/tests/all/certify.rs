//! `yahtzee certify`: proofs of all decisions.

use crate::common::{json, run, text};
use serde::Deserialize;

const SMALL: &str = "dialogue/faces/small.toml";

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

#[derive(Debug, Deserialize)]
struct Value {
    expected_final: f64,
}

#[test]
fn every_decision_of_a_game_is_proved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.certificate");
    let path = file.to_str().unwrap();
    let proof: Certified = json(["certify", "--rules", SMALL, "--output", path]);
    let value: Value = json(["value", "--rules", SMALL]);
    assert!(proof.expected[0] <= value.expected_final + 1e-11 && value.expected_final <= proof.expected[1] + 1e-11, "{proof:?}");
    assert!(proof.expected[1] - proof.expected[0] < 1e-9);
    assert_eq!(proof.decisions, proof.strict + proof.ties, "{proof:?}");
    assert_eq!((proof.rules.as_str(), proof.near, proof.others, &proof.other), ("small", 0, 0, &None));
    assert!(proof.states > 1 && proof.ties > 0 && proof.compared >= proof.ties && proof.table_error < 1e-11 && proof.threads > 0);
    assert!(proof.proved && proof.fingerprint.len() == 16 && (1_000_000..100_000_000).contains(&proof.memory), "{proof:?}");
    assert!(proof.gap.unwrap() > 1e-9 && proof.gap_at.unwrap()["dice"].is_array() && proof.seconds >= 0.0);
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!((proof.file.as_deref(), proof.bytes), (Some(path), bytes.len()));
    let plain = text(["certify", "--rules", SMALL, "--plain-rules"]);
    assert!(bytes.starts_with(format!("yahtzee certificate 1\n{plain}rows ").as_bytes()), "{plain}");
    assert_eq!(json::<String, _>(["certify", "--rules", SMALL, "--plain-rules"]), plain);
    let said = text(["certify", "--rules", SMALL]);
    assert!(said.contains("\nexact ties ") && said.ends_with("Every decision is proved.\n"), "{said}");
}

#[test]
fn rules_that_cannot_be_certified_are_named() {
    let wanted = "rules with 'extra-throws' cannot be certified yet";
    assert_eq!(run(["certify", "--rules", "docs/examples/extra-throws.toml", "--plain-rules"]).error(2), wanted);
    assert_eq!(run(["certify", "--rules", "yatzy-saved"]).error(2), wanted.replace("extra", "saved"));
    assert!(run(["certify", "--rules", SMALL, "--output", "/none/at/all"]).error(1).starts_with("/none/at/all: "));
    assert_eq!(run(["certify", "--output", "a", "--plain-rules"]).status, Some(2));
}

#[test]
fn a_table_is_compared_with_a_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let [tables, certificate, other] =
        ["tables", "a.certificate", "b.certificate"].map(|name| folder.path().join(name).display().to_string());
    text(["certify", "--rules", SMALL, "--output", &certificate, "--tables", &tables]);
    let verify = ["table", "verify", "--rules", SMALL, "--tables", &tables, "--certificate"];
    let right = text([&verify[..], &[&certificate]].concat());
    assert!(right.contains("largest residual    0.0e0 points\n") && right.ends_with("The table is right.\n"), "{right}");
    text(["certify", "--rules", "docs/examples/three-dice.toml", "--output", &other]);
    let refused = |file: &str| run([&verify[..], &[file]].concat()).error(1);
    assert_eq!(refused(&other), format!("{other}: the certificate is of other rules than 'small'"));
    let mut bytes = std::fs::read(&certificate).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&other, bytes).unwrap();
    assert_eq!(refused(&other), format!("{other}: no certificate, or a damaged one: its checksum does not match"));
    assert_eq!(run([&verify[..], &[&certificate, "--all"]].concat()).status, Some(2));
}
