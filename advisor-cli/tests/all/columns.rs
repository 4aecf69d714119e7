//! Games of several columns: solved with a bound, and played.

use std::fs;

use serde_json::Value as Json;

use crate::common::terminal::Tui;
use crate::common::{run, text, yahtzee_in};

/// Two columns of two boxes; one of them is announced.
const TWO: &str = "name = 'two'\ndice = 3\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 10\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\n\
                   [[column]]\nname = 'free'\n[[column]]\nname = 'called'\nannounced = true\ntimes = 2\n";

#[test]
fn a_game_of_several_columns_from_its_rules_to_its_last_turn() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (rules, tables) = (path("two.toml"), path("tables"));
    fs::write(&rules, TWO).unwrap();
    let of = |args: &[&str]| [args, &["--rules", &rules, "--tables", &tables]].concat().into_iter().map(str::to_owned).collect::<Vec<_>>();
    let json = |args: &[&str]| -> Json { serde_json::from_str(&run(of(args)).ok()).unwrap() };

    assert!(run(of(&["advise", "226"])).error(2).contains("two is not solved yet: 'yahtzee solve --rules"));
    let solved = json(&["solve", "--json"]);
    let (bound, mean) = (solved["bound"].as_f64().unwrap(), solved["mean"].as_f64().unwrap());
    assert!(60.0 < mean && mean < bound && bound < 1.1 * mean, "{solved}");
    assert_eq!((&solved["steps"], &solved["games"]), (&60.into(), &10_000.into()));
    // It is solved once.
    assert_eq!(json(&["solve", "--json"])["bound"], bound);
    assert!(text(of(&["solve"])).contains("no way to play scores more than"));

    let advice = json(&["advise", "226", "--json"]);
    assert_eq!((&advice["approximate"], &advice["options"][0]["loss"]), (&true.into(), &0.0.into()));
    assert!((advice["bound"].as_f64().unwrap() - bound).abs() < 1e-3);
    // A box that is named is the only one, and one that is not named in time is none.
    let of_options = |advice: &Json, field: &str| -> Vec<Json> {
        advice["options"].as_array().unwrap().iter().filter_map(|option| option.get(field).cloned()).collect()
    };
    let named = json(&["advise", "226", "--rerolls-left", "0", "--card", "free.pair=10 called.pair=?", "--json"]);
    assert_eq!(of_options(&named, "box"), ["called.pair"]);
    assert_eq!(of_options(&named, "points"), [20.0]);
    let late = json(&["advise", "226", "--rerolls-left", "0", "--card", "free.pair=10", "--json"]);
    assert_eq!(of_options(&late, "box"), ["free.chance"]);

    for (card, error) in [
        ("pair=10", "--card: 'pair': write COLUMN.BOX=POINTS, such as free.pair=3"),
        ("free.pair", "--card: 'free.pair': write COLUMN.BOX=POINTS, such as free.pair=3"),
        ("up.pair=10", "--card: 'up.pair': the columns are free and called"),
        ("free.pair=?", "--card: 'free.pair=?': only one box is named, of a column in which boxes are announced"),
        ("called.pair=10 called.pair=?", "the named box cannot be written: it is filled, or its column is not an announced one"),
        ("free.pair=10 free.chance=9 called.pair=10 called.chance=9", "the game is over: no category is open"),
    ] {
        assert_eq!(run(of(&["advise", "226", "--card", card])).error(2), error);
    }
    assert!(run(of(&["advise", "226", "--why"])).error(2).contains("has dice, a card and the rerolls left"));
    assert!(run(of(&["simulate", "-n", "1000000000000"])).error(2).contains("at most 10,000,000 games"));
    assert!(run(of(&["play", "--players", "ann,bob"])).error(2).contains("is played alone, from its start"));
    // What cannot be kept is printed all the same.
    let small = run(["solve", "--rules", "jamb", "--memory", "10M"]).error(1);
    assert!(small.starts_with("solving 'jamb' needs at least 12 MB of memory, and the limit is 10 MB: raise it with --memory"), "{small}");
    let nowhere = ["solve", "--rules", &rules, "--tables", &rules];
    let ran = run(nowhere);
    assert!(ran.status == Some(1) && ran.stdout.contains("no way to play scores more than"), "{ran:?}");
    assert!(json(&["simulate", "-n", "1000", "--json"])["mean"].as_f64().unwrap() < bound);

    // The best option of each turn, until the game is over.
    let play = |args: &[&str], typed: &str| {
        let typed = typed.to_owned();
        let output = yahtzee_in(folder.path()).args(of(args)).write_stdin(typed).output();
        (output.status, String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let game = path("game.txt");
    let (_, began, _) = play(&["play", "--seed", "2", "--save", &game], "card\nfree.fours\n\n");
    assert!(began.contains("Free   Called") && began.contains("Nothing is done"), "{began}");
    assert!(began.contains("yahtzee play --resume --save"), "{began}");
    let (_, ended, _) = play(&["play", "--resume", "--save", &game], &"\n".repeat(30));
    assert!(ended.contains("Final score ") && ended.contains("No way to play scores more than"), "{ended}");
    // The file names its rules, and a damaged or foreign one is refused.
    let saved = fs::read_to_string(&game).unwrap();
    fs::write(&game, saved.replace("seed 2", "seed 3")).unwrap();
    let (status, _, error) = play(&["play", "--resume", "--save", &game], "");
    assert!(status == 1 && error.contains("its checksum does not match; it is left as it is"), "{error}");
    assert!(run(["review", &game]).error(2).contains("a game of several columns, which only 'yahtzee play' knows"));

    // The same on the screen.
    let data = tempfile::tempdir().unwrap();
    let arguments = of(&["play", "--roll"]);
    let mut tui = Tui::start(&data, &arguments.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
    tui.wait_for("choice (Enter");
    tui.resize(60, 20);
    tui.keys("\r");
    tui.wait_for("turn 1 of 4");
    tui.keys("\u{3}");
    assert_eq!(tui.wait(), 130);
    tui.assert_restored();
    let mut tui = Tui::start(&data, &["play", "--resume", "--tables", &tables], &[]);
    tui.wait_for("virtual dice");
    for _ in 0..20 {
        tui.keys("\r");
    }
    tui.wait_for("Final score");
    tui.keys("q\r");
    assert_eq!(tui.wait(), 0);
    tui.assert_restored();
}
