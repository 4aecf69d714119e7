//! `advise --stdin`: a question in each line, an answer in each line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::common::{Advice, JsonOption, json, shared_tables, yahtzee};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wrong {
    id: serde_json::Value,
    line: u64,
    error: String,
}

fn ask(input: impl Into<Vec<u8>>) -> Vec<String> {
    let ran = yahtzee().args(["advise", "--stdin", "--rule-files"]).write_stdin(input).ran();
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    let answers: Vec<String> = ran.stdout.lines().map(str::to_owned).collect();
    let failed = answers.iter().filter(|answer| serde_json::from_str::<Wrong>(answer).is_ok()).count();
    let said = if failed == 0 { String::new() } else { format!("warning: {failed} of {} lines failed\n", answers.len()) };
    assert_eq!(ran.stderr, said);
    answers
}

fn advice(line: &str) -> Advice {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

/// The errors for these lines.
fn wrong(lines: &[String]) -> Vec<String> {
    let answers = ask(lines.join("\n"));
    assert_eq!(answers.len(), lines.len());
    let error = |(line, answer): (u64, &String)| {
        let wrong: Wrong = serde_json::from_str(answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
        assert_eq!(wrong.line, line);
        wrong.error
    };
    (1..).zip(&answers).map(error).collect()
}

/// The answer of `advise --json`, without the spread of the scores, which `--stdin` leaves out.
fn alone(args: &[&str]) -> Advice {
    let mut advice: Advice = json([&["advise"], args].concat());
    for option in &mut advice.options {
        let (JsonOption::Hold { sd, upper_bonus, .. } | JsonOption::Score { sd, upper_bonus, .. }) = option;
        (*sd, *upper_bonus) = (None, None);
    }
    advice
}

const QUESTION: &str = r#"{"id": 7, "dice": [6,3,3,5,1], "rerolls_left": 1, "card": {"ones": 3, "yahtzee": 50, "extra": 0}}"#;

#[test]
fn the_answer_is_that_of_advise() {
    let answers = ask(QUESTION);
    assert!(answers[0].starts_with(r#"{"id":7,"rules":"hasbro","dice":[1,3,3,5,6],"rerolls_left":1,"#), "{}", answers[0]);
    let alone = alone(&["13356", "--rerolls-left", "1", "--card", "ones=3 y=50"]);
    assert_eq!(advice(&answers[0]), Advice { id: Some(7.into()), ..alone });
}

/// Asks the question shown in docs/reference.md.
#[test]
fn the_example_of_the_page_is_answered() {
    let page = include_str!("../../../docs/reference.md");
    let example = page.lines().skip_while(|line| *line != "A question:").find(|line| line.starts_with("    ")).expect("an example");
    assert_eq!(advice(&ask(example)[0]).id, Some(7.into()));
}

#[test]
fn ids_come_back_as_they_were() {
    let question = |id: &str| format!(r#"{{{id}"dice":[1,3,3,5,6],"rerolls_left":0,"card":{{}}}}"#);
    let ids = ["\"x\\u00e9\"", "1.50", "[1, 2]", "{\"a\": null}", "12345678901234567890123"];
    let answers = ask(ids.map(|id| question(&format!("\"id\": {id},"))).join("\n"));
    for (id, answer) in ids.iter().zip(answers) {
        assert!(answer.starts_with(&format!(r#"{{"id":{id},"rules""#)), "{answer}");
    }
    assert!(ask(question(""))[0].starts_with(r#"{"rules""#));
}

#[test]
fn bad_lines_do_not_stop_it() {
    let lines = [QUESTION, "nonsense", "", "  \t", r#"{"id": "b", "dice": [1,3,3,5,7], "rerolls_left": 2, "card": {}}"#, "\r", QUESTION];
    let answers = ask(lines.join("\n"));
    // Blank lines get no answer, but count as lines.
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0], answers[3]);
    let wrong = |line: &str| serde_json::from_str::<Wrong>(line).unwrap();
    let (first, second) = (wrong(&answers[1]), wrong(&answers[2]));
    assert_eq!((first.id, first.line), (serde_json::Value::Null, 2));
    assert_eq!((second.id, second.line), ("b".into(), 5));
    assert_eq!(second.error, "dice: '7' is no die face: faces are 1 to 6");
}

#[test]
fn wrong_questions_get_errors() {
    let card = |card: &str| format!(r#"{{"dice":[1,2,3,4,5],"rerolls_left":2,"card":{card}}}"#);
    let dice = |dice: &str| format!(r#"{{"dice":{dice},"rerolls_left":2,"card":{{}}}}"#);
    let rerolls = |rerolls: &str| format!(r#"{{"dice":[1,2,3,4,5],"rerolls_left":{rerolls},"card":{{}}}}"#);
    let full = r#"{"1s":3,"2s":6,"3s":9,"4s":12,"5s":15,"6s":18,"3k":20,"4k":0,"fh":25,"ss":30,"ls":40,"y":50,"ch":22}"#;
    // The whole message, or its beginning, or a part of it.
    let cases = [
        (dice("[1,2,3,4]"), "dice: 4 dice where the game has 5; 'odds 1234' asks about kept dice"),
        (dice("[1,2,3,4,5,6,1]"), "dice: 7 dice where the game has 5"),
        (dice("[1,2,3,4,-5]"), "dice: '-5' is no die face: faces are 1 to 6"),
        (dice("[1,2,3,4,1.5]"), "floating point `1.5`"),
        (rerolls("3"), "rerolls_left: 3 where a turn has from 0 to 2"),
        (rerolls("-1"), "rerolls_left: -1 where a turn has from 0 to 2"),
        (card(r#"{"fh": 25, "full-house": 25}"#), "card: full-house is filled already"),
        (card(r#"{"full-hose": 25}"#), "did you mean 'full-house'?"),
        (card(r#"{"fh": 24}"#), "card: full-house=24: no roll scores that there; possible are 0 or 25"),
        (card(r#"{"fh": -1}"#), "fh: -1 is negative"),
        (card("[]"), "expected a card: an object like"),
        (card(r#"{}, "cards": {}"#), "unknown field `cards`"),
        (card(r#"{}, "card": {}"#), "duplicate field `card`"),
        (card(r#"{}, "rules": "yatzi""#), "rules: unknown rule set 'yatzi': did you mean 'yatzy'?"),
        (card(r#"{}, "rules": "none.toml""#), "rules: none.toml: "),
        (card(full), "the card is full: the game is over, there is nothing left to choose"),
        (r#"{"rerolls_left":2,"card":{}}"#.to_owned(), "dice: no dice: give the 5 dice on the table"),
        (r#"[1,"hasbro",[1,2,3,4,5],2,{}]"#.to_owned(), "no JSON object: a question is like {"),
        (format!("{QUESTION} {QUESTION}"), "trailing characters"),
    ];
    let lines: Vec<String> = cases.iter().map(|(line, _)| line.clone()).collect();
    for ((line, said), error) in cases.iter().zip(wrong(&lines)) {
        assert!(error.contains(said), "{line}: {error}");
    }
}

#[test]
fn lines_that_are_too_long_or_not_text() {
    let long = format!(r#"{{"id": "{}"}}"#, "x".repeat(3_000_000));
    let answers = ask(format!("{QUESTION}\n{long}\n{QUESTION}\n{long}"));
    assert_eq!(answers.len(), 4);
    for (index, line) in [(1, 2), (3, 4)] {
        assert_eq!(answers[index], format!(r#"{{"id":null,"line":{line},"error":"the line is longer than 65536 bytes"}}"#));
    }
    assert_eq!(answers[0], answers[2]);
    let mut bytes = b"{\"id\": \"\xff\"}\n".to_vec();
    bytes.extend_from_slice(QUESTION.as_bytes());
    let answers = ask(bytes);
    assert_eq!(answers.len(), 2);
    assert!(answers[0].contains("\"line\":1,\"error\":"), "{}", answers[0]);
    // The longest line allowed, without a line break and with one.
    let most = format!("{QUESTION}{}", " ".repeat(65_536 - QUESTION.len()));
    for line in [most.clone(), most + "\n"] {
        assert_eq!(advice(&ask(line)[0]).id, Some(7.into()));
    }
    assert!(ask("").is_empty());
}

#[test]
fn rule_sets_by_the_line() {
    let own = shared_tables().join("own-batch.toml");
    std::fs::write(&own, crate::common::text(["rules", "show", "kniffel"]).replace("\"kniffel\"", "\"own\"")).unwrap();
    let names = ["kniffel", "hasbro", own.to_str().unwrap(), "kniffel"];
    let lines = names.map(|name| format!(r#"{{"rules": "{name}", "dice": [1,3,3,5,6], "rerolls_left": 2, "card": {{}}}}"#));
    let answers: Vec<Advice> = ask(lines.join("\n")).iter().map(|line| advice(line)).collect();
    let rules: Vec<&str> = answers.iter().map(|answer| answer.rules.as_str()).collect();
    assert_eq!(rules, ["kniffel", "hasbro", "own", "kniffel"]);
    assert_eq!(answers[0], answers[3]);
    assert_eq!(answers[2], Advice { rules: "own".to_owned(), ..answers[0].clone() });
    assert_ne!(answers[1].options, answers[0].options);
    for (answer, name) in answers.iter().zip(names) {
        let alone = crate::common::text(["advise", "13356", "--rules", name]);
        assert!(alone.contains(&format!("expected final score {:.2}; ", answer.expected_final)), "{alone}");
    }
}

#[test]
fn many_answers_come_in_order() {
    let mut seed = 1u64;
    let mut below = |bound: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % bound
    };
    let mut questions = String::new();
    for id in 0..10_000 {
        let dice: Vec<u64> = (0..5).map(|_| below(6) + 1).collect();
        let card = if below(2) == 0 { r#"{"sixes": 18}"# } else { "{}" };
        let rerolls_left = below(3);
        questions.push_str(&format!("{{\"id\":{id},\"dice\":{dice:?},\"rerolls_left\":{rerolls_left},\"card\":{card}}}\n"));
        if below(50) == 0 {
            questions.push_str("?\n");
        }
    }
    let answers = ask(questions.clone());
    assert_eq!(answers.len(), questions.lines().count());
    let mut id = 0;
    for (line, answer) in (1..).zip(&answers) {
        if let Ok(wrong) = serde_json::from_str::<Wrong>(answer) {
            assert_eq!(wrong.line, line);
        } else {
            assert_eq!(advice(answer).id, Some(id.into()));
            id += 1;
        }
    }
    assert_eq!(id, 10_000);
    for line in [0, 4321, 9999] {
        let alone = ask(questions.lines().nth(line).unwrap());
        assert_eq!(alone[0].contains("\"error\""), answers[line].contains("\"error\""));
        if !alone[0].contains("\"error\"") {
            assert_eq!(alone[0], answers[line]);
        }
    }
}

fn start() -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yahtzee"));
    command.args(["advise", "--stdin"]).env("YAHTZEE_TABLES", shared_tables());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs")
}

#[test]
fn a_peer_that_waits_for_each_answer_gets_it() {
    let mut child = start();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    let mut receive = || {
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        advice(&line).id
    };
    for _ in 0..20 {
        to.write_all(format!("{QUESTION}\n").as_bytes()).unwrap();
        assert_eq!(receive(), Some(7.into()));
    }
    // A line that arrives in pieces; the last piece has the start of the next line.
    for byte in 0..30 {
        to.write_all(&QUESTION.as_bytes()[byte..=byte]).unwrap();
    }
    to.write_all(format!("{}\n{}", &QUESTION[30..], &QUESTION[..50]).as_bytes()).unwrap();
    assert_eq!(receive(), Some(7.into()));
    to.write_all(&QUESTION.as_bytes()[50..]).unwrap();
    drop(to);
    assert_eq!(receive(), Some(7.into()), "the last line needs no line break");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// An objective that takes long to solve does not hold back the answers before it, although all questions arrive at once.
#[test]
fn a_slow_question_holds_back_no_answer_before_it() {
    let mut child = start();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    let card = r#"{"ones": 3, "twos": 6, "threes": 9, "fours": 12, "chance": 20}"#;
    let slow = format!(r#"{{"id": 2, "dice": [1,3,3,5,6], "card": {card}, "objective": {{"kind": "target", "score": 240}}}}"#);
    // Until the first answer, the table is loaded.
    to.write_all(format!("{QUESTION}\n").as_bytes()).unwrap();
    let mut line = String::new();
    from.read_line(&mut line).unwrap();
    let start = Instant::now();
    to.write_all(format!("{QUESTION}\n{QUESTION}\n{slow}\n").as_bytes()).unwrap();
    let mut times = Vec::new();
    for id in [7, 7, 2] {
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        times.push(start.elapsed());
        assert_eq!(serde_json::from_str::<serde_json::Value>(&line).unwrap()["id"], id);
    }
    assert!(2 * times[1] < times[2], "{times:?}");
    drop(to);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = start();
    drop(child.stdout.take());
    // An error is ignored: the program may have ended already.
    let _ = child.stdin.take().unwrap().write_all(format!("{QUESTION}\n").as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn options_of_a_single_question_do_not_go_with_it() {
    let single = [
        "13356",
        "--rerolls-left=1",
        "--card=ones=3",
        "--rounds=1",
        "--round=1",
        "--earlier=1",
        "--chose=hold 33",
        "--all",
        "--why",
        "--goal=y",
    ];
    for arg in single {
        let ran = yahtzee().args(["advise", "--stdin", arg]).ran();
        assert_eq!(ran.status, Some(2), "{arg}");
        assert!(ran.stderr.contains("cannot be used with"), "{}", ran.stderr);
    }
    let ran = yahtzee().args(["advise", "--stdin", "--rules", "hasbor"]).write_stdin(QUESTION).ran();
    assert!(ran.error(2).contains("did you mean 'hasbro'?"));
}
