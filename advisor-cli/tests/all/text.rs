//! Snapshots of the text of every command in a pipe, and one in colour.

use crate::common::{Advice, CardValue, json, process_in, run, shared_tables, text};
use insta::assert_snapshot;

const LATE: &str = "1s=3 2s=6 3s=9 4s=8 5s=10 6s=18 3k=20 4k=0 fh=25 ss=30 ls=40";

/// The rules in words: every box, what it needs and pays, and an example.
#[test]
fn rules_in_words() {
    let words = text(["rules", "explain", "yatzy"]);
    assert!(words.starts_with("Yatzy: 15 boxes, 5 dice, 3 rolls a turn\n"), "{words}");
    for line in [
        "  Full House        three alike and two alike, of different faces   the sum of all dice     1 1 1 2 2: 7",
        "Upper bonus: 50 points for 63 or more in the upper boxes.",
    ] {
        assert!(words.lines().any(|said| said == line), "{line}: {words}");
    }
    let german = text(["rules", "explain", "kniffel", "--language", "de"]);
    assert!(german.contains("Dreierpasch"), "{german}");
    assert!(text(["rules", "explain", "generala"]).contains("20 points; 25 on the first throw"));
    let lowest = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/lowest.toml");
    assert!(text(["rules", "explain", "--rules", lowest]).contains("a 0 only where it scores none"));
}

#[test]
fn advise_a_hold() {
    assert_snapshot!("advise_hold", text(["advise", "11666"]));
}

#[test]
fn advise_in_colour() {
    assert_snapshot!("advise_colour", text(["advise", "11666", "--color", "always", "--chose", "hold 1666"]));
}

#[test]
fn advise_all() {
    assert_snapshot!("advise_all", text(["advise", "13356", "--rerolls-left", "0", "--all"]));
}

#[test]
fn advise_a_scratch() {
    assert_snapshot!("advise_scratch", text(["advise", "13356", "--rerolls-left", "0", "--card", &format!("{LATE} chance=20")]));
}

#[test]
fn advise_an_extra_bonus() {
    assert_snapshot!("advise_extra", text(["advise", "66666", "--rerolls-left", "0", "--card", "yahtzee=50 sixes=24"]));
}

#[test]
fn advise_ties() {
    // Only Yahtzee is open. With five different faces, keeping any one die is as good as keeping none.
    assert_snapshot!("advise_ties", text(["advise", "12346", "--rerolls-left", "1", "--card", &format!("{LATE} chance=20")]));
}

#[test]
fn advise_with_choices() {
    let first_lines = |choice: &str| text(["advise", "11666", "--chose", choice]).lines().take(3).collect::<Vec<_>>().join("\n");
    let choices = ["hold 666", "hold 1666", "hold none", "score full-house", "score fh=0", "score yahtzee"];
    assert_snapshot!("advise_chosen", choices.map(first_lines).join("\n\n"));
}

#[test]
fn advise_in_a_round() {
    let rounds = ["--rules", "multi-round", "--rounds", "3", "--earlier", "231,198"];
    assert_snapshot!("advise_round", text([&["advise", "11666"], &rounds[..]].concat()));
}

#[test]
fn advise_in_a_game_of_one_die() {
    let file = shared_tables().join("one.toml");
    let rules = "name = \"one\"\ndice = 1\n[[lower]]\nname = \"any\"\nany = true\npoints = \"all-dice\"\n\n[[lower]]\nname = \"six\"\nface = 6\npoints = 10\n";
    std::fs::write(&file, rules).unwrap();
    assert_snapshot!("advise_one_die", text(["advise", "2", "--rules", file.to_str().unwrap()]));
}

#[test]
fn value() {
    assert_snapshot!("value", text(["value", "--card", "ones=3 fours=12 full-house=25 yahtzee=50 extra=1"]));
}

#[test]
fn solve() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    let solved = text(["solve", "--rules", "kniffel", "--threads", "1", "--tables", tables]).replace(tables, "TABLES");
    let (before, rest) = solved.split_once(" solved in ").unwrap();
    let (seconds, after) = rest.split_once(" s on ").unwrap();
    assert!(seconds.parse::<f64>().unwrap() > 0.0, "{seconds}");
    assert_snapshot!("solve", format!("{before} solved in SECONDS s on {after}"));
}

#[test]
fn rules() {
    assert_snapshot!("rules_list", text(["rules", "list"]));
    assert_snapshot!("rules_show", text(["rules", "show", "kniffel"]));
}

#[test]
fn table_info() {
    text(["value", "--rules", "kniffel"]);
    let tables = shared_tables().to_str().unwrap();
    assert_snapshot!("table_info", text(["table", "info", "--rules", "kniffel"]).replace(tables, "TABLES"));
}

#[test]
fn help() {
    assert_snapshot!("help_advise", text(["advise", "--help"]));
}

#[test]
fn errors_are_one_line() {
    let args: [&[&str]; 6] = [
        &["advise", "133566"],
        &["advise", "13356", "--rerolls-left", "3"],
        &["advise", "13356", "--card", "full-house=24"],
        &["advise", "13356", "--card", "fulhouse=25"],
        &["value", "--rules", "yatzi"],
        &["table", "info", "/nowhere/hasbro.yzt"],
    ];
    assert_snapshot!("errors", args.map(|args| run(args).stderr).concat());
}

/// The numbers of the text equal the rounded numbers of the JSON.
#[test]
fn text_and_json_agree() {
    let args = ["advise", "13356", "--rerolls-left", "1", "--card", "ones=3 yahtzee=50", "--all"];
    let advice: Advice = json(args);
    let lines: Vec<String> = text(args).lines().map(str::to_owned).collect();
    let first = lines.iter().position(|line| line.trim_start().starts_with("option")).unwrap() + 1;
    for (line, option) in lines[first..].iter().zip(&advice.options) {
        assert!(line.contains(&format!("{:.2}", option.expected_final())), "{line}: {option:?}");
        let loss = option.loss();
        let (sd, upper_bonus) = option.spread();
        let numbers: Vec<&str> = line.split_whitespace().rev().take(3).collect();
        assert_eq!(numbers[..2], [format!("{:.1}%", 100.0 * upper_bonus), format!("{sd:.2}")], "{line}: {option:?}");
        assert!(loss < 0.005 || numbers[2] == format!("{loss:.2}"), "{line}: {option:?}");
    }
    assert_eq!(lines[first + advice.options.len()], "", "as many lines as options");
    let last = format!("Score so far 53, expected final score {:.2}; rules: hasbro", advice.expected_final);
    let next = r#"Next: yahtzee advise DICE --rerolls-left 0 --card "ones=3 yahtzee=50""#;
    assert_eq!(lines[lines.len() - 3..], [&last, "", next]);

    let value: CardValue = json(["value", "--card", "ones=3"]);
    let numbers: Vec<String> = text(["value", "--card", "ones=3"]).split_whitespace().map(str::to_owned).collect();
    for number in [value.score_so_far.to_string(), format!("{:.2}", value.expected_remaining), format!("{:.2}", value.expected_final)] {
        assert!(numbers.contains(&number), "{number}: {numbers:?}");
    }
}

#[test]
fn the_width_of_a_pipe_has_no_limit() {
    let wide = process_in(shared_tables()).args(["rules", "list"]).env("COLUMNS", "20").output().unwrap();
    assert_eq!(String::from_utf8(wide.stdout).unwrap(), text(["rules", "list"]));
}

/// The answer repeats the card, and the table includes the choice in question, however bad it is.
#[test]
fn the_question_is_in_the_answer() {
    let question = ["advise", "11666", "--card", "1s 3, y 50; extra 0", "--chose"];
    let bad = text([&question[..], &["hold none"]].concat());
    assert!(bad.contains("\nCard: ones=3, yahtzee=50\nScore so far 53,"), "{bad}");
    let rows = |said: &str| said.lines().filter(|line| line.contains("(your choice)")).map(str::to_owned).collect::<Vec<_>>();
    let [row] = &rows(&bad)[..] else { panic!("{bad}") };
    assert!(row.starts_with("  Keep nothing, reroll all five (your choice)"), "{row}");
    assert!(bad.contains("\n  and 16 more options"), "{bad}");
    let good = text([&question[..], &["hold 666"]].concat());
    assert_eq!(rows(&good).len(), 1);
    assert!(good.contains("  Keep 6 6 6, reroll two (your choice)"), "{good}");
    assert!(!text(["advise", "11666"]).contains("Card:"));
    let swedish = text(["advise", "11666", "--rules", "yatzy", "--language", "sv", "--card", "ss=15"]);
    assert!(swedish.contains("\nProtokoll: Liten stege=15\n"), "{swedish}");
}
