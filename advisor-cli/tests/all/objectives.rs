//! `advise --target`, `--against`, `--field`, `--ties` and `--utility`: as text, as JSON, and from stdin.

use std::fs;

use serde_json::{Value, json as value};

use crate::common::{Ran, json, run, shared_tables, text, yahtzee, yahtzee_in};

/// A card with five open categories, so that solving is fast.
const CARD: &str = "1s=3 2s=6 3s=9 4s=12 3k=22 4k=24 ss=30 ch=20";
/// The same card in JSON.
fn advised(args: &[&str]) -> Value {
    json([&["advise", "11666", "--card", CARD], args].concat())
}

fn number(of: &Value, name: &str) -> f64 {
    of[name].as_f64().unwrap_or_else(|| panic!("no {name} in {of}"))
}

#[test]
fn objectives_in_words() {
    let advise = |args: &[&str]| text([&["advise", "11666", "--card", CARD], args].concat());
    insta::assert_snapshot!("target", advise(&["--target", "260"]));
    insta::assert_snapshot!("target_chosen_why", advise(&["--target", "330", "--why", "--chose", "score full-house"]));
    insta::assert_snapshot!("against", advise(&["--against", "1s=2 2s=6 fh=25 ch=23 ls=40", "--against", "new", "--field", "2", "--why"]));
    insta::assert_snapshot!("against_known", advise(&["--against", "243", "--ties", "lose", "--all"]));
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, "score,utility\n0,0\n200,1\n250,5\n300,20\n").unwrap();
    let path = file.path().to_str().unwrap();
    insta::assert_snapshot!("utility", advise(&["--utility", path, "--chose", "score full-house"]).replace(path, "prizes.csv"));
}

/// The fields that programs rely on: options ranked by chance, with the expected scores of plain advice.
#[test]
fn objectives_in_json() {
    let plain = advised(&[]);
    for (args, objective) in [
        (&["--target", "260"][..], value!({"kind": "target", "score": 260})),
        (
            &["--against", "ones=3", "--against", "243", "--against", "new", "--field", "2", "--ties", "win"],
            value!({"kind": "against", "opponents": [{"card": {"ones": 3, "extra": 0}}, {"score": 243}, {"new": true}], "field": 2, "ties": "win"}),
        ),
        (&["--field", "1"], value!({"kind": "against", "opponents": [], "field": 1, "ties": "half"})),
    ] {
        let advice = advised(args);
        assert_eq!(advice["objective"], objective);
        let options = advice["options"].as_array().unwrap();
        assert_eq!(number(&advice, "worth"), number(&options[0], "worth"));
        assert_eq!(number(&advice, "worth_loss"), 0.0);
        assert_eq!(advice["expected_final"], options[0]["expected_final"]);
        for pair in options.windows(2) {
            assert!(number(&pair[0], "worth") >= number(&pair[1], "worth") * (1.0 - 1e-12), "{pair:?}");
        }
        for option in options {
            let loss = number(&options[0], "worth") - number(option, "worth");
            assert!((number(option, "worth_loss") - loss).abs() < 1e-15);
            // All other fields equal the fields of the same option in plain advice.
            let mut rest = option.clone();
            rest.as_object_mut().unwrap().retain(|name, _| !name.starts_with("worth") && name != "measure");
            assert!(plain["options"].as_array().unwrap().contains(&rest), "{rest}");
        }
        assert_eq!(options.len(), plain["options"].as_array().unwrap().len());
    }
    let chosen = advised(&["--target", "330", "--chose", "hold 6", "--why"]);
    assert_eq!(chosen["chosen"]["hold"], value!([6]));
    assert!(number(&chosen["chosen"], "worth_loss") > 0.0 && number(&chosen["why"]["best"]["option"], "worth_loss") == 0.0);
}

/// A utility of 0 and 1 is the chance of its step, in either form of file.
#[test]
fn a_utility_with_one_step_is_a_target() {
    let chance = number(&advised(&["--target", "260"]), "worth");
    for content in ["0,0\n260,1\n", "[[0, 0], [260, 1]]", "\u{feff}Score, Worth\r\n260, 1\r\n0, 0\r\n"] {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, content).unwrap();
        let advice = advised(&["--utility", file.path().to_str().unwrap()]);
        assert_eq!(advice["objective"], value!({"kind": "utility"}));
        assert_eq!((number(&advice, "worth"), number(&advice["options"][0], "worth_loss")), (chance, 0.0));
    }
}

#[test]
fn questions_on_stdin_have_objectives() {
    let ask = |args: &[&str], questions: &[Value]| -> Vec<Value> {
        let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
        let printed = yahtzee().args([&["advise", "--stdin"], args].concat()).write_stdin(lines).ran();
        printed.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let without_risk = |mut advice: Value| {
        for option in advice["options"].as_array_mut().unwrap() {
            option.as_object_mut().unwrap().retain(|name, _| name != "sd" && name != "upper_bonus");
        }
        advice
    };
    let question = value!({"dice": [1, 1, 6, 6, 6], "rerolls_left": 2, "card": CARD});
    let with = |objective: Value| {
        let mut question = question.clone();
        question["objective"] = objective;
        question
    };
    let target = advised(&["--target", "260"]);
    let against = advised(&["--against", "1s=3", "--against", "243", "--field", "3", "--ties", "lose"]);
    let questions =
        [with(target["objective"].clone()), question.clone(), with(against["objective"].clone()), with(target["objective"].clone())];
    let answers = ask(&[], &questions);
    let wanted = [target.clone(), advised(&[]), against.clone(), target.clone()].map(without_risk);
    assert_eq!(answers, wanted);
    let all = ask(&["--target", "260"], &[question.clone(), with(against["objective"].clone())]);
    assert_eq!(all, [target, against].map(without_risk), "what a line says comes before what the command line says");
    let steps = ask(&[], &[with(value!({"kind": "utility", "steps": [[0, 0], [260, 1]]}))]);
    assert_eq!(steps[0]["worth"], answers[0]["worth"]);
    for (objective, wrong) in [
        (value!({"kind": "target"}), "missing field `score`"),
        (value!({"kind": "target", "score": -1}), "invalid value"),
        (value!({"kind": "target", "score": 4_000_000}), "a target of 4000000: no game scores more than 3660000"),
        (value!({"kind": "win"}), "unknown variant `win`"),
        (value!({"kind": "against"}), "no opponents"),
        (value!({"kind": "against", "field": 10_001}), "a field of 10001"),
        (value!({"kind": "against", "opponents": [{"new": false}]}), "not false"),
        (value!({"kind": "against", "opponents": [{"card": {"ones": 7}}]}), "ones=7"),
        (value!({"kind": "against", "opponents": vec![value!({"new": true}); 10]}), "10 opponents: at most 9"),
        (value!({"kind": "utility", "steps": []}), "at least one score"),
        (value!({"kind": "utility", "steps": [[0, 1], [1, 0]]}), "falls from 1 to 0"),
        (value!({"kind": "utility", "steps": [[0, 0], [1, 1e305]]}), "1 points is 1e305: write numbers from -1e300 to 1e300"),
    ] {
        let answer = &ask(&[], &[with(objective)])[0];
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert!(error.contains(wrong), "{error}");
    }
}

/// The chance of a card is the mean of the best chances of its first rolls; knowing the opponent's score in advance has a value.
#[test]
fn a_card_has_a_chance() {
    let last = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=22 4k=24 fh=25 ss=30 ls=40 ch=20";
    let value = |args: &[&str]| -> Value { json([&["value", "--card", last], args].concat()) };
    // Only Yahtzee is open, with 259 points: three rolls make it in 4.60 % of turns.
    let yahtzee = number(&value(&["--target", "300"]), "worth");
    assert!((yahtzee - 0.0460286).abs() < 1e-7);
    assert_eq!(number(&value(&["--target", "259"]), "worth"), 1.0);
    assert_eq!(value(&["--against", "259"])["objective"]["kind"], "against");
    assert!((number(&value(&["--against", "259"]), "worth") - (0.5 + yahtzee / 2.0)).abs() < 1e-12);
    let [blind, told] = [&["--against", CARD][..], &["--against", CARD, "--foreseen"]].map(|args| number(&value(args), "worth"));
    assert!((blind - told).abs() < 1e-9, "nothing is left to decide: {blind} {told}");
    assert!(text(["value", "--card", last, "--target", "300"]).contains("At least 300 points: chance 4.60286"));
    assert!(text(["value", "--card", last, "--target", "400"]).contains("At least 400 points: cannot be reached, the most is 309\n"));
    let said = text(["advise", "12345", "--rerolls-left", "0", "--card", last, "--target", "2000"]);
    assert!(said.ends_with("\nAt least 2000 points cannot be reached: the most is 309.\n"), "{said}");
    assert!(run(["value", "--foreseen"]).error(2).contains("--foreseen goes with --against or --field"));
}

/// A game with up to 590,000 points in a round and 3,540,000 in a game: every number up to that is a target and a final score.
#[test]
fn games_of_millions_of_points() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut rules = "name = \"millions\"\ndice = 1\nrolls = 1\nmax-rounds = 6\norder = \"as-listed\"\n".to_owned();
    rules += "[[lower]]\nname = \"one\"\ngroups = [1]\npoints = 10000\n";
    (2..=30).for_each(|number| rules += &format!("[[lower]]\nname = \"any-{number}\"\nany = true\npoints = 10000\n"));
    rules += "[further]\ncategory = \"one\"\n[further.after-points]\nplace = \"any\"\njoker = \"never\"\nbonus = 10000\n";
    fs::write(&file, rules).unwrap();
    let in_last_round = |objective: &[&str]| -> Value {
        let rounds = ["--rounds", "6", "--round", "6", "--earlier", "590000,590000,590000,590000,590000"];
        json([&["advise", "3", "--rerolls-left", "0", "--rules", file.path().to_str().unwrap()], &rounds[..], objective].concat())
    };
    for (objective, chance) in [
        (["--target", "3540000"], 1.0),
        (["--target", "3540001"], 0.0),
        (["--against", "3539999"], 1.0),
        (["--against", "3540000"], 0.5),
        (["--against", "3540001"], 0.0),
    ] {
        assert_eq!(number(&in_last_round(&objective), "worth"), chance, "{objective:?}");
    }
}

#[test]
fn wrong_objectives_are_errors() {
    let empty = tempfile::NamedTempFile::new().unwrap();
    let falls = tempfile::NamedTempFile::new().unwrap();
    fs::write(&falls, "0,1\n200,0.5\n").unwrap();
    let [empty, falls] = [&empty, &falls].map(|file| file.path().to_str().unwrap());
    let ten: Vec<&str> = (0..10).flat_map(|_| ["--against", "new"]).collect();
    for (args, message) in [
        (&["--target", "x"][..], "a final score is a whole number of points, from 0 to 3660000"),
        (&["--target", "4000000"], "a final score is a whole number of points, from 0 to 3660000"),
        (&["--target", "-1"], "a final score is a whole number of points"),
        (&["--target", "2.5"], "a final score is a whole number of points"),
        (&["--against", "ones=7"], "--against: ones=7: no roll scores that there"),
        (&["--against", "-5"], "whole number of points"),
        (&["--against", "9999999"], "no game scores more than"),
        (&ten, "10 opponents: at most 9 can be named"),
        (&["--field", "0"], "a whole number from 1 to 10000"),
        (&["--ties", "win"], "--ties goes with --against or --field"),
        (&["--utility", empty], "a utility needs at least one score"),
        (&["--utility", falls], "falls from 1 to 0.5 at 200 points"),
        (&["--target", "1", "--field", "1"], "cannot be used with"),
    ] {
        let error = run([&["advise", "11666"], args].concat()).error(2);
        assert!(error.contains(message), "{args:?}: {error}");
    }
    let rounds = ["advise", "11666", "--rules", "multi-round", "--rounds", "2", "--against", "ones=3"];
    assert!(run(rounds).error(2).contains("in a game of several rounds an opponent is a known total"));
    let error = run(["advise", "11666", "--target", "250", "--memory", "60MB"]).error(1);
    assert!(error.contains("needs") && error.contains("raise it with --memory"), "{error}");
}

/// A folder with only the table of `hasbro`.
fn folder_with_the_table() -> tempfile::TempDir {
    text(["value"]);
    let folder = tempfile::tempdir().unwrap();
    let files = fs::read_dir(shared_tables()).unwrap().map(|entry| entry.unwrap());
    let name = |file: &fs::DirEntry| file.file_name().into_string().unwrap();
    let file = files.into_iter().find(|file| name(file).starts_with("hasbro-") && name(file).matches('.').count() == 1).unwrap();
    fs::copy(file.path(), folder.path().join(name(&file))).unwrap();
    folder
}

/// Solutions are kept in the tables folder: a question like an earlier one gets its answer even if there is too little memory to solve it.
#[test]
fn another_run_solves_nothing() {
    let folder = folder_with_the_table();
    const HALF: &str = "1s=3 2s=6 3k=22 4k=24";
    let ask = |args: &[&str], memory: &[&str]| -> Ran { yahtzee_in(folder.path()).args(args).args(memory).ran() };
    let little = ["--memory", "20MB", "--threads", "2"];
    let refused = ask(&["advise", "11666", "--card", HALF, "--target", "260"], &little).error(1);
    assert!(refused.contains("solving for this objective needs"), "{refused}");
    let first = ask(&["advise", "11666", "--card", HALF, "--target", "260"], &[]).ok();
    assert_eq!(ask(&["advise", "11666", "--card", HALF, "--target", "260"], &little).ok(), first);
    // Other dice, the card's value, the next turn, and the same distance from another score.
    ask(&["advise", "13456", "--rerolls-left", "1", "--card", HALF, "--target", "260"], &little).ok();
    ask(&["value", "--card", HALF, "--target", "260"], &little).ok();
    ask(&["advise", "11666", "--card", &format!("{HALF} 6s=18"), "--target", "260"], &little).ok();
    ask(&["advise", "11666", "--card", "1s=3 2s=6 3k=20 4k=24", "--target", "258"], &little).ok();
    ask(&["advise", "11666", "--card", HALF, "--target", "261"], &little).error(1);

    let listed = ask(&["table", "list", "--json"], &[]).ok();
    let listed: Vec<Value> = serde_json::from_str(&listed).unwrap();
    let solved = listed.iter().find(|file| file["objective"] == "utility").unwrap();
    assert_eq!((&solved["state"], &solved["rules"]), (&value!("sound"), &value!("hasbro")));
    let path = solved["file"].as_str().unwrap();
    assert!(ask(&["table", "export", path], &[]).error(1).ends_with("it holds a solved objective ('utility'), not the values of a game"));
    // Damage is reported and repaired.
    let sound = fs::read(path).unwrap();
    let mut damaged = sound.clone();
    damaged[sound.len() / 2] ^= 1;
    fs::write(path, damaged).unwrap();
    let repaired = ask(&["advise", "11666", "--card", HALF, "--target", "260"], &[]);
    assert_eq!((repaired.status, repaired.stdout), (Some(0), first));
    assert!(
        repaired.stderr.starts_with("warning: ") && repaired.stderr.contains("the file is damaged; solving anew"),
        "{}",
        repaired.stderr
    );
    assert_eq!(fs::read(path).unwrap(), sound);
    ask(&["table", "prune", "--all"], &[]).ok();
    assert!(!fs::exists(path).unwrap());
}

/// Without a writable folder there is an answer too.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a-file");
    fs::write(&file, "").unwrap();
    let ran: Ran = yahtzee_in(&file.join("tables")).args(["advise", "11666", "--card", "1s=3 2s=6 3k=22 4k=24", "--target", "260"]).ran();
    assert_eq!(ran.status, Some(0));
    assert!(ran.stdout.contains("At least 260 points: the chance is"), "{}", ran.stdout);
    assert_eq!(ran.stderr.matches("cannot keep what was solved").count(), 1, "{}", ran.stderr);
}
