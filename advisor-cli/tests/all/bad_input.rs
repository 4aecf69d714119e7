//! Invalid input: exit status 2, nothing on stdout, and a message with the error and the correct form.

use crate::common::{run, shared_tables, yahtzee};

const CATEGORIES: &str =
    "ones, twos, threes, fours, fives, sixes, three-of-a-kind, four-of-a-kind, full-house, small-straight, large-straight, yahtzee, chance";
const RULES: &str = "hasbro, multi-round, get-dicey, bullseye, yatzy-sheet, verhoeff, kniffel, yatzy, yacht-dice, yacht, crag, maxi-yatzy, maxi-yatzy-saved, forced-yatzy, yatzy-saved, generala, kismet";

/// The message of a run with invalid input.
fn error(args: &[&str]) -> String {
    run(args).error(2)
}

/// The message for `--card`.
fn card_error(card: &str) -> String {
    let message = error(&["advise", "13356", "--card", card]);
    assert_eq!(error(&["value", "--card", card]), message);
    message.strip_prefix("--card: ").unwrap_or_else(|| panic!("{message}")).to_owned()
}

#[test]
fn dice() {
    for (dice, message) in [
        (&["133566"][..], "6 dice where the game has 5"),
        (&["1", "3", "3", "5"], "4 dice where the game has 5; 'odds 1335' asks about kept dice"),
        (&["13357"], "'7' is no die face: faces are 1 to 6"),
        (&["13350"], "'0' is no die face: faces are 1 to 6"),
        (&["1335a"], "'a' is no die face: faces are 1 to 6"),
        (&["1335\u{ff16}"], "'\u{ff16}' is no die face: faces are 1 to 6"),
        (&["1335\u{0666}"], "'\u{0666}' is no die face: faces are 1 to 6"),
        (&["1335\u{1f3b2}"], "'\u{1f3b2}' is no die face: faces are 1 to 6"),
        (&["-13356"], "'-' is no die face: faces are 1 to 6"),
        (&[], "no dice: give the 5 dice on the table, like 13356"),
        (&[""], "no dice: give the 5 dice on the table, like 13356"),
        (&[" ", ""], "no dice: give the 5 dice on the table, like 13356"),
    ] {
        assert_eq!(error(&[&["advise"], dice].concat()), message, "{dice:?}");
    }
    assert_eq!(error(&["advise", &"1".repeat(100_000)]), "100000 dice where the game has 5");
}

#[test]
fn rerolls_left() {
    let with = |rerolls: &str| error(&["advise", "13356", "--rerolls-left", rerolls]);
    assert_eq!(with("3"), "--rerolls-left: 3 where a turn has from 0 to 2");
    for rerolls in ["-1", "300", "99999999999999999999", "two", "", "1.5", "\u{ff11}"] {
        let message = with(rerolls);
        assert!(message.contains("'--rerolls-left <N>'") && message.contains("0, 1 or 2 in most games"), "{rerolls:?}: {message}");
    }
}

/// A negative number is an invalid value, not an unknown option. What is no number is told what would be one.
#[test]
fn wrong_numbers() {
    let numbers: [&[&str]; 4] = [
        &["play", "--seed", "--tolerance", "--rounds"],
        &["quiz", "--seed", "--positions"],
        &["simulate", "--seed", "--games", "--worst", "--bot-timeout"],
        &["value", "--threads", "--rounds", "--round", "--earlier"],
    ];
    for arguments in numbers {
        let (command, options) = arguments.split_first().unwrap();
        for option in options {
            for value in ["-1", "x"] {
                let args = [command, *option, value];
                let message = error(&args);
                assert!(message.starts_with(&format!("invalid value '{value}' for '{option} <")), "{args:?}: {message}");
                assert!(!message.contains("invalid digit"), "{args:?}: {message}");
            }
        }
    }
}

#[test]
fn card() {
    for (card, message) in [
        ("full-house=24", "full-house=24: no roll scores that there; possible are 0 or 25"),
        ("sixes=13", "sixes=13: no roll scores that there; possible are 0, 6, 12, 18, 24 or 30"),
        ("6s=99999999999", "sixes=99999999999: no roll scores that there; possible are 0, 6, 12, 18, 24 or 30"),
        ("chance=4", "chance=4: no roll scores that there; possible are 0 or 5 to 30"),
        ("ones=3 twos=2 ones=3", "ones is filled already"),
        ("ones=3 1s=2", "ones is filled already"),
        ("extra=1", "extra=1: extra bonuses need yahtzee=50 on the card first"),
        ("yahtzee=0 ones=5 extra=1", "extra=1: extra bonuses need yahtzee=50 on the card first"),
        ("yahtzee=50 extra=1", "extra=1: the other categories of this card allow at most 0, one for each that can hold a further Yahtzee"),
        (
            "yahtzee=50 ones=5 twos=2 extra=2",
            "extra=2: the other categories of this card allow at most 1, one for each that can hold a further Yahtzee",
        ),
        ("yahtzee=50 ones=5 extra=1 extra=1", "extra is filled already"),
        ("ones", "cannot read 'ones': write entries like full-house=25"),
        ("ones=", "cannot read 'ones=': write entries like full-house=25"),
        ("ones=-3", "cannot read 'ones=-3': write entries like full-house=25"),
        ("ones=3.5", "cannot read 'ones=3.5': write entries like full-house=25"),
        ("ones=99999999999999999999999", "cannot read 'ones=99999999999999999999999': write entries like full-house=25"),
        ("ones=\u{ff13}", "cannot read 'ones=\u{ff13}': write entries like full-house=25"),
        ("=25", "cannot read '=25': write entries like full-house=25"),
        ("4", "cannot read '4': write entries like full-house=25"),
        ("-5", "cannot read '-5': write entries like full-house=25"),
    ] {
        assert_eq!(card_error(card), message, "{card:?}");
    }
    assert_eq!(card_error("fulhouse=25"), format!("unknown category 'fulhouse': did you mean 'full-house'? There are {CATEGORIES}"));
    assert_eq!(card_error("q=25"), format!("unknown category 'q': there are {CATEGORIES}"));
}

#[test]
fn a_full_card_leaves_nothing_to_advise() {
    let card = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18 3k=20 4k=0 fh=25 ss=30 ls=40 y=50 ch=22";
    let message = error(&["advise", "13356", "--card", card]);
    assert_eq!(message, "--card: the card is full: the game is over, there is nothing left to choose");
}

#[test]
fn chose() {
    let with = |choice: &str, more: &[&str]| {
        let message = error(&[&["advise", "13356", "--chose", choice], more].concat());
        message.strip_prefix("--chose: ").unwrap_or_else(|| panic!("{message}")).to_owned()
    };
    let wanted = "write the dice to keep, like \"hold 33\" or \"hold none\", or a category, like \"score chance\"";
    for choice in ["", "hold", "score"] {
        assert_eq!(with(choice, &[]), format!("cannot read '{choice}': {wanted}"));
    }
    for points in ["x", "-1"] {
        let message = with(&format!("score chance={points}"), &[]);
        assert!(message.starts_with(&format!("cannot read '{points}' as points")), "{message}");
    }
    assert_eq!(with("2345", &[]), "the hold 2 3 4 5 is not in the roll 1 3 3 5 6");
    assert_eq!(with("hold 44", &[]), "the hold 4 4 is not in the roll 1 3 3 5 6");
    assert_eq!(with("hold 333", &[]), "the hold 3 3 3 is not in the roll 1 3 3 5 6");
    assert_eq!(with("hold 13356", &[]), "a hold of all dice rerolls none: score the roll instead");
    assert_eq!(with("hold 7", &[]), "'7' is no die face: faces are 1 to 6");
    assert_eq!(with("hold 33", &["--rerolls-left", "0"]), "no rerolls are left: the roll must be scored");
    assert_eq!(with("score chence", &[]), format!("unknown category 'chence': did you mean 'chance'? There are {CATEGORIES}"));
    assert_eq!(with("score yahtzee=50", &[]), "1 3 3 5 6 is worth 0 in Yahtzee, not 50");
    assert_eq!(with("score chance=17", &[]), "1 3 3 5 6 is worth 18 in Chance (or a voluntary 0), not 17");
    assert_eq!(with("score chance", &["--card", "chance=20"]), "Chance is filled already");
    let forced = error(&["advise", "66666", "--card", "yahtzee=50", "--chose", "score chance"]);
    assert_eq!(forced, "--chose: the rules force this roll into Sixes");
}

#[test]
fn rounds() {
    let with = |args: &[&str]| error(&[&["value", "--rules", "multi-round"], args].concat());
    assert_eq!(error(&["value", "--rounds", "2"]), "2 rounds: a game of 'hasbro' has only one");
    assert_eq!(with(&["--rounds", "2", "--round", "3", "--earlier", "1,2"]), "round 3: the game has rounds 1 to 2");
    assert_eq!(with(&["--rounds", "3", "--round", "2"]), "no totals of earlier rounds, where round 2 needs 1");
    assert_eq!(with(&["--rounds", "3", "--round", "1", "--earlier", "200"]), "1 total of earlier rounds, where round 1 needs 0");
    assert_eq!(with(&["--rounds", "2", "--earlier", "1,2"]), "round 3: the game has rounds 1 to 2");
    let most = with(&["--rounds", "2", "--earlier", "4000000000"]);
    assert!(most.starts_with("an earlier round of 4000000000: no round of 'multi-round' scores more than "), "{most}");
    for rounds in ["0", "7", "300", "-1", "x", ""] {
        let message = with(&["--rounds", rounds]);
        assert!(message.contains("'--rounds <N>'"), "{message}");
    }
    for earlier in ["100,x", "-5", "100,,200", "", "1.5", "99999999999999999999"] {
        let message = with(&["--rounds", "3", "--earlier", earlier]);
        assert!(message.contains("'--earlier <TOTALS>'"), "{message}");
    }
}

#[test]
fn rule_sets() {
    let with = |rules: &str| error(&["advise", "13356", "--rules", rules]);
    assert_eq!(with("hasbor"), format!("unknown rule set 'hasbor': did you mean 'hasbro'? There are {RULES}; or name a TOML file"));
    assert_eq!(with("yatzi"), format!("unknown rule set 'yatzi': did you mean 'yatzy'? There are {RULES}; or name a TOML file"));
    assert_eq!(with("yatz"), "'yatz' may be the rule set yatzy-sheet or yatzy or yatzy-saved");
    assert_eq!(with(""), format!("unknown rule set '': there are {RULES}; or name a TOML file"));
    assert_eq!(error(&["rules", "show", "hasbor"]), with("hasbor"));

    let file = shared_tables().join("bad.toml");
    std::fs::write(&file, "name = \"bad\"\ndice = 9\n").unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(with(path), format!("{path}: line 2: dice = 9: must be from 1 to 8"));
    std::fs::write(&file, [b'\xff'; 10]).unwrap();
    let message = run(["value", "--rules", path]).error(1);
    assert!(message.starts_with(path), "{message}");
    let message = run(["value", "--rules", "/nowhere/own.toml"]).error(1);
    assert!(message.starts_with("/nowhere/own.toml: "), "{message}");
}

#[test]
fn options_and_commands() {
    for (args, wanted) in [
        (&["advice", "13356"][..], "a similar subcommand exists: 'advise'"),
        (&["advise", "13356", "--reroll-left", "1"], "a similar argument exists: '--rerolls-left'"),
        (&["value", "13356"], "unexpected argument '13356'"),
        (&["solve", "--threads", "0"], "write a whole number of at least 1"),
        (&["solve", "--threads", "-1"], "write a whole number of at least 1"),
        (&["value", "--color", "red"], "[possible values: auto, always, never]"),
        (&["completions", "tcl"], "[possible values: bash, elvish, fish, powershell, zsh]"),
    ] {
        let message = error(args);
        assert!(message.contains(wanted), "{args:?}: {message}");
    }
}

#[test]
#[cfg(unix)]
fn arguments_that_are_not_unicode() {
    use std::os::unix::ffi::OsStrExt;
    let wrong = std::ffi::OsStr::from_bytes(b"\xff13356");
    for args in
        [&["advise"][..], &["advise", "13356", "--card"], &["advise", "13356", "--chose"], &["value", "--rules"], &["solve", "--threads"]]
    {
        let ran = yahtzee().args(args).arg(wrong).ran();
        let message = ran.error(2);
        assert!(message.contains("UTF-8"), "{args:?}: {message}");
    }
}
