//! Games that are told: the same turn in many forms, and what is not certain.

use super::Game;
use crate::rules::RuleSet;

/// The turns of each player.
fn read(text: &str) -> Result<Vec<(Option<String>, String)>, String> {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let games = Game::parse_log(text, &rules).map_err(|error| error.to_string())?;
    let turns = |game: &Game| game.to_string().replacen("rules: hasbro\n", "", 1);
    Ok(games.into_iter().map(|(name, game)| (name, turns(&game))).collect())
}

const TURN: &str = "13445 hold 44, 24446 hold 444, 34446 score fours\n";

/// The same turn, as people and programs tell it.
#[test]
fn one_turn_in_many_forms() {
    for text in [
        "rolled 1,4,4,5,3 / kept 4,4 / rolled 2,4,6 / kept 4,4,4 / rolled 3,6 / scored 12 in fours",
        "Ann rolled 1 4 4 5 3 and kept 4 4\nthen rolled 4 2 4 4 6, kept 4 4 4\nrolled 3 6 4 4 4\nfours for 12",
        "⚀⚃⚃⚄⚂ → ⚃⚃; ⚁⚃⚃⚃⚅ → ⚃⚃⚃; ⚂⚃⚃⚃⚅ → fours 12",
        "Mary Ann: Turn #1: 14453 -> 44; 24446 -> 444; 34446 -> fours 12",
        "Turn 1: 14453 -> 44; 24446 -> 444; 34446 -> fours 12",
        "Turn 1: rolled 14453 keeps 44 44426 keeps 444 36 scores fours",
        "1. 14453 hold 44 44426 hold 444 34446 score fours",
        "Player 1: roll: 1 4 4 5 3\nkeep 4 4\nroll 2: 2 4 6\nkeep 4 4 4\nroll 3: 3 6\nfours 12\nTotal: 12",
        "Zug 1: gewürfelt 1 4 4 5 3, behalten 4 4, gewürfelt 2 4 6, behalten 4 4 4, gewürfelt 3 6, schreibt Vierer 12",
        "Ann: rolled 14453, rerolled 1 5 3\nann: rolled 24446, rerolled 2 6\nAnn: rolled 34446, scores fours",
        "P1: Turn: 1 | .1. .4. .4. .5. .3.\n> 23\nP1: Turn: 1 | .1. [4] [4] .5. .3.\n> r\nP1: Turn: 2 | .2. [4] [4] .6. .4.\n> 5\n\
         P1: Turn: 2 | .2. [4] [4] .6. [4]\n> r\nP1: Turn: 3 | .3. .4. .4. .6. .4.\n> D\nA | Ones | 0\nC | Threes | 0\n- | Fours | 12\n# | Total | 12\n",
    ] {
        let games = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((games.len(), &*games[0].1), (1, TURN), "{text}");
    }
}

#[test]
fn several_players() {
    let text = "# At the pub\nAnn: rolled 11456, kept 11\nrolled 11123, scores ones 3\n\nBob: rolled 66612, scored 18 in sixes\n";
    let game = |name: &str, turns: &str| (Some(name.to_owned()), turns.to_owned());
    assert_eq!(read(text), Ok(vec![game("Ann", "11456 hold 11, 11123 score ones\n"), game("Bob", "12666 score sixes\n")]));
}

#[test]
fn what_is_not_certain_is_named() {
    for (text, wrong) in [
        ("rolled 14453\nrolled 24446", "line 2: it is not certain what '24446' means"),
        ("rolled 14453 / kept the pair", "line 1: it is not certain what 'pair' means"),
        ("rolled 14453 / kept 66", "line 1: the hold 6 6 is not in the roll"),
        ("rolled 14453 / scored 7 in fours", "line 1: "),
        ("rolled 14453, kept 44\nrolled 1 2 3 5 6", "line 2: the roll 1 2 3 5 6 does not"),
        ("rolled 14453, scores something", "line 1: it is not certain what 'something' means"),
        // Who plays?
        ("Ann's turn\nrolled 14453, scored 8 in fours", "line 1: it is not certain"),
        ("Ann: rolled 14453, scored 8 in fours\nBob: rolled 66612, scores 18 in sixes\nrolled 11123, scores ones", "line 3: "),
        ("rolled 14453, scored 8 in fours\nBob: rolled 66612, scores 18 in sixes", "line 2: it is not certain"),
        ("Ann rolled 14453, scored 8 in fours, Bob rolled 66612", "line 1: it is not certain what 'Bob' means"),
        ("Bob: rolled 14453, scored 8 in fours\nI rolled 66612\nrolled 11111, scored ones", "line 3: "),
        ("Then Ann rolled 14453, scored 8 in fours", "line 1: it is not certain what 'Ann' means"),
        ("Bo: rolled 66612, scored sixes\nAn: rolled 14453, scored fours\nrolled 11111", "line 3: "),
        ("#1 rolled 14453, kept 44", "line 1: "),
        // One box for a roll.
        ("rolled 44445, four of a kind, scored 16 in fours", "line 1: it is not certain what '16 in fours' means"),
        ("rolled 44445\nfour of a kind\nscored 16 in fours", "line 3: it is not certain"),
        ("12346 -> chance -> 12345 -> large straight", "line 1: it is not certain what '12345' means"),
        ("rolled 66612, scored sixes\nTotal: 118", "line 2: it is not certain"),
        ("rolled 12346, kept 1-4", "line 1: it is not certain what '1-4' means"),
        ("Roll 3: 1 1 4 5 6", "line 1: it is not certain"),
        ("rolled 14453, kept 4\nRoll 2 2 4 6 1", "line 2: it is not certain"),
        ("rolled 66612; reroll -> 12", "line 1: it is not certain"),
        ("rolled .1. .4. .4. .5. .3.\nrolled .2. .4. .4. .6. .4.", "line 2: it is not certain"),
        // A number is no box, no die and no throw.
        ("rolled 22245 and scored 6", "line 1: it is not certain what '6' means"),
        ("rolled 33325, kept 3 dice", "line 1: it is not certain what '3 dice' means"),
        ("rolled 14453, kept 4\n2.2446", "line 2: it is not certain"),
        ("rolled 2 4 4 6 (2)", "line 1: it is not certain"),
        ("rolled 1 4 4 5 3, kept 4 4, 2 4 6", "line 1: it is not certain what '4 4, 2 4 6' means"),
        ("rolled 66612 -> 666 12 -> sixes 18", "line 1: it is not certain what '666 12' means"),
        // Which dice were kept, and how many throws were there?
        ("rolled [6] 1 5 5 3\nrolled [6] [5] 2 2 3", "line 2: it is not certain"),
        ("rolled [3] [3] [1] [3] 3\nrolled 1 [3] [3] [3] [3]", "line 2: it is not certain"),
        ("Ann: ... 11456 score yahtzee", "line 1: it is not certain"),
        ("rolled 33312, not keeping 1 2", "line 1: it is not certain what 'not' means"),
        ("rolled 12346\nscratches yahtzee", "line 2: it is not certain"),
        ("rolled 14453, kept 44\n2 | 24446 | 4", "line 2: 1 die where the game has 5"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.starts_with(wrong), "{text}: {error}");
    }
}
