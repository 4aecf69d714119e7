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

/// Half a hand, exact points, given dice, what a turn ends with, and several turns.
#[test]
fn other_odds_in_json() {
    let kept: Value = json(["odds", "33", "-r1", "--goal", "full-house"]);
    assert_eq!((&kept["kept"], kept.get("dice"), &kept["rerolls_left"]), (&serde_json::json!([3, 3]), None, &1.into()));
    assert!((kept["boxes"][0]["chance"].as_f64().unwrap() - 5.0 / 54.0).abs() < 1e-15 && kept["boxes"][0].get("for_chance").is_none());
    let asked: Value = json(["odds", "--goal", "yahtzee", "--goal", "22233", "--ends", "--turns", "13"]);
    let (yahtzee, dice) = (&asked["boxes"][0], &asked["boxes"][1]);
    assert!(
        (yahtzee["expected_turns"].as_f64().unwrap() - 21.73).abs() < 5e-3
            && (yahtzee["within_turns"].as_f64().unwrap() - 0.458).abs() < 5e-5
    );
    assert_eq!((yahtzee["ends"]["right"].as_array().unwrap().len(), yahtzee["ends"]["points"].as_array().unwrap().len()), (6, 2));
    assert_eq!((&dice["wanted_dice"], dice.get("category"), dice.get("mean")), (&serde_json::json!([2, 2, 2, 3, 3]), None, None));
    let exactly: Value = json(["odds", "--goal", "chance=24", "--exactly"]);
    assert_eq!((&exactly["boxes"][0]["exactly"], &exactly["boxes"][0]["points"]), (&true.into(), &24.into()));
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
    assert_eq!(error(&["odds", "133556"]), "6 dice where the game has 5");
    assert_eq!(error(&["odds", "33", "-r0"]), "--rerolls-left: 0 where the other dice are thrown again: from 1 to 2");
    assert_eq!(error(&["odds", "33", "-r3"]), "--rerolls-left: 3 where a turn has from 0 to 2");
    assert_eq!(error(&["advise", "33"]), "2 dice where the game has 5; 'odds 33' asks about kept dice");
    let exactly = |goal: &str| error(&["odds", "--exactly", "--goal", goal]);
    assert_eq!(exactly("chance=4"), "--goal: chance=4: no roll scores that there; possible are 0 or 5 to 30");
    assert_eq!(exactly("22233"), "--goal: exact points are those of a category: write them, like chance=24");
    assert_eq!(error(&["odds", "33", "--goal", "y", "--turns", "13"]), "--turns: turns go without dice: they are whole turns");
    assert_eq!(error(&["odds", "--goal", "yahtzee of 7"]), "--goal: '7' is no die face: faces are 1 to 6");
    let full = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=20 4k=0 fh=25 ss=30 ls=40 y=0 ch=20";
    assert!(error(&["odds", "--card", full]).contains("no category is open"));
    let line = |question: &str| yahtzee().args(["advise", "--stdin"]).write_stdin(question.to_owned()).ran().stdout;
    assert!(line(r#"{"dice": "13356", "odds": {"throws": 0}}"#).contains("odds: 0 throws: write a number from 1 to 100"));
    assert!(line(r#"{"odds": {"turns": 1000001}}"#).contains("odds: 1000001 turns: write a number from 1 to 1000000"));
    assert!(line(r#"{"odds": {"exactly": true}}"#).contains("odds: exact points are those of a category"));
    assert!(line(r#"{"dice": "13356", "goal": "yahtzee", "odds": {}}"#).contains("goal: it does not go with the odds of boxes"));
    assert!(line(r#"{"dice": "13356", "why": true, "odds": {}}"#).contains("odds: there are no reasons for odds"));
    assert!(line(r#"{"odds": {"box": 1}}"#).contains("unknown field `box`"));
}
