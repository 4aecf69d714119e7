//! Characters that control a terminal, in every text that this crate reads: stored text refuses them, quoted text escapes them.

use yahtzee_solver::printable::is_printable;
use yahtzee_solver::{Game, RuleSet, Scorecard, Sheet};

use crate::ask::typed;
use crate::json::read_question;
use crate::session::testing::{COACH, hasbro};
use crate::session::{Session, saved, seats};

/// Every control character, and every character that changes the direction of text, with a few other invisible ones.
fn hostile() -> impl Iterator<Item = char> {
    let control = ('\0'..=char::MAX).filter(|letter| letter.is_control());
    let direction = ['\u{61c}', '\u{200e}', '\u{200f}'].into_iter().chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
    control.chain(direction).chain(['\u{200b}', '\u{2028}', '\u{2029}', '\u{feff}', '\u{e0001}', '\u{e0041}'])
}

#[track_caller]
fn assert_shows(text: &str) {
    assert!(text.chars().all(is_printable), "{text:?}");
}

const SAVED: &str = "#! yahtzee play 1\n#! dice: seed 42\n#! coach: 0.2\n#| name = \"toy\" # rules\n#| dice = 1\n#| [[lower]]\n#| name = \"chance\"\n\
                     #| any = true\n#| points = \"all-dice\"\n#! player: ann\nrules: toy\n1 score chance\n#< turn 1: 1 rerolls=2: hold none\n#! end\n";

#[test]
fn saved_games_refuse_them_everywhere() {
    assert_eq!(saved::parse(SAVED).unwrap().seats[0].name, "ann");
    for letter in hostile().filter(|letter| !"\t\n".contains(*letter)) {
        for (at, _) in SAVED.char_indices().skip(1) {
            let text = format!("{}{letter}{}", &SAVED[..at], &SAVED[at..]);
            if text.contains("\r\n") {
                continue;
            }
            let error = saved::parse(&text).expect_err("it is refused");
            assert!(error.contains("the character U+"), "{error}");
            assert_shows(&error);
        }
    }
}

#[test]
fn names_and_rules_in_saved_games_hide_nothing() {
    for letter in hostile() {
        let error = saved::parse(&SAVED.replace("player: ann", &format!("player: a{letter}n"))).expect_err("a name");
        assert_shows(&error);
        let title = format!("#| name = \"toy\"\n#| title = \"\\U{:08x}\"", u32::from(letter));
        let error = saved::parse(&SAVED.replace("#| name = \"toy\" # rules", &title)).expect_err("a title as an escape");
        assert!(error.starts_with("the rules in it: line 5: "), "{error}");
        assert_shows(&error);
    }
    let long = saved::parse(&SAVED.replace("player: ann", &format!("player: {}", "a".repeat(25)))).unwrap_err();
    assert!(long.contains("longer than 24 letters"), "{long}");
}

#[test]
fn players_are_refused() {
    let game = Game::new(&RuleSet::builtin("hasbro").unwrap());
    for letter in hostile() {
        for name in [format!("a{letter}b"), format!("computer:{letter}x")] {
            assert_shows(&seats(&[name], &game).expect_err("a name"));
        }
    }
}

#[test]
fn lines_of_json_are_quoted_with_escapes() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    for letter in hostile() {
        let escape: String = letter.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect();
        for written in [letter.to_string(), escape] {
            for line in [
                format!(r#"{{"x{written}": 1}}"#),
                format!(r#"{{"dice": "{written}", "rerolls_left": 2, "card": {{}}}}"#),
                format!(r#"{{"dice": [1,2,3,4,5], "rerolls_left": 2, "card": {{"one{written}s": 3}}}}"#),
                format!(r#"{{"dice": [1,2,3,4,5], "rerolls_left": 2, "card": {{"one{written}s": -3}}}}"#),
                format!(r#"{{"dice": [1,2,3,4,5], "rerolls_left": 2, "card": "x{written}"}}"#),
            ] {
                let error = match read_question(line.as_bytes()) {
                    Err(unread) => unread.message,
                    Ok(ask) => ask.read(&rules).expect_err("the card is wrong").to_string(),
                };
                assert_shows(&error);
            }
        }
        let line = format!(r#"{{"id": "a{letter}", "dice": [1,2,3,4,5], "rerolls_left": 2, "card": {{}}}}"#);
        let unread = read_question(line.as_bytes()).expect_err("the id cannot be repeated");
        assert!(unread.id.is_none());
        assert_shows(&unread.message);
    }
}

/// A pasted score sheet refuses them, and its errors quote nothing as it is.
#[test]
fn score_sheets_hide_nothing() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    for letter in hostile().filter(|letter| !"\t\n\r".contains(*letter)) {
        for text in [
            format!("Aces 3\nTw{letter}os 4\n"),
            format!("Name\tA{letter}nn\tBob\nAces\t3\t2\n"),
            format!("Aces=3, To{letter}tal=4"),
            format!("Aces 3\nTotal{letter} 5\n"),
            format!("{letter}"),
        ] {
            match Sheet::parse(&text, &rules, None) {
                Err(error) => assert_shows(&error.to_string()),
                // Blanks of any kind separate words.
                Ok(_) => assert!(letter.is_whitespace(), "{text:?}"),
            }
        }
        let column = Sheet::parse("Name\tAnn\tBob\nAces\t3\t2\n", &rules, Some(&format!("a{letter}b"))).unwrap_err();
        assert_shows(&column.to_string());
    }
}

#[test]
fn what_is_typed_at_the_table_hides_nothing() {
    let table = hasbro();
    let card = Scorecard::new(table.rules());
    let game = Game::new(table.rules());
    for letter in hostile() {
        assert_shows(&typed::read(&format!("one{letter}z"), table.rules(), &card).unwrap_err());
        let mut session = Session::new(table, seats(&[], &game).unwrap(), COACH).unwrap();
        session.line(&format!("x{letter}y"));
        session.said().iter().for_each(|said| assert_shows(&said.text));
    }
}
