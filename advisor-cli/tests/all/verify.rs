//! `yahtzee table verify`: correct tables, and a wrong table with a correct checksum.

use std::path::{Path, PathBuf};

use crate::common::{json, run, sealed, yahtzee_in};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Verified {
    file: PathBuf,
    rules: String,
    objective: String,
    states: u64,
    checked: u64,
    wrong: u64,
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

const GAME: &str = "name = 'small'\ndice = 3\n[upper-bonus]\nat = 10\npoints = 7\n[[upper]]\nname = 'ones'\nface = 1\n[[upper]]\nname = 'fours'\nface = 4\n\
                    [[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'";

/// A folder with the rules of a small game and its table.
fn small_game(folder: &Path) -> (String, PathBuf) {
    let rules = folder.join("small.toml");
    std::fs::write(&rules, GAME).unwrap();
    let rules = rules.to_str().unwrap().to_owned();
    yahtzee_in(folder).args(["solve", "--rules", &rules]).ran().ok();
    let is_table = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "yzt");
    let table = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).find(is_table).unwrap();
    (rules, table)
}

#[test]
fn a_sample_of_a_right_table() {
    let solved: crate::common::Solved = json(["solve", "--rules", "yatzy"]);
    let file = solved.table.unwrap();
    // The header of the file names the built-in rule set.
    let verified: Verified = json(["table", "verify", "--sample", "500", "--seed", "3", file.to_str().unwrap()]);
    assert_eq!((verified.file, verified.rules.as_str()), (file.clone(), "yatzy"));
    assert_eq!((verified.states, verified.checked, verified.wrong), (solved.states, 500, 0));
    assert!(verified.largest_residual < 1e-10);
    let Worst { value, derived, .. } = verified.worst;
    assert!(((value - derived).abs() - verified.largest_residual).abs() < 1e-12);
    assert!(crate::common::text(["table", "verify", "--sample", "10", file.to_str().unwrap()]).contains("These states are right."));
}

#[test]
fn a_nudged_value_is_found_and_its_state_named() {
    let folder = tempfile::tempdir().unwrap();
    let (rules, file) = small_game(folder.path());
    let all = ["table", "verify", "--all", "--rules", &rules, file.to_str().unwrap()];
    assert!(run(all).ok().contains("The table is right."));

    // The last value belongs to the empty card.
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes.len() - 8;
    let value = f64::from_le_bytes(bytes[at..].try_into().unwrap());
    bytes[at..].copy_from_slice(&(value + 1e-6).to_le_bytes());
    std::fs::write(&file, &bytes).unwrap();
    assert!(run(all).error(1).contains("checksum does not match"));
    std::fs::write(&file, sealed(bytes)).unwrap();

    let found = run(all);
    assert_eq!(found.status, Some(1));
    assert!(found.stderr.contains("1 of "), "{}", found.stderr);
    assert!(found.stderr.contains("state 0 (nothing filled; upper total 0) is given "), "{}", found.stderr);
    assert!(!found.stdout.contains("right"), "{}", found.stdout);

    let found = run(all.into_iter().chain(["--json"]));
    assert_eq!(found.status, Some(1));
    let verified: Verified = serde_json::from_str(&found.stdout).unwrap();
    assert_eq!((verified.checked, verified.wrong), (verified.states, 1));
    assert!((verified.largest_residual - 1e-6).abs() < 1e-12);
    let Worst { index, filled, upper_total, flag, value, derived } = verified.worst;
    assert_eq!((index, filled.len(), upper_total, flag), (0, 0, 0, false));
    assert!((value - derived - 1e-6).abs() < 1e-12);
}

#[test]
fn the_empty_card_is_in_every_sample() {
    let folder = tempfile::tempdir().unwrap();
    let (rules, file) = small_game(folder.path());
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes.len() - 8;
    bytes[at..].copy_from_slice(&12.0f64.to_le_bytes());
    std::fs::write(&file, sealed(bytes)).unwrap();
    let found = run(["table", "verify", "--sample", "1", "--rules", &rules, file.to_str().unwrap()]);
    assert!(found.status == Some(1) && found.stderr.contains("1 of 1 states checked are wrong: state 0 "), "{}", found.stderr);
}

#[test]
fn spread_files_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let (rules, _) = small_game(folder.path());
    yahtzee_in(folder.path()).args(["advise", "145", "--all", "--rules", &rules]).ran().ok();
    let is_spread = |path: &PathBuf| path.to_str().unwrap().ends_with(".spread.yzt");
    let file = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).find(is_spread).unwrap();
    let verify = |more: &[&str]| {
        let args = ["table", "verify", "--rules", &rules, file.to_str().unwrap()];
        yahtzee_in(folder.path()).args(args).args(more).ran()
    };
    assert!(verify(&["--all"]).ok().contains("The table is right."));
    let verified: Verified = serde_json::from_str(&verify(&["--sample", "3", "--json"]).ok()).unwrap();
    assert_eq!((verified.objective.as_str(), verified.checked, verified.wrong), ("spread", 3, 0));

    // The variances come first, then the chances of the bonus. The last of each belongs to the empty card.
    let good = std::fs::read(&file).unwrap();
    let head = u32::from_le_bytes(good[20..24].try_into().unwrap()) as usize;
    let half = (good.len() - head) / 2;
    for (end, words) in [(head + half, "a standard deviation of"), (head + 2 * half, "a chance of the upper bonus of")] {
        let mut bytes = good.clone();
        let at = end - 8;
        let number = f64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        bytes[at..at + 8].copy_from_slice(&(number + 1e-4).to_le_bytes());
        std::fs::write(&file, sealed(bytes)).unwrap();
        let found = verify(&[]);
        let state = format!("state 0 (nothing filled; upper total 0) is given {words} ");
        assert!(found.status == Some(1) && found.stderr.contains(&state), "{}", found.stderr);
        // A chance is in per cent, as everywhere.
        let (residual, unit) = if words.contains("chance") { ("1.0e-2%", "%") } else { (" points", " points") };
        let line = found.stdout.lines().find(|line| line.starts_with("largest residual")).unwrap();
        let said = format!("{unit}, and the rules make it ");
        assert!(line.ends_with(residual) && found.stderr.contains(&said), "{line}: {}", found.stderr);
    }
}

#[test]
fn impossible_requests_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let (_, file) = small_game(folder.path());
    // The rules of the table are neither given by --rules nor built in.
    assert!(run(["table", "verify", file.to_str().unwrap()]).error(1).contains("the table of rule set 'small'"));
    let missing = folder.path().join("missing.yzt");
    assert!(run(["table", "verify", missing.to_str().unwrap()]).error(1).contains("missing.yzt"));
    assert_eq!(run(["table", "verify", "--all", "--sample", "3"]).status, Some(2));
    assert_eq!(run(["table", "verify", "--sample", "0"]).status, Some(2));
}
