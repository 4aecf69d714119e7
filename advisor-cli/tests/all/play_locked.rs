//! Only one program plays a game at a time, and a saved game is checked to be the program's text.

use std::io::Write;
use std::process::Stdio;

use yahtzee_dialogue::session::saved;

use crate::common::{Ran, run, shared_tables, text};
use crate::play::{folder, play, start};

/// `yahtzee play --plain` with an existing game, as a process that can run beside others.
fn resumed(file: &str) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_yahtzee"));
    command.env("YAHTZEE_TABLES", shared_tables()).args(["play", "--plain", "--resume", "--save", file]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn a_game_that_is_played_is_not_played_by_another_program() {
    let data = folder();
    let (path, link) = (data.path().join("game.txt"), data.path().join("link.txt"));
    let (name, lock) = (path.to_str().unwrap(), data.path().join(".game.txt.lock"));
    let refused = |args: &[&str]| {
        let error = play(&data, args).error(1);
        assert!(error.contains("is being played by another program") && error.starts_with(args.last().unwrap()), "{error}");
    };
    let mut tui = start(&data, &["--seed", "1", "--save", name]);
    tui.wait_for("choice (Enter");
    refused(&["--plain", "--save", name]);
    tui.keys("chance\r");
    tui.wait_for("turn 2 of 13");
    refused(&["--plain", "--resume", "--save", name]);
    std::os::unix::fs::symlink("game.txt", &link).unwrap();
    refused(&["--plain", "--resume", "--save", link.to_str().unwrap()]);
    assert!(text(["review", name]).contains("1 of 13 turns played"), "whoever only reads is not kept out");
    tui.signal("-KILL");
    tui.wait();
    assert!(lock.exists());
    let mut tui = start(&data, &["--resume", "--save", name]);
    tui.wait_for("turn 2 of 13");
    tui.keys("\u{11}");
    assert_eq!(tui.wait(), 0);
    assert!(!lock.exists(), "a game that is left takes its lock with it");
}

/// Many programs try to make a move in one game at once: every accepted move is saved.
#[test]
fn no_move_is_lost() {
    let data = folder();
    let path = data.path().join("game.txt");
    let name = path.to_str().unwrap();
    drop(text(["advise", "13356"]));
    std::fs::write(&path, "#! yahtzee play 1\n#! dice: seed 1\n#! player: ann\nrules: multi-round\nrounds: 6\n#! end\n").unwrap();
    let mut moves = 0;
    for _ in 0..5 {
        let mut programs: Vec<_> = (0..6).map(|_| resumed(name).spawn().unwrap()).collect();
        for program in &mut programs {
            // A refused program does not wait for its input.
            let _ = program.stdin.take().unwrap().write_all(b"\nquit\n");
        }
        for program in programs {
            let ran = Ran::from(program.wait_with_output().unwrap());
            match ran.status {
                Some(0) => moves += 1,
                _ => assert!(ran.error(1).contains("is being played by another program")),
            }
        }
    }
    let saved = saved::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let made: usize = saved.seats[0].game.turns().iter().map(|turn| turn.decisions().len()).sum();
    assert_eq!(made, moves);
    assert!(moves >= 5, "one of each six got through");
}

#[test]
fn an_edited_game_is_named_as_such() {
    let data = folder();
    let path = data.path().join("game.txt");
    let name = path.to_str().unwrap();
    let lines = |lines: &'static str| {
        let mut program = resumed(name).spawn().unwrap();
        program.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        Ran::from(program.wait_with_output().unwrap()).ok()
    };
    // Without a checksum, as older versions wrote it.
    std::fs::write(&path, "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: hasbro\n11666 hold 666\n#! end\n").unwrap();
    const EDITED: &str = "This file was edited by hand since it was saved; going on with what it says.";
    assert!(!lines("26\nquit\n").contains(EDITED));
    assert!(!text(["review", name, "--json"]).contains("edited"));
    let edited = std::fs::read_to_string(&path).unwrap().replace("hold 666", "hold 66").replace("26666", "12266");
    std::fs::write(&path, edited).unwrap();
    let ran = run(["review", name, "--json"]);
    assert_eq!(ran.status, Some(0));
    assert_eq!(ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ").matches("was edited by hand").count(), 1, "{}", ran.stderr);
    let review: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(review["edited"], true);
    assert_eq!(lines("sixes\nquit\n").matches(EDITED).count(), 1);
    assert!(!text(["review", name, "--json"]).contains("edited"), "what the program wrote since is its own again");
    assert!(!lines("quit\n").contains(EDITED));
}
