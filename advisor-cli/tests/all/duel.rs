//! `yahtzee duel`, and advice against an opponent who reacts.

use serde_json::Value;

use crate::common::{json, run, text};

const REST: &str = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 fh=25 ss=30 ch=20";

fn cards() -> [String; 2] {
    ["4k=0", "4k=22"].map(|four| format!("{REST} {four}"))
}

#[test]
fn a_whole_game() {
    let duel: Value = json(["duel", "--rules", "forced-yatzy"]);
    let share = |seat: &str, name: &str| duel[seat][name].as_f64().unwrap();
    for seat in ["first", "second"] {
        let sum: f64 = ["win", "tie", "loss"].iter().map(|name| share(seat, name)).sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
    let value = duel["value"].as_f64().unwrap();
    assert!((share("first", "win") + share("first", "tie") / 2.0 - value).abs() < 1e-12);
    assert_eq!([share("first", "win"), share("first", "tie")], [share("second", "loss"), share("second", "tie")]);
    assert!((value - 0.4954427296).abs() < 1e-9, "{value}");
    assert!((duel["advantage"].as_f64().unwrap() - (value - 0.5)).abs() < 1e-12);
    let alone: Value = json(["duel", "--rules", "forced-yatzy", "--value-only"]);
    assert!(alone["value"] == duel["value"] && alone.get("first").is_none());
    let shown = text(["duel", "--rules", "forced-yatzy"]);
    assert!(shown.contains("a new card") && shown.contains("49.5442730%") && shown.contains("Moving first costs 0.4557"), "{shown}");
    // A player who plays for points has a loss in either seat.
    let with = |players: &[&str]| json::<Value, _>([&["duel", "--rules", "forced-yatzy"], players].concat())["value"].as_f64().unwrap();
    assert!(with(&["--first", "optimal"]) < value && value < with(&["--second", "optimal"]));
    // The best responses to such a player score as much as a perfect player does.
    let same = |players: &[&str], others: &[&str]| assert!((with(players) - with(others)).abs() < 1e-12);
    same(&["--first", "answer", "--second", "optimal"], &["--second", "optimal"]);
    same(&["--first", "optimal", "--second", "answer"], &["--first", "optimal"]);
}

#[test]
fn two_cards_and_the_advice_for_them() {
    let [mover, other] = cards();
    let of = |more: &[&str]| json::<Value, _>([&["duel", "--cards", &mover, "--cards", &other], more].concat())["value"].as_f64().unwrap();
    assert!(of(&[]) < 0.5 && of(&["--ties", "win"]) >= of(&[]) && of(&["--ties", "lose"]) <= of(&[]));
    let advice: Value = json(["advise", "55555", "-r", "0", "-c", &mover, "--against", &other, "--reacting"]);
    assert_eq!(advice["objective"]["reacting"], true);
    assert!(advice["exact"] == true && advice["options"][0]["worth"].as_f64().unwrap() > of(&[]));
    let value: Value = json(["value", "-c", &mover, "--against", &other, "--reacting"]);
    assert_eq!(value["worth"].as_f64(), Some(of(&[])));
}

#[test]
fn what_is_wrong() {
    let [mover, _] = cards();
    let full = format!("{mover} ls=40 y=50");
    for (args, why) in [
        (vec!["duel", "--cards", &mover], "--cards: one card where a duel has two"),
        (vec!["duel", "--cards", &mover, "--cards", "ones=7"], "--cards: ones=7"),
        (vec!["duel", "--cards", &mover, "--cards", ""], "2 against 13 open boxes"),
        (vec!["duel", "--cards", &full, "--cards", &mover], "the card of the player to move, the first one, is full"),
        (vec!["advise", "13356", "--reacting"], "--reacting goes with --against"),
        (vec!["advise", "13356", "--reacting", "--against", "ones=3 twos=6"], "13 against 11 open boxes"),
        (vec!["advise", "13356", "--against", "243", "--reacting"], "one opponent with a card reacts"),
        (vec!["simulate", "--player", "duel"], "needs an opponent"),
    ] {
        let said = run(args).error(2);
        assert!(said.contains(why), "{said}");
    }
    for (args, instead) in [
        (["duel", "--memory", "2GB"], "begin with two cards late in the game: --cards \"...\" --cards \"...\""),
        (["simulate", "--against=optimal", "--player=duel"], "choose rules without a bonus, like --rules generala"),
    ] {
        let said = run(args).error(1);
        assert!(said.contains("a duel of 'hasbro' needs ") && said.contains("of memory") && said.ends_with(instead), "{said}");
    }
    let said = run(["advise", "13356", "--reacting", "--against", "ones=3"]).error(1);
    assert!(said.contains("an opponent who reacts needs ") && said.ends_with("or ask without reacting"), "{said}");
}
