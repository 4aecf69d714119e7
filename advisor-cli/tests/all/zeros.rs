//! Rules under which a voluntary zero gains, and games whose rules have changed.

use std::path::PathBuf;

use crate::common::{Advice, JsonOption, json, run, shared_tables, text, yahtzee};

/// After a 0 in pair, a further pair is worth 90 more.
const KIND_TO_ZEROS: &str = "dice = 2\nrolls = 2\n[[lower]]\nname = \"pair\"\ngroups = [2]\npoints = 1\n[[lower]]\nname = \"chance\"\nany = true\n\
                             points = \"all-dice\"\n[further]\ncategory = \"pair\"\n[further.after-zero]\nplace = \"any\"\njoker = \"always\"\n\
                             bonus = 90\n";

fn rules_file(name: &str, toml: &str) -> PathBuf {
    let file = shared_tables().join(format!("{name}.toml"));
    std::fs::write(&file, format!("name = \"{name}\"\n{toml}")).unwrap();
    file
}

/// The points of each option to score in pair, in the order of the options.
fn points_in_pair(options: &[JsonOption]) -> Vec<u32> {
    let points = |option: &JsonOption| match option {
        JsonOption::Score { category, points, .. } if category == "pair" => Some(*points),
        _ => None,
    };
    options.iter().filter_map(points).collect()
}

#[test]
fn a_zero_that_gains_is_advised() {
    let file = rules_file("kind-to-zeros", KIND_TO_ZEROS);
    let rules = file.to_str().unwrap();
    let advise =
        |dice: &str, chosen: &[&str]| -> Advice { json([&["advise", dice, "--rules", rules, "--rerolls-left", "0"][..], chosen].concat()) };
    let advice = advise("33", &[]);
    assert_eq!(points_in_pair(&advice.options), [0, 1]);
    assert_eq!(points_in_pair(&advice.options[..1]), [0]);
    assert_eq!(points_in_pair(&advise("34", &[]).options), [0], "another roll has the zero only once");
    assert_eq!(advise("33", &["--chose", "score pair=0"]).chosen.unwrap().loss(), 0.0);
    // One pair in 6 of all rolls, and with a reroll one more in 6 of the others: more than 20 points of bonus against one.
    assert!(advise("33", &["--chose", "pair"]).chosen.unwrap().loss() > 20.0);
    let shown = text(["advise", "33", "--rules", rules, "--rerolls-left", "0", "--why"]);
    assert!(shown.starts_with("Scratch Pair for 0.\n") && shown.contains("Score 1 in Pair"), "{shown}");
    // If a zero never gains it is not an option, but its loss is shown.
    let hasbro: Advice = json(["advise", "33333", "--rerolls-left", "0", "--chose", "score yahtzee=0"]);
    assert_eq!(hasbro.options.len(), 13);
    assert!(hasbro.chosen.unwrap().loss() > 50.0);
}

#[test]
fn simulated_zeros_are_reviewed_as_best() {
    let file = rules_file("kind-to-zeros-too", KIND_TO_ZEROS);
    let (rules, log) = (file.to_str().unwrap(), file.with_extension("log"));
    text(["simulate", "-n", "60", "--seed", "1", "--rules", rules, "--log", log.to_str().unwrap()]);
    let games = std::fs::read_to_string(&log).unwrap();
    let zero = games.split("\n\n").find(|game| ["11", "22", "33"].iter().any(|pair| game.contains(&format!("{pair} score pair=0"))));
    let zero = zero.expect("one of so many games begins with a pair");
    let review = |rules: &str, game: &str| yahtzee().args(["review", "-", "--rules", rules]).write_stdin(game).ran();
    let reviewed = review(rules, zero).ok();
    assert!(reviewed.contains("No mistakes") && reviewed.contains("Scratch Pair for 0"), "{reviewed}");

    // The same file with other rules is not the same game.
    std::fs::write(&file, std::fs::read_to_string(&file).unwrap().replace("bonus = 90", "bonus = 80")).unwrap();
    let error = review(rules, zero).error(2);
    assert!(error.starts_with("stdin: line 3: a game by rules of the fingerprint "), "{error}");
    assert!(error.ends_with("use the rules as they were when it was played"), "{error}");
}

#[test]
fn the_name_of_a_built_in_rule_set_is_taken() {
    let file = rules_file("hasbro", KIND_TO_ZEROS);
    let path = file.to_str().unwrap();
    let wanted = format!("{path}: line 1: name = \"hasbro\": the built-in rule set hasbro has other rules: choose another name");
    assert_eq!(run(["solve", "--rules", path]).error(2), wanted);
    // The same rules may have it.
    std::fs::write(&file, text(["rules", "show", "hasbro"])).unwrap();
    assert!(text(["value", "--rules", path]).contains("254.59"));
}
