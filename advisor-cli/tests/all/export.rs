//! `yahtzee table export`: files for other programs.

use std::collections::HashMap;

use crate::common::{Advice, CardValue, json, run, text};

/// The rows of a CSV text without quotes, as maps from column names to cells.
fn rows(csv: &str) -> Vec<HashMap<&str, &str>> {
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            assert_eq!(cells.len(), names.len(), "{line}");
            names.iter().copied().zip(cells).collect()
        })
        .collect()
}

#[test]
fn every_state_with_its_value() {
    let csv = text(["table", "export"]);
    assert!(csv.starts_with("index,filled,upper_total,flag,value\n0,0,0,0,254.5877287344"), "{}", &csv[..80]);
    let rows = rows(&csv);
    assert_eq!(rows.len(), 536_448);
    assert!(rows.iter().enumerate().all(|(index, row)| row["index"] == index.to_string()));
    // Ones with 3 and Yahtzee with 50 are filled: bits 0 and 11.
    let card: CardValue = json(["value", "--card", "ones=3 yahtzee=50"]);
    let is_card = |row: &&HashMap<&str, &str>| (row["filled"], row["upper_total"], row["flag"]) == ("2049", "3", "1");
    let found: Vec<_> = rows.iter().filter(is_card).collect();
    assert_eq!(found.len(), 1);
    assert!((found[0]["value"].parse::<f64>().unwrap() - card.expected_remaining).abs() < 1e-9);
}

#[test]
fn files_hold_the_same() {
    let solved: crate::common::Solved = json(["solve", "--rules", "kniffel"]);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("kniffel.csv");
    // The header of the table file names the built-in rule set.
    let written = run(["table", "export", solved.table.unwrap().to_str().unwrap(), "--output", out.to_str().unwrap()]);
    assert_eq!(written.ok(), "");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), text(["table", "export", "--rules", "kniffel"]));
}

#[test]
fn the_best_choices_of_a_turn() {
    let card = "ones=3 fours=12 yahtzee=50";
    let csv = text(["table", "export", "--policy", "--card", card]);
    let rows = rows(&csv);
    assert_eq!(rows.len(), 3 * 252);
    for (rerolls_left, dice) in [("2", "13356"), ("1", "22345"), ("0", "66666")] {
        let advice: Advice = json(["advise", dice, "--rerolls-left", rerolls_left, "--card", card]);
        let row = rows.iter().find(|row| (row["rerolls_left"], row["dice"]) == (rerolls_left, dice)).unwrap();
        match &advice.options[0] {
            crate::common::JsonOption::Hold { hold, .. } => {
                let hold: String = hold.iter().map(u8::to_string).collect();
                assert_eq!((row["kind"], row["hold"], row["category"], row["points"]), ("hold", hold.as_str(), "", ""));
            }
            crate::common::JsonOption::Score { category, points, bonus, .. } => {
                assert_eq!((row["kind"], row["hold"], row["category"]), ("score", "", category.as_str()));
                assert_eq!((row["points"], row["bonus"]), (points.to_string().as_str(), bonus.to_string().as_str()));
            }
        }
        assert!((row["expected_final"].parse::<f64>().unwrap() - advice.expected_final).abs() < 1e-9);
        assert_eq!(row["second_loss"].is_empty(), advice.options.len() == 1);
    }
}

#[test]
fn wrong_input() {
    assert!(run(["table", "export", "--card", "ones=3"]).stderr.contains("--policy"));
    assert!(run(["table", "export", "--policy", "--card", "ones=7"]).error(2).starts_with("--card: ones=7"));
    assert!(run(["table", "export", "--json"]).error(2).contains("an export is CSV"));
    assert!(run(["table", "export", "missing.yzt"]).error(1).starts_with("missing.yzt: "));
}
