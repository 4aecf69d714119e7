//! The history and `yahtzee progress`; the deck and the ten of a day in `yahtzee quiz`.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::common::{Ran, process_in, shared_tables, text, wait_until, yahtzee};

/// A run with the history in a folder.
fn run(folder: &Path, args: &[&str], stdin: &str) -> Ran {
    yahtzee().args(args).arg("--history").arg(folder.join("data/history.jsonl")).write_stdin(stdin).ran()
}

fn json(folder: &Path, args: &[&str]) -> Value {
    serde_json::from_str(&run(folder, &[args, &["--json"]].concat(), "").ok()).unwrap()
}

const GAME: &str = "advisor-cli/tests/games/hasbro.txt";

#[test]
fn a_game_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["progress"], "").ok().contains("No games by the rules 'hasbro' are recorded yet."));
    assert_eq!(json(folder.path(), &["progress"])["players"], serde_json::json!([]));
    let said = run(folder.path(), &["review", GAME, "--mine"], "").ok();
    assert!(said.ends_with("Recorded in your history: 'yahtzee progress' shows your rating.\n"), "{said}");
    assert!(!run(folder.path(), &["review", GAME, "--mine"], "").ok().contains("Recorded"), "it is there already");
    let other = tempfile::tempdir().unwrap();
    run(other.path(), &["review", GAME, "--mine", "--turn", "1"], "").ok();
    assert_eq!(json(other.path(), &["progress"])["players"][0]["games"], 1, "a game of which one turn is looked at counts too");
    run(folder.path(), &["review", GAME, "--mine", "--json"], "").ok();
    let review: Value = serde_json::from_str(&text(["review", GAME, "--json"])).unwrap();
    let progress = json(folder.path(), &["progress"]);
    assert_eq!((&progress["rating"]["games"], &progress["player"], &progress["unread"]), (&1.into(), &"you".into(), &0.into()));
    let loss = progress["rating"]["loss"].as_f64().unwrap();
    assert!((loss - review["loss"].as_f64().unwrap()).abs() < 1e-5);
    for parts in ["kinds", "themes"] {
        let sum: f64 = progress[parts].as_array().unwrap().iter().map(|part| part["rating"]["loss"].as_f64().unwrap()).sum();
        assert!((sum - loss).abs() < 1e-4, "{parts}");
    }
    assert_eq!(progress["practise"], progress["themes"][0]["name"]);
    let said = run(folder.path(), &["progress"], "").ok();
    assert!(said.starts_with("you, hasbro: 1 game\n\nPoints lost per game: 59.43.\n") && said.contains("› you\n"), "{said}");
    assert!(run(folder.path(), &["progress", "--player", "bob"], "").error(2).contains("there are you"));
    assert!(run(folder.path(), &["progress", "--rules", "kniffel"], "").ok().contains("kniffel"));
}

#[test]
fn a_review_that_is_refused_is_not_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let error = run(folder.path(), &["review", GAME, "--mine", "--turn", "99"], "").error(2);
    assert_eq!(error, "--turn: the decisions of this game are in turns 1 to 13");
    assert!(!folder.path().join("data/history.jsonl").exists());
}

#[test]
fn a_history_is_exported_imported_and_deleted() {
    let [here, there] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    run(here.path(), &["review", GAME, "--mine"], "").ok();
    run(here.path(), &["quiz", "-n", "2", "--seed", "5"], "none\nskip\n").ok();
    let file = there.path().join("from here.jsonl");
    let exported = run(here.path(), &["progress", "--export", "-"], "").ok();
    assert_eq!(exported.lines().count(), 3);
    assert!(run(here.path(), &["progress", "--export", file.to_str().unwrap()], "").ok().starts_with("Written: "));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), exported);
    let import = |folder: &Path| run(folder, &["progress", "--import", file.to_str().unwrap()], "").ok();
    assert_eq!(import(there.path()), "3 of 3 records are new.\n");
    assert_eq!(import(there.path()), "0 of 3 records are new.\n");
    assert_eq!(json(there.path(), &["progress"])["rating"], json(here.path(), &["progress"])["rating"]);
    let kept = run(here.path(), &["progress", "--delete"], "").error(2);
    assert!(kept.contains("say --yes too") && here.path().join("data/history.jsonl").exists(), "{kept}");
    assert!(run(here.path(), &["progress", "--delete", "--yes"], "").ok().starts_with("Deleted: "));
    assert!(run(here.path(), &["progress", "--delete"], "").ok().starts_with("There is no history: "));
    assert!(!here.path().join("data/history.jsonl").exists());
    let wrong = run(there.path(), &["progress", "--import", GAME], "").error(2);
    assert!(wrong.contains("no line of it is a record of a history; line 1: "), "{wrong}");
    assert!(run(there.path(), &["progress", "--import", "none.jsonl"], "").error(1).contains("none.jsonl"));
}

/// The history itself is no file for an export, and only a history is deleted. Lines of later versions go along.
#[test]
fn export_import_and_delete_lose_nothing() {
    let [here, there] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    run(here.path(), &["quiz", "-n", "1", "--seed", "5"], "none\n").ok();
    let own = here.path().join("data/history.jsonl");
    let later = "{\"history\":2,\"game\":[]}\n";
    let text = std::fs::read_to_string(&own).unwrap() + later;
    std::fs::write(&own, &text).unwrap();
    let own_name = own.to_str().unwrap();
    assert!(run(here.path(), &["progress", "--export", own_name], "").error(2).contains("is the history itself"));
    assert_eq!(run(here.path(), &["progress", "--export", "-"], "").ok(), text);
    assert_eq!(run(there.path(), &["progress", "--import", own_name], "").ok(), "2 of 2 records are new.\n");
    assert_eq!(run(there.path(), &["progress", "--import", own_name], "").ok(), "0 of 2 records are new.\n");
    assert_eq!(std::fs::read_to_string(there.path().join("data/history.jsonl")).unwrap(), text);
    let letter = here.path().join("letter.txt");
    std::fs::write(&letter, "Dear Ann\n").unwrap();
    let delete = |path: &Path| yahtzee().args(["progress", "--delete", "--yes", "--history"]).arg(path).ran();
    assert!(delete(&letter).error(1).contains("no line of it is a record of a history"));
    assert_eq!(std::fs::read_to_string(&letter).unwrap(), "Dear Ann\n");
    assert_eq!(delete(here.path()).status, Some(1));
}

/// Quizzes at the same time, with the same positions, lose no answer: what was shown is recorded.
#[test]
fn quizzes_at_once_lose_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let ask = || run(folder.path(), &["quiz", "-n", "3", "--seed", "5"], &"none\n".repeat(3)).ok();
    std::thread::scope(|scope| (0..6).for_each(|_| drop(scope.spawn(ask))));
    let text = std::fs::read_to_string(folder.path().join("data/history.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 18);
}

/// A limit holds for the records too.
#[test]
fn records_count_against_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let line = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/example-history.jsonl"))
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .to_owned();
    let path = folder.path().join("long.jsonl");
    let lines = |text: &str| {
        std::fs::write(&path, (0..10_000).map(|at| line.replace("rules: hasbro", &format!("{text}{at}")) + "\n").collect::<String>())
    };
    lines("rules: hasbro\\n# ").unwrap();
    let ask = |memory: &str| yahtzee().args(["progress", "--memory", memory, "--export", "-", "--history"]).arg(&path).ran();
    assert!(ask("40MB").error(1).contains("its records need more memory than the limit leaves for them: raise it with --memory"));
    assert_eq!(ask("1GB").ok().lines().count(), 10_000);
}

#[cfg(unix)]
#[test]
fn links_are_not_deleted_and_devices_not_read() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["quiz", "-n", "1", "--seed", "5"], "none\n").ok();
    let (own, link) = (folder.path().join("data/history.jsonl"), folder.path().join("link"));
    let before = std::fs::read(&own).unwrap();
    std::os::unix::fs::symlink(&own, &link).unwrap();
    let at = |path: &Path, args: &[&str]| yahtzee().args(args).arg("--history").arg(path).ran();
    assert!(at(&link, &["progress", "--delete", "--yes"]).error(1).contains("it is a link"));
    assert_eq!(std::fs::read(&own).unwrap(), before);
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for args in [&["progress"][..], &["progress", "--delete", "--yes"], &["progress", "--export", "-"], &["progress", "--import", GAME]] {
        for path in [pipe.as_path(), Path::new("/dev/null")] {
            at(path, args).error(if args.contains(&GAME) { 2 } else { 1 });
        }
    }
}

#[test]
fn a_damaged_line_costs_only_itself() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["review", GAME, "--mine"], "").ok();
    let path = folder.path().join("data/history.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{}{whole}{}", "{\"history\":1,\"ga\n", &whole[..300])).unwrap();
    let Ran { status, stdout, stderr } = run(folder.path(), &["progress"], "");
    assert_eq!(status, Some(0));
    assert!(stdout.contains(": 1 game\n") && stderr.contains("2 lines are left out; line 1: "), "{stderr}");
    let export = run(folder.path(), &["progress", "--export", "-"], "");
    assert!(export.stdout == whole && export.stderr.contains("2 lines are left out; line 1: "), "{}", export.stderr);
    run(folder.path(), &["quiz", "-n", "1", "--seed", "5"], "none\n").ok();
    assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 4, "what is added begins a line of its own");
    let progress: Value = serde_json::from_str(&run(folder.path(), &["progress", "--json"], "").stdout).unwrap();
    assert_eq!((&progress["answers"]["count"], &progress["unread"]), (&1.into(), &2.into()));
}

/// Nothing is recorded without a history. If recording fails, there is a warning, and the answer is given.
#[test]
fn no_history_and_one_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["review", GAME, "--no-history"], "").ok();
    run(folder.path(), &["quiz", "-n", "1", "--seed", "5", "--no-history"], "none\n").ok();
    assert!(!folder.path().join("data").exists());
    assert!(run(folder.path(), &["progress", "--no-history"], "").error(2).contains("there is no history"));
    std::fs::write(folder.path().join("data"), "in the way").unwrap();
    let Ran { status, stdout, stderr } = run(folder.path(), &["review", GAME, "--mine"], "");
    assert_eq!(status, Some(0));
    assert!(stdout.contains("299 points") && stderr.contains("cannot record in the history"), "{stderr}");
}

/// A disk that fills up in the middle of a line: the partial line is removed.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_part_of_a_line() {
    let folder = tempfile::tempdir().unwrap();
    text(["review", GAME]);
    let path = folder.path().join("history.jsonl");
    std::fs::write(&path, "").unwrap();
    // The program must get an error, not the signal.
    let script = format!("trap '' XFSZ; ulimit -f 1; exec '{}' review --mine {GAME}", env!("CARGO_BIN_EXE_yahtzee"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut shell = assert_cmd::Command::new("sh");
    shell.args(["-c", &script]).env("YAHTZEE_TABLES", shared_tables()).env("YAHTZEE_HISTORY", &path).current_dir(root);
    let Ran { status, stdout, stderr } = Ran::from(shell.output().unwrap());
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stdout.contains("299 points") && stderr.contains("cannot record in the history"), "{stderr}");
    assert_eq!(std::fs::read(&path).unwrap(), b"");
}

/// A game is recorded when it ends, and not only when it is left. With its last move its record is taken back.
#[test]
#[cfg(unix)]
fn a_finished_game_is_recorded_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let history = folder.path().join("history.jsonl");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_yahtzee"));
    command
        .env("YAHTZEE_TABLES", shared_tables())
        .env("YAHTZEE_HISTORY", &history)
        .env("XDG_DATA_HOME", folder.path())
        .env("HOME", folder.path());
    command.args(["play", "--plain", "--seed", "1"]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    // It stays open to the end: waiting for the program would close it, and the end of the keys ends the game too.
    let mut keys = child.stdin.take().unwrap();
    let lines = || std::fs::read_to_string(&history).map_or(0, |text| text.lines().count());
    let mut wait_for = |typed: &str, count| {
        keys.write_all(typed.as_bytes()).unwrap();
        wait_until("the history", || (lines() == count).then_some(()));
    };
    wait_for(&"\n".repeat(60), 1);
    wait_for("undo\n", 0);
    wait_for("\n\n\n", 1);
    assert!(std::process::Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success());
    assert_eq!((child.wait().unwrap().code(), lines()), (Some(129), 1));
}

/// Games that are left unfinished are not recorded. Games with shown advice do not count for the rating.
#[test]
#[cfg(unix)]
fn finished_games_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let history = folder.path().join("history.jsonl");
    let play = |args: &[&str], lines: &str| {
        let mut command = process_in(shared_tables());
        command.env("XDG_DATA_HOME", folder.path()).env("HOME", folder.path()).env("YAHTZEE_HISTORY", &history);
        Ran::from(command.args(["play", "--plain", "--in-order"]).args(args).write_stdin(lines).output().unwrap()).ok()
    };
    let games = || std::fs::read_to_string(&history).map_or(0, |text| text.lines().count());
    play(&["--seed", "1"], "\n\n");
    assert_eq!(games(), 0, "it is not finished");
    play(&["--seed", "1", "--players", "ann,computer"], &"\n".repeat(200));
    assert_eq!(games(), 2);
    let said = yahtzee().args(["progress", "--history"]).arg(&history).ran().ok();
    assert!(said.contains("count yet: the options were shown"), "{said}");
    // With a coach: the hint twice, then the shown best option.
    let hinted = play(&["--seed", "2", "--coach"], &"hint\nhint\n\n".repeat(60));
    assert!(hinted.contains("lost 0.00, 3") && hinted.contains(" decisions with help"), "{hinted}");
    assert_eq!(games(), 3);
    let progress = || {
        let said = yahtzee().args(["progress", "--json", "--player", "you", "--history"]).arg(&history).ran().ok();
        serde_json::from_str::<Value>(&said).unwrap()
    };
    assert_eq!((progress().get("rating"), &progress()["answers"]["count"]), (None, &0.into()), "hints are no play");
    // Every roll in the next box.
    let boxes = ["ones", "twos", "threes", "fours", "fives", "sixes", "3k", "4k", "fh", "ss", "ls", "yahtzee", "chance"]
        .map(|name| format!("{name}\ny\n"))
        .concat();
    play(&["--seed", "4", "--coach"], &boxes.repeat(2));
    assert_eq!(games(), 4);
    let progress = progress();
    assert_eq!((&progress["rating"]["games"], &progress["mostly_hinted"], &progress["hinted"]), (&1.into(), &1.into(), &0.into()));
    assert!(progress["rating"]["loss"].as_f64().unwrap() > 50.0, "{progress}");
    assert_eq!(progress["luck"].as_array().unwrap().len(), 3, "{}", progress["luck"]);
    // A game to win has another objective than points.
    play(&["--seed", "5", "--coach", "--to-win", "--players", "you,computer:card-12"], &boxes.replace("y\n", "y\n\n").repeat(2));
    assert_eq!(games(), 6);
    let said = yahtzee().args(["progress", "--player", "you", "--history"]).arg(&history).ran().ok();
    assert!(said.contains("1 more game does not count: played to win or for a target."), "{said}");
    play(&["--seed", "3", "--no-history"], &"\n".repeat(200));
    assert_eq!(games(), 6);
}

#[test]
fn the_ten_of_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let positions = |day: &str| text(["quiz", "--daily", day, "--json"]);
    let ten = positions("2026-11-23");
    assert_eq!((ten.lines().count(), &ten), (10, &positions("20261123")));
    assert_ne!(ten, positions("2026-11-24"));
    let dice: Vec<Value> = ten.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["dice"].clone()).collect();
    // The positions are pinned: they are the same for everyone.
    insta::assert_snapshot!(serde_json::to_string(&dice).unwrap());
    let best = |line: &str| {
        let option = &serde_json::from_str::<Value>(line).unwrap()["options"][0];
        let hold = option["hold"].as_array().map(|hold| hold.iter().map(Value::to_string).collect::<String>());
        let typed = hold.unwrap_or_else(|| option["category"].as_str().unwrap().to_owned());
        if typed.is_empty() { "none".to_owned() } else { typed }
    };
    let mut lines: Vec<String> = ten.lines().map(best).collect();
    lines[9] = "skip".to_owned();
    let said = run(folder.path(), &["quiz", "--daily", "2026-11-23"], &(lines.join("\n") + "\n")).ok();
    let shared = "\nYahtzee, ten of 2026-11-23\n🟩🟩🟩🟩🟩🟩🟩🟩🟩⬜\n9 of 10 best, 0.00 points lost, 1 given up\n";
    assert!(said.contains("10 positions, the ten of 2026-11-23.") && said.contains(shared), "{said}");
    let again = run(folder.path(), &["quiz", "--daily", "2026-11-23"], &"skip\n".repeat(10)).ok();
    assert!(again.contains(shared), "the first answers count: {again}");
    let given_up = run(folder.path(), &["quiz", "--daily", "2026-11-24"], &"skip\n".repeat(10)).ok();
    assert!(given_up.contains("⬜⬜\ngiven up: 10 of 10\n"), "{given_up}");
    let said = run(folder.path(), &["progress"], "").ok();
    assert!(
        said.contains("No games by the rules 'hasbro' are recorded yet") && said.contains("\nQuizzes: 9 answers, 0.00 points lost in each"),
        "{said}"
    );
    for wrong in ["2026-02-30", "tomorrow"] {
        assert!(run(folder.path(), &["quiz", "--daily", wrong], "").error(2).contains("write a day"));
    }
}

/// Today is the local date of the device: places 26 hours apart never share it.
#[test]
fn today_is_the_date_here() {
    let said = |zone: &str| {
        let output = process_in(shared_tables()).args(["quiz", "--daily"]).env("TZ", zone).write_stdin("\n".repeat(10)).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let day = |said: String| said.split_once("the ten of ").unwrap().1.split_once('.').unwrap().0.to_owned();
    let [east, west] = ["EAST-14", "WEST+12"].map(|zone| day(said(zone)));
    assert!(west < east, "{west} {east}");
}

/// A mistake comes back, and is grouped by its theme.
#[test]
fn own_mistakes_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let none = run(folder.path(), &["quiz", "--mine"], "").ok();
    assert!(none.contains("your history has no mistakes"), "{none}");
    run(folder.path(), &["review", GAME, "--mine"], "").ok();
    let due = |args: &[&str]| run(folder.path(), &[&["quiz", "--mine", "--json", "-n", "100"], args].concat(), "").ok();
    let all = due(&[]);
    let mistakes: Value = serde_json::from_str(&text(["review", GAME, "--json"])).unwrap();
    let decisions = mistakes["turns"].as_array().unwrap().iter().flat_map(|turn| turn["decisions"].as_array().unwrap());
    let lost: Vec<f64> = decisions.map(|decision| decision["loss"].as_f64().unwrap()).filter(|loss| *loss >= 1.0).collect();
    assert_eq!(all.lines().count(), lost.len());
    assert!(due(&["--threshold", "10"]).lines().count() < lost.len());
    let about_bonus = due(&["--topic", "bonus"]);
    assert!(about_bonus.lines().count() < lost.len() && about_bonus.lines().count() > 0);
    assert_eq!(due(&["--player", "you"]), all);
    let nobody = run(folder.path(), &["quiz", "--mine", "--player", "zoe"], "").error(2);
    assert!(nobody.contains("--player: no games of 'zoe' by the rules 'hasbro': there are you"), "{nobody}");
    let first = serde_json::from_str::<Value>(all.lines().next().unwrap()).unwrap();
    let worst = first["options"].as_array().unwrap().len();
    assert!(worst > 1);
    let said = run(folder.path(), &["quiz", "--mine", "-n", "1"], "skip\n").ok();
    assert!(said.contains("1 position, your own mistakes.") && said.contains("Given up."), "{said}");
    assert_eq!(due(&[]).lines().count(), lost.len() - 1, "it is due tomorrow");
}

#[test]
fn topics_levels_and_games() {
    let lines = |args: &[&str]| text([&["quiz", "--json"], args].concat()).lines().map(str::to_owned).collect::<Vec<_>>();
    let mixed = lines(&["--mixed", "--seed", "3", "-n", "30"]);
    let obvious = |line: &String| serde_json::from_str::<Value>(line).unwrap()["obvious"]["loss"].as_f64().unwrap();
    let right = mixed.iter().filter(|line| obvious(line) < 1e-9).count();
    assert!((8..30).contains(&right), "{right}");
    let clear = lines(&["--level", "clear", "--topic", "straights", "--seed", "3", "-n", "4"]);
    assert_eq!(clear.len(), 4);
    for line in &clear {
        let options = serde_json::from_str::<Value>(line).unwrap()["options"].clone();
        let next = options.as_array().unwrap().iter().map(|option| option["loss"].as_f64().unwrap()).find(|loss| *loss > 1e-9);
        assert!(next.unwrap() >= 3.0, "{line}");
    }
    let said = yahtzee().args(["quiz", "--level", "clear", "--topic", "straights", "--seed", "3", "-n", "4"]).ran().ok();
    assert!(said.ends_with("yahtzee quiz --seed 3 -n 4 --topic straights --level clear --rules hasbro\n"), "{said}");
    let of_game = lines(&["--from", GAME, "-n", "100"]);
    assert!(of_game.len() > 20 && of_game[0].contains("\"dice\":[1,1,6,6,6]"), "{}", of_game.len());
    for (args, wanted) in [(["--topic", "luck"], "the topics are bonus"), (["--level", "easy"], "the levels are clear")] {
        assert!(yahtzee().arg("quiz").args(args).ran().error(2).contains(wanted));
    }
    let none = yahtzee().args(["quiz", "--from", "-"]).write_stdin("rules: hasbro\n11666\n").ran().ok();
    assert!(none.contains("no position fits"), "{none}");
}

/// Only the games of the owner of the history are recorded without a word; `--mine` says whose another one is.
#[test]
fn games_of_others_are_not_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let history = || std::fs::read_to_string(data.join("data/history.jsonl")).unwrap_or_default();
    let game = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(GAME)).unwrap();
    let saved = |player: &str| {
        let path = data.join(format!("{player}.txt"));
        std::fs::write(&path, format!("#! yahtzee play 1\n#! dice: table\n#! coach: 0.2\n#! player: {player}\n{game}\n#! end\n")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let by_hand = run(data, &["review", GAME], "").ok();
    assert!(
        by_hand.contains("Not recorded in your history: the game does not say who played it. If it is yours, add --mine."),
        "{by_hand}"
    );
    let ann = saved("ann");
    let others = run(data, &["review", &ann], "").ok();
    assert!(others.contains("it is the game of 'ann', and the history is that of 'you'."), "{others}");
    assert_eq!(history(), "");
    assert!(run(data, &["review", &ann, "--mine"], "").ok().contains("Recorded in your history"));
    assert!(history().contains("\"player\":\"you\"") && history().lines().count() == 1);
    assert!(!run(data, &["review", &saved("you")], "").ok().contains("ecorded in your history"), "the same game is there");
    assert_eq!(history().lines().count(), 1);
}

/// A path need not be text.
#[test]
#[cfg(unix)]
fn a_picture_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["review", GAME, "--mine"], "").ok();
    let [history, picture] = [&b"\xff.jsonl"[..], b"\xff.svg"].map(|name| folder.path().join(OsStr::from_bytes(name)));
    std::fs::rename(folder.path().join("data/history.jsonl"), &history).unwrap();
    let said = yahtzee().args(["progress", "--json", "--plot"]).arg(&picture).arg("--history").arg(&history).ran().ok();
    let said: Value = serde_json::from_str(&said).unwrap();
    let svg = std::fs::read_to_string(&picture).unwrap();
    assert!(svg.trim_end().ends_with("</svg>") && svg.matches("</svg>").count() == 1 && svg.contains("final score"), "one picture");
    assert!(picture.exists() && said["plot"].as_str().unwrap().ends_with(".svg"), "{said}");
}
