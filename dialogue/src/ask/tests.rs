//! A question is read, or refused with the name of the invalid field.

use std::sync::LazyLock;

use yahtzee_solver::RuleSet;

use super::{Ask, Asked, Question};
use crate::json::read_question;

static HASBRO: LazyLock<RuleSet> = LazyLock::new(|| RuleSet::builtin("hasbro").unwrap());

fn read(line: &str, rules: &RuleSet) -> Result<Asked, String> {
    let ask = read_question(line.as_bytes()).map_err(|unread| unread.message)?;
    ask.read(rules).map_err(|error| error.to_string())
}

#[test]
fn the_same_question_in_all_its_forms() {
    let wanted = read(r#"{"dice": [1,3,3,5,6], "rerolls_left": 1, "card": {"ones": 3, "three-of-a-kind": 20}}"#, &HASBRO).unwrap();
    for line in [
        r#"{"dice": "65331", "rerolls_left": 1, "card": "aces 3, 3k: 20"}"#,
        r#"{"dice": "1 3 3 5 6 3k=20 rerolls=1 ones=3"}"#,
        r#"{"dice": "⚀⚂⚂⚄⚅", "card": "1s=3 3k=20", "rerolls_left": 1, "why": false, "chosen": null, "objective": null}"#,
        r#"{"card": {"3k": 20, "1s": 3}, "dice": "1-3-3-5-6 rerolls=1", "id": [1], "rules": "hasbro"}"#,
    ] {
        let asked = read(line, &HASBRO).unwrap();
        let read_from_text = asked.question.sheet.clone().map(|sheet| sheet.card);
        assert_eq!(read_from_text.as_ref(), (!line.contains(r#""card": {"#)).then(|| wanted.question.position.card()), "{line}");
        assert_eq!(Asked { question: Question { sheet: None, ..asked.question }, ..asked }, wanted, "{line}");
    }
    let full = r#""chosen": "hold 33", "goal": "chance=20", "why": true, "objective": {"kind": "against", "opponents": ["ones=3", "243", "new"], "field": 2, "ties": "win"}"#;
    let full = read(&format!(r#"{{"dice": "13356 rerolls=1", {full}}}"#), &HASBRO).unwrap();
    let known = r#"{"kind": "against", "opponents": [{"card": {"ones": 3}}, {"score": 243}, {"new": true}], "field": 2, "ties": "win"}"#;
    let again = read(&format!(r#"{{"dice": [1,3,3,5,6], "rerolls_left": 1, "objective": {known}}}"#), &HASBRO).unwrap();
    assert_eq!(full.objective, again.objective);
    assert!(full.question.why && full.question.chosen.is_some() && full.question.goal.is_some());
    let [steps, text] = [r#"[[0, 0], [200, 1.5]]"#, r#""score,prize\n0,0\n200,1.5""#]
        .map(|steps| read(&format!(r#"{{"dice": "13356", "objective": {{"kind": "utility", "steps": {steps}}}}}"#), &HASBRO).unwrap());
    assert_eq!(steps, text);
}

#[test]
fn rounds_are_read() {
    let rules = RuleSet::builtin("multi-round").unwrap();
    let rounds = |fields: &str| read(&format!(r#"{{"dice": "13356", {fields}}}"#), &rules).map(|asked| asked.question.rounds);
    let second = rounds(r#""rounds": 3, "earlier": [231]"#).unwrap();
    assert_eq!((second.count(), second.current()), (3, 2));
    assert_eq!(rounds(r#""rounds": 3, "round": 2, "earlier": [231]"#), Ok(second));
    for (fields, wrong) in [
        (r#""rounds": 7"#, "rounds: 7 rounds"),
        (r#""rounds": -1"#, "rounds: invalid value: integer `-1`, expected a whole number from 0 to 255"),
        (r#""rounds": 3, "round": 4"#, "round: round 4: the game has rounds 1 to 3"),
        (r#""rounds": 3, "round": 2"#, "earlier: no totals of earlier rounds, where round 2 needs 1"),
        (r#""rounds": 3, "earlier": ["x"]"#, "earlier[0]: invalid type: string"),
        (r#""rounds": 3, "earlier": [9999]"#, "earlier: an earlier round of 9999"),
    ] {
        let error = rounds(fields).unwrap_err();
        assert!(error.starts_with(wrong), "{fields}: {error}");
    }
}

#[test]
fn errors_name_the_field() {
    for (fields, wrong) in [
        (r#""dice": "1335""#, "dice: 4 dice where the game has 5; 'odds 1335' asks about kept dice"),
        (r#""dice": [1,3,3,5,"x"]"#, "dice[4]: invalid type: string \"x\", expected a whole number"),
        (r#""dice": 13356"#, "dice: invalid type: integer `13356`, expected dice: a list like [1, 3, 3, 5, 6], or text like \"13356\""),
        (r#""dice": """#, "dice: no dice: give the 5 dice on the table, like 13356"),
        (r#""dice": "13356 rerolls=3""#, "rerolls_left: 3 where a turn has from 0 to 2"),
        (r#""dice": "13356 rerolls=1", "rerolls_left": 1"#, "rerolls_left: it is with the dice already: write it once"),
        (r#""dice": "13356", "rerolls_left": "two""#, "rerolls_left: invalid type: string \"two\", expected a whole number"),
        (r#""dice": "13356", "card": {"ones": "x"}"#, "card.ones: invalid type: string \"x\", expected a whole number"),
        (r#""dice": "13356", "card": {"ones": -3}"#, "card: ones: -3 is negative"),
        (r#""dice": "13356", "card": {"ones": 7}"#, "card: ones=7: no roll scores that there; possible are 0"),
        (r#""dice": "13356 ones=7""#, "card: ones=7: no roll scores that there; possible are 0"),
        (r#""dice": "13356 ones=3", "card": "twos=4""#, "card: it is with the dice already: write it once"),
        (r#""dice": "13356", "card": {"Aces": 3}"#, "card: unknown category 'Aces'"),
        (r#""dice": "13356", "chosen": "hold 7""#, "chosen: '7' is no die face"),
        (r#""dice": "13356", "chosen": 3"#, "chosen: invalid type: integer `3`, expected a string"),
        (r#""dice": "13356", "goal": "yahtzee=51""#, "goal: yahtzee=51: no roll scores as much there"),
        (r#""dice": "13356", "why": "yes""#, "why: invalid type: string \"yes\", expected a boolean"),
        (r#""dice": "13356", "objective": {"kind": "target", "score": 4000000000}"#, "objective: a target of 4000000000"),
        (
            r#""dice": "13356", "objective": {"kind": "target", "score": -1}"#,
            "objective: invalid value: integer `-1`, expected a whole number from 0 to 4294967295",
        ),
        (r#""dice": "13356", "objective": {"kind": "win"}"#, "objective"),
        (r#""dice": "13356", "objective": {"kind": "against", "opponents": ["x"]}"#, "objective: cannot read 'x'"),
        (r#""dice": "13356", "objective": {"kind": "against"}"#, "objective: no opponents"),
        (r#""dice": "13356", "id": null, "rules": "a", "rules": "b""#, "duplicate field `rules`"),
        (r#""dice": "13356", "what": 1"#, "what: unknown field `what`, expected one of `id`, `rules`, `dice`"),
        (
            r#""dice": "13356", "objective": {"kind": "against", "opponents": ["4294967296"]}"#,
            "objective: a final score of 4294967296: no game scores more than 3660000",
        ),
    ] {
        let error = read(&format!("{{{fields}}}"), &HASBRO).unwrap_err();
        // The error of a line without an invalid field has a column.
        let error = error.strip_prefix("column ").and_then(|error| error.split_once(": ")).map_or(&*error, |(_, error)| error);
        assert!(error.starts_with(wrong), "{fields}: {error}");
    }
}

/// JSON accepts the names that errors show.
#[test]
fn names_of_errors_are_accepted() {
    let rules = RuleSet::builtin("kniffel").unwrap();
    let asked = |card: &str| read(&format!(r#"{{"dice": "13355", "card": {{{card}}}}}"#), &rules);
    assert_eq!(asked(r#""ones": 9"#).unwrap_err(), "card: Einser=9: no roll scores that there; possible are 0 to 5");
    assert_eq!(asked(r#""Einser": 2"#), asked(r#""ones": 2"#));
}

/// A copied sheet of several players is one player's card, and the others' may be the opponents.
#[test]
fn others_on_the_sheet_are_opponents() {
    let sheet = r#""dice": "13356", "card": "Name\tAnn\tBob\tEve\nAces\t3\t2\t4""#;
    let against = |opponents: &str| format!(r#""objective": {{"kind": "against", "opponents": [{opponents}]}}"#);
    let asked = |fields: &str| read(&format!("{{{sheet}, {fields}}}"), &HASBRO);
    let of_bob = asked(&format!(r#""player": "bob", {}"#, against(r#""others", "243""#))).unwrap();
    let by_hand = against(r#""243", "ones=3", "ones=4""#);
    assert_eq!(of_bob.question.position.card().to_string(), "ones=2");
    assert_eq!(of_bob.objective, read(&format!(r#"{{"dice": "13356", {by_hand}}}"#), &HASBRO).unwrap().objective);
    assert_eq!(asked(r#""why": true"#).unwrap_err(), "player: the sheet has several columns, Ann, Bob and Eve: give one of them");
    assert_eq!(asked(r#""player": "Zoe""#).unwrap_err(), "player: the sheet has no column 'Zoe': there are Ann, Bob and Eve");
    assert_eq!(asked(&against(r#""others""#)).unwrap_err(), "player: the sheet has several columns, Ann, Bob and Eve: give one of them");
    for alone in [r#""dice": "13356", "player": "Ann""#, r#""dice": "13356", "card": {"ones": 3}, "player": "Ann""#] {
        assert!(read(&format!("{{{alone}}}"), &HASBRO).unwrap_err().starts_with("player: it names a column of a copied sheet"), "{alone}");
    }
}

/// A question needs only its dice.
#[test]
fn everything_else_has_a_default() {
    assert_eq!(read(r#"{"dice": "13356"}"#, &HASBRO), Ask::text("13356 rerolls=2").read(&HASBRO).map_err(|error| error.to_string()));
    assert_eq!(read("\u{feff}{\"dice\": \"13356\"}", &HASBRO), read(r#"{"dice": "13356"}"#, &HASBRO));
    assert_eq!(read("{}", &HASBRO), Err("dice: no dice: give the 5 dice on the table, like 13356".to_owned()));
    assert_eq!(read(r#"{"dice": "13356""#, &HASBRO), Err("column 16: EOF while parsing an object".to_owned()));
}
