//! `yahtzee exact`: fractions in lowest terms.

use crate::common::{HASBRO, json, run, text};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exact {
    rules: String,
    numerator: String,
    denominator: String,
    decimal: String,
}

#[test]
fn a_whole_game() {
    let exact: Exact = json(["exact", "--digits", "25"]);
    assert_eq!((exact.rules.as_str(), exact.decimal.as_str()), ("hasbro", "254.5877287344958912318252461"));
    assert!((exact.decimal.parse::<f64>().unwrap() - HASBRO).abs() < 1e-10);
    let quotient = exact.numerator.parse::<f64>().unwrap() / exact.denominator.parse::<f64>().unwrap();
    assert!((quotient - HASBRO).abs() < 1e-10);
}

#[test]
fn a_card() {
    // Only chance is open. The score is 9 plus the mean of five dice. With two rerolls left a die is kept from 5 pips up, with one from 4 up.
    let filled = "ones=0 twos=0 threes=9 fours=0 fives=0 sixes=0 3k=0 4k=0 fh=0 ss=0 ls=0 y=0";
    let exact: Exact = json(["exact", "--digits", "3", "--card", filled]);
    assert_eq!((exact.numerator.as_str(), exact.denominator.as_str(), exact.decimal.as_str()), ("97", "3", "32.333"));
    let full: Exact = json(["exact", "--digits", "0", "--card", &format!("{filled} chance=22")]);
    assert_eq!((full.numerator.as_str(), full.denominator.as_str(), full.decimal.as_str()), ("31", "1", "31"));
    assert!(text(["exact", "--digits", "3", "--card", filled]).starts_with("expected final      32.333\nnumerator           97\n"));
}

#[test]
fn wrong_input() {
    assert!(run(["exact", "--card", "ones=7"]).error(2).starts_with("--card: ones=7: no roll scores that there"));
    assert_eq!(run(["exact", "--digits", "x"]).status, Some(2));
}
