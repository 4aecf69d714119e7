//! Whole games on a terminal, driven by keys. No test waits for a fixed time: each waits for a text on the screen.

use std::io::Read;
use std::path::Path;
use std::process::Command;

use crate::common::terminal::{Tui, YAHTZEE, spawn};
use crate::common::{Ran, process_in, run, shared_tables, text};
use tempfile::TempDir;

pub(crate) fn start(data: &TempDir, args: &[&str]) -> Tui {
    start_with(data, args, &[])
}

pub(crate) fn start_with(data: &TempDir, args: &[&str], variables: &[(&str, &str)]) -> Tui {
    Tui::start(data, &[&["play"], args].concat(), variables)
}

/// The turn and the roll on the screen, or the end. With virtual dice this changes with every move.
fn place(screen: &str) -> Option<String> {
    if screen.contains("The game is over.") {
        return Some("over".to_owned());
    }
    let after = |word: &str| screen.split(word).nth(1)?.split(' ').next().map(str::to_owned);
    Some(format!("turn {} roll {}", after("turn ")?, after("roll ")?))
}

fn wait_for_another_place(tui: &Tui, before: &str) -> String {
    let screen = tui.wait_until(|seen| place(&seen.screen()).is_some_and(|place| place != before), "the next move");
    place(&screen).unwrap()
}

/// Throws the dice if the screen waits for that key.
fn throw(tui: &mut Tui) {
    const WAITS: &str = "any key throws the dice";
    let screen = tui.wait_until(|seen| ["choice", "over;", WAITS].iter().any(|prompt| seen.screen().contains(prompt)), "a prompt");
    if screen.contains(WAITS) {
        tui.keys(" ");
        tui.wait_until(|seen| !seen.screen().contains(WAITS), "the dice");
    }
}

/// A new folder, with a blank in its name.
pub(crate) fn folder() -> TempDir {
    tempfile::Builder::new().prefix("a game ").tempdir().unwrap()
}

/// The file of the first game in a data folder.
pub(crate) fn saved(data: &TempDir) -> String {
    std::fs::read_to_string(file(data)).unwrap()
}

pub(crate) fn file(data: &TempDir) -> std::path::PathBuf {
    data.path().join("yahtzee/games/game-1.txt")
}

pub(crate) fn turns(game: &str) -> Vec<&str> {
    game.lines().filter(|line| line.starts_with(|letter: char| letter.is_ascii_digit())).collect()
}

/// The score and the loss of a game in `review`.
fn reviewed(data: &TempDir) -> (f64, f64) {
    let review: serde_json::Value = serde_json::from_str(&text(["review", file(data).to_str().unwrap(), "--json"])).unwrap();
    assert!(review.get("complete").is_none(), "played to the end");
    (review["final_score"].as_f64().unwrap(), review["loss"].as_f64().unwrap())
}

/// Checks that the commands printed at the end review the game.
pub(crate) fn reviewed_as_told(tui: &Tui, times: usize) {
    let raw = String::from_utf8(tui.seen.0.lock().unwrap().raw.clone()).unwrap();
    let commands: Vec<&str> = raw.lines().filter(|line| line.starts_with("  yahtzee review ")).collect();
    assert_eq!(commands.len(), times, "{commands:?}");
    for command in commands {
        let folder = Path::new(YAHTZEE).parent().unwrap();
        let mut shell = Command::new("/bin/sh");
        let output = shell.args(["-c", command]).env("PATH", folder).env("YAHTZEE_TABLES", shared_tables()).output().unwrap();
        assert!(Ran::from(output).ok().contains("expected at the start"), "{command}");
    }
}

/// Types dice and takes the advice for `turns` turns, or until the game is over. The dice are an arbitrary sequence.
fn play_own_dice(tui: &mut Tui, random: &mut u32, turns: usize) {
    let numbers = ["none", "one", "two", "three", "four", "five"];
    let mut screen = tui.wait_until(|seen| seen.screen().contains(" dice>"), "dice>");
    let mut done = 0;
    loop {
        let count = match screen.split("roll the other ").nth(1) {
            Some(rest) => numbers.iter().position(|number| rest.starts_with(number)).unwrap(),
            None => 5,
        };
        for _ in 0..count {
            *random = random.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            tui.keys(&((*random >> 16) % 6 + 1).to_string());
        }
        tui.keys("\r");
        tui.wait_for("choice (Enter takes the best)>");
        tui.keys("\r");
        screen =
            tui.wait_until(|seen| [" dice>", " over;"].iter().any(|prompt| seen.screen().contains(prompt)), "the next roll, or the end");
        let new_turn = screen.contains("roll all dice");
        done += usize::from(new_turn);
        if done == turns || screen.contains(" over;") {
            return;
        }
    }
}

#[test]
fn a_game_with_own_dice_is_killed_and_resumed() {
    let data = folder();
    let mut random = 7;
    let mut tui = start(&data, &[]);
    play_own_dice(&mut tui, &mut random, 3);
    // Kill it in the middle of a turn, with a part of a line typed.
    tui.keys("11666\r");
    let before = tui.wait_for("choice (Enter");
    tui.keys("66");
    tui.wait_for("best)> 66");
    let game = saved(&data);
    assert_eq!(turns(&game).len(), 4);
    assert_eq!(turns(&game)[3], "11666");
    tui.signal("-KILL");
    tui.wait();
    assert_eq!(saved(&data), game, "a kill changes nothing");

    let mut tui = start(&data, &["--resume"]);
    let after = tui.wait_for("choice (Enter");
    assert_eq!(after, before, "everything is restored except the keys being typed");
    tui.keys("66\r");
    tui.wait_for("roll the other three");
    play_own_dice(&mut tui, &mut random, 13);
    assert_eq!(turns(&saved(&data)).len(), 13);
    let (score, loss) = reviewed(&data);
    assert!(score > 50.0 && loss > 0.0, "one choice was not the best: {score} {loss}");
    // Undo after the end, and play to the end again.
    tui.keys("<");
    tui.wait_for("choice (Enter");
    tui.keys("\r");
    tui.wait_for("The game is over.");
    assert_eq!(reviewed(&data).0, score);
    tui.keys("\u{11}");
    assert_eq!(tui.wait(), 0);
    tui.assert_restored();
    assert!(tui.screen().contains("The game is saved as"));
}

#[test]
fn a_game_with_virtual_dice_is_killed_and_resumed() {
    let (data, other) = (folder(), folder());
    let play = |tui: &mut Tui, moves: usize| {
        let screen = tui.wait_for("choice (Enter");
        let mut place = place(&screen).unwrap();
        for _ in 0..moves {
            if place == "over" {
                return;
            }
            tui.keys("\r");
            place = wait_for_another_place(tui, &place);
        }
    };
    let mut tui = start(&data, &["--seed", "5", "--rules", "kniffel"]);
    play(&mut tui, 8);
    let (before, game) = (tui.screen(), saved(&data));
    tui.signal("-KILL");
    tui.wait();
    // The dice on the table and all later dice are the same as without the kill.
    let mut tui = start(&data, &["--resume"]);
    assert_eq!(tui.wait_for("choice (Enter"), before);
    assert_eq!(saved(&data), game);
    play(&mut tui, 60);
    tui.wait_for("The game is over.");
    tui.keys("\u{11}");
    assert_eq!(tui.wait(), 0);

    let mut tui = start(&other, &["--seed", "5", "--rules", "kniffel"]);
    play(&mut tui, 60);
    tui.wait_for("The game is over.");
    assert_eq!(saved(&other), saved(&data));
    let (_, loss) = reviewed(&data);
    assert!(loss < 1e-9, "the advice was taken each time: {loss}");
}

#[test]
fn a_game_with_a_coach_against_the_computer_is_killed_and_resumed() {
    let data = folder();
    let mut tui = start(&data, &["--seed", "1", "--coach", "--tolerance", "0.5", "--players", "ann,computer", "--in-order"]);
    let screen = tui.wait_for("Your choice. Tab gives a hint.");
    let mut at = place(&screen).unwrap();
    assert!(!screen.contains("Keep"), "no advice before the choice:\n{screen}");
    tui.keys("none\r");
    tui.wait_for("11.98 points. Better");
    tui.keys("!");
    tui.wait_for("Compared with your choice, keeping nothing");
    tui.keys("x");
    tui.wait_for("1 mistake");
    at = wait_for_another_place(&tui, &at);
    for number in 0.. {
        if at == "over" {
            break;
        }
        if number == 9 {
            tui.keys("cha");
            tui.wait_for("> cha");
            let game = saved(&data);
            tui.signal("-KILL");
            tui.wait();
            tui = start(&data, &["--resume"]);
            let screen = tui.wait_for("Your choice. Tab gives a hint.");
            assert_eq!(place(&screen).as_ref(), Some(&at));
            assert!(screen.contains("mistakes cost more than 0.5") && screen.contains("10 decisions, 1 mistake"), "{screen}");
            assert_eq!(saved(&data), game);
        }
        tui.keys("\t");
        tui.wait_until(|seen| ["One of these is the best", "Best:"].iter().any(|hint| seen.screen().contains(hint)), "the first hint");
        tui.keys("\t");
        tui.wait_for("Best:");
        tui.keys("\r");
        at = wait_for_another_place(&tui, &at);
        throw(&mut tui);
    }
    tui.wait_for("wins with");
    let game = saved(&data);
    assert_eq!(turns(&game).len(), 26);
    tui.keys("quit\r");
    assert_eq!(tui.wait(), 0);
    reviewed_as_told(&tui, 1);
}

#[test]
fn after_the_last_turn_there_is_a_review_or_a_new_game() {
    let data = folder();
    let toml = "name = \"tiny\"\ntitle = \"Tiny\"\nsource = \"Tests\"\ndice = 2\nrolls = 2\n[[lower]]\nname = \"any\"\nany = true\npoints = \"all-dice\"\n";
    let rules = data.path().join("tiny.toml");
    std::fs::write(&rules, toml).unwrap();
    for (key, file) in [("r", 1), ("n", 2)] {
        let mut tui = start(&data, &["--seed", "1", "--rules", rules.to_str().unwrap()]);
        tui.wait_for("choice (Enter");
        tui.keys("any\r");
        tui.wait_for("n new game, r review, q leave");
        tui.keys(&format!("{key}\r"));
        if key == "n" {
            tui.wait_for("choice (Enter");
            tui.keys("any\r");
        } else {
            tui.wait_for("decision 1 of 1 ");
            tui.keys("q");
        }
        tui.wait_for("n new game, r review, q leave");
        tui.keys("q\r");
        assert_eq!(tui.wait(), 0);
        tui.assert_restored();
        assert!(tui.screen().contains("The game is saved as"), "{}", tui.screen());
        assert!(data.path().join(format!("yahtzee/games/game-{file}.txt")).exists());
    }
}

#[test]
fn a_game_under_way_is_joined() {
    let data = folder();
    let card = "ones=3 twos=6 threes=9 fours=12 fives=15 3k=20 4k=20 fh=25 ss=30 ls=40 yahtzee=0";
    let in_lines = |args: &[&str], lines: &str| {
        let mut command = process_in(shared_tables());
        command.env("XDG_DATA_HOME", data.path()).env("HOME", data.path()).args(["play", "--plain"]).args(args);
        Ran::from(command.write_stdin(lines).output().unwrap())
    };
    let value: serde_json::Value = serde_json::from_str(&text(["value", "--card", card, "--json"])).unwrap();
    let expected = value["expected_final"].as_f64().unwrap();
    let said = in_lines(&["--card", card], "26666\nsixes\n").ok();
    assert!(said.contains(&format!("Turn 12 of 13: 180 points, expected final {expected:.1}.")), "{said}");
    let said = in_lines(&["--resume"], "12345\nchance\n").ok();
    assert!(said.contains("The game is over."), "{said}");
    let review: serde_json::Value = serde_json::from_str(&text(["review", file(&data).to_str().unwrap(), "--json"])).unwrap();
    assert_eq!(review["expected_at_start"].as_f64().unwrap(), expected);
    assert_eq!(review["final_score"].as_f64().unwrap(), 180.0 + 24.0 + 35.0 + 15.0);
    assert!(in_lines(&["--card", "ones=7"], "").error(2).contains("--card"));
    assert!(in_lines(&["--card", card, "--players", "ann,bob"], "").error(2).contains("a column for each player"));
    // A sheet of two: who has one box fewer goes on, whoever is named first. The saved game goes on with both cards. The chances of Yacht are quick.
    let sheet = "| | bob | ann |\n|---|---|---|\n| ones | 3 | 2 |\n| twos | 6 | - |\n";
    let said = in_lines(&["--rules", "yacht", "--card", sheet, "--players", "ann,bob"], "26666\nsixes\nquit\n").ok();
    assert!(said.contains("ann, turn 2 of 12") && said.contains("bob, turn 3 of 12"), "{said}");
    let said = in_lines(&["--resume"], "quit\n").ok();
    assert!(said.contains("bob, turn 3 of 12: 9 points"), "{said}");
    // Names count without their case, and none is passed over.
    let others = |players| in_lines(&["--rules", "yacht", "--card", sheet, "--players", players], "quit\n");
    assert!(others("Ann,BOB").ok().contains("Ann, turn 2 of 12: 2 points"));
    for players in ["ann,zed", "zed,eve", "ann,bob,eve"] {
        assert!(others(players).error(2).contains("columns for bob, ann"), "{players}");
    }
    let apart = sheet.replace("| 6 | - |", "| 6 | - |\n| threes | 9 | - |");
    assert!(in_lines(&["--card", &apart, "--players", "ann,bob"], "").error(2).contains("players take turns"));
}

#[test]
fn a_dumb_terminal_gets_lines() {
    let data = folder();
    let game = "11666\n\n66\nsixes\nquit\n";
    for (args, term) in [(&["--plain"][..], "xterm"), (&[], "dumb")] {
        let mut command = process_in(shared_tables());
        command.env("XDG_DATA_HOME", data.path()).env("HOME", data.path()).env("TERM", term).arg("play").args(args);
        let said = Ran::from(command.write_stdin(game).output().unwrap()).ok();
        assert!(!said.contains('\u{1b}'), "{said}");
        for sentence in ["Dice: 1 1 6 6 6; 2 rerolls left.\n", "  1. Keep 6 6 6, reroll two; expected final ", "Wrote 30 in Sixes.\n"] {
            assert!(said.contains(sentence), "{sentence}\n{said}");
        }
        assert!(said.contains("  yahtzee play --resume --save "), "{said}");
    }
}

/// The words that show a card or all players leave the remarks as they are; a line that is refused again is told again.
#[test]
fn a_remark_is_said_once() {
    let data = folder();
    let said = |rules: &str, lines: &str| {
        let mut command = process_in(shared_tables());
        command.env("XDG_DATA_HOME", data.path()).env("HOME", data.path()).args(["play", "--plain", "--rules", rules]);
        Ran::from(command.write_stdin(lines).output().unwrap()).ok()
    };
    let refused = "only a coach gives hints.";
    for (lines, times) in [("11666\nhint\ncard\nall\ncard\nq\n", 1), ("11666\nhint\ncard\nhint\nq\n", 2)] {
        assert_eq!(said("hasbro", lines).matches(refused).count(), times, "{lines}");
    }
    assert!(said("generala", "?\nq\n").contains(" generala=0 scores 0 there."), "an example that this game has");
}

/// The line below the name of the file is the command that continues the game. A shell runs it.
#[test]
fn the_printed_command_goes_on_with_a_named_file() {
    let data = folder();
    let path = data.path().join("it's mine.txt");
    let mut tui = start(&data, &["--seed", "1", "--save", path.to_str().unwrap()]);
    tui.wait_for("choice (Enter");
    // Before the first move there is no file, and the help does not mention one.
    tui.keys("?");
    let help = tui.wait_for("Nothing is saved before the first move");
    assert!(!help.contains("--resume") && !path.exists(), "{help}");
    tui.keys("x");
    tui.keys("chance\r");
    tui.wait_for("turn 2 of 13");
    tui.keys("?");
    let help = tui.wait_for("To go on with this game:");
    assert!(help.replace(['\n', '│', ' '], "").contains("yahtzeeplay--resume--save"), "{help}");
    tui.keys("x");
    tui.wait_until(|seen| !seen.screen().contains("To go on with this game:"), "the game");
    tui.keys("\u{11}");
    assert_eq!(tui.wait(), 0);
    let raw = String::from_utf8(tui.seen.0.lock().unwrap().raw.clone()).unwrap();
    let command = raw.lines().find(|line| line.starts_with("  yahtzee play --resume")).unwrap();
    let script = command.trim().replacen("yahtzee", "exec \"$0\"", 1);
    let (master, mut child) = spawn(&data, &["sh", "-c", &script, YAHTZEE], &[]);
    let mut reader = master.try_clone_reader().unwrap();
    let (mut read, mut bytes) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&read).contains("turn 2 of 13") {
        let count = reader.read(&mut bytes).unwrap();
        assert!(count > 0, "{}", String::from_utf8_lossy(&read));
        read.extend(&bytes[..count]);
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn people_take_turns() {
    let data = folder();
    let mut tui = start(&data, &["--rules", "yacht", "--players", "ann lee,bob"]);
    for name in ["ann lee", "bob"] {
        tui.wait_for(&format!("{name}, dice>"));
        tui.keys("11666\r");
        tui.wait_for("choice (Enter");
        tui.keys("sixes\r");
    }
    tui.wait_for("ann lee, dice>");
    tui.keys("\u{11}");
    assert_eq!(tui.wait(), 0);
    reviewed_as_told(&tui, 2);
}

#[test]
fn without_a_table_it_is_solved_before_the_screen_opens() {
    let data = folder();
    let tables = folder();
    let mut tui = start_with(&data, &["--roll"], &[("YAHTZEE_TABLES", tables.path().to_str().unwrap())]);
    tui.wait_for("choice (Enter");
    {
        let seen = tui.seen.0.lock().unwrap();
        let raw = String::from_utf8_lossy(&seen.raw);
        assert!(raw.find("Solving").unwrap() < raw.find("\u{1b}[?1049h").unwrap());
    }
    tui.keys("\u{11}");
    assert_eq!(tui.wait(), 0);
}

pub(crate) fn play(data: &TempDir, args: &[&str]) -> Ran {
    let mut command = process_in(shared_tables());
    command.env("XDG_DATA_HOME", data.path()).env("HOME", data.path()).arg("play").args(args);
    command.output().unwrap().into()
}

#[test]
fn impossible_games_are_errors() {
    let data = folder();
    let error = |args: &[&str]| play(&data, args).error(2);
    assert!(error(&[]).contains("needs a terminal"));
    assert!(error(&["--json"]).contains("--json"));
    assert!(error(&["--players", "ann,ann"]).contains("two players are called 'ann'"));
    assert!(error(&["--rounds", "3"]).contains("round"));
    assert!(error(&["--rules", "hasbor"]).contains("did you mean"));
    assert!(play(&data, &["--resume"]).error(1).contains("no unfinished game is saved in "));
    assert!(run(["play", "--resume", "--seed", "1"]).stderr.contains("cannot be used with"));
    assert!(run(["play", "--tolerance", "1"]).stderr.contains("--coach"));
}
