//! `yahtzee stats`: text, JSON, CSV and pictures.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::common::{Advice, CardValue, JsonOption, Ran, json, run, shared_tables, text, yahtzee, yahtzee_in};
use insta::assert_snapshot;
use serde::Deserialize;

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stats {
    rules: String,
    mean: f64,
    sd: f64,
    median: u32,
    mode: u32,
    percentiles: BTreeMap<String, u32>,
    pmf: Vec<(u32, f64)>,
    categories: Vec<CategoryStats>,
    upper_bonus: BonusStats,
    extra_bonus: BonusStats,
    plot: Option<String>,
    csv: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CategoryStats {
    category: String,
    mean: f64,
    sd: f64,
    zero: f64,
    mean_turn: Option<f64>,
    turns: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct BonusStats {
    probability: f64,
    mean: f64,
}

/// Two dice, one reroll, two categories.
const SMALL: &str = r#"
name = "small"
title = "Small"
dice = 2
rolls = 2
max-rounds = 2

[[upper]]
name = "sixes"
face = 6

[[lower]]
name = "pair"
groups = [2]
points = 10
"#;

fn small() -> PathBuf {
    let file = shared_tables().join("small.toml");
    std::fs::write(&file, SMALL).unwrap();
    file
}

fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-9, "{found} for {wanted}");
}

#[test]
fn a_new_game() {
    let stats: Stats = json(["stats"]);
    let value: CardValue = json(["value"]);
    assert_eq!((stats.rules.as_str(), stats.median, stats.categories.len()), ("hasbro", 248, 13));
    near(stats.mean, value.expected_final);
    assert!((stats.pmf.iter().map(|(_, probability)| probability).sum::<f64>() - 1.0).abs() < 1e-12);
    near(stats.pmf.iter().map(|(score, probability)| f64::from(*score) * probability).sum(), stats.mean);
    assert!(stats.pmf.is_sorted_by(|a, b| a.0 < b.0) && stats.pmf.iter().all(|(_, probability)| *probability > 0.0));
    for (percent, score) in &stats.percentiles {
        let share = percent.parse::<f64>().unwrap() / 100.0;
        let up_to = |most: u32| stats.pmf.iter().filter(|(score, _)| *score <= most).map(|(_, probability)| probability).sum::<f64>();
        assert!(up_to(*score) >= share && up_to(score - 1) < share, "{percent}: {score}");
    }
    assert_eq!(stats.percentiles.keys().collect::<Vec<_>>(), ["1", "10", "25", "5", "50", "75", "90", "95", "99"]);
    assert_eq!(stats.percentiles["50"], stats.median);
    let parts: f64 = stats.categories.iter().map(|category| category.mean).sum();
    near(parts + stats.upper_bonus.mean + stats.extra_bonus.mean, stats.mean);
    near(stats.upper_bonus.mean, 35.0 * stats.upper_bonus.probability);
    for category in &stats.categories {
        near(category.turns.iter().sum(), 1.0);
    }
}

#[test]
fn from_a_card() {
    let card = ["--card", "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20"];
    let stats: Stats = json([&["stats"], &card[..]].concat());
    // Only the Yahtzee category is open. Three rolls make a Yahtzee with probability 347,897,104,160 / 6^15.
    assert_eq!(stats.pmf.iter().map(|(score, _)| *score).collect::<Vec<_>>(), [238, 288]);
    let yahtzee = 0.046_028_642_5;
    assert!((stats.pmf[1].1 - yahtzee).abs() < 1e-9);
    assert!((stats.sd - 50.0 * (yahtzee * (1.0 - yahtzee)).sqrt()).abs() < 1e-6);
    near(stats.upper_bonus.probability, 1.0);
    assert_eq!((stats.extra_bonus.probability, stats.extra_bonus.mean), (0.0, 0.0));
    let open = stats.categories.iter().find(|category| category.category == "yahtzee").unwrap();
    assert!((open.zero - (1.0 - yahtzee)).abs() < 1e-9 && (open.mean_turn.unwrap() - 13.0).abs() < 1e-9);
    let filled = &stats.categories[3];
    assert_eq!((filled.mean, filled.sd, filled.zero, filled.mean_turn), (12.0, 0.0, 0.0, None));
}

/// A card on which a category was just filled has the same distribution as the option to fill it.
#[test]
fn options_spread_as_the_distributions_after_them() {
    let card = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40";
    let advice: Advice = json(["advise", "66651", "--rerolls-left", "0", "--card", card]);
    assert_eq!(advice.options.len(), 3);
    for option in &advice.options {
        let JsonOption::Score { category, points, .. } = option else { panic!("{option:?}") };
        let stats: Stats = json(["stats", "--card", &format!("{card} {category}={points}")]);
        let (sd, upper_bonus) = option.spread();
        near(option.expected_final(), stats.mean);
        near(sd, stats.sd);
        near(upper_bonus, stats.upper_bonus.probability);
    }

    let rules = small();
    let rules = ["--rules", rules.to_str().unwrap()];
    let spread = |rounds: &[&str]| json::<Advice, _>([&["advise", "66"], rounds, &rules[..]].concat()).options[0].spread();
    let fresh: Stats = json([&["stats"], &rules[..]].concat());
    let (alone, followed) = (spread(&[]), spread(&["--rounds", "2"]));
    near(followed.0, (alone.0.powi(2) + fresh.sd.powi(2)).sqrt());
}

#[test]
fn a_damaged_spread_file_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let advise = || -> Ran {
        let rules = small();
        let args = ["advise", "66", "--all", "--rules", rules.to_str().unwrap()];
        yahtzee_in(folder.path()).args(args).ran()
    };
    let answer = advise().ok();
    let is_spread = |path: &PathBuf| path.to_str().unwrap().ends_with(".spread.yzt");
    let file = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).find(is_spread).unwrap();
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let again = advise();
    assert!(again.stderr.contains("truncated") && again.stderr.contains(".spread.yzt"), "{}", again.stderr);
    assert_eq!((again.status, &again.stdout), (Some(0), &answer));
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}

#[test]
fn a_small_game_in_text() {
    assert_snapshot!(text(["stats", "--rules", small().to_str().unwrap()]));
}

#[test]
fn rounds_are_played_one_after_another() {
    let rules = small();
    let rules = ["--rules", rules.to_str().unwrap()];
    let one: Stats = json([&["stats"], &rules[..]].concat());
    let two: Stats = json([&["stats", "--rounds", "2"], &rules[..]].concat());
    near(two.mean, 2.0 * one.mean);
    near(two.sd, 2f64.sqrt() * one.sd);
    assert_eq!(two.categories, one.categories);
    let last: Stats = json([&["stats", "--rounds", "2", "--earlier", "12"], &rules[..]].concat());
    assert_eq!((last.median, last.pmf.len()), (one.median + 12, one.pmf.len()));
    near(last.sd, one.sd);
}

#[test]
fn csv_holds_the_same_as_json() {
    let rules = small();
    let rules = ["--rules", rules.to_str().unwrap()];
    let stats: Stats = json([&["stats"], &rules[..]].concat());
    let csv = text([&["stats", "--csv", "-"], &rules[..]].concat());
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("score,probability,at_least"));
    let rows: Vec<[f64; 3]> = lines
        .map(|line| <[f64; 3]>::try_from(line.split(',').map(|field| field.parse().unwrap()).collect::<Vec<f64>>()).unwrap())
        .collect();
    assert_eq!(rows.len(), stats.pmf.len());
    for (index, (row, (score, probability))) in rows.iter().zip(&stats.pmf).enumerate() {
        assert_eq!((row[0], row[1]), (f64::from(*score), *probability));
        near(row[2], stats.pmf[index..].iter().map(|(_, probability)| probability).sum());
    }

    let file = shared_tables().join("small.csv");
    let told = text([&["stats", "--csv", file.to_str().unwrap()], &rules[..]].concat());
    assert!(told.ends_with(&format!("Written: {}\n", file.display())), "{told}");
    assert_eq!(std::fs::read_to_string(file).unwrap(), csv);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("both.svg");
    let again = folder.path().join("./both.svg");
    let args = ["stats", "--csv", file.to_str().unwrap(), "--plot", again.to_str().unwrap()];
    assert!(run([&args[..], &rules[..]].concat()).error(2).contains("--csv and --plot both name"));
    assert!(!file.exists());
}

#[test]
fn pictures_are_drawn() {
    let rules = small();
    let draw = |name: &str| {
        let file = shared_tables().join(name);
        let args = ["stats", "--rules", rules.to_str().unwrap(), "--plot", file.to_str().unwrap()];
        let written = format!("Written: {}\n", file.display());
        assert!(text(args).ends_with(&written));
        let stats: Stats = json(args);
        assert_eq!((stats.plot.as_deref(), stats.csv), (file.to_str(), None));
        // With the CSV on stdout.
        let ran = run([&args[..], &["--csv", "-"]].concat());
        assert_eq!((ran.status, ran.stderr), (Some(0), written));
        assert!(ran.stdout.starts_with("score,") && !ran.stdout.contains("Written"), "{}", ran.stdout);
        std::fs::read(file).unwrap()
    };
    let svg = String::from_utf8(draw("small.svg")).unwrap();
    // A bar for each score, besides the frame.
    let bars = svg.lines().filter(|line| line.contains("#4682B4")).count();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>") && bars == 6, "{svg}");
    assert!(svg.contains("Small: final score under optimal play, 8.93 on average"));
    assert!(run(["stats", "--plot", "small.png"]).error(2).contains("name a file that ends in .svg"));
}

#[test]
fn impossible_requests_are_errors() {
    assert!(run(["stats", "--json", "--csv", "-"]).error(2).contains("--csv"));
    assert!(run(["stats", "--card", "ones=7"]).error(2).contains("ones=7"));
    let nowhere = shared_tables().join("nowhere/small.csv");
    assert!(run(["stats", "--rules", small().to_str().unwrap(), "--csv", nowhere.to_str().unwrap()]).error(1).contains("nowhere"));
}

/// A name of a file need not be text.
#[test]
#[cfg(unix)]
fn pictures_under_names_that_are_not_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join(std::ffi::OsStr::from_bytes(b"a\xff.svg"));
    let small = "dialogue/front-ends/small.toml";
    for command in [["stats", "--rules", small], ["targets", "--rules", small], ["progress", "--history", "docs/example-history.jsonl"]] {
        let mut plotted = yahtzee();
        plotted.args(command).arg("--plot").arg(&picture);
        assert_eq!(plotted.ran().status, Some(0), "{command:?}");
        assert!(std::fs::read_to_string(&picture).unwrap().starts_with("<svg"), "{command:?}");
        std::fs::remove_file(&picture).unwrap();
    }
}
