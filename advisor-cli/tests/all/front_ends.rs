//! The same question has the same answer at each front end: here the terminal and lines of JSON. `docs/questions.md` lists the abilities of each front end.

use std::path::Path;

use serde_json::{Value, json};
use yahtzee_dialogue::words;

use crate::common::{process_in, run, shared_tables, yahtzee};

const QUESTIONS: &str = include_str!("../../../dialogue/front-ends/questions.jsonl");

fn file(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).to_str().expect("a path in UTF-8").to_owned()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// The rules of a question, as named on a command line: a file beside the questions, or the name of built-in ones.
fn rules(question: &Value) -> String {
    let name = question["rules"].as_str().expect("a name");
    let own = file(&format!("dialogue/front-ends/{name}.toml"));
    if Path::new(&own).exists() { own } else { name.to_owned() }
}

/// The answers on lines of JSON.
fn answers() -> Vec<Value> {
    lines(&answers_in("en"))
}

/// The same in a language, as printed.
fn answers_in(language: &str) -> String {
    let mut questions = lines(QUESTIONS);
    for question in &mut questions {
        question["rules"] = rules(question).into();
    }
    let input: String = questions.iter().map(|question| format!("{question}\n")).collect();
    // A process: the threads of a run within the tests do not speak its language.
    let mut program = process_in(shared_tables());
    let ran = program.args(["advise", "--stdin", "--rule-files", "--language", language]).write_stdin(input).output().expect("it runs");
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("text")
}

/// The arguments that ask a question, in alternative forms if there are any.
fn arguments(question: &Value, utility: &Path) -> Vec<String> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let list = |value: &Value| value.as_array().expect("a list").iter().map(text).collect::<Vec<_>>();
    let card = |value: &Value| match value {
        Value::Object(entries) => entries.iter().map(|(name, points)| format!("{name}={points}")).collect::<Vec<_>>().join(" "),
        value => text(value),
    };
    let mut arguments = vec!["--rules".to_owned(), rules(question)];
    for (field, value) in question.as_object().expect("an object") {
        match field.as_str() {
            "id" | "rules" => {}
            "dice" if value.is_array() => arguments.extend(list(value)),
            // The text of a position, split into words.
            "dice" => arguments.extend(text(value).split_whitespace().map(str::to_owned)),
            "rerolls_left" => arguments.extend(["-r".to_owned(), text(value)]),
            "card" => arguments.extend(["-c".to_owned(), card(value)]),
            "chosen" => arguments.extend(["--chose".to_owned(), text(value)]),
            "earlier" => arguments.push(format!("--earlier={}", list(value).join(","))),
            "objective" => match text(&value["kind"]).as_str() {
                "target" => arguments.push(format!("--target={}", value["score"])),
                "against" => {
                    for opponent in value["opponents"].as_array().into_iter().flatten() {
                        let opponent = opponent.get("card").map_or_else(|| text(opponent), card);
                        arguments.push(format!("--against={opponent}"));
                    }
                    for option in ["field", "ties"] {
                        arguments.extend(value.get(option).map(|value| format!("--{option}={}", text(value))));
                    }
                    if value["reacting"] == true {
                        arguments.push("--reacting".to_owned());
                    }
                }
                "exactly" => arguments.push(format!("--exactly={}", text(&value["score"]))),
                "fewest" => arguments.push("--fewest".to_owned()),
                "turn" => arguments.push("--this-turn".to_owned()),
                _ => {
                    std::fs::write(utility, value["steps"].to_string()).expect("it can be written");
                    arguments.push(format!("--utility={}", utility.display()));
                }
            },
            "odds" => {
                arguments.extend(value.get("goals").map(list).unwrap_or_default().iter().map(|goal| format!("--goal={goal}")));
                for name in ["throws", "turns"] {
                    arguments.extend(value.get(name).map(|number| format!("--{name}={number}")));
                }
                arguments.extend(["exactly", "ends"].iter().filter(|name| value[**name] == true).map(|name| format!("--{name}")));
            }
            // The terminal has the same name for it, or refuses it.
            _ if *value == true => arguments.push(format!("--{field}")),
            _ => arguments.push(format!("--{field}={}", text(value))),
        }
    }
    arguments
}

/// The same answer without the fields that lines of JSON leave out: the risk of options.
fn without_risk(answer: &mut Value) {
    match answer {
        Value::Object(fields) => {
            if fields.contains_key("kind") {
                fields.remove("sd");
                fields.remove("upper_bonus");
            }
            fields.values_mut().for_each(without_risk);
        }
        Value::Array(items) => items.iter_mut().for_each(without_risk),
        _ => {}
    }
}

/// The file of answers equals the answers in lines of JSON; the tests of the page and of the package read it. UPDATE_FRONT_ENDS rewrites it.
#[test]
fn the_answers_are_as_recorded() {
    let path = file("dialogue/front-ends/answers.jsonl");
    let answers = answers_in("en");
    // The name of a rule set is in its answers; the path of its file is not.
    assert!(!answers.contains(".toml"), "{answers}");
    if std::env::var_os("UPDATE_FRONT_ENDS").is_some() {
        std::fs::write(&path, &answers).expect("it can be written");
    }
    let recorded = lines(&std::fs::read_to_string(&path).unwrap_or_default());
    let answers = lines(&answers);
    assert_eq!(recorded.len(), answers.len());
    for (recorded, answer) in recorded.iter().zip(&answers) {
        assert_eq!(recorded, answer);
    }
}

/// Takes the words out of an answer: its error, or the reasons.
fn take_words(answer: &mut Value) -> Value {
    let error = answer.as_object_mut().expect("an object").remove("error");
    error.or_else(|| Some(answer.get_mut("why")?.get_mut("said")?.take())).unwrap_or_default()
}

/// In other languages the numbers are the same, and the words are as recorded, for the tests of the page and of the package too. UPDATE_FRONT_ENDS rewrites
/// them.
#[test]
fn the_words_are_as_recorded() {
    let path = file("dialogue/front-ends/words.jsonl");
    let mut english = answers();
    let english_words: Vec<Value> = english.iter_mut().map(take_words).collect();
    let mut found = Vec::new();
    for language in ["de", "sv"] {
        for ((mut answer, english), english_words) in lines(&answers_in(language)).into_iter().zip(&english).zip(&english_words) {
            let words = take_words(&mut answer);
            assert_eq!(answer, *english, "{language}");
            assert_eq!(words.is_null(), english_words.is_null(), "{language}: {words}");
            if !words.is_null() {
                assert_ne!(words, *english_words, "{language}");
                found.push(json!({ "language": language, "id": answer["id"], "words": words }));
            }
        }
    }
    if std::env::var_os("UPDATE_FRONT_ENDS").is_some() {
        std::fs::write(&path, found.iter().map(|words| format!("{words}\n")).collect::<String>()).expect("it can be written");
    }
    assert_eq!(lines(&std::fs::read_to_string(&path).unwrap_or_default()), found);
}

/// Leaves the card out if the other answer has none: in the terminal it is always text.
fn card_as_in(other: &Value, answer: &mut Value) {
    answer.as_object_mut().expect("an answer").retain(|name, _| name != "card" || other.get("card").is_some());
}

#[test]
fn the_terminal_answers_as_lines_of_json() {
    let folder = tempfile::tempdir().expect("a folder");
    for (question, answer) in lines(QUESTIONS).iter().zip(answers()) {
        let arguments = arguments(question, &folder.path().join("utility.json"));
        let with = |first: &[&'static str]| run(first.iter().map(|&word| word.to_owned()).chain(arguments.clone()));
        let command = if question.get("odds").is_some() { "odds" } else { "advise" };
        if let Some(error) = answer["error"].as_str() {
            let (_, message) = error.split_once(": ").expect("a field");
            let said = with(&[command]).error(2);
            assert!(said.ends_with(message), "{question}: {said}");
            continue;
        }
        if command == "odds" {
            let mut json: Value = serde_json::from_str(&with(&["odds", "--json"]).ok()).expect("JSON");
            card_as_in(&answer, &mut json);
            json["id"] = question["id"].clone();
            assert_eq!(json, answer, "{question}");
            let text = with(&["--color=never", "odds"]).ok();
            for odds in answer["boxes"].as_array().expect("boxes") {
                let chance = words::percent(odds["chance"].as_f64().expect("a number"));
                assert!(chance == "certain" || text.contains(&chance), "{question}: {chance} in {text}");
            }
            continue;
        }
        let mut json: Value = serde_json::from_str(&with(&["advise", "--json"]).ok()).expect("JSON");
        without_risk(&mut json);
        card_as_in(&answer, &mut json);
        json["id"] = question["id"].clone();
        // With the risks of options, the reasons give the chance of the upper bonus and its worth.
        let mut said = Value::Null;
        if let Some(why) = json.get_mut("why") {
            said = std::mem::replace(&mut why["said"], answer["why"]["said"].clone());
            if let Some(parts) = answer["why"].get("parts") {
                assert_eq!(why["parts"]["turn"], parts["turn"]);
                why["parts"] = parts.clone();
            }
        }
        assert_eq!(json, answer, "{question}");
        // The words equal the reasons in JSON, and the options have the same order.
        let text = with(&["--color=never", "advise", "--all"]).ok();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in said.as_array().into_iter().flatten() {
            let words = std::iter::once(&part["heading"]).chain(part["sentences"].as_array().expect("sentences"));
            words.for_each(|words| assert!(text.contains(words.as_str().expect("text")), "{question}: {words} in {text}"));
        }
        assert!(text.contains(&format!("expected final score {:.2}", answer["expected_final"].as_f64().expect("a number"))), "{text}");
        assert_eq!(answer["exact"], true, "the terminal and lines of JSON are always exact");
    }
}

/// Each field of a question, and each kind of objective, has a row in the document and a question in the file.
#[test]
fn the_document_has_every_field() {
    let document = std::fs::read_to_string(file("docs/questions.md")).expect("the document");
    let rows: Vec<&str> =
        document.lines().skip_while(|line| !line.starts_with("| ability")).skip(2).take_while(|line| line.starts_with('|')).collect();
    let refused = yahtzee().args(["advise", "--stdin"]).write_stdin("{\"\": 1}").ran().stdout;
    let (_, fields) = refused.split_once("expected one of ").expect("the fields of a question");
    // The id and the rules belong to the line.
    let fields: Vec<&str> = fields.split('`').skip(1).step_by(2).filter(|field| !["id", "rules"].contains(field)).collect();
    assert!(fields.contains(&"dice") && fields.contains(&"objective"), "{refused}");
    let questions = lines(QUESTIONS);
    for field in &fields {
        assert!(rows.iter().any(|row| row.contains(&format!("`{field}`"))), "docs/questions.md has no row for `{field}`");
        assert!(questions.iter().any(|question| question.get(field).is_some()), "no question asks for `{field}`");
    }
    for part in ["score", "opponents", "field", "ties", "reacting", "steps"] {
        assert!(questions.iter().any(|question| question["objective"].get(part).is_some()), "no objective has `{part}`");
    }
    rows.into_iter().for_each(check_cells);
}

/// The games that are reviewed at each front end.
const GAMES: [&str; 3] = ["game-by-hand", "game-alone", "game-of-two"];

/// The reviews in JSON are as recorded, and the text has the same numbers and words. With UPDATE_FRONT_ENDS the file is written anew.
#[test]
fn the_reviews_are_as_recorded() {
    let path = file("dialogue/front-ends/reviews.jsonl");
    let game = |name: &str| file(&format!("dialogue/front-ends/{name}.txt"));
    let reviews = GAMES.map(|name| run(["review", &game(name), "--json"]).ok());
    if std::env::var_os("UPDATE_FRONT_ENDS").is_some() {
        std::fs::write(&path, reviews.concat()).expect("it can be written");
    }
    let recorded = lines(&std::fs::read_to_string(&path).unwrap_or_default());
    assert_eq!(recorded, lines(&reviews.concat()));
    for (name, review) in GAMES.iter().zip(&recorded) {
        let text = run(["--color=never", "review", &game(name)]).ok();
        let number = |value: &Value| value.as_f64().expect("a number");
        let best = &review["best_decision"];
        let mut words = vec![
            format!("expected at the start   {:>8.2}\n", number(&review["expected_at_start"])),
            format!("luck                    {:>+8.2}", number(&review["luck"])),
            format!("loss                    {:>+8.2}\n", -number(&review["loss"])),
            format!(
                "final score{}{:>8.2}\n",
                " ".repeat(if review.get("complete").is_none() { 13 } else { 4 }),
                number(&review["final_score"])
            ),
            format!("Best decision   turn {}, ", best["turn"]),
            words::best_decision(number(&best["gain"])).to_string(),
        ];
        if let Some(share) = review.get("luck_share") {
            words.push(words::luck_share(number(share)).to_string());
        }
        for point in review["win"]["turning_points"].as_array().into_iter().flatten().take(1) {
            words.push(format!("% in turn {}\n", point["turn"]));
        }
        for words in words {
            assert!(text.contains(&words), "{name}: '{words}' in {text}");
        }
    }
}

/// Each field of a review has a row in the document.
#[test]
fn the_document_has_every_field_of_a_review() {
    let document = std::fs::read_to_string(file("docs/questions.md")).expect("the document");
    let (_, reviews) = document.split_once("\n### Reviews\n").expect("a section");
    let rows: Vec<&str> =
        reviews.lines().skip_while(|line| !line.starts_with("| ability")).skip(2).take_while(|line| line.starts_with('|')).collect();
    let reviews = lines(&std::fs::read_to_string(file("dialogue/front-ends/reviews.jsonl")).expect("the reviews"));
    let mut fields: Vec<String> = reviews.iter().flat_map(|review| review.as_object().expect("an object").keys().cloned()).collect();
    // Those that no recorded review has.
    fields.extend(["edited", "why", "file"].map(str::to_owned));
    for field in fields {
        assert!(rows.iter().any(|row| row.contains(&format!("`{field}`"))), "docs/questions.md has no row for `{field}` of a review");
    }
    for part in ["approximate", "now", "turns", "turning_points"] {
        assert!(reviews.iter().any(|review| review["win"].get(part).is_some()), "no review has `{part}` of the chance to win");
    }
    rows.into_iter().for_each(check_cells);
}

/// A cell says yes, or why not in a few words.
fn check_cells(row: &str) {
    let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
    assert_eq!(cells.len(), 6, "{row}");
    assert!(
        cells[1..].iter().all(|cell| *cell == "yes" || (!cell.is_empty() && cell.split(' ').count() <= 8)),
        "a reason in a few words: {row}"
    );
}

/// Dice in place of a command ask for advice, and the text of a position is accepted in place of dice.
#[test]
fn what_is_typed() {
    let wanted = run(["advise", "13356", "--rerolls-left", "1", "--card", "ones=3"]).ok();
    for arguments in [
        &["advise", "13356", "ones=3", "rerolls=1"][..],
        &["13356", "ones=3", "rerolls=1"],
        &["13356", "ones", "3", "rerolls", "1"],
        &["--threads", "1", "1-3-3-5-6", "-r1", "-c", "aces 3"],
        &["advise", "-r", "1", "1", "3", "3", "5", "6", "1s=3"],
        &["\u{2680}\u{2682}\u{2682}\u{2684}\u{2685}", "-c1s=3", "-r", "1"],
    ] {
        assert_eq!(run(arguments.iter().copied()).ok(), wanted, "{arguments:?}");
    }
    let error = |arguments: &[&str]| run(arguments.iter().copied()).error(2);
    assert_eq!(error(&["13356", "ones=3", "-c", "twos=4"]), "--card: it is with the dice already: write it once");
    assert_eq!(error(&["13356", "rerolls=1", "-r1"]), "--rerolls-left: it is with the dice already: write it once");
    assert!(error(&["13356", "ones=9"]).starts_with("card: ones=9: no roll scores that there"));
    assert_eq!(error(&["13356", "rerolls=9"]), "rerolls_left: 9 where a turn has from 0 to 2");
    for (dice, wrong) in [("11667", "7"), ("13x56", "x"), ("0", "0")] {
        assert_eq!(error(&[dice]), format!("'{wrong}' is no die face: faces are 1 to 6"));
    }
    for (word, meant) in [
        ("chances", "try yahtzee odds"),
        ("hint", "try yahtzee advise 13356"),
        ("practise", "try yahtzee quiz"),
        ("exact", "try yahtzee-prove exact"),
    ] {
        assert!(error(&[word]).contains(meant), "{}", error(&[word]));
    }
}
