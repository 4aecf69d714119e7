//! The expected scores of `tables/reference.toml`, and the rule sets of the guide (`docs/examples`).

use std::path::{Path, PathBuf};

use crate::common::{builtin_table, small_builtin_names, solve};
use serde::Deserialize;
use yahtzee_solver::RuleSet;
use yahtzee_solver::rules::ColumnGame;
use yahtzee_solver::space::StateSpace;

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
    /// Whether a test takes minutes to solve it.
    #[serde(default)]
    large: bool,
}

fn manifest() -> Manifest {
    toml::from_str(&std::fs::read_to_string(top().join("tables/reference.toml")).unwrap()).unwrap()
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
    let manifest = manifest();
    for name in RuleSet::builtin_names() {
        let reference = manifest.reference.iter().find(|reference| reference.rules == name);
        let reference = reference.unwrap_or_else(|| panic!("{name} is not in the manifest"));
        assert_eq!(reference.large, !small_builtin_names().any(|small| small == name), "{name}: is it large?");
    }
    for reference in manifest.reference.iter().filter(|reference| !reference.large) {
        check_score(reference);
    }
}

fn check_score(Reference { rules, computed, published, source, .. }: &Reference) {
    let score = if rules.ends_with(".toml") { solve(&rules_of(rules)).expected_score() } else { builtin_table(rules).expected_score() };
    assert!((score - computed).abs() < 1e-9, "{rules}: {score} instead of {computed}");
    assert_eq!(published.is_some(), source.is_some(), "{rules}: a published figure has a source");
    if let Some(published) = *published {
        assert!((score - published).abs() < rounding(published) + 1e-9, "{rules}: {score}, but published is {published}");
    }
}

/// The exact value of Kelly and Liese: `bullseye` without one line.
#[test]
fn kelly_and_liese() {
    let rules = rules_of("docs/examples/kelly-liese.toml");
    assert!((solve(&rules).expected_score() - 254.589373883660).abs() < 1e-10);
    let bullseye = RuleSet::builtin("bullseye").unwrap();
    let without = RuleSet::parse(&bullseye.toml().replace("same-face = true\n", "").replace("\"bullseye\"", "\"other\"")).unwrap();
    assert_eq!(without.fingerprint(), rules.fingerprint());
    assert_ne!(bullseye.fingerprint(), rules.fingerprint());
}

/// A value that another solver found: `kniffel` where five alike are a full house.
#[test]
fn kniffel_with_five_alike_as_a_full_house() {
    let kniffel = RuleSet::builtin("kniffel").unwrap().toml().replace("\"kniffel\"", "\"other\"");
    let rules = RuleSet::parse(&kniffel.replace("groups = [3, 2]", "groups = [3, 2]\nsame-face = true")).unwrap();
    assert!((solve(&rules).expected_score() - 245.904728370719).abs() < 1e-10);
}

/// Solves an example of the guide, and compares it with the guide's table.
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
    check_example("old-yacht", 4_096, 166.955067704572);
    check_example("four-rolls", 536_448, 328.955292361940);
    check_example("yahtzee-1956", 536_448, 254.178305451990);
    check_example("yams", 178_816, 178.061646776394);
    check_example("cheerio", 2_048, 141.954513013004);
    check_example("eight-sided", 32_768, 260.156301706485);
    check_example("balut", 78_125, 433.347123663729);
    check_example("double-generala", 3_072, 166.141599765431);
    check_example("extra-throws", 2_145_789, 288.951699402268);
    check_example("short-maxi", 898_560, 244.081111212524);
    check_example("yacht-dice-boxes", 16_384, 316.790984516531);
    for printed in ["three-dice", "two-columns"] {
        let toml = std::fs::read_to_string(top().join(format!("docs/examples/{printed}.toml"))).unwrap();
        assert!(guide().contains(&toml), "the guide prints another file than {printed}");
    }
    for entry in std::fs::read_dir(top().join("docs/examples")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let toml = std::fs::read_to_string(top().join("docs/examples").join(&name)).unwrap();
        let own_name = match ColumnGame::is_column_game(&toml) {
            true => ColumnGame::parse(&toml).unwrap().name().to_owned(),
            false => RuleSet::parse(&toml).unwrap().name().to_owned(),
        };
        assert_eq!(format!("{own_name}.toml"), name);
        assert!(guide().contains(&format!("| `{name}` |")), "{name} is not in the guide");
    }
}

#[test]
#[ignore = "solves for minutes: tables/README.md names the command"]
fn expected_scores_of_large_rule_sets() {
    for reference in manifest().reference.iter().filter(|reference| reference.large) {
        check_score(reference);
    }
}

#[test]
fn maxi_yatzy_fits_into_half_a_gigabyte() {
    let rules = RuleSet::builtin("maxi-yatzy").unwrap();
    assert_eq!(rules.category_count(), 20);
    assert!(StateSpace::bytes_needed(&rules) < 500_000_000);
}
