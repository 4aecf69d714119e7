//! Characters that control a terminal, in every text that the library reads: stored text refuses them, quoted text escapes them.

use std::fmt::Display;

use xxhash_rust::xxh3::xxh3_64;
use yahtzee_solver::printable::is_printable;
use yahtzee_solver::table::TableHeader;
use yahtzee_solver::{Game, Goal, Position, RuleSet, Scorecard, Solver, WrittenAction};

const POCKET: &str = include_str!("../rules/pocket.toml");

/// Every control character, and every character that changes the direction of text, with a few other invisible ones.
fn hostile() -> impl Iterator<Item = char> {
    let control = ('\0'..=char::MAX).filter(|letter| letter.is_control());
    let direction = ['\u{61c}', '\u{200e}', '\u{200f}'].into_iter().chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
    control.chain(direction).chain(['\u{200b}', '\u{2028}', '\u{2029}', '\u{feff}', '\u{e0001}', '\u{e0041}'])
}

#[track_caller]
fn assert_shows(error: impl Display, letter: char) {
    let text = error.to_string();
    assert!(text.chars().all(is_printable), "{letter:?}: {text:?}");
}

/// A character in TOML: as itself, and as an escape.
fn in_toml(letter: char) -> [String; 2] {
    [letter.to_string(), format!("\\U{:08x}", u32::from(letter))]
}

/// Every text field of a rule file, with a mark in place of the character.
const FIELDS: [(&str, &str); 18] = [
    ("name = \"pocket\"", "name = \"poc?ket\""),
    ("title = \"Pocket\"", "title = \"Poc?ket\""),
    ("source = \"Tests\"", "source = \"?\""),
    ("source = \"Tests\"", "source = \"Tests\"\nnotes = [\"plain\", \"a?b\"]"),
    ("source = \"Tests\"", "source = \"Tests\"\n\"key?\" = 1"),
    ("dice = 3", "dice = \"3?\""),
    ("rolls = 3", "rolls = [\"?\"]"),
    ("name = \"twos\"", "name = \"two?s\""),
    ("name = \"twos\"", "name = \"twos\"\ntitle = \"Twos?\""),
    ("name = \"twos\"", "name = \"twos\"\nshort = [\"t?\"]"),
    ("name = \"run\"", "name = \"run\"\ntitle = \"?Run\""),
    ("name = \"run\"", "name = \"run\"\nshort = [\"?\"]"),
    ("points = 20", "points = \"all?dice\""),
    ("points = 20", "points = 20\n\"?\" = true"),
    ("category = \"three\"", "category = \"th?ree\""),
    ("joker = \"upper-filled\"", "joker = \"?upper-filled\""),
    ("place = \"any\"", "place = \"an?y\""),
    ("bonus-when = \"always\"", "bonus-when = \"?\""),
];

#[test]
fn rule_sets_refuse_them_in_every_field() {
    for (field, with) in FIELDS {
        assert!(POCKET.contains(field), "{field}");
        for letter in hostile() {
            for written in in_toml(letter) {
                let toml = POCKET.replacen(field, &with.replacen('?', &written, 1), 1);
                assert_shows(RuleSet::parse(&toml).expect_err(&format!("{field} with {letter:?}")), letter);
            }
        }
    }
}

#[test]
fn rule_sets_refuse_them_in_comments() {
    for letter in hostile().filter(|&letter| letter != '\t' && letter != '\n') {
        let error = RuleSet::parse(&format!("# a comment{letter}b\n{POCKET}")).expect_err("a comment is printed by 'rules show'");
        assert!(error.to_string().starts_with("line 1: the character U+"), "{error}");
    }
    let windows = POCKET.replace('\n', "\r\n").replace("dice = 3", "dice\t=\t3 # caf\u{e9} \u{5e9}");
    assert_eq!(RuleSet::parse(&windows).unwrap().dice(), 3, "tabs, line ends of Windows and other scripts are no harm");
}

#[test]
fn what_people_type_is_quoted_with_escapes() {
    let rules = RuleSet::parse(POCKET).unwrap();
    let card = Scorecard::new(&rules);
    for letter in hostile() {
        for text in
            [format!("twos{letter}x"), format!("{letter}"), format!("x{letter}=2"), format!("twos=2{letter}9"), format!("score {letter}")]
        {
            assert_shows(RuleSet::builtin(&text).unwrap_err(), letter);
            let errors = [
                RuleSet::builtin_named(&text).err().map(|error| error.to_string()),
                rules.category_exact(&text).err().map(|error| error.to_string()),
                rules.category_named(&text).err().map(|error| error.to_string()),
                rules.category_at_start(&text).err().map(|error| error.to_string()),
                rules.parse_roll(&text).err().map(|error| error.to_string()),
                Scorecard::parse(&text, &rules).err().map(|error| error.to_string()),
                WrittenAction::parse(&text, &rules, &card).err().map(|error| error.to_string()),
                WrittenAction::parse(&format!("hold {text}"), &rules, &card).err().map(|error| error.to_string()),
                Goal::parse(&text, &rules).err().map(|error| error.to_string()),
                Position::parse(&text, &rules).err().map(|error| error.to_string()),
                Position::parse(&format!("222 rerolls={letter}"), &rules).err().map(|error| error.to_string()),
            ];
            errors.into_iter().flatten().for_each(|error| assert_shows(error, letter));
        }
    }
}

#[test]
fn games_refuse_them_everywhere() {
    let rules = RuleSet::parse(POCKET).unwrap();
    let game = "rules: pocket\n# a comment\nrounds: 1\n122 hold 22, 222 score twos\n";
    for letter in hostile().filter(|letter| !"\t\n".contains(*letter)) {
        for at in 1..game.len() {
            let text = format!("{}{letter}{}", &game[..at], &game[at..]);
            if text.contains("\r\n") {
                continue;
            }
            let error = Game::parse(&text, &rules).expect_err("it is refused");
            assert!(error.to_string().contains("the character U+"), "{error}");
            assert_shows(error, letter);
        }
    }
    // Tabs are blanks, and line ends are line ends; quoted text escapes them.
    for at in 1..game.len() {
        for letter in ['\t', '\n'] {
            if let Err(error) = Game::parse(&format!("{}{letter}{}", &game[..at], &game[at..]), &rules) {
                assert_shows(error, letter);
            }
        }
    }
}

#[test]
fn table_headers_refuse_them() {
    let rules = RuleSet::parse("name = 'abcde'\ndice = 1\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'").unwrap();
    let bytes = Solver::new(&rules).unwrap().solve().unwrap().to_bytes();
    let name = bytes.windows(5).position(|window| window == b"abcde").expect("the name");
    let objective = bytes.windows(8).position(|window| window == b"expected").expect("the objective");
    for letter in hostile() {
        for at in [name, objective] {
            let mut spoilt = bytes.clone();
            let mut utf8 = [b'x'; 5];
            letter.encode_utf8(&mut utf8);
            spoilt[at..at + 5].copy_from_slice(&utf8);
            // The head ends with a checksum of its bytes.
            let head = u32::from_le_bytes(spoilt[20..24].try_into().unwrap()) as usize;
            let checksum = xxh3_64(&spoilt[..head - 8]);
            spoilt[head - 8..head].copy_from_slice(&checksum.to_le_bytes());
            let error = TableHeader::from_bytes(&spoilt).expect_err("it is refused");
            assert!(error.to_string().starts_with("damaged: the rule set's name or the objective is not a name"), "{error}");
            assert_shows(error, letter);
        }
    }
}
