//! `yahtzee odds`; the documents show its text.

use serde_json::Value;

use crate::common::{json, run, text, yahtzee};

/// Odds do not depend on values, so no game is solved for them.
#[test]
fn nothing_is_solved_for_odds() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let ran = yahtzee().args(["odds", "--rules", "maxi-yatzy-saved", "--tables", tables.to_str().unwrap()]).ran();
    assert!(ran.ok().contains("Maxi Yatzy"));
    assert!(!tables.exists());
}

#[test]
fn odds_in_json() {
    let turn: Value = json(["odds", "--throws", "2"]);
    assert_eq!((turn["throws"].as_u64(), turn.get("dice"), turn["boxes"].as_array().unwrap().len()), (Some(3), None, 13));
    let yahtzee = &turn["boxes"][11];
    assert_eq!((&yahtzee["category"], yahtzee["points"].as_u64(), yahtzee.get("for_chance")), (&"yahtzee".into(), Some(1), None));
    assert!((yahtzee["chance"].as_f64().unwrap() - 0.046029).abs() < 5e-7);
    assert_eq!(yahtzee["within"].as_array().unwrap().len(), 2);
    let dice: Value = json(["odds", "44413", "-r1", "--goal", "ch=20", "--goal", "y", "--card", "ones=3"]);
    assert_eq!((dice["rerolls_left"].as_u64(), dice.get("throws"), dice["boxes"].as_array().unwrap().len()), (Some(1), None, 2));
    assert_eq!(dice["boxes"][1]["for_chance"], serde_json::json!({"kind": "hold", "hold": [4, 4, 4]}));
    let served: Value = json(["odds", "--rules", "generala", "--goal", "generala=120"]);
    assert_eq!(served["boxes"][0]["expected_throws"], Value::Null);
}

/// With the card of a game, filled boxes have no odds, and all throws left count.
#[test]
fn odds_of_a_game_under_way() {
    let shown = text(["odds", "--card", "ones=3 yahtzee=50"]);
    assert!(!shown.contains("Ones") && !shown.contains("Yahtzee ") && shown.contains("Card: ones=3, yahtzee=50"), "{shown}");
    let saved: Value = json(["odds", "--rules", "yatzy-saved", "--card", "ones=0 twos=0 saved=3", "--goal", "yatzy", "--throws", "6"]);
    assert_eq!(saved["throws"].as_u64(), Some(6));
    assert_eq!(saved["boxes"][0]["within"][5], saved["boxes"][0]["chance"]);
    let ordered = text(["odds", "--rules", "forced-yatzy", "--card", "ones=3"]);
    assert_eq!(ordered.lines().filter(|line| line.contains('%')).count(), 1, "{ordered}");
}

#[test]
fn the_table_fits_a_terminal() {
    for arguments in [&["odds"][..], &["odds", "44413"], &["odds", "44413", "--rules", "yatzy", "--language", "de"]] {
        let shown = text(arguments.iter().copied());
        let rows = shown.lines().take_while(|line| !line.contains('.') || line.contains("   "));
        rows.for_each(|row| assert!(row.chars().count() <= 80, "{row}"));
    }
}

#[test]
fn wrong_questions() {
    let error = |arguments: &[&str]| run(arguments.iter().copied()).error(2);
    assert_eq!(error(&["odds", "--goal", "fh=26"]), "--goal: full-house=26: no roll scores as much there; the most is 25");
    assert!(error(&["odds", "--goal", "y", "--card", "y=50"]).starts_with("--goal: yahtzee is filled already"));
    assert_eq!(error(&["odds", "-r1"]), "--rerolls-left: it goes with dice; without dice the odds are those of a whole turn");
    assert!(error(&["odds", "--throws", "0"]).contains("a whole number from 1 to 100"));
    assert!(error(&["odds", "--throws", "101"]).contains("a whole number from 1 to 100"));
    assert!(error(&["odds", "1335"]).contains("dice"));
    let full = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=20 4k=0 fh=25 ss=30 ls=40 y=0 ch=20";
    assert!(error(&["odds", "--card", full]).contains("no category is open"));
    let line = |question: &str| yahtzee().args(["advise", "--stdin"]).write_stdin(question.to_owned()).ran().stdout;
    assert!(line(r#"{"dice": "13356", "odds": {"throws": 0}}"#).contains("odds: 0 throws: write a number from 1 to 100"));
    assert!(line(r#"{"dice": "13356", "goal": "yahtzee", "odds": {}}"#).contains("goal: it does not go with the odds of boxes"));
    assert!(line(r#"{"dice": "13356", "why": true, "odds": {}}"#).contains("odds: there are no reasons for odds"));
    assert!(line(r#"{"odds": {"box": 1}}"#).contains("unknown field `box`"));
}
