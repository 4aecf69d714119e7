//! The files of saved games.

use tempfile::TempDir;
use yahtzee_solver::RuleSet;

use crate::common::terminal::Tui;
use crate::common::{Ran, process_in, shared_tables, text};
use crate::play::{file, folder, play, reviewed_as_told, saved, start, turns};

/// A game in which the chances of the players are found quickly.
const QUICK: &str = "yacht";

#[test]
fn a_damaged_file_is_left_as_it_is() {
    let data = folder();
    let path = data.path().join("game.txt");
    let name = path.to_str().unwrap();
    let good = "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: hasbro\n11666 hold 666\n#! end\n";
    assert!(play(&data, &["--resume", "--save", name]).error(1).contains("No such file"));
    for (text, wanted) in [
        ("", "first line"),
        (&good[..40], "part of it is missing"),
        (&good.replace("hold 666", "hold 222"), "line 5"),
        (&good.replace("hasbro", "nonsense"), "nonsense"),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = play(&data, &["--resume", "--save", name]).error(1);
        assert!(error.contains(wanted) && error.contains("left as it is") && error.contains(name), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    std::fs::write(&path, good).unwrap();
    assert!(play(&data, &["--save", name]).error(2).contains("--resume"));
    assert!(play(&data, &["--resume", "--save", name, "--rules", "yatzy"]).error(2).contains("hasbro"));
    assert!(play(&data, &["--resume", "--save", name]).error(2).contains("needs a terminal"), "the undamaged file is read");
}

/// The saved games, the last one first; one that cannot be read does not hide the others.
#[test]
#[cfg(target_os = "linux")]
fn saved_games_are_listed() {
    let data = folder();
    assert!(play(&data, &["--list"]).ok().starts_with("No game is saved in "));
    in_lines(&data, &["--seed", "1", "--rules", QUICK, "--players", "ann,computer", "--in-order"], "choice\nquit\n").ok();
    in_lines(&data, &["--seed", "1", "--rules", "yatzy"], &"\n".repeat(60)).ok();
    // The unfinished game is gone on with, though another was saved later. A name of the list is enough to review a game, or to be asked about it.
    assert!(in_lines(&data, &["--resume"], "quit\n").ok().contains("ann"));
    for (command, shown) in [(&["review", "game-1.txt"][..], "Choice"), (&["quiz", "--from", "game-1.txt"], "of a game")] {
        let mut command_line = process_in(shared_tables());
        command_line.env("XDG_DATA_HOME", data.path()).env("HOME", data.path()).args(command);
        assert!(Ran::from(command_line.output().unwrap()).ok().contains(shown), "{command:?}");
    }
    assert!(in_lines(&data, &["--resume", "--save", "game-2.txt"], "q\n").ok().contains("The game is over."));
    let games = data.path().join("yahtzee/games");
    std::fs::write(games.join("game-7.txt"), "nonsense").unwrap();
    let list = play(&data, &["--list"]).ok();
    let line = |name: &str| list.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}: {list}")).to_owned();
    let first = line("game-1.txt");
    assert!(first.contains("yacht: ann ") && first.contains(", computer ") && first.ends_with("turn 2 of 12"), "{list}");
    assert!(line("game-2.txt").contains("yatzy: you ") && line("game-2.txt").ends_with("over"), "{list}");
    assert!(line("game-7.txt").contains("cannot be read: not a game"), "{list}");
    assert!(play(&data, &["--list", "--resume"]).error(2).contains("--list"));
}

/// For all kinds of players, dice, advice and goals, 'review' and '--resume' read the saved game.
#[test]
fn every_kind_of_game_is_opened_again() {
    let data = folder();
    let rules = data.path().join("pocket.toml");
    let toml = "name = \"pocket\"\ntitle = \"Pocket\"\nsource = \"Tests\"\ndice = 3\nrolls = 2\n[[upper]]\nname = \"sixes\"\nface = 6\n\
        [[lower]]\nname = \"any\"\nany = true\npoints = \"all-dice\"\n";
    std::fs::write(&rules, toml).unwrap();
    let modes: [(&[&str], &str); 5] = [
        (&["--roll"], "\nany\nquit\n"),
        (&["--seed", "5", "--coach"], "\nany\n\nquit\n"),
        (&["--seed", "5", "--to-win", "--coach", "--tolerance", "1"], "\nany\nquit\n"),
        (&["--target", "9"], "123\nany\n"),
        (&[], "123\n<\n124\nnone\n"),
    ];
    let players =
        ["ann,bob lee", "computer,ann", "ann,computer:greedy", "ann,computer:win", "computer:win,computer:win,computer,computer:greedy"];
    for (number, (players, (mode, lines))) in players.iter().flat_map(|players| modes.iter().map(move |mode| (players, mode))).enumerate() {
        let file = data.path().join(format!("{number}.txt"));
        let file = file.to_str().unwrap();
        let said =
            in_lines(&data, &[&["--save", file, "--rules", rules.to_str().unwrap(), "--players", players], *mode].concat(), lines).ok();
        let commands: Vec<&str> = said.lines().filter(|line| line.starts_with("  yahtzee ")).collect();
        assert!(commands.len() >= 2, "{players} {mode:?}: {said}");
        for seat in
            std::fs::read_to_string(file).unwrap().lines().filter_map(|line| line.split_once(": ").filter(|_| line.starts_with("#! ")))
        {
            if !["#! dice", "#! coach", "#! goal"].contains(&seat.0) {
                assert!(text(["review", file, &format!("--player={}", seat.1)]).contains("expected at the start"), "{seat:?}");
            }
        }
        assert!(in_lines(&data, &["--resume", "--save", file], "all\nquit\n").ok().contains("luck"), "{players} {mode:?}");
    }
}

/// The command that the program prints resumes a game with its objective. Another one may be named.
#[test]
fn a_resumed_game_keeps_its_goal() {
    let data = folder();
    let file = data.path().join("game.txt");
    let file = file.to_str().unwrap();
    let goal = || std::fs::read_to_string(file).unwrap().lines().find(|line| line.starts_with("#! goal")).map(str::to_owned);
    let said =
        in_lines(&data, &["--save", file, "--seed", "3", "--to-win", "--players", "ann,computer", "--rules", QUICK], "\n\nquit\n").ok();
    let resume = said.lines().find_map(|line| line.trim().strip_prefix("yahtzee play ").filter(|line| line.contains("--resume")));
    assert!(resume.is_some_and(|options| options.starts_with("--resume --save ")), "{said}");
    assert_eq!(goal().as_deref(), Some("#! goal: win"));
    let resumed = |more: &[&str]| in_lines(&data, &[&["--resume", "--save", file], more].concat(), "\nquit\n").ok();
    assert!(resumed(&[]).contains("chance to win"));
    assert_eq!(goal().as_deref(), Some("#! goal: win"));
    let said = resumed(&["--target", "150"]);
    assert!(said.contains("; chance about "), "{said}");
    assert_eq!(goal().as_deref(), Some("#! goal: 150"));
    let alone = std::fs::read_to_string(file).unwrap().replace("#! goal: 150", "#! goal: 0 points");
    std::fs::write(file, alone).unwrap();
    let error = in_lines(&data, &["--resume", "--save", file], "").error(1);
    assert!(error.contains("goal") && error.contains("left as it is"), "{error}");
}

/// A game in the line mode.
fn in_lines(data: &TempDir, args: &[&str], lines: &str) -> Ran {
    let mut command = process_in(shared_tables());
    command.env("XDG_DATA_HOME", data.path()).env("HOME", data.path()).args(["play", "--plain"]).args(args);
    Ran::from(command.write_stdin(lines).output().unwrap())
}

#[test]
fn a_file_that_another_program_changed_is_not_overwritten() {
    let data = folder();
    let mut tui = start(&data, &["--seed", "1"]);
    tui.wait_for("choice (Enter");
    tui.keys("chance\r");
    tui.wait_for("turn 2 of 13");
    std::fs::write(file(&data), "mine").unwrap();
    tui.keys("\r");
    tui.wait_for("Not saved:");
    tui.keys("\u{11}");
    assert_eq!(tui.wait(), 1);
    assert_eq!(saved(&data), "mine");
    assert!(tui.screen().contains("another program has changed it"));
}

#[test]
fn games_that_begin_together_are_both_saved() {
    let data = folder();
    let mut games: Vec<Tui> = ["1", "2"].iter().map(|seed| start(&data, &["--seed", seed])).collect();
    for tui in &mut games {
        tui.wait_for("choice (Enter");
        tui.keys("chance\r");
        tui.wait_for("turn 2 of 13");
        tui.keys("\u{11}");
        assert_eq!(tui.wait(), 0);
    }
    // Either of them may have been first.
    let saved = |number: u8| std::fs::read_to_string(file(&data).with_file_name(format!("game-{number}.txt"))).unwrap();
    let mut seeds = [1, 2].map(|number| saved(number).lines().find(|line| line.contains("dice: seed")).unwrap().to_owned());
    seeds.sort();
    assert_eq!(seeds, ["#! dice: seed 1", "#! dice: seed 2"]);
}

#[test]
fn a_file_that_is_gone_is_written_anew() {
    let data = folder();
    let mut tui = start(&data, &["--seed", "1"]);
    for turn in ["turn 2 of 13", "turn 3 of 13"] {
        tui.wait_for("choice (Enter");
        let category = if turn.contains('2') { "chance\r" } else { "ones=0\ry" };
        tui.keys(category);
        tui.wait_for(turn);
        if turn.contains('2') {
            std::fs::remove_dir_all(file(&data).parent().unwrap()).unwrap();
        }
    }
    tui.keys("\u{11}");
    assert_eq!(tui.wait(), 0);
    assert_eq!(turns(&saved(&data)).len(), 3);
}

/// A link to the file stays a link, and the file keeps its permissions.
#[test]
fn a_game_is_saved_where_a_link_leads() {
    use std::os::unix::fs::PermissionsExt;
    let data = folder();
    let (path, link) = (data.path().join("game.txt"), data.path().join("link.txt"));
    std::fs::write(&path, "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: hasbro\n11666 hold 666\n#! end\n").unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("game.txt", &link).unwrap();
    let mut tui = start(&data, &["--resume", "--save", link.to_str().unwrap()]);
    tui.wait_for("dice>");
    tui.keys("26\r");
    tui.wait_for("choice (Enter");
    tui.keys("\u{11}");
    assert_eq!(tui.wait(), 0);
    assert!(link.is_symlink());
    assert!(std::fs::read_to_string(&path).unwrap().contains("11666 hold 666, 26666"));
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn own_rules_go_with_the_game() {
    let data = folder();
    let rules = data.path().join("mine.toml");
    std::fs::write(&rules, text(["rules", "show", "yatzy"]).replace("name = \"yatzy\"", "name = \"mine\"").replace("50", "60")).unwrap();
    let mut tui = start(&data, &["--seed", "1", "--rules", rules.to_str().unwrap()]);
    tui.wait_for("choice (Enter");
    tui.keys("chance\r");
    let before = tui.wait_for("turn 2 of 15");
    tui.keys("\u{11}");
    tui.wait();
    std::fs::remove_file(&rules).unwrap();
    reviewed_as_told(&tui, 1);
    let mut tui = start(&data, &["--resume"]);
    // Everything except the remark about the last move.
    let table = |screen: &str| screen.lines().take(19).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(table(&tui.wait_for("turn 2 of 15")), table(&before));
    tui.keys("\u{11}");
    assert_eq!(tui.wait(), 0);
}

/// Without other players, playing to win is against the computer.
#[test]
fn alone_to_win_is_against_the_computer() {
    let data = folder();
    let path = data.path().join("game.txt");
    let args = ["--plain", "--roll", "--to-win", "--rules", QUICK, "--save", path.to_str().unwrap()];
    let said = play(&data, &args).ok();
    assert!(said.contains("chance") && said.contains("computer"), "{said}");
    let saved = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(saved.is_empty() || saved.contains("#! computer: computer"), "{saved}");
    let error = play(&data, &["--plain", "--to-win", "--card", "ones=3"]).error(2);
    assert_eq!(error, "--to-win: there is nobody to win against: name another player, like --players you,computer");
}

/// A game with virtual dice ends with a link; a friend who plays it has the same dice, and sees both cards.
#[test]
fn a_friend_has_the_same_dice() {
    let data = folder();
    let code_in = |said: &str| said.lines().find_map(|line| line.trim().strip_prefix("yahtzee play --same ")).map(str::to_owned);
    let first = in_lines(&data, &["--seed", "1", "--rules", QUICK, "--players", "ann"], &"\n".repeat(60)).ok();
    let code = code_in(&first).unwrap_or_else(|| panic!("{first}"));
    let boxes = RuleSet::builtin(QUICK).unwrap();
    let lines: String = boxes.categories().map(|category| format!("{}\ny\n", boxes.category(category).name)).collect();
    let link = format!("https://example.invalid/#play?same={code}");
    let second = in_lines(&data, &["--same", &link, "--players", "bob"], &lines).ok();
    for shown in ["ann wins with", "more than bob", "With these dice the best play scores", "best play", "Choice"] {
        assert!(second.contains(shown), "{shown}: {second}");
    }
    let both = code_in(&second).unwrap();
    assert!(both != code && in_lines(&data, &["--same", &both], "<\nquit\n").ok().contains("nothing is taken back"));
    for (args, wrong) in [
        (&["--same", &code[..20]][..], "missing or damaged"),
        (&["--same", &code, "--players", "ann,bob"], "one person"),
        (&["--same", &code, "--rules", "yatzy"], "leave out --rules"),
        (&["--same", &code, "--seed", "1"], "cannot be used with"),
    ] {
        assert!(in_lines(&data, args, "").error(2).contains(wrong), "{args:?}");
    }
}
