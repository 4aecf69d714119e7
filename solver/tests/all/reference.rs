//! The expected scores of `tables/reference.toml`, and the rule sets of the guide (`docs/examples`).

use std::path::{Path, PathBuf};

use crate::common::{builtin_table, solve};
use serde::Deserialize;
use yahtzee_solver::{RuleSet, StateSpace};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    reference: Vec<Reference>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reference {
    rules: String,
    computed: f64,
    published: Option<f64>,
    source: Option<String>,
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn rules_of(path: &str) -> RuleSet {
    let toml = std::fs::read_to_string(top().join(path)).unwrap();
    RuleSet::parse(&toml).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Half a unit of the last digit of a figure.
fn rounding(figure: f64) -> f64 {
    let digits = figure.to_string().split_once('.').map_or(0, |(_, digits)| digits.len());
    0.5 / 10f64.powi(digits as i32)
}

#[test]
fn expected_scores() {
    let text = std::fs::read_to_string(top().join("tables/reference.toml")).unwrap();
    let manifest: Manifest = toml::from_str(&text).unwrap();
    for name in RuleSet::builtin_names() {
        assert!(manifest.reference.iter().any(|reference| reference.rules == name), "{name} is not in the manifest");
    }
    for Reference { rules, computed, published, source } in manifest.reference {
        let score =
            if rules.ends_with(".toml") { solve(&rules_of(&rules)).expected_score() } else { builtin_table(&rules).expected_score() };
        assert!((score - computed).abs() < 1e-9, "{rules}: {score} instead of {computed}");
        assert_eq!(published.is_some(), source.is_some(), "{rules}: a published figure has a source");
        if let Some(published) = published {
            assert!((score - published).abs() < rounding(published) + 1e-9, "{rules}: {score}, but published is {published}");
        }
    }
}

/// The exact value of Kelly and Liese: `bullseye` with one line taken out.
#[test]
fn kelly_and_liese() {
    let rules = rules_of("docs/examples/kelly-liese.toml");
    assert!((solve(&rules).expected_score() - 254.589373883660).abs() < 1e-10);
    let bullseye = RuleSet::builtin("bullseye").unwrap();
    let without = RuleSet::parse(&bullseye.toml().replace("same-face = true\n", "").replace("\"bullseye\"", "\"other\"")).unwrap();
    assert_eq!(without.fingerprint(), rules.fingerprint());
    assert_ne!(bullseye.fingerprint(), rules.fingerprint());
}

/// Solves an example of the guide, and finds its score in the guide's table.
fn check_example(file: &str, states: usize, wanted: f64) {
    let table = solve(&rules_of(&format!("docs/examples/{file}.toml")));
    assert_eq!(table.rules().name(), file);
    assert_eq!(table.space().len(), states);
    assert!((table.expected_score() - wanted).abs() < 1e-9, "{file}: {}", table.expected_score());
    let guide = guide();
    let row = guide.lines().find(|line| line.starts_with(&format!("| `{file}.toml` |"))).expect("a row for each example");
    assert!(row.ends_with(&format!("| {wanted:.4} |")), "the guide has another score: {row}");
}

fn guide() -> String {
    std::fs::read_to_string(top().join("docs/custom-rules.md")).unwrap()
}

#[test]
fn examples_of_the_guide() {
    check_example("three-dice", 912, 52.366343352070);
    check_example("kelly-liese", 536_448, 254.589373883660);
    check_example("yacht", 4_096, 166.955067704572);
    check_example("four-rolls", 536_448, 328.955292361940);
    check_example("short-maxi", 898_560, 244.081111212524);
    assert!(guide().contains(rules_of("docs/examples/three-dice.toml").toml()), "the guide prints another file");
    for entry in std::fs::read_dir(top().join("docs/examples")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert_eq!(format!("{}.toml", rules_of(&format!("docs/examples/{name}")).name()), name);
        assert!(guide().contains(&format!("| `{name}` |")), "{name} is not in the guide");
    }
}

#[test]
#[ignore = "solves for minutes: the guide names the command"]
fn maxi_yatzy() {
    let rules = rules_of("docs/examples/maxi-yatzy.toml");
    assert_eq!(rules.category_count(), 20);
    assert!(StateSpace::bytes_needed(&rules) < 500_000_000);
    check_example("maxi-yatzy", 57_507_840, 394.557506820418);
}
