//! Rule files with several columns.

use std::collections::HashSet;

use crate::common::cases;
use proptest::prelude::*;
use yahtzee_solver::rules::{ColumnGame, GameColumn, Order};
use yahtzee_solver::{RuleSet, RulesError};

/// Seven lines of columns, then the boxes that they share.
const COLUMNS: &str = "[[column]]\nname = 'down'\norder = 'as-listed'\n[[column]]\nname = 'hand'\nfirst-throw-only = true\ntimes = 3\n";
const SHARED: &str = "upper-bonus = { at = 9, points = 20 }
[[upper]]
name = 'fives'
face = 5
[[upper]]
name = 'sixes'
face = 6
[[lower]]
name = 'straight'
straight = 5
points = 46
points-by-throw = [66, 56]
";

/// A game of these lines for the top, and for the columns.
fn text(top: &str, columns: &str) -> String {
    format!("name = 'own'\n{top}{SHARED}{columns}")
}

fn parse(top: &str, columns: &str) -> Result<ColumnGame, RulesError> {
    ColumnGame::parse(&text(top, columns))
}

fn all_builtin() -> Vec<ColumnGame> {
    ColumnGame::builtin_names().map(|name| ColumnGame::builtin(name).unwrap()).collect()
}

/// Each column is the game that a person would write for it alone.
#[test]
fn a_column_is_a_game_of_its_own() {
    let own = parse("order = 'reversed'\n", &format!("{COLUMNS}[[column]]\nname = 'rest'\nannounced = true\nupper-bonus = []\n")).unwrap();
    let alone = |order: &str, shared: &str| RuleSet::parse(&format!("name = 'x'\n{order}\n{shared}")).unwrap();
    let wanted = [
        alone("order = 'as-listed'", SHARED),
        alone("order = 'reversed'\nrolls = 1", &SHARED.replace("points-by-throw = [66, 56]", "served = 66")),
        alone("order = 'reversed'", SHARED.split_once('\n').unwrap().1),
    ];
    assert_eq!(own.columns().len(), wanted.len());
    for (column, wanted) in own.columns().iter().zip(&wanted) {
        assert!(column.rules.is_same_game(wanted), "{}", column.name);
    }
    let told = own.columns().iter().map(|GameColumn { name, title, times, rules, announced }| {
        (name.as_str(), title.as_str(), *times, rules.name(), rules.title(), *announced)
    });
    let told: Vec<_> = told.collect();
    assert_eq!(told[1..], [("hand", "Hand", 3, "own-hand", "Own, Hand", false), ("rest", "Rest", 1, "own-rest", "Own, Rest", true)]);
    assert_eq!((own.name(), own.title(), own.rolls()), ("own", "Own", 3));
    let all: Vec<&RuleSet> = own.columns().iter().map(|column| &column.rules).collect();
    assert!(all[0] != all[1] && all[0].toml() == own.toml() && *all[0] == all[0].in_language("en").unwrap());
}

#[test]
fn the_built_in_games() {
    for game in all_builtin() {
        assert_eq!(ColumnGame::parse(game.toml()).unwrap(), game);
        assert!(ColumnGame::is_column_game(game.toml()) && !game.source().is_empty() && game.notes().len() >= 3);
        assert_eq!(ColumnGame::builtin_named(&game.title().to_uppercase()).unwrap(), game);
        // The same text without the columns is a rule set, and a free column has its rules.
        let (top, rest) = game.toml().split_once("[[column]]").unwrap();
        let shared = &rest[rest.find("[upper-bonus]").unwrap()..];
        let alone = RuleSet::parse(&format!("{top}{shared}").replacen(game.name(), "alone", 1)).unwrap();
        for column in game.columns() {
            assert_eq!(column.rules.is_same_game(&alone), column.rules.order() == Order::Any, "{} {}", game.name(), column.name);
        }
        // No other game may have its name, in whatever letters.
        let renamed = game.toml().replacen("at = 6", "at = 7", 1);
        let error = ColumnGame::parse(&renamed).unwrap_err().to_string();
        let wanted =
            format!("line 1: name = {:?}: the built-in rule set {} has other rules: choose another name", game.name(), game.name());
        assert_eq!(error, wanted);
    }
    let orders = |name: &str| ColumnGame::builtin(name).unwrap().columns().iter().map(|column| column.rules.order()).collect::<Vec<_>>();
    assert_eq!(orders("jamb"), [Order::AsListed, Order::Any, Order::Reversed, Order::Any]);
    assert_eq!(orders("yams-columns"), [Order::Any, Order::AsListed, Order::Reversed]);
    assert_eq!(ColumnGame::builtin_named("triple").unwrap().name(), "triple-yahtzee");
    let unknown = "unknown rule set 'jambo': did you mean 'jamb'? There are triple-yahtzee, yams-columns, jamb; or name a TOML file";
    assert_eq!(ColumnGame::builtin_named("jambo").unwrap_err().to_string(), unknown);
    assert!(RuleSet::builtin_names().all(|name| ColumnGame::builtin(name).is_err() && ColumnGame::builtin_named(name).is_err()));
}

#[test]
fn what_cannot_be_a_game_of_columns() {
    let one = "[[column]]\nname = 'a'\n";
    let wrong = |field: &str| format!("{field}: not possible in a game of several columns");
    let nine: String = (1..=9).map(|number| format!("[[column]]\nname = 'c{number}'\n")).collect();
    let long = format!("[[column]]\nname = '{}'\n", "l".repeat(37));
    let cases: [(&str, &str, &str); 21] = [
        ("", "", "line 1: [[column]]: a game of several columns has a table for each, from 1 to 8"),
        ("column = []\n", "", "line 1: [[column]]: a game of several columns has a table for each, from 1 to 8"),
        ("", &nine, "line 30: [[column]]: 9 elements, where at most 8 are possible"),
        ("", &one.repeat(2), "line 17: name = \"a\": another column has this name"),
        ("", "[[column]]\nname = 'A'\n", "line 15: name = \"A\": a name is 1 to 40 small letters, digits and hyphens, like full-house"),
        (
            "",
            &long,
            "line 15: name = \"own-lllllllllllllllllllllllllllllllllllll\": a name is 1 to 40 small letters, digits and hyphens, like full-house",
        ),
        ("", "[[column]]\ntimes = 2\n", "line 14: missing field `name`"),
        ("", &format!("{one}times = 0\n"), "line 16: times = 0: must be from 1 to 100"),
        ("", &format!("{one}times = 101\n"), "line 16: times = 101: must be from 1 to 100"),
        (
            "",
            &format!("{one}order = 'up'\n"),
            "line 16: order: invalid value: the text \"up\", expected one of \"any\" \"as-listed\" \"reversed\" \"upper-first\" \"lower-first\"",
        ),
        ("", &format!("{one}announced = 1\n"), "line 16: announced: invalid type: the whole number 1, expected true or false"),
        (
            "",
            &format!("{one}rolls = 1\n"),
            "line 16: unknown field `rolls`, expected one of `name`, `title`, `times`, `order`, `announced`, `first-throw-only`, `upper-bonus`",
        ),
        (
            "",
            &format!("{one}announced = true\nfirst-throw-only = true\n"),
            "line 17: first-throw-only = true: a column that is announced takes the later throws: remove one of the two",
        ),
        ("", &format!("{one}[column.upper-bonus]\nat = 99\npoints = 5\n"), "line 17: at = 99: must be from 1 to 55"),
        ("saved-throws = true\n", one, &format!("line 2: {}", wrong("saved-throws"))),
        ("extra-throws = 3\n", one, &format!("line 2: {}", wrong("extra-throws"))),
        ("max-rounds = 2\n", one, &format!("line 2: {}", wrong("max-rounds"))),
        (
            "",
            &format!("[[lower]]\nname = 'all'\ngroups = [5]\npoints = 5\nserved = 9\nserved-wins = true\n{one}"),
            &format!("line 19: {}", wrong("served-wins")),
        ),
        ("rolls = 9\n", one, "line 2: rolls = 9: must be from 1 to 8"),
        ("column = 1\n", "", "line 2: column: invalid type: the whole number 1, expected a list"),
        ("\u{7}", one, "line 2: the character U+0007 is invisible or controls the terminal: remove it"),
    ];
    for (top, columns, wanted) in cases {
        assert_eq!(parse(top, columns).unwrap_err().to_string(), wanted, "{top}{columns}");
    }
    for possible in ["saved-throws = false\n", "extra-throws = 0\n", "max-rounds = 1\n"] {
        assert!(parse(possible, &format!("{one}announced = false\nfirst-throw-only = true\n")).is_ok(), "{possible}");
    }
    // The names of the columns' rules are not those of other games either.
    let maxi = text("", "[[column]]\nname = 'yatzy'\n").replacen("own", "maxi", 1);
    let wanted = "line 1: name = \"maxi-yatzy\": the built-in rule set maxi-yatzy has other rules: choose another name";
    assert_eq!(ColumnGame::parse(&maxi).unwrap_err().to_string(), wanted);
    for name in ["hasbro", "jamb"] {
        assert!(ColumnGame::parse(&text("", one).replacen("own", name, 1)).is_err());
    }
}

/// A text with columns is known as one even if it cannot be read, and is no rule set.
#[test]
fn a_game_of_columns_is_told_from_a_rule_set() {
    for columns in ["[[column]]\nname = 'a'\n", "[[ column ]]\n", "[[column]]\nname = \n", "[[column]]\n[[lower]\n"] {
        assert!(ColumnGame::is_column_game(&text("", columns)), "{columns}");
    }
    assert!(ColumnGame::is_column_game("\u{feff}column = [{ name = 'a' }]"));
    for other in ["", "# [[column]]\n", "notes = ['''\n[[column]]\n''']\n", "[further.column]\n"] {
        assert!(!ColumnGame::is_column_game(&text("", other)), "{other}");
    }
    let error = |columns: &str| RuleSet::parse(&text("", columns)).unwrap_err().to_string();
    let wanted = "[[column]]: this is a game of several columns, which is not possible here";
    assert_eq!(error("[[column]]\nname = 'a'\n"), format!("line 14: {wanted}"));
    assert_eq!(RuleSet::parse(&text("column = []\n", "")).unwrap_err().to_string(), format!("line 2: {wanted}"));
}

#[test]
fn the_fingerprint_knows_every_word_of_a_column() {
    let of = |more: &str| parse("", &format!("[[column]]\nname = 'a'\n{more}\n[[column]]\nname = 'b'\n")).unwrap().fingerprint();
    let same = [
        "",
        "title = 'Other'",
        "times = 1",
        "order = 'any'",
        "announced = false",
        "first-throw-only = false",
        "upper-bonus = { at = 9, points = 20 }",
    ];
    assert!(same.iter().all(|more| of(more) == of("")));
    let different = [
        "",
        "times = 2",
        "order = 'reversed'",
        "announced = true",
        "first-throw-only = true",
        "upper-bonus = []",
        "[[column]]\nname = 'c'",
    ];
    assert_eq!(different.iter().map(|more| of(more)).collect::<HashSet<_>>().len(), different.len());
    let hashes = all_builtin().iter().map(ColumnGame::fingerprint).collect::<HashSet<_>>();
    assert_eq!(hashes.len(), ColumnGame::builtin_names().count());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(200)))]

    /// A built-in game with any one character changed is a game or an error, and is no rule set as long as it has columns.
    #[test]
    fn no_change_panics(game in prop::sample::select(all_builtin()), at in any::<prop::sample::Index>(), letter in any::<char>()) {
        let mut text: Vec<char> = game.toml().chars().collect();
        let at = at.index(text.len());
        text[at] = letter;
        let text: String = text.into_iter().collect();
        if ColumnGame::parse(&text).is_ok() {
            prop_assert!(ColumnGame::is_column_game(&text));
        }
        prop_assert!(RuleSet::parse(&text).is_err());
    }
}
