//! Limits of input, of caches and of memory. Anything beyond them is refused at once, with a sentence.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Ran, run, shared_tables, yahtzee, yahtzee_in};
use serde_json::json;
use tempfile::TempDir;
use yahtzee_solver::RuleSet;

/// A small game. Each title makes a set with another name, and each bonus one with other rules.
fn game(name: &str, points: u32) -> String {
    format!(
        "name = \"{name}\"\ndice = 2\n[[lower]]\nname = \"pair\"\ngroups = [2]\npoints = {points}\n[[lower]]\nname = \"chance\"\nany = true\npoints = \"all-dice\"\n"
    )
}

/// A game of 53,130 holds and rolls.
const OF_MANY_ROLLS: &str = "name = \"many\"\ndice = 5\nsides = 20\n[[upper]]\nface = 1\nname = \"ones\"\n[[lower]]\nname = \"pair\"\ngroups = [2]\npoints = \"those-dice\"\n";

fn question(id: usize, rules: &str) -> String {
    json!({"id": id, "rules": rules, "dice": [1, 2], "rerolls_left": 0, "card": {}}).to_string() + "\n"
}

fn batch(args: &[&str], input: String) -> Ran {
    yahtzee().args(["advise", "--stdin"]).args(args).write_stdin(input).ran()
}

#[test]
#[cfg(unix)]
fn what_is_no_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    assert!(Command::new("mkfifo").args([path("pipe.toml")]).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", path("device.toml")).unwrap();
    std::fs::create_dir(path("folder.toml")).unwrap();
    std::fs::File::create(path("giant.toml")).unwrap().set_len(1 << 40).unwrap();
    for (name, what) in [
        ("pipe.toml", "it is a pipe or a device, not a regular file"),
        ("device.toml", "it is a pipe or a device, not a regular file"),
        ("folder.toml", "it is a folder, not a file"),
        ("giant.toml", "the most that is read"),
    ] {
        let file = path(name);
        for command in [
            &["value", "--rules", &file][..],
            &["rules", "show", &file],
            &["review", &file],
            &["play", "--plain", "--resume", "--save", &file],
        ] {
            let start = Instant::now();
            let error = run(command).error(1);
            assert!(error.starts_with(&file) && error.ends_with(what), "{command:?}: {error}");
            assert!(start.elapsed() < Duration::from_secs(20), "{command:?}");
        }
        let answers = batch(&["--rule-files"], question(1, &file));
        assert!(answers.stdout.contains(what), "{}", answers.stdout);
    }
}

#[test]
fn files_that_are_too_long_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("long.toml");
    std::fs::write(&rules, game("long", 5) + &"# more\n".repeat(200_000)).unwrap();
    let error = run(["value", "--rules", rules.to_str().unwrap()]).error(1);
    assert!(error.ends_with("it is longer than 1000000 bytes, the most that is read"), "{error}");
    let long = "rules: hasbro\n".to_owned() + &"# more\n".repeat(2_400_000);
    let error = yahtzee().args(["review", "-", "--memory", "6GB"]).write_stdin(long).ran().error(1);
    assert_eq!(error, "stdin: it is longer than 16000000 bytes, the most that is read");
    let toml: String = game("inside", 5).lines().map(|line| format!("#| {line}\n")).collect();
    let saved =
        format!("#! yahtzee play 1\n#! dice: table\n{toml}{}#! player: ann\nrules: inside\n12\n#! end\n", "#| # more\n".repeat(200_000));
    let path = folder.path().join("game.txt");
    std::fs::write(&path, saved).unwrap();
    let error = run(["review", path.to_str().unwrap()]).error(2);
    assert!(error.contains("the most that is read is 1000000"), "{error}");
    let players: String = (0..200_000).map(|number| format!("#! player: p{number}\nrules: hasbro\n")).collect();
    std::fs::write(&path, format!("#! yahtzee play 1\n#! dice: table\n{players}#! end\n")).unwrap();
    let error = run(["review", path.to_str().unwrap()]).error(2);
    assert!(error.contains("line 15: another player; there may be 1 to 6"), "{error}");
}

/// The length of a file and of its lines is looked at first, and no error quotes much of them.
#[test]
fn texts_take_no_more_memory_than_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let saved = |lines: &str| format!("#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: hasbro\n{lines}\n#! end\n");
    let letters = "x".repeat(60_000);
    for (text, what) in [
        ("|".repeat(2_000_000), "the most that the limit of memory allows: raise it with --memory"),
        (saved(&"\n".repeat(2_000_000)), "the most that the limit of memory allows: raise it with --memory"),
        (format!("rules: hasbro\n{}", "1".repeat(70_000)), "line 2: it is longer than 65536 bytes, the most of a line"),
        (format!("rules: hasbro\n#{}\n", "#".repeat(70_000)), "line 2: it is longer than 65536 bytes, the most of a line"),
        (format!("rules: hasbro\n{letters} 11666"), "line 2: cannot read 'xxx"),
        (format!("rules: {letters}\n"), "unknown rule set 'xxx"),
        (format!("11666 score {letters}"), "line 1: unknown category 'xxx"),
        (saved(&format!("#! {letters}")), "line 5: '#! xxx"),
        (saved(&format!("#? hints: {letters}")), "line 5: 'xxx"),
    ] {
        std::fs::write(&path, &text).unwrap();
        for command in [&["review"][..], &["quiz", "--from"]] {
            let ran = yahtzee().args(command).arg(&path).args(["--memory", "60MB", "--threads", "2"]).ran();
            let error = &ran.stderr;
            assert!(ran.status != Some(0) && error.contains(what) && error.len() < 700, "{command:?}, {} bytes: {error}", text.len());
        }
    }
    let file = folder.path().join("long.toml");
    for (line, what) in [
        (format!("name = \"{letters}\"\n"), "name = \"xxx"),
        (format!("{letters} = 1\n"), "unknown field `xxx"),
        (format!("name = \"a\"\ndice = \"{letters}\"\n"), "dice: invalid type: the text \"xxx"),
        (format!("name = \"{}\"\n", letters.repeat(2)), "line 1: it is longer than 65536 bytes"),
    ] {
        std::fs::write(&file, line).unwrap();
        let error = run(["rules", "show", file.to_str().unwrap()]).error(2);
        assert!(error.contains(what) && error.len() < 1500, "{error}");
    }
}

#[test]
fn questions_name_files_only_where_they_may() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret.toml");
    std::fs::write(&secret, "password = \"hunter2\"\n").unwrap();
    let secret = secret.to_str().unwrap();
    let own = folder.path().join("own.toml");
    std::fs::write(&own, game("own", 5)).unwrap();
    let own = own.to_str().unwrap();
    let refused = batch(&[], question(1, own)).stdout;
    assert!(refused.contains("reads rule files with --rule-files only"), "{refused}");
    let answers = batch(&["--rule-files"], question(1, secret) + &question(2, own));
    assert!(!answers.stdout.contains("password") && !answers.stdout.contains("hunter2"), "{}", answers.stdout);
    assert!(answers.stdout.contains("secret.toml: not a rule set: line 1 is wrong"), "{}", answers.stdout);
    assert!(answers.stdout.contains(r#"{"id":2,"rules":"own""#), "{}", answers.stdout);
    assert_eq!((answers.status, answers.stderr.as_str()), (Some(0), "warning: 1 of 2 lines failed\n"));
    assert_eq!(batch(&["--rules", own], question(1, "hasbro")).status, Some(0), "whoever starts the program may name a file");
    for option in ["--rule-files", "--strict"] {
        assert_eq!(run(["advise", "13356", option]).status, Some(2));
    }
}

#[test]
fn failed_lines_are_counted() {
    let right = r#"{"dice":[1,3,3,5,6],"rerolls_left":0,"card":{}}"#;
    let lines = |wrong: usize| format!("{}{}", format!("{right}\n").repeat(5), "?\n\n".repeat(wrong));
    for (wrong, strict, status, said) in
        [(0, false, 0, ""), (0, true, 0, ""), (3, false, 0, "warning: 3 of 8 lines failed\n"), (3, true, 1, "error: 3 of 8 lines failed\n")]
    {
        let ran = batch(if strict { &["--strict"] } else { &[] }, lines(wrong));
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(status), said));
        assert_eq!(ran.stdout.lines().count(), 5 + wrong, "every line is answered");
    }
}

#[test]
fn ids_have_limits() {
    let line = |id: &str| format!("{{\"id\": {id}, \"dice\": [1,3,3,5,6], \"rerolls_left\": 0, \"card\": {{}}}}\n");
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    let ids = [nested(32), nested(33), format!("\"{}\"", "x".repeat(998)), format!("\"{}\"", "x".repeat(999)), nested(20_000)];
    let ran = batch(&[], ids.iter().map(|id| line(id)).collect());
    let answers: Vec<&str> = ran.stdout.lines().collect();
    for (answer, id) in [(answers[0], &ids[0]), (answers[2], &ids[2])] {
        assert!(answer.starts_with(&format!("{{\"id\":{id},\"rules\":\"hasbro\"")), "{answer}");
    }
    for (answer, what) in [(answers[1], "32 lists and objects"), (answers[3], "1000 bytes"), (answers[4], "1000 bytes")] {
        assert!(answer.starts_with("{\"id\":null,\"line\":") && answer.contains(what), "{answer}");
    }
}

/// Several spellings of a path are one table, and of many tables the last ones are kept.
#[test]
#[cfg(target_os = "linux")]
fn tables_of_rule_files_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let tables = TempDir::new().unwrap();
    let mut questions = String::new();
    let mut wanted = Vec::new();
    for number in 0..40 {
        let name = format!("game-{number}");
        let path = folder.path().join(format!("{name}.toml"));
        std::fs::write(&path, game(&name, number + 1)).unwrap();
        for spelling in 1..=15 {
            questions.push_str(&question(wanted.len(), &format!("{}{}", "/".repeat(spelling), path.to_str().unwrap())));
            wanted.push(name.clone());
        }
    }
    let ran = yahtzee_in(tables.path()).args(["advise", "--stdin", "--rule-files"]).write_stdin(questions).ran();
    let answers = ran.ok();
    assert_eq!(answers.lines().count(), 600);
    for (id, (answer, name)) in answers.lines().zip(&wanted).enumerate() {
        assert!(answer.starts_with(&format!("{{\"id\":{id},\"rules\":\"{name}\"")), "{answer}");
    }
}

/// The tables of all questions are within one limit, and the oldest make room. The peak is that of the process while it waits for more; unoptimised, the
/// program itself takes some megabytes more.
#[test]
#[cfg(target_os = "linux")]
fn tables_of_many_rule_sets_are_within_one_limit() {
    let names = ["yatzy", "yatzy-sheet", "verhoeff", "get-dicey", "bullseye", "kniffel", "forced-yatzy", "multi-round"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_yahtzee"))
        .args(["advise", "--stdin", "--memory", "36MB", "--threads", "2"])
        .env("YAHTZEE_TABLES", shared_tables())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap());
    // All at once, and then again one by one.
    let questions: Vec<String> = (0..).zip(names).map(|(id, name)| question(id, name)).collect();
    to.write_all(questions.concat().replace("[1,2]", "[1,2,3,4,6]").as_bytes()).unwrap();
    let mut answer = |name: &str| {
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        assert!(line.contains(&format!("\"rules\":\"{name}\"")), "{line}");
    };
    names.iter().for_each(|name| answer(name));
    for (question, name) in questions.iter().zip(names) {
        to.write_all(question.replace("[1,2]", "[1,2,3,4,6]").as_bytes()).unwrap();
        answer(name);
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap().trim().trim_end_matches(" kB").parse::<u64>().unwrap();
    assert!(peak * 1024 <= 42_000_000, "{peak} kB");
    drop(to);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// The error of a simulation with a bot that is a line of shell, and its duration.
#[cfg(unix)]
fn bot(script: &str) -> (String, Duration) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot.sh");
    std::fs::write(&path, script).unwrap();
    let start = Instant::now();
    let bot = format!("sh {}", path.display());
    let error = run(["simulate", "-n", "2000", "--bot", &bot, "--bot-timeout", "2"]).error(1);
    (error, start.elapsed())
}

#[test]
#[cfg(unix)]
fn bots_do_not_block() {
    let rules = RuleSet::builtin("hasbro").unwrap();
    let scores: String = rules
        .categories()
        .map(|category| rules.category(category).name.clone())
        .map(|category| format!("echo '{{\"kind\": \"score\", \"category\": \"{category}\"}}'; sleep 0.002\n"))
        .collect();
    for (script, what) in [
        // Answers, but never reads: its stdin fills up.
        (format!("while :; do\n{scores}done\n"), ""),
        ("exec tr '\\0' x < /dev/zero\n".to_owned(), "answered with a line of more than 65536 bytes"),
        ("exec yes '{}'\n".to_owned(), ""),
        ("exec sleep 100\n".to_owned(), "did not answer within 2 s"),
        ("exec <&-\nexec sleep 100\n".to_owned(), ""),
        ("head -c 60000 /dev/zero | tr '\\0' x\nexec sleep 100\n".to_owned(), "did not answer within 2 s"),
    ] {
        let (error, took) = bot(&script);
        assert!(error.starts_with("game ") && error.contains(what), "{script}: {error}");
        assert!(error.len() < 3000, "{}", error.len());
        assert!(took < Duration::from_secs(60), "{script}: {took:?}");
    }
}

#[test]
fn memory_is_estimated_before_it_is_taken() {
    let hasbro = ["--rules", "hasbro"];
    // The program and two threads take 11 MB.
    let run = |args: &[&str]| run([args, &["--threads", "2"]].concat());
    // Without the table in a file.
    let folder = tempfile::tempdir().unwrap();
    let solved = |args: &[&str]| -> Ran { yahtzee_in(folder.path()).args(args).args(["--threads", "2"]).ran() };
    for (args, what) in [
        (&["value", "--rules", "maxi-yatzy"][..], "solving 'maxi-yatzy' needs "),
        (&["solve", "--rules", "maxi-yatzy"], "solving 'maxi-yatzy' needs "),
        (&["solve", hasbro[0], hasbro[1]], "solving 'hasbro' needs "),
    ] {
        let error = solved(&[args, &["--memory", "2MB"]].concat()).error(1);
        assert!(error.starts_with(what) && error.contains("the limit is 2 MB: raise it with --memory"), "{error}");
    }
    // Without the memory for the statistics nothing is solved before.
    for args in [&["stats", "--rules", "maxi-yatzy-saved"][..], &["simulate", "-n", "10", "--rules", "maxi-yatzy-saved"]] {
        let error = solved(&[args, &["--memory", "6GB"]].concat()).error(1);
        assert!(error.starts_with("finding the statistics of 'maxi-yatzy-saved' needs at least 67.0 GB of memory"), "{error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    for (args, what) in [
        (&["stats"][..], "finding the statistics of 'hasbro' needs "),
        (&["simulate", "-n", "10"], "finding the statistics of 'hasbro' needs "),
        (&["evaluate", "greedy"], "evaluating a strategy of 'hasbro' needs at least "),
        (&["table", "export"], "exporting the table of 'hasbro' needs "),
    ] {
        let error = run(&[args, &["--memory", "20MB"]].concat()).error(1);
        assert!(error.starts_with(what), "{args:?}: {error}");
    }
    assert_eq!(run(&["value", "--memory", "20MB"]).status, Some(0));
    // Here the bound exceeds the limit, and the actual need may or may not fit. Statistics that are kept need nothing.
    let error = solved(&["stats", "--memory", "95MB"]).error(1);
    assert!(error.starts_with("finding the statistics of 'hasbro' needs at least "), "{error}");
    assert_eq!(solved(&["stats", "--memory", "115MB"]).stdout, run(&["stats"]).stdout);
    assert_eq!(run(&["stats", "--memory", "95MB"]).stdout, run(&["stats"]).stdout);
    // An answer can do without the risks of the options.
    let answer = solved(&["advise", "13356", "--json", "--memory", "20MB"]);
    assert!(answer.stderr.starts_with("warning: the answer lacks the risks of the options: finding the spread of 'hasbro' needs "));
    assert!(answer.status == Some(0) && !answer.stdout.contains("\"sd\""), "{answer:?}");
    // The lists of holds and rolls are counted before they are made.
    let many = folder.path().join("many.toml");
    std::fs::write(&many, OF_MANY_ROLLS).unwrap();
    let many = ["--rules", many.to_str().unwrap()];
    for (args, limit, what) in [
        (&["value"][..], "30MB", "solving 'many' needs "),
        (&["odds"], "30MB", "reading the rules of 'many' needs "),
        (&["evaluate", "greedy"], "80MB", "evaluating a strategy of 'many' needs at least "),
        (&["table", "export", "--policy"], "80MB", "exporting the table of 'many' needs "),
    ] {
        let error = solved(&[args, &many, &["--memory", limit]].concat()).error(1);
        assert!(error.starts_with(what), "{args:?}: {error}");
    }
    for size in ["", "0", "-1", "2 apples"] {
        assert!(run(&["value", "--memory", size]).stderr.contains("write it like 500MB, 2GB or 1.5GiB"), "{size}");
    }
}

/// A limit of the size of files is an error in a sentence, with nothing left beside it. A table that cannot be kept is only a warning.
#[cfg(unix)]
#[test]
fn a_limit_of_the_size_of_files_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let limited = |command: &str| {
        let script = format!("ulimit -f 100; cd {}; exec {} {command}", folder.path().display(), env!("CARGO_BIN_EXE_yahtzee"));
        let tables = folder.path().join("tables");
        Ran::from(Command::new("bash").args(["-c", &script]).env("YAHTZEE_TABLES", tables).env("YAHTZEE_HISTORY", "").output().unwrap())
    };
    let ran = limited("value");
    assert!(ran.status == Some(0) && ran.stdout.contains("254.59"), "{ran:?}");
    assert!(ran.stderr.starts_with("warning: cannot keep the table as ") && ran.stderr.contains("File too large"), "{ran:?}");
    for command in ["simulate -n 20000 --player random --log log.txt", "table export --output values.csv"] {
        let ran = limited(command);
        assert!(ran.status == Some(1) && ran.stderr.lines().last().unwrap().starts_with("error: "), "{ran:?}");
        assert!(ran.stderr.ends_with(": File too large (os error 27)\n"), "{ran:?}");
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().chain(std::fs::read_dir(folder.path().join("tables")).unwrap()).collect();
    assert_eq!(left.len(), 1, "only the folder of the tables: {left:?}");
}

/// A large file is announced before anything is solved, and `play` does without the spread if there is no memory for it.
#[test]
fn a_large_table_is_announced() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_yahtzee"));
    command.args(["play", "--plain", "--rules", "maxi-yatzy-saved", "--memory", "6GB", "--no-history", "--color", "never"]);
    command.env("YAHTZEE_TABLES", folder.path()).env("HOME", folder.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let [spread, table] = [lines.next().unwrap(), lines.next().unwrap()];
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(spread.starts_with("warning: the reasons lack the chance of the upper bonus: finding the spread of "), "{spread}");
    assert!(table.starts_with("warning: the table of 'maxi-yatzy-saved' takes 4.9 GB in "), "{table}");
    assert!(table.ends_with("; 'yahtzee table prune maxi-yatzy-saved' removes it"), "{table}");
}

/// A turn needs little of a table in a file. If the file turns out to be damaged, solving needs more.
#[test]
fn a_turn_needs_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let ran = |args: &[&str]| yahtzee_in(folder.path()).args(args).ran();
    let little = ["--memory", "13MB", "--threads", "2"];
    for args in [&["advise", "13356", "--json"][..], &["value"]] {
        let answer = ran(args).ok();
        assert_eq!(ran(&[args, &little].concat()).ok(), answer);
        let more = ran(&[args, &["--target", "200"], &little].concat()).error(1);
        assert!(more.starts_with("solving 'hasbro' needs 15 MB"), "{more}");
        for table in std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()) {
            let good = std::fs::read(&table).unwrap();
            let is_spread = table.to_str().unwrap().ends_with(".spread.yzt");
            if is_spread && args[0] == "value" {
                continue;
            }
            let mut damaged = good.clone();
            *damaged.last_mut().unwrap() ^= 1;
            std::fs::write(&table, &damaged).unwrap();
            let refused = ran(&[args, &little].concat());
            let (what, status) = match is_spread {
                true => ("warning: the answer lacks the risks of the options: finding the spread of 'hasbro' needs 2", 0),
                false => ("error: solving 'hasbro' needs 15 MB", 1),
            };
            let said: Vec<&str> = refused.stderr.lines().collect();
            assert!(said[0].ends_with("checksum does not match: the file is damaged; solving anew"), "{said:?}");
            assert!(said[1].starts_with(what) && said.len() == 2, "{said:?}");
            assert!(refused.status == Some(status) && refused.stdout.is_empty() == (status == 1), "{}", refused.stdout);
            assert!(std::fs::read(&table).unwrap() == damaged);
            std::fs::write(&table, good).unwrap();
        }
    }
}

/// Under a limit of the address space the program answers or refuses, and never aborts.
#[test]
#[cfg(target_os = "linux")]
fn no_abort_under_a_limit_of_the_system() {
    let program = env!("CARGO_BIN_EXE_yahtzee");
    for (kilobytes, command, refused) in [
        (400_000, "stats --threads 2".to_owned(), None),
        (1_000_000, "stats --threads 2".to_owned(), Some(false)),
        (300_000, "value --threads 2 --rules maxi-yatzy".to_owned(), None),
        (150_000, "solve --threads 1 --rules maxi-yatzy".to_owned(), Some(true)),
    ] {
        let script = format!("ulimit -v {kilobytes}; exec '{program}' {command}");
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &script]).env("YAHTZEE_TABLES", shared_tables()).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => assert_ne!(refused, Some(true), "{script}"),
            Some(1) => {
                assert!(error.contains(" of memory, and the limit is "), "{script}: {error}");
                assert_ne!(refused, Some(false), "{script}: {error}");
            }
            other => panic!("{script}: {other:?} {error}"),
        }
    }
}

/// A rule file of at most a megabyte is read in two seconds of the processor's time, or refused in them.
#[test]
#[cfg(unix)]
fn a_rule_file_is_read_in_two_seconds() {
    let many = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(",\n");
    let dice = |dice: usize, sides: usize, categories: &str| format!("name = \"slow\"\ndice = {dice}\nsides = {sides}\n{categories}");
    let any = |fields: &str| dice(1, 6, &format!("[[lower]]\nname = \"any\"\nany = true\npoints = \"all-dice\"\n{fields}\n"));
    let set = |number: usize| format!("{:?}", (1..=9).filter(|face| (number + 1) >> (face - 1) & 1 == 1).collect::<Vec<usize>>());
    let hand = |number: usize| format!("[{}, {}, {}, {}]", 1 + number % 9, 1 + number / 9 % 9, 1 + number / 81 % 9, 9);
    let hands: Vec<String> = (0..729).filter(|number| number % 9 <= number / 9 % 9 && number / 9 % 9 <= number / 81).map(hand).collect();
    let within = format!("within = [{}]", many(511, &set));
    let by_hands = format!("[[lower]]\nname = \"hands\"\npoints = 10\nfaces = [{}]\n{within}\n", hands.join(", "));
    // All compared with each other, and alike but for their last letters.
    let long = |category: usize| many(49, &|name| format!("\"{}{category}x{name} 7\"", "o".repeat(90)));
    let lower = |number: usize, fields: &str| format!("[[lower]]\nname = \"c{number}\"\npoints = 10\n{fields}\n");
    let of_long_names: String =
        (0..30).map(|number| lower(number, &format!("any = true\nnames = {{ de = [{}] }}", long(number)))).collect();
    // As many ways as are possible, served, each looked at for the points that other rolls have.
    let sums = format!("within = [{}]\nsum = 72\nserved = 20\nserved-wins = true\n", many(25, &|number| set(255 + number)));
    let of_sums: String = (0..30).map(|number| lower(number, &format!("{sums}title = \"c{} 11\"", (number + 1) % 30))).collect();
    for (toml, wanted) in [
        (dice(8, 9, &by_hands), Err("category \"hands\": 84315 ways to score")),
        (
            any(&format!("names = {{ en = [{}] }}", many(16_000, &|name| format!("\"Name{name} {}\"", name % 7)))),
            Err("names: 16001 elements"),
        ),
        (any(&format!("short = [{}]", many(90_000, &|name| format!("\"n{name}\"")))), Err("short: 90000 elements")),
        (any(&format!("title = \"{}\"", "o 1".repeat(300_000))), Err("longer than 65536 bytes")),
        (dice(1, 6, &of_long_names), Ok(())),
        (dice(8, 9, &of_sums), Ok(())),
        (any("") + &"a.".repeat(490_000) + "b = 1", Err("longer than 65536 bytes")),
        (any("") + "a = " + &"[".repeat(900_000), Err("longer than 65536 bytes")),
        (any(&"# \n".repeat(300_000)), Ok(())),
    ] {
        assert!(toml.len() <= RuleSet::LONGEST_TOML, "{}", toml.len());
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, &toml).unwrap();
        let script = format!("ulimit -t 2; exec '{}' rules show '{}'", env!("CARGO_BIN_EXE_yahtzee"), file.path().display());
        let ran = Ran::from(Command::new("sh").args(["-c", &script]).env("YAHTZEE_TABLES", shared_tables()).output().unwrap());
        let start = &toml[..toml.len().min(200)];
        match wanted {
            Ok(()) => assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{start}"),
            Err(wanted) => assert!(ran.status == Some(2) && ran.stderr.contains(wanted), "{start}: {:?} {:.300}", ran.status, ran.stderr),
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn no_limit_of_the_system_ends_in_an_abort() {
    check_limits(&[50_000, 100_000, 600_000], &COMMANDS, 12);
}

#[test]
#[ignore = "deep"]
#[cfg(target_os = "linux")]
fn none_of_many_limits_of_the_system_ends_in_an_abort() {
    check_limits(&[30_000, 50_000, 70_000, 80_000, 100_000, 130_000, 200_000, 300_000, 600_000], &COMMANDS, 45);
}

/// The same with dice that have very many rolls.
#[test]
#[ignore = "deep"]
#[cfg(target_os = "linux")]
fn no_limit_of_the_system_ends_in_an_abort_with_many_rolls() {
    let folder = tempfile::tempdir().unwrap();
    let more = OF_MANY_ROLLS.replace("dice = 5\nsides = 20", "dice = 7\nsides = 12").replace("many", "more");
    let thrown = OF_MANY_ROLLS.replace("sides = 20", "sides = 20\nrolls = 8").replace("many", "thrown");
    let files = [("many", OF_MANY_ROLLS), ("more", &more), ("thrown", &thrown)].map(|(name, toml)| {
        let path = folder.path().join(format!("{name}.toml"));
        std::fs::write(&path, toml).unwrap();
        path
    });
    let commands: Vec<String> =
        files.iter().flat_map(|path| MANY_ROLLS.map(|command| format!("{command} --rules '{}' --threads 2", path.display()))).collect();
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    check_limits(&[40_000, 60_000, 90_000, 130_000, 200_000, 300_000, 500_000, 1_000_000], &commands, 60);
}

/// What may be asked of any game.
#[cfg(target_os = "linux")]
const MANY_ROLLS: [&str; 11] = [
    "solve",
    "value",
    "value --target 30",
    "odds",
    "stats",
    "targets",
    "evaluate greedy",
    "evaluate random",
    "simulate -n 2",
    "simulate -n 2 --player greedy",
    "table export --policy",
];

/// Commands of a game with few rolls. A saved game has another name each time.
#[cfg(target_os = "linux")]
const COMMANDS: [&str; 9] = [
    "value --threads 2",
    "advise 13356 --threads 2",
    "advise 13356 --target 250 --card '1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40' --threads 4",
    "stats --card '1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40' --threads 2",
    "targets --card '1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40' --threads 4",
    "simulate -n 20 --threads 2",
    "simulate -n 50 --player greedy --threads 4",
    "simulate -n 2 --player win --against optimal --threads 2",
    "play --plain --seed 1 --players ann,computer --to-win --threads 2 --save \"$GAME\"",
];

/// Checks every command under limits of the address space, in kilobytes, from less than the program needs to more than enough: it answers, or says what is
/// missing. At least `least` of the commands have room enough.
#[cfg(target_os = "linux")]
fn check_limits(limits: &[u32], commands: &[&str], least: usize) {
    let program = env!("CARGO_BIN_EXE_yahtzee");
    // Without the statistics that other tests keep.
    let folder = tempfile::tempdir().unwrap();
    yahtzee_in(folder.path()).arg("value").ran().ok();
    let mut answered = 0;
    for (number, kilobytes) in limits.iter().enumerate() {
        let game = folder.path().join(format!("game-{number}.txt"));
        for command in commands {
            let script = format!("ulimit -v {kilobytes}; exec '{program}' {command}");
            let mut shell = Command::new("sh");
            let shell = shell.args(["-c", &script]).env("YAHTZEE_TABLES", folder.path()).env("GAME", &game);
            let output = shell.stdin(Stdio::null()).output().unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{script}: {:?} {error}", output.status);
            assert!(!error.contains("panicked") && (output.status.success() || error.starts_with("error: ")), "{script}: {error}");
            answered += usize::from(output.status.success());
        }
    }
    assert!(answered >= least, "so many have room enough: {answered}");
}
