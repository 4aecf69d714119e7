//! `yahtzee simulate`: the same games on any number of threads, the log, and working and failing bots.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::common::{HASBRO, JsonOption, json, run, text, wait_until};
use serde::Deserialize;
use yahtzee_solver::{Game, RuleSet};

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Simulated {
    rules: String,
    player: String,
    bot: Option<String>,
    games: u64,
    seed: u64,
    mean: f64,
    standard_error: f64,
    sd: f64,
    lowest: u32,
    highest: u32,
    percentiles: BTreeMap<u8, u32>,
    exact: Option<Exact>,
    deviation: Option<Deviation>,
    measured: Option<Measured>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exact {
    mean: f64,
    sd: f64,
    percentiles: BTreeMap<u8, u32>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deviation {
    mean: f64,
    sd: f64,
    percentiles: BTreeMap<u8, f64>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    optimal_score: f64,
    expected_score: f64,
    loss: f64,
    loss_standard_error: f64,
    loss_per_decision: f64,
    loss_by_kind: LossByKind,
    worst: Vec<Mistake>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct LossByKind {
    holds: Vec<Loss>,
    category: Loss,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Loss {
    decisions: u64,
    mistakes: u64,
    loss: f64,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    loss: f64,
    times: u64,
    game: u64,
    card: BTreeMap<String, u32>,
    dice: Vec<u8>,
    rerolls_left: u8,
    chosen: JsonOption,
    best: JsonOption,
}

const PERCENTS: [u8; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];

/// The command of the test bot. It is an example of this package, so that it is not installed. 'cargo test' builds it; for a selection of tests, run
/// 'cargo build --example test-bot' first.
fn bot(arguments: &str) -> String {
    let program = std::env::current_exe().expect("the test binary has a path");
    let folder = program.ancestors().nth(2).expect("the folder of the profile").join("examples");
    let bot: PathBuf = folder.join(format!("test-bot{}", std::env::consts::EXE_SUFFIX));
    assert!(bot.exists(), "{}: build it with 'cargo build --example test-bot'", bot.display());
    format!("'{}' {arguments}", bot.display())
}

/// The rules of a small game, whose exact distribution is quick to compute.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../solver/tests/rules/pocket.toml");

#[test]
fn the_same_seed_gives_the_same_output_on_any_number_of_threads() {
    let players = [&["-n", "3000"][..], &["-n", "60", "--player", "greedy"], &["-n", "40", "--player", "random"]];
    for (player, rules) in players.into_iter().zip([SMALL, "hasbro", "hasbro"]) {
        let with = |more: &[&str]| text(["simulate", "--rules", rules].iter().chain(player).chain(more).copied());
        let one = with(&["--threads", "1"]);
        assert_eq!(one, with(&["--threads", "2"]));
        assert_eq!(one, with(&["--threads", "2", "--seed", "1"]));
        assert_ne!(one, with(&["--seed", "2"]).replace("seed 2", "seed 1"));
        assert_eq!(with(&["--threads", "1", "--json"]), with(&["--threads", "2", "--json"]));
    }
}

#[test]
fn optimal_games_against_the_exact_figures() {
    let run: Simulated = json(["simulate", "-n", "20000", "--seed", "3"]);
    assert_eq!((run.rules.as_str(), run.player.as_str(), run.bot, run.games, run.seed), ("hasbro", "optimal", None, 20_000, 3));
    let (exact, deviation) = (run.exact.unwrap(), run.deviation.unwrap());
    assert!((exact.mean - HASBRO).abs() < 1e-9);
    assert!((deviation.mean - (run.mean - exact.mean) / (exact.sd / 20_000f64.sqrt())).abs() < 1e-9);
    assert!((run.standard_error - run.sd / 20_000f64.sqrt()).abs() < 1e-12);
    assert!(run.percentiles.keys().eq(&PERCENTS) && exact.percentiles.keys().eq(&PERCENTS));
    assert!(run.percentiles.values().is_sorted());
    assert!(run.lowest <= run.percentiles[&1] && run.percentiles[&99] <= run.highest);
    for deviation in [deviation.mean, deviation.sd].iter().chain(deviation.percentiles.values()) {
        assert!(deviation.abs() < 4.0, "{deviation}");
    }
    assert_eq!(run.measured, None);
}

#[test]
fn a_single_game() {
    let run: Simulated = json(["simulate", "-n", "1", "--rules", SMALL]);
    assert_eq!((run.games, run.sd, run.standard_error), (1, 0.0, 0.0));
    assert!(run.percentiles.values().all(|score| f64::from(*score) == run.mean));
    assert!(text(["simulate", "-n", "1", "--rules", SMALL]).starts_with("Pocket: 1 game of the optimal player, seed 1\n"));
}

#[test]
fn other_players_lose_points() {
    let run: Simulated = json(["simulate", "-n", "200", "--player", "greedy", "--worst", "4"]);
    assert_eq!((run.player.as_str(), run.exact, run.deviation), ("greedy", None, None));
    let measured = run.measured.unwrap();
    let kinds: Vec<&Loss> = measured.loss_by_kind.holds.iter().chain([&measured.loss_by_kind.category]).collect();
    assert_eq!(kinds.len(), 3);
    let loss: f64 = kinds.iter().map(|kind| kind.loss).sum();
    let decisions: u64 = kinds.iter().map(|kind| kind.decisions).sum();
    assert!(kinds.iter().all(|kind| 0 < kind.mistakes && kind.mistakes < kind.decisions));
    assert!((measured.loss - loss / 200.0).abs() < 1e-9);
    assert!((measured.loss_per_decision - loss / decisions as f64).abs() < 1e-9);
    assert!((measured.optimal_score - HASBRO).abs() < 1e-9);
    assert!((measured.expected_score + measured.loss - HASBRO).abs() < 1e-9);
    assert_eq!(measured.worst.len(), 4);
    assert!(measured.worst.is_sorted_by(|a, b| a.loss >= b.loss));
    // Each of the worst decisions has the loss in `advise --chose`.
    let worst = &measured.worst[0];
    let card: Vec<String> = worst.card.iter().map(|(name, points)| format!("{name}={points}")).collect();
    let dice: String = worst.dice.iter().map(u8::to_string).collect();
    let chosen = match &worst.chosen {
        JsonOption::Hold { hold, .. } if hold.is_empty() => "hold none".to_owned(),
        JsonOption::Hold { hold, .. } => format!("hold {}", hold.iter().map(u8::to_string).collect::<String>()),
        JsonOption::Score { category, .. } => format!("score {category}"),
    };
    let rerolls = worst.rerolls_left.to_string();
    let advice: crate::common::Advice =
        json(["advise", &dice, "--rerolls-left", &rerolls, "--card", &card.join(" "), "--chose", &chosen].map(String::from));
    let same =
        |a: &JsonOption, b: &JsonOption| (a.expected_final() - b.expected_final()).abs() < 1e-9 && (a.loss() - b.loss()).abs() < 1e-9;
    assert!(same(advice.chosen.as_ref().unwrap(), &worst.chosen), "{worst:?}");
    assert!(same(&advice.options[0], &worst.best), "{worst:?}");
    assert_eq!(worst.chosen.loss(), worst.loss);
}

#[test]
fn the_log_holds_the_games() {
    let folder = tempfile::tempdir().unwrap();
    for player in ["optimal", "greedy"] {
        let log = folder.path().join(player);
        let args = ["simulate", "-n", "5", "--rules", "kniffel", "--player", player, "--log", log.to_str().unwrap()];
        let run: Simulated = json(args);
        let text = std::fs::read_to_string(&log).unwrap();
        let rules = RuleSet::builtin("kniffel").unwrap();
        let games: Vec<Game> = text.split("\n\n").map(|game| Game::parse(game, &rules).unwrap()).collect();
        assert_eq!(games.len(), 5);
        assert!(games.iter().all(Game::is_complete));
        let scores: Vec<u32> = games.iter().map(|game| game.score_so_far().get()).collect();
        assert!((run.mean - f64::from(scores.iter().sum::<u32>()) / 5.0).abs() < 1e-9);
        assert_eq!((run.lowest, run.highest), (*scores.iter().min().unwrap(), *scores.iter().max().unwrap()));
        assert!(text.starts_with(&format!("# game 1: {} points\nrules: kniffel\n", scores[0])));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no other files are left");
    let nowhere = folder.path().join("nowhere/games.txt");
    let error = run(["simulate", "-n", "5", "--log", nowhere.to_str().unwrap()]).error(1);
    assert!(error.starts_with(nowhere.to_str().unwrap()), "{error}");
}

#[test]
fn a_bot_plays() {
    let command = bot("");
    let args = |threads| ["simulate", "-n", "40", "--rules", "kniffel", "--bot", command.as_str(), "--threads", threads];
    let one: Simulated = json(args("1"));
    assert_eq!((one.player.as_str(), one.bot.as_deref(), one.games), ("bot", Some(command.as_str()), 40));
    assert!(one.measured.as_ref().unwrap().loss > 20.0);
    assert_eq!(one, json(args("2")));
    assert_eq!(one, json(["simulate", "-n", "40", "--rules", "kniffel", "--bot", command.as_str()]));
}

/// The error of a run with a failing bot, without the question, which it must contain.
fn fails(arguments: &str, more: &[&str]) -> String {
    let command = bot(arguments);
    let args = ["simulate", "-n", "40", "--rules", "kniffel", "--bot", command.as_str()];
    let error = run(args.iter().chain(more).copied()).error(1);
    let (before, question) = error.split_once("; it was asked ").unwrap_or_else(|| panic!("no question: {error}"));
    let question: serde_json::Value = serde_json::from_str(question).unwrap_or_else(|why| panic!("{why}: {error}"));
    assert_eq!(question["rules"], "kniffel");
    assert_eq!(question["dice"].as_array().unwrap().len(), 5);
    assert!(question["rerolls_left"].is_u64());
    assert_eq!(question["card"]["extra"], 0);
    before.replace(&command, "BOT")
}

#[test]
fn a_bot_that_hangs() {
    let since = Instant::now();
    assert_eq!(fails("hang 31", &["--bot-timeout", "0.3"]), "game 1: the bot 'BOT' did not answer within 0.3 s");
    assert!(since.elapsed() < Duration::from_secs(60), "the bot is killed");
}

#[test]
fn a_bot_that_dies() {
    let error = fails("die 31", &[]);
    assert!(error.starts_with("game 1: the bot 'BOT' ended without an answer (exit "), "{error}");
    assert!(error.ends_with(" 3)"), "{error}");
}

#[test]
fn a_bot_that_answers_nonsense() {
    let error = fails("nonsense 31", &[]);
    assert!(error.starts_with(r#"game 1: the bot 'BOT' answered 'I\'d rather "not"': "#), "{error}");
    assert!(error.contains(r#"answer {"kind": "hold", "hold": [3, 3]}"#), "{error}");
    assert!(fails("illegal", &[]).contains("answered"), "{error}");
    assert_eq!(fails("flood 31", &[]), "game 1: the bot 'BOT' answered with a line of more than 65536 bytes");
    // The second line of an answer arrives before the next question, or is taken as its answer.
    let error = fails("early", &[]);
    let says = ["before it was asked", "answered", "answers without reading what it is asked"];
    assert!(says.iter().any(|says| error.contains(says)), "{error}");
}

#[test]
fn a_bot_that_cannot_be_started() {
    let error = run(["simulate", "-n", "5", "--bot", "/nowhere/bot --fast"]).error(1);
    assert!(error.starts_with("game 1: the bot '/nowhere/bot --fast' cannot be started: "), "{error}");
    assert!(run(["simulate", "-n", "5", "--bot", "  "]).error(2).contains("name a program"));
    assert_eq!(run(["simulate", "-n", "5", "--bot", ""]).status, Some(2));
    assert!(run(["simulate", "-n", "5", "--bot", "'bot"]).error(1).contains("a quote that is not closed"));
    assert_eq!(run(["simulate", "--bot", "x", "--player", "random"]).status, Some(2));
    assert_eq!(run(["simulate", "-n", "0"]).status, Some(2));
    assert_eq!(run(["simulate", "--bot", "x", "--bot-timeout", "0"]).status, Some(2));
}

/// Ctrl-C reaches the bot too. Its end is then no fault of it.
#[cfg(unix)]
#[test]
fn an_interrupt_does_not_blame_the_bot() {
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().unwrap();
    for number in 0..8 {
        let started = folder.path().join(number.to_string());
        let child = std::process::Command::new(env!("CARGO_BIN_EXE_yahtzee"))
            .args(["simulate", "-n", "5", "--bot", &format!("sh -c 'touch {}; exec tail -f /dev/null'", started.display())])
            .env("YAHTZEE_TABLES", crate::common::shared_tables())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        wait_until("a bot", || started.exists().then_some(()));
        let interrupt = format!("kill -INT -{}", child.id());
        assert!(std::process::Command::new("bash").args(["-c", &interrupt]).status().unwrap().success());
        let ran = crate::common::Ran::from(child.wait_with_output().unwrap());
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(130), ""));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("games.txt");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_yahtzee"))
        .args(["simulate", "-n", "1000000000", "--rules", "kniffel", "--log"])
        .arg(&log)
        .env("YAHTZEE_TABLES", crate::common::shared_tables())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    wait_until("a log", || std::fs::read_dir(folder.path()).unwrap().next().map(Result::unwrap));
    let interrupt = format!("kill -INT {}", child.id());
    assert!(std::process::Command::new("sh").args(["-c", &interrupt]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadToHead {
    rules: String,
    player: String,
    against: String,
    seed: u64,
    games: u64,
    win: f64,
    tie: f64,
    loss: f64,
    decided: f64,
    standard_error: f64,
    first: Shares,
    second: Shares,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shares {
    games: u64,
    win: f64,
    tie: f64,
    loss: f64,
    decided: f64,
    standard_error: f64,
}

#[test]
fn players_meet_head_to_head() {
    let play = |player, against, threads| -> HeadToHead {
        let args =
            ["simulate", "--rules", SMALL, "-n", "20001", "--seed", "4", "--threads", threads, "--player", player, "--against", against];
        json(args)
    };
    let run = play("win", "optimal", "1");
    assert_eq!((run.player.as_str(), run.against.as_str(), run.games), ("win", "optimal", 20_001));
    assert_eq!((run.first.games, run.second.games), (10_001, 10_000));
    for shares in [&run.first, &run.second] {
        assert!((shares.win + shares.tie + shares.loss - 1.0).abs() < 1e-12);
        assert!((shares.decided - shares.win / (shares.win + shares.loss)).abs() < 1e-12);
        assert!((0.002..0.006).contains(&shares.standard_error), "{shares:?}");
    }
    let both = (run.first.win * 10_001.0 + run.second.win * 10_000.0) / 20_001.0;
    assert!((run.win - both).abs() < 1e-12 && run.win > run.loss, "{run:?}");
    assert_eq!(run, play("win", "optimal", "3"));
    let greedy = play("optimal", "greedy", "2");
    assert!(greedy.win > 0.5 && greedy.loss + greedy.tie > 0.05, "{greedy:?}");
    let report = text(["simulate", "--rules", SMALL, "-n", "100", "--player", "greedy", "--against", "win"]);
    assert!(report.starts_with("Pocket: 100 games of the greedy player against the win player, seed 1\n"), "{report}");
}

#[test]
fn head_to_head_games_that_cannot_be_played() {
    for (args, why) in [
        (["--player", "win", "-n", "10"], "needs an opponent"),
        (["--player", "random", "--against", "win"], "choose one of optimal, greedy, win, duel"),
        (["--against", "card-12", "-n", "10"], "[possible values: optimal, greedy, win, duel]"),
        (["-n", "1", "--against", "greedy"], "2 games or more"),
        (["--bot", "x", "--against", "greedy"], "cannot be used with"),
    ] {
        assert!(run(["simulate"].iter().chain(&args).copied()).error(2).contains(why), "{args:?}");
    }
}
