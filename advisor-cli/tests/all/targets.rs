//! `yahtzee targets`: text, JSON and pictures.

use std::path::PathBuf;

use crate::common::{CardValue, json, run, shared_tables, text};
use insta::assert_snapshot;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Targets {
    rules: String,
    score_so_far: u32,
    targets: Vec<(u32, f64, f64)>,
    differences: Vec<Difference>,
    plot: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Difference {
    target: u32,
    rolls: usize,
    probability: f64,
    dice: Vec<u8>,
    dice_probability: f64,
    for_target: Choice,
    for_score: Choice,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
enum Choice {
    Hold { hold: Vec<u8>, worth: f64, worth_loss: f64 },
    Score { category: String, points: u32, bonus: u32, worth: f64, worth_loss: f64 },
}

impl Choice {
    fn chance_and_loss(&self) -> (f64, f64) {
        let (Choice::Hold { worth, worth_loss, .. } | Choice::Score { worth, worth_loss, .. }) = self;
        (*worth, *worth_loss)
    }
}

/// Sixes and Yahtzee are open, and Sixes may earn the upper bonus.
const CARD: &str = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20";

fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-12, "{found} for {wanted}");
}

#[test]
fn every_target_is_in_the_json() {
    let all: Targets = json(["targets", "--card", CARD]);
    let value: CardValue = json(["value", "--card", CARD]);
    assert_eq!((all.rules.as_str(), all.score_so_far), ("hasbro", value.score_so_far));
    // 185, 50, then 30 in Sixes with the upper bonus of 35 and the extra bonus of 100.
    assert_eq!(all.targets.iter().map(|(target, ..)| *target).collect::<Vec<_>>(), (1..=400).collect::<Vec<_>>());
    assert!(all.targets.is_sorted_by(|a, b| a.1 >= b.1 && a.2 >= b.2));
    // The expected score is the sum of the chances.
    let expected: f64 = all.targets.iter().map(|(_, _, expected)| expected).sum();
    assert!((expected - value.expected_final).abs() < 1e-9);
    assert!(all.targets.iter().all(|(_, best, expected)| best >= expected));
    assert_eq!(all.targets[184], (185, 1.0, 1.0));
    for difference in &all.differences {
        let ((best, none), (chance, loss)) = (difference.for_target.chance_and_loss(), difference.for_score.chance_and_loss());
        assert!(none == 0.0 && loss > 0.0 && difference.rolls >= 1 && difference.dice.len() == 5);
        near(best - chance, loss);
        assert!(difference.dice_probability <= difference.probability && difference.probability < 1.0);
        assert_ne!(difference.for_target, difference.for_score);
    }
    assert!(!all.differences.is_empty());
}

#[test]
fn a_small_game_in_text() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/three-dice.toml");
    assert_snapshot!(text(["targets", "--rules", rules]));
    assert_snapshot!("with_a_card", text(["targets", "--card", CARD]));
}

#[test]
fn what_is_decided_is_certain() {
    let full = format!("{CARD} 6s=18 y=0");
    let answer = text(["targets", "--card", &full]);
    assert!(answer.contains("\n     238   certain              certain\n") && answer.contains("at most 238 points"), "{answer}");
    let all: Targets = json(["targets", "--card", &full]);
    assert!(all.targets.len() == 238 && all.targets.iter().all(|(_, best, expected)| (*best, *expected) == (1.0, 1.0)));
    assert_eq!(all.differences, []);
}

#[test]
fn rounds_are_counted_together() {
    let rules = ["targets", "--rules", "multi-round", "--card", CARD];
    let one: Targets = json(rules);
    let last: Targets = json([&rules[..], &["--rounds", "2", "--earlier", "100"]].concat());
    assert_eq!((last.score_so_far, last.targets.len()), (one.score_so_far + 100, one.targets.len() + 100));
    for ((_, best, expected), (_, of_one, expected_of_one)) in last.targets[100..].iter().zip(&one.targets) {
        near(*best, *of_one);
        near(*expected, *expected_of_one);
    }
}

#[test]
fn pictures_are_drawn() {
    let file = shared_tables().join("targets.svg");
    let args = ["targets", "--card", CARD, "--plot", file.to_str().unwrap()];
    assert!(text(args).ends_with(&format!("Written: {}\n", file.display())));
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>") && svg.matches("<polyline").count() >= 2, "{svg}");
    for part in ["Yahtzee", "the best possible", "under expected-score play", "#C85028", "#4682B4"] {
        assert!(svg.contains(part), "{part} is missing");
    }
    assert_eq!(json::<Targets, _>(args).plot, Some(file));
}

#[test]
fn what_is_impossible_is_an_error() {
    assert!(run(["targets", "--card", "ones=7"]).error(2).contains("ones=7"));
    assert!(run(["targets", "--rounds", "2"]).error(2).contains("only one"));
    assert!(run(["targets", "--plot", "x.gif"]).status == Some(2));
    let refused = run(["targets", "--memory", "200MB"]).error(1);
    assert!(refused.starts_with("finding the best chances of 'hasbro' needs "), "{refused}");
    assert!(refused.contains("the limit is 200 MB: raise it with --memory"), "{refused}");
}
