//! `yahtzee review` on a terminal, driven by keys.

use std::path::Path;

use crate::common::terminal::Tui;
use crate::common::text;
use crate::play::{file, folder};
use tempfile::TempDir;

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/hasbro.txt");

const TINY: &str = "name = \"tiny\"\ntitle = \"Tiny\"\nsource = \"Tests\"\ndice = 2\nrolls = 2\n\
    [[upper]]\nname = \"sixes\"\nface = 6\n[[lower]]\nname = \"any\"\nany = true\npoints = \"all-dice\"\n";

fn start(data: &TempDir, args: &[&str]) -> Tui {
    Tui::start(data, &[&["review"], args].concat(), &[])
}

const RIGHT: &str = "\u{1b}[C";
const DOWN: &str = "\u{1b}[B";

#[test]
fn a_game_is_stepped_through_in_every_size_and_language() {
    let data = folder();
    for (language, decision, of, wrong, why) in [
        ("en", "decision", "of", "which cost", "why: "),
        ("de", "Entscheidung", "von", "kostete", "warum: "),
        ("sv", "beslut", "av", "kostade", "varför: "),
    ] {
        let mut tui = start(&data, &[GAME, "--language", language, "--no-history"]);
        let at = |number: usize| format!(" {decision} {number} {of} 29 ");
        tui.wait_for(&at(1));
        for size in [(60, 20), (140, 45), (80, 24)] {
            tui.resize(size.0, size.1);
            // Of the turns, 1 and 2 have mistakes: the second decision, and the fourth. The last mistake is in turn 11.
            for (keys, number) in [(RIGHT, 2), ("\u{1b}[D", 1), ("\u{1b}[F", 29), ("/", 2), ("/", 4), ("\u{1b}[H", 1), ("/", 2)] {
                tui.keys(keys);
                let screen = tui.wait_until(
                    |seen| seen.screen().contains(&at(number)) && seen.screen().lines().count() == usize::from(size.1),
                    &at(number),
                );
                assert!(screen.contains('●') && screen.contains('›'), "{screen}");
                assert_eq!(screen.contains(wrong), [2, 4].contains(&number), "{screen}");
            }
            tui.keys("w");
            tui.wait_for(why);
            tui.keys(" ");
            tui.wait_until(|seen| !seen.screen().contains(why), "the review");
            tui.keys("\u{1b}[H");
            tui.wait_for(&at(1));
        }
        tui.keys("q");
        assert_eq!(tui.wait(), 0);
        tui.assert_restored();
    }
}

/// The saved game and the history, which both are there.
fn files(data: &TempDir) -> [String; 2] {
    [file(data), data.path().join("yahtzee/history.jsonl")].map(|path| std::fs::read_to_string(path).unwrap())
}

/// A game that was played with a mistake, at its result.
fn at_the_result(data: &TempDir) -> Tui {
    let rules = data.path().join("tiny.toml");
    std::fs::write(&rules, TINY).unwrap();
    let mut tui = Tui::start(data, &["play", "--seed", "1", "--rules", rules.to_str().unwrap()], &[]);
    for category in ["sixes=0", "any"] {
        tui.wait_for("choice (Enter");
        tui.keys(&format!("{category}\r"));
        tui.wait_until(|seen| ["y: yes", "over;", "turn 2 of 2"].iter().any(|text| seen.screen().contains(text)), "the move");
        if tui.screen().contains("y: yes") {
            tui.keys("y");
            tui.wait_for("turn 2 of 2");
        }
    }
    tui.wait_for("over; n new game, r review, q leave");
    tui
}

#[test]
fn another_option_is_played_in_a_branch_that_changes_nothing() {
    let data = folder();
    let mut tui = at_the_result(&data);
    let before = files(&data);
    for command in ["the result", "review"] {
        if command == "review" {
            tui = start(&data, &["--no-history"]);
        } else {
            tui.keys("r\r");
        }
        tui.wait_for("decision 1 of 2 ");
        for (keys, at) in [(RIGHT, "decision 2 of 2 "), (DOWN, "decision 2 of 2 "), ("\u{1b}[H", "decision 1 of 2 ")] {
            tui.keys(keys);
            tui.wait_for(at);
        }
        for _ in 0..2 {
            tui.keys(&format!("{DOWN}\r"));
            let branch = tui.wait_for("tried in a review");
            assert!(branch.contains("From here on the dice are new."), "{branch}");
            // The branch to its end, once more from where it began, a review of it, and back.
            for after in ["n\r", "r\r"] {
                while !tui.screen().contains("over;") {
                    let drawn = tui.pictures();
                    tui.keys("\r");
                    tui.wait_until(|seen| crate::common::terminal::pictures(&seen.raw) > drawn, "the next move");
                    tui.wait_until(|seen| seen.screen().contains("choice (") || seen.screen().contains("over;"), "a prompt");
                }
                tui.keys(after);
                tui.wait_until(|seen| !seen.screen().contains("over;"), "what comes after");
            }
            tui.wait_for("decision 1 of ");
            tui.keys("q");
            tui.wait_for("over;");
            tui.keys("q\r");
            tui.wait_for("decision 1 of 2 ");
            assert_eq!(files(&data), before);
        }
        tui.keys("q");
        if command == "the result" {
            tui.wait_for("over; n new game, r review, q leave");
            tui.keys("q\r");
        }
        assert_eq!(tui.wait(), 0);
        tui.assert_restored();
        assert_eq!(files(&data), before);
    }
}

#[test]
fn the_worst_mistakes_are_tried_again() {
    let data = folder();
    let mut tui = at_the_result(&data);
    tui.keys("r\r");
    tui.wait_for("decision 1 of 2 ");
    tui.keys("t");
    tui.wait_for("Your choice>");
    assert!(tui.screen().contains("of a game"), "{}", tui.screen());
    tui.keys("quit\r");
    assert_eq!(tui.wait(), 0);
    tui.assert_restored();
    assert!(tui.screen().contains("The game is saved as"), "{}", tui.screen());
    let rules = data.path().join("tiny.toml");
    let game = file(&data);
    let quiz = text(["quiz", "--json", "--from", game.to_str().unwrap(), "--rules", rules.to_str().unwrap()]);
    assert!((1..=2).contains(&quiz.lines().count()), "{quiz}");
}

/// Without a decision, with --plain, and at a terminal that cannot move its cursor, there is the text.
#[test]
fn what_the_screen_cannot_show_is_printed() {
    let data = folder();
    let empty = data.path().join("empty.txt");
    std::fs::write(&empty, "rules: hasbro\n").unwrap();
    let results = data.path().join("results.txt");
    std::fs::write(&results, "rules: hasbro\nsixes=18\nchance=20\n").unwrap();
    let printed = |args: &[&str], variables: &[(&str, &str)]| {
        let mut tui = Tui::start(&data, &[&["review", "--no-history"], args].concat(), variables);
        let status = tui.wait();
        let raw = String::from_utf8(tui.seen.0.lock().unwrap().raw.clone()).unwrap();
        assert!(!raw.contains("\u{1b}[?1049h"), "no screen: {raw}");
        (status, raw)
    };
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    for (args, variables, wanted) in [
        (vec![path(&empty)], &[][..], "No turn is played yet."),
        (vec![path(&results)], &[], "20 in Chance"),
        (vec![GAME.to_owned(), "--plain".to_owned()], &[], "Worst mistakes"),
        (vec![GAME.to_owned()], &[("TERM", "dumb")], "Worst mistakes"),
        (vec![GAME.to_owned(), "--turn".to_owned(), "2".to_owned()], &[], "Score 30 in Small Straight"),
    ] {
        let (status, raw) = printed(&args.iter().map(String::as_str).collect::<Vec<_>>(), variables);
        assert!(status == 0 && raw.contains(wanted), "{args:?}: {raw}");
    }
    let broken = data.path().join("broken.txt");
    std::fs::write(&broken, "rules: hasbro\n11666 hold 777\n").unwrap();
    let (status, raw) = printed(&[&path(&broken)], &[]);
    assert!(status == 2 && raw.contains("'7' is no die face"), "{raw}");
}
