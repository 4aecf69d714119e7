//! Characters that control a terminal, in all input of the program: no command prints any of them.

use std::ffi::OsStr;
use std::path::Path;

use crate::common::{run, shared_tables, yahtzee};
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;
use yahtzee_solver::printable::is_printable;

/// Every control character, and every character that changes the direction of text, with a few other invisible ones.
fn hostile() -> Vec<char> {
    let control = ('\0'..=char::MAX).filter(|letter| letter.is_control());
    let direction = ['\u{61c}', '\u{200e}', '\u{200f}'].into_iter().chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
    control.chain(direction).chain(['\u{200b}', '\u{2028}', '\u{2029}', '\u{feff}', '\u{e0001}', '\u{e0041}']).collect()
}

/// All of them in one text, after a sequence that writes to the clipboard. Arguments and paths have no U+0000.
fn all() -> String {
    let letters: String = hostile().into_iter().filter(|&letter| letter != '\0').collect();
    format!("x\u{1b}]52;c;ZXZpbA==\u{7}\u{1b}[2J\u{202e}{letters}y")
}

/// Runs the program without colours, and checks that stdout and stderr have only printable characters. Returns the exit status.
#[track_caller]
fn clean<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &str) -> i32 {
    let args: Vec<std::ffi::OsString> = args.into_iter().map(|arg| arg.as_ref().to_owned()).collect();
    let output = yahtzee().args(&args).args(["--color", "never"]).write_stdin(input).output();
    for printed in [&output.stdout, &output.stderr] {
        let text = std::str::from_utf8(printed).expect("UTF-8");
        let found = text.chars().find(|&letter| letter != '\n' && !is_printable(letter));
        assert_eq!(found, None, "{args:?}: {text:?}");
    }
    assert!(output.stdout.len() + output.stderr.len() > 0, "{args:?} prints something");
    output.status.into()
}

const GAME: &str =
    "name = \"small\"\ntitle = \"Small\"\nsource = \"tests\"\ndice = 2\n[[lower]]\nname = \"chance\"\nany = true\npoints = \"all-dice\"\n";

fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn arguments_are_quoted_with_escapes() {
    let all = all();
    let option = format!("--{all}");
    let equals = |name: &str| format!("--{name}={all}");
    for args in [
        vec![all.as_str()],
        vec![&option],
        vec!["advise", &all],
        vec!["advise", "13356", &option],
        vec!["advise", "13356", &equals("card")],
        vec!["advise", "13356", &equals("chose")],
        vec!["advise", "13356", &equals("goal")],
        vec!["advise", "13356", &equals("rerolls-left")],
        vec!["advise", "13356", &equals("rules")],
        vec!["advise", "13356", &equals("json")],
        vec!["value", &equals("threads")],
        vec!["value", &equals("memory")],
        vec!["value", &equals("color")],
        vec!["value", &equals("earlier")],
        vec!["help", &all],
        vec!["completions", &all],
        vec!["rules", "show", &all],
        vec!["rules", &all],
        vec!["play", "--plain", &equals("players")],
        vec!["play", "--plain", "--players", &format!("computer:{all}")],
        vec!["play", "--resume", &equals("save")],
        vec!["play", "--plain", &equals("card")],
        vec!["review", &all],
        vec!["table", "info", &all],
        vec!["table", "export", &all],
        vec!["table", "export", &equals("format")],
        vec!["stats", &equals("plot")],
        vec!["targets", &equals("plot")],
        vec!["targets", &equals("card")],
        vec!["stats", "--csv", "/nowhere/x", &equals("card")],
        vec!["simulate", "-n", "1", &equals("bot")],
        vec!["simulate", "-n", "1", "--bot", "true", &equals("log")],
        vec!["simulate", &equals("player")],
        vec!["simulate", &equals("bot-timeout")],
    ] {
        assert!(clean(&args, "") > 0, "{args:?}");
    }
}

#[test]
fn paths_are_shown_with_escapes() {
    let folder = tempfile::tempdir().unwrap();
    let rules = write(&folder, "small.toml", GAME);
    // File names are shorter than all of these characters together.
    for (number, letters) in hostile().iter().filter(|&&letter| letter != '\0').collect::<Vec<_>>().chunks(40).enumerate() {
        let name: String = letters.iter().copied().collect();
        let path = |end: &str| folder.path().join(format!("{number}{name}{end}"));
        let tables = path("tables");
        assert_eq!(clean([OsStr::new("solve"), "--rules".as_ref(), rules.as_ref(), "--tables".as_ref(), tables.as_ref()], ""), 0);
        assert_eq!(
            clean([OsStr::new("solve"), "--json".as_ref(), "--rules".as_ref(), rules.as_ref(), "--tables".as_ref(), tables.as_ref()], ""),
            0
        );
        let table = std::fs::read_dir(&tables).unwrap().next().unwrap().unwrap().path();
        for json in [&[] as &[&str], &["--json"]] {
            let args = [OsStr::new("table"), "info".as_ref(), table.as_ref(), "--rules".as_ref(), rules.as_ref()];
            assert_eq!(clean(args.into_iter().chain(json.iter().map(OsStr::new)), ""), 0);
        }
        let list = |folder: &Path, args: &[&str]| {
            let args = ["table"].iter().chain(args).map(OsStr::new).chain(["--tables".as_ref(), folder.as_os_str()]).map(OsStr::to_owned);
            clean(args.collect::<Vec<_>>(), "")
        };
        // Also a file placed there by someone else.
        std::fs::write(Path::new(&tables).join(format!("{name}.yzt")), "foreign").unwrap();
        for args in [&["list"][..], &["list", "--json"], &["prune"], &["prune", "--json"], &["prune", "--all"]] {
            assert_eq!(list(tables.as_ref(), args), 0, "{args:?}");
        }
        assert_eq!(list(&path("none"), &["list"]), 0);
        let args = |file: &Path, option: &str| {
            [OsStr::new("stats"), "--rules".as_ref(), rules.as_ref(), option.as_ref(), file.as_ref()].map(OsStr::to_owned)
        };
        assert_eq!(clean(args(&path(".csv"), "--csv"), ""), 0);
        assert_eq!(clean(args(&path(".svg"), "--plot"), ""), 0);
        assert_eq!(clean([OsStr::new("table"), "export".as_ref(), "--output".as_ref(), path("/none").as_ref()], ""), 1);
        std::fs::write(path(".toml"), "name = 1").unwrap();
        assert_eq!(clean([OsStr::new("value"), "--rules".as_ref(), path(".toml").as_ref()], ""), 2);
    }
}

#[test]
fn rule_files_with_them_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut questions = String::new();
    for (number, letter) in hostile().into_iter().enumerate() {
        let escape = format!("\\U{:08x}", u32::from(letter));
        let field = ["title = \"Small?\"", "source = \"?\"", "notes = [\"?\"]"][number % 3];
        let kept: Vec<&str> = GAME.lines().filter(|line| !line.starts_with(&field[..5])).collect();
        let toml = format!("{}\n{}\n", field.replace('?', &escape), kept.join("\n"));
        let path = write(&folder, &format!("{number}.toml"), &toml);
        questions.push_str(&format!("{}\n", serde_json::json!({"rules": path, "dice": [1, 2], "rerolls_left": 0, "card": {}})));
        if number % 8 == 0 {
            for command in [&["rules", "show", &path][..], &["value", "--rules", &path], &["simulate", "-n", "1", "--rules", &path]] {
                assert_eq!(clean(command, ""), 2);
            }
        }
    }
    assert_eq!(clean(["advise", "--stdin", "--rule-files", "--strict"], &questions), 1);
    let answers = yahtzee().args(["advise", "--stdin", "--rule-files"]).write_stdin(questions).ran().stdout;
    assert_eq!(answers.matches(": not a rule set: line ").count(), hostile().len());
}

/// A byte-order mark may precede a rule file. It is not part of the rules.
#[test]
fn byte_order_marks_are_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, "small.toml", &format!("\u{feff}{GAME}"));
    assert_eq!(run(["rules", "show", &path]).ok(), GAME);
    for args in [&["rules", "show", &path][..], &["rules", "show", "--json", &path], &["value", "--rules", &path]] {
        assert_eq!(clean(args, ""), 0);
    }
}

#[test]
fn lines_of_json_are_answered_without_them() {
    let mut questions = String::new();
    for letter in hostile().into_iter().filter(|&letter| letter != '\n') {
        questions.push_str(&format!("{{\"id\": \"{letter}\", \"dice\": [1,2,3,4,5], \"rerolls_left\": 0, \"card\": {{}}}}\n"));
        questions.push_str(&format!("{{\"rules\": \"{letter}\", \"dice\": [1,2,3,4,5], \"rerolls_left\": 0, \"card\": {{}}}}\n"));
        questions.push_str(&format!("{{\"x{letter}\": 1}}\n{{\"dice\": [1], \"rerolls_left\": 0, \"card\": {{\"{letter}\": 1}}}}\n"));
    }
    assert_eq!(clean(["advise", "--stdin", "--rules", "hasbro", "--strict"], &questions), 1);
}

#[test]
fn saved_games_with_them_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let game = "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: hasbro\n11666 hold 666\n#! end\n";
    let small: String = GAME.lines().map(|line| format!("#| {line}\n")).collect();
    for (number, letter) in hostile().into_iter().enumerate().filter(|(_, letter)| !"\t\n\r".contains(*letter)) {
        let escape = format!("#| title = \"\\U{:08x}\"\n", u32::from(letter));
        let title = small.replace("#| title = \"Small\"\n", &escape);
        let text = match number % 4 {
            0 => game.replace("ann", &format!("a{letter}n")),
            1 => game.replace("hold 666", &format!("hold 666 # {letter}")),
            2 => game.replace("#! player", &format!("{title}#! player")),
            _ => format!("rules: hasbro\n11666 hold 66{letter}6\n"),
        };
        let path = write(&folder, "game.txt", &text);
        assert_eq!(clean(["review", &path], ""), 2);
        if number % 4 < 3 && number % 8 < 4 {
            assert_eq!(clean(["play", "--plain", "--resume", "--save", &path], ""), 1);
        }
    }
    assert_eq!(clean(["review", "-"], &game.replace("ann", &all())), 2);
}

#[test]
fn table_headers_with_them_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    run(["solve"]).ok();
    let table = std::fs::read_dir(shared_tables()).unwrap().map(|entry| entry.unwrap().path());
    let table =
        table.into_iter().find(|path| path.to_str().unwrap().contains("/hasbro-") && !path.to_str().unwrap().contains("spread")).unwrap();
    let bytes = std::fs::read(table).unwrap();
    let at = bytes.windows(6).position(|window| window == b"hasbro").unwrap();
    for (number, letter) in hostile().into_iter().enumerate() {
        let mut spoilt = bytes.clone();
        let mut name = *b"hasbro";
        letter.encode_utf8(&mut name);
        spoilt[at..at + 6].copy_from_slice(&name);
        let end = spoilt.len() - 8;
        let checksum = xxh3_64(&spoilt[..end]);
        spoilt[end..].copy_from_slice(&checksum.to_le_bytes());
        let path = folder.path().join("spoilt.yzt");
        std::fs::write(&path, spoilt).unwrap();
        let command = ["info", "export"][number % 2];
        assert_eq!(clean(["table".as_ref(), command.as_ref(), path.as_os_str()], ""), 1);
    }
}

#[test]
fn what_is_typed_is_quoted_with_escapes() {
    let folder = tempfile::tempdir().unwrap();
    let lines: String =
        hostile().into_iter().filter(|&letter| letter != '\n').map(|letter| format!("chan{letter}ce x\nhold {letter}\n")).collect();
    let save = folder.path().join("game.txt");
    clean(["play", "--plain", "--seed", "1", "--save", save.to_str().unwrap()], &lines);
    clean(["quiz", "-n", "1", "--seed", "1"], &lines);
}

#[test]
#[cfg(unix)]
fn what_a_bot_says_is_quoted_with_escapes() {
    let folder = tempfile::tempdir().unwrap();
    for (number, kind) in ["{\"kind\": \"?\"}", "?", "{\"kind\": \"score\", \"category\": \"?\"}", "{\"?\": 1}"].into_iter().enumerate() {
        let letters: String = hostile().into_iter().filter(|&letter| letter != '\n').collect();
        let escapes: String = letters.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        for (form, letters) in [letters, escapes].into_iter().enumerate() {
            let answer = write(&folder, &format!("{number}{form}"), &(kind.replace('?', &letters) + "\n"));
            let bot = format!("sh -c 'read line; cat {answer}; read line'");
            assert_eq!(clean(["simulate", "-n", "1", "--bot", &bot], ""), 1);
        }
    }
}
