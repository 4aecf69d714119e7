//! `yahtzee review`: games in files and on stdin, complete and cut short, and impossible lines.

use std::path::{Path, PathBuf};

use crate::common::{Advice, HASBRO, JsonOption, Ran, json, process_in, run, shared_tables, text, yahtzee};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    unjudged: Option<f64>,
    rules: String,
    player: Option<String>,
    complete: Option<bool>,
    final_score: f64,
    expected_at_start: f64,
    luck: f64,
    luck_share: Option<f64>,
    win: Option<serde_json::Value>,
    loss: f64,
    level: Option<String>,
    loss_by_kind: LossByKind,
    best_decision: Option<BestDecision>,
    turns: Vec<TurnJson>,
    hindsight: Option<serde_json::Value>,
    #[serde(default)]
    taken_back: Vec<TakenBack>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TakenBack {
    turn: usize,
    rerolls_left: u8,
    dice: Vec<u8>,
    chosen: Option<serde_json::Value>,
    best: Option<serde_json::Value>,
    loss: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LossByKind {
    holds: Vec<f64>,
    category: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnJson {
    turn: usize,
    luck: f64,
    loss: f64,
    unjudged: Option<f64>,
    decisions: Vec<Decision>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Decision {
    severity: Option<String>,
    rerolls_left: u8,
    dice: Vec<u8>,
    chosen: JsonOption,
    best: JsonOption,
    loss: f64,
}

#[derive(Debug, Deserialize)]
struct BestDecision {
    turn: usize,
    gain: f64,
    #[serde(flatten)]
    decision: Decision,
}

/// A whole game, with mistakes of all kinds.
fn whole_game() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/hasbro.txt")
}

fn on_stdin(game: &str, args: &[&str]) -> Ran {
    yahtzee().arg("review").arg("-").args(args).write_stdin(game).ran()
}

fn json_of(game: &str, args: &[&str]) -> Review {
    let line = on_stdin(game, &[args, &["--json"]].concat()).ok();
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

fn check_sums(review: &Review) {
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
    close(review.final_score, review.expected_at_start + review.luck - review.loss);
    close(review.luck, review.turns.iter().map(|turn| turn.luck).sum());
    close(review.loss, review.turns.iter().map(|turn| turn.loss).sum());
    close(review.loss, review.loss_by_kind.holds.iter().sum::<f64>() + review.loss_by_kind.category);
    for (index, turn) in review.turns.iter().enumerate() {
        assert_eq!(turn.turn, index + 1);
        close(turn.loss, turn.decisions.iter().map(|decision| decision.loss).sum());
        for decision in &turn.decisions {
            assert_eq!(decision.severity.is_some(), decision.loss > 1e-9);
            assert_eq!((decision.loss, decision.best.loss()), (decision.chosen.loss(), 0.0));
            close(decision.loss, decision.best.expected_final() - decision.chosen.expected_final());
        }
    }
}

#[test]
fn a_whole_game() {
    let game = whole_game();
    insta::assert_snapshot!(text(["review", game.to_str().unwrap()]));
    let review: Review = json(["review", game.to_str().unwrap()]);
    check_sums(&review);
    assert_eq!((review.rules.as_str(), review.complete, review.final_score), ("hasbro", None, 299.0));
    assert!((review.expected_at_start - HASBRO).abs() < 1e-9);
    // The share of optimal games below 254.59 + 103.84 points: 1 less the chance of 359 or more.
    let share = review.luck_share.unwrap();
    assert!((0.932..0.934).contains(&share), "{share}");
    assert_eq!(review.turns.len(), 13);
    let hindsight = review.hindsight.unwrap();
    assert_eq!(hindsight["turns"].as_array().unwrap().len(), 13);
    assert!(299 <= hindsight["total"].as_u64().unwrap() && hindsight["total"].as_u64() <= hindsight["any_throw"]["total"].as_u64());
    // A right decision: four of a kind in sixes, where three of a kind would have had more points.
    let best = review.best_decision.unwrap();
    assert_eq!((best.turn, best.decision.rerolls_left, best.decision.loss), (1, 0, 0.0));
    assert!((best.gain - 17.27).abs() < 0.01);
    let first = &review.turns[0].decisions[1];
    assert_eq!((first.rerolls_left, &first.dice[..]), (1, &[2, 5, 6, 6, 6][..]));
    assert!(matches!(&first.chosen, JsonOption::Hold { hold, .. } if hold == &[6, 6]));
    assert!(matches!(&first.best, JsonOption::Hold { hold, .. } if hold == &[6, 6, 6]));
}

/// An option of `advise`, without the fields that `review` leaves out.
fn without_risk(mut option: JsonOption) -> JsonOption {
    let (JsonOption::Hold { sd, upper_bonus, .. } | JsonOption::Score { sd, upper_bonus, .. }) = &mut option;
    (*sd, *upper_bonus) = (None, None);
    option
}

#[test]
fn losses_are_those_of_advise() {
    let review: Review = json(["review", whole_game().to_str().unwrap()]);
    let last = &review.turns[12].decisions;
    let card = "ones=2 twos=6 threes=9 fours=12 fives=15 sixes=24 4k=6 fh=25 ss=30 ls=40 y=50 ch=18";
    for (decision, (dice, rerolls_left)) in last.iter().zip([("35562", "2"), ("55123", "1"), ("55566", "0")]) {
        let advice: Advice = json(["advise", dice, "--rerolls-left", rerolls_left, "--card", card]);
        let options: Vec<JsonOption> = advice.options.into_iter().map(without_risk).collect();
        assert!(options.contains(&decision.chosen), "{decision:?}");
        assert_eq!(options[0], decision.best);
    }
}

#[test]
fn nothing_lost_is_no_negative_zero() {
    let game = "rules: hasbro\n11666";
    assert!(!on_stdin(game, &[]).ok().contains("-0.0"));
    assert!(!on_stdin(game, &["--json"]).ok().contains("-0.0"));
}

#[test]
fn a_game_cut_short() {
    let two_turns = "rules: hasbro\n11666 hold 666, 66625 hold 666, 66661 score sixes\n22345 score small-straight\n";
    let review = json_of(two_turns, &[]);
    check_sums(&review);
    assert_eq!((review.complete, review.turns.len()), (Some(false), 2));
    let value: crate::common::CardValue = json(["value", "--card", "sixes=24 ss=30"]);
    assert!((review.final_score - value.expected_final).abs() < 1e-9);

    let held = json_of(&(two_turns.to_owned() + "33312 hold 333,"), &[]);
    let rolled = json_of(&(two_turns.to_owned() + "33312 hold 333, 33336"), &[]);
    for review in [&held, &rolled] {
        check_sums(review);
        assert_eq!((review.turns.len(), review.turns[2].decisions.len()), (3, 1));
    }
    assert!(rolled.final_score > held.final_score + 1.0);
    insta::assert_snapshot!(on_stdin(&(two_turns.to_owned() + "33312 hold 333, 33336"), &[]).ok());
}

#[test]
fn only_a_header() {
    let review = json_of("# to be played\r\nRULES: yatzy\r\n", &[]);
    check_sums(&review);
    assert_eq!((review.rules.as_str(), review.complete, review.turns.len(), review.level), ("yatzy", Some(false), 0, None));
    assert!((review.final_score - 248.44).abs() < 0.01);
    let words = on_stdin("rules: hasbro", &[]).ok();
    assert!(words.contains("0 of 13 turns played") && words.ends_with("No turn is played yet.\n"), "{words}");
}

#[test]
fn a_voluntary_zero_has_its_true_loss() {
    let review = json_of("rules: hasbro\n12345 hold 2345, 23456 score chance=0\n", &[]);
    check_sums(&review);
    let zero = &review.turns[0].decisions[1];
    assert!(matches!(&zero.chosen, JsonOption::Score { category, points: 0, .. } if category == "chance"));
    // At least the 20 points of chance that were given up.
    assert!(zero.loss > 20.0, "{}", zero.loss);
}

#[test]
fn several_rounds() {
    let review = json_of("rules: multi-round\nrounds: 3\n66666 score yahtzee\n", &[]);
    check_sums(&review);
    let round: crate::common::CardValue = json(["value", "--rules", "multi-round"]);
    assert!((review.expected_at_start - 3.0 * round.expected_final).abs() < 1e-9);
    let played: crate::common::CardValue = json(["value", "--rules", "multi-round", "--card", "yahtzee=50", "--rounds", "3"]);
    assert!((review.final_score - played.expected_final).abs() < 1e-9);
}

#[test]
fn the_rule_set_of_the_header_or_the_option() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("mine.toml");
    let toml = text(["rules", "show", "hasbro"]).replacen("\"hasbro\"", "\"mine\"", 1);
    std::fs::write(&rules, toml).unwrap();
    let rules = rules.to_str().unwrap();
    assert_eq!(json_of("rules: mine\n66666 score y\n", &["--rules", rules]).rules, "mine");
    assert_eq!(json_of("66666 score y\n", &["--rules", rules]).rules, "mine");
    assert_eq!(json_of("66666 score y\n", &[]).rules, "hasbro");
    let error = on_stdin("rules: mine\n66666 score y\n", &[]).error(2);
    assert!(error.starts_with("stdin: line 1: unknown rule set 'mine'") && error.ends_with("or name a TOML file with --rules"), "{error}");
    let error = on_stdin("# one\nrules: yatzy\n", &["--rules", "hasbro"]).error(2);
    assert_eq!(error, "stdin: line 2: a game by the rules 'yatzy', not 'hasbro'");
}

#[test]
fn impossible_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let name = path.to_str().unwrap();
    let error = run(["review", name]).error(1);
    assert!(error.starts_with(&format!("{name}: ")) && error.contains("No such file"), "{error}");
    std::fs::write(&path, "rules: hasbro\n22222 score yahtzee\n66666 score chance\n").unwrap();
    let why = "the rules do not let the roll 6 6 6 6 6 be scored in chance: it must go to sixes";
    assert_eq!(run(["review", name]).error(2), format!("{name}: line 3: {why}"));
    std::fs::write(&path, [0xff, 0xfe, 0x31]).unwrap();
    assert_eq!(run(["review", name]).error(2), format!("{name}: not the text of a game"));
    for (game, why) in [
        ("", "line 1: there is no game here: write 'rules: NAME', then a line a turn"),
        ("rules: hasbro\n\n11666 hold 22\n", "line 3: the hold 2 2 is not in the roll 1 1 6 6 6"),
        ("11666 hold 666, 11665 score sixes\n", "line 1: the roll 1 1 5 6 6 does not contain the hold 6 6 6 from before it"),
        ("11666 score sixes\n66611 score sixes\n", "line 2: sixes is filled already; open are ones, twos"),
        ("11666 score sixes=24\n", "line 1: sixes=24: the roll 1 1 6 6 6 is worth 18 there"),
        ("11666 hold 6\n11666 score ones\n", "line 1: the turn is unfinished"),
        ("11666 score sixtes\n", "line 1: unknown category 'sixtes': did you mean 'sixes'?"),
        ("rounds: 2\n", "line 1: 2 rounds: a game of 'hasbro' has"),
    ] {
        let error = on_stdin(game, &[]).error(2);
        assert!(error.starts_with(&format!("stdin: {why}")), "{error}");
    }
}

/// A file of 'yahtzee play' with these players, each after one turn of a game whose chances are found quickly.
fn played_by(seats: &[&str]) -> String {
    let games = seats.iter().enumerate().map(|(index, seat)| {
        let category = ["sixes", "choice", "threes"][index];
        format!("#! {seat}\nrules: yacht\n11666 score {category}\n")
    });
    format!("#! yahtzee play 1\n#! dice: table\n{}#! end\n", games.collect::<String>())
}

#[test]
fn one_of_several_players() {
    let three = played_by(&["player: ann", "computer: computer", "player: bob"]);
    for (player, points) in [("ann", 18), ("computer", 20), ("bob", 0)] {
        let review = json_of(&three, &["--player", player]);
        check_sums(&review);
        assert_eq!(review.player.as_deref(), Some(player));
        let JsonOption::Score { points: scored, .. } = review.turns[0].decisions[0].chosen else { panic!("{review:?}") };
        assert_eq!(scored, points);
        let win = review.win.unwrap();
        assert_eq!(win["approximate"], true);
        let turn = &win["turns"][0];
        let number = |value: &serde_json::Value| value.as_f64().unwrap();
        let decision = &turn["decisions"][0];
        assert_eq!(number(&turn["after"]), number(&decision["chosen"]["worth"]));
        let loss = number(&decision["best"]["worth"]) - number(&decision["chosen"]["worth"]);
        assert!((number(&decision["worth_loss"]) - loss).abs() < 1e-12 && loss >= 0.0);
        assert_eq!(win["turning_points"].as_array().unwrap().len(), 2);
    }
    let text = on_stdin(&three, &["--player", "bob"]).ok();
    assert!(text.starts_with("Yacht, bob: 1 of 12 turns played\n") && text.contains("\nChance to win   ≈"), "{text}");
    assert_eq!(on_stdin(&three, &[]).error(2), "stdin: --player: several played; name one of ann, computer, bob");
    assert_eq!(
        on_stdin(&three, &["--player", "eve"]).error(2),
        "stdin: --player: no player is called 'eve'; the players are ann, computer, bob"
    );

    // The only person against any number of computers, or the only player.
    let person = played_by(&["computer: computer", "player: ann", "computer: computer 2"]);
    assert_eq!(json_of(&person, &[]).player.as_deref(), Some("ann"));
    for alone in ["player: ann", "computer: computer"] {
        let review = json_of(&played_by(&[alone]), &[]);
        assert_eq!((review.player, review.turns.len()), (None, 1));
        assert!(review.win.is_none(), "nobody to win against");
    }
    assert!(on_stdin(&played_by(&["computer: a", "computer: b"]), &[]).error(2).contains("--player: several played; name one of a, b"));

    let by_hand = "rules: hasbro\n11666 score sixes\n";
    assert!(on_stdin(by_hand, &["--player", "ann"]).error(2).contains("--player: one game without a name"));
    let cut = &three[..three.len() - 5];
    assert!(on_stdin(cut, &["--player", "ann"]).error(2).contains("part of it is missing"));
    assert!(on_stdin(&three, &["--player", "ann", "--rules", "yatzy"]).error(2).contains("by the rules 'yacht', not 'yatzy'"));
}

/// A game of 'yahtzee play', saved in the default folder.
#[cfg(target_os = "linux")]
#[test]
fn without_a_file_it_is_the_game_that_was_saved_last() {
    let data = tempfile::tempdir().unwrap();
    let review = |args: &[&str]| {
        let mut command = process_in(shared_tables());
        command.env("XDG_DATA_HOME", data.path()).env("HOME", data.path());
        Ran::from(command.arg("review").args(args).output().expect("the binary runs"))
    };
    let none = review(&[]).error(1);
    assert!(none.starts_with("no file is named, and no game is saved in ") && none.ends_with("games"), "{none}");

    let games = data.path().join("yahtzee/games");
    std::fs::create_dir_all(&games).unwrap();
    let hour = std::time::Duration::from_secs(3600);
    let now = std::time::SystemTime::now();
    for (name, dice, modified) in [("game-1.txt", "11666", now), ("game-2.txt", "22345", now - hour)] {
        let path = games.join(name);
        let saved = format!("#! yahtzee play 1\n#! dice: table\n#! player: you\nrules: hasbro\n{dice}\n#! end\n");
        std::fs::write(&path, saved).unwrap();
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
    }
    let last = games.join("game-1.txt");
    let found = review(&[]).ok();
    assert!(found.starts_with(&format!("The game saved last: {}\n", last.display())) && found.contains("1 1 6 6 6"), "{found}");
    let json: serde_json::Value = serde_json::from_str(&review(&["--json"]).ok()).unwrap();
    assert_eq!(json["file"].as_str(), last.to_str());
}

/// Each of the worst mistakes is explained as `advise --why --chose` explains it.
#[test]
fn why_explains_the_worst_mistakes() {
    let game = whole_game();
    let plain = text(["review", game.to_str().unwrap()]);
    let explained = text(["review", game.to_str().unwrap(), "--why"]);
    let turns = explained.find("\nTurn 1 ").unwrap();
    let words: Vec<&str> = explained.lines().filter(|line| !plain.lines().any(|other| other == *line)).collect();
    let mistakes = plain.split("Worst mistakes").nth(1).unwrap().lines().skip(2).take_while(|line| line.starts_with("  ")).count().min(5);
    assert_eq!(words.iter().filter(|line| line.contains(", the best: ")).count(), mistakes, "{words:?}");
    assert_eq!(words.iter().filter(|line| line.starts_with("Compared with your choice, ")).count(), mistakes, "{words:?}");
    assert!(explained[turns..] == plain[plain.find("\nTurn 1 ").unwrap()..], "the turns are the same");

    let advice: Advice = json(["advise", "66625", "--rerolls-left", "1", "--chose", "hold 66", "--why"]);
    let review: serde_json::Value = json(["review", game.to_str().unwrap(), "--why"]);
    let why = review["why"].as_array().unwrap();
    assert_eq!(why.len(), mistakes);
    let first = why.iter().find(|mistake| mistake["turn"] == 1 && mistake["rerolls_left"] == 1).expect("a mistake of the first turn");
    let mut first = first.clone();
    first.as_object_mut().unwrap().remove("turn");
    assert_eq!(serde_json::from_value::<Advice>(first).unwrap(), advice);
}

#[test]
fn moves_taken_back_are_listed_and_not_counted() {
    let game = "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: hasbro\n11666 hold 666, 26666 hold 6666, 16666 score sixes\n";
    let taken_back = "#< turn 1: 11666 rerolls=2: hold 11\n#< turn 2: 12346 rerolls=2 sixes=24\n";
    let with = format!("{game}{taken_back}#! end\n");
    let without = format!("{game}#! end\n");

    let mut json = json_of(&with, &[]);
    let straight = json_of(&without, &[]);
    assert_eq!((json.loss, json.luck, json.final_score), (straight.loss, straight.luck, straight.final_score));
    assert!(straight.taken_back.is_empty());
    let second = json.taken_back.pop().unwrap();
    assert_eq!((second.turn, second.dice), (2, vec![1, 2, 3, 4, 6]));
    assert!(second.chosen.is_none() && second.best.is_none() && second.loss.is_none());
    let first = json.taken_back.pop().unwrap();
    assert_eq!((first.turn, first.rerolls_left, first.dice), (1, 2, vec![1, 1, 6, 6, 6]));
    assert_eq!(first.chosen.unwrap(), serde_json::json!({"kind": "hold", "hold": [1, 1]}));
    assert_eq!(first.best.unwrap(), serde_json::json!({"kind": "hold", "hold": [6, 6, 6]}));
    assert_eq!(format!("{:.2}", first.loss.unwrap()), "15.95");

    let said = on_stdin(&with, &[]).ok();
    let (above, below) = said.split_once("\nTaken back: 2 moves   not counted above\n").unwrap();
    assert_eq!(above, on_stdin(&without, &[]).ok());
    let lines: Vec<&str> = below.lines().collect();
    assert_eq!(lines[0], "  turn  1   1 1 6 6 6   Keep 1 1, reroll three           costs 15.95, best: keep 6 6 6");
    assert_eq!(lines[1], "  turn  2   1 2 3 4 6   the dice were typed again");

    // The error names an invalid line. A program that does not know the sign reads it as a comment.
    let wrong = on_stdin(&with.replace("hold 11\n", "hold 55\n"), &[]).error(2);
    assert!(wrong.contains("line 6") && wrong.contains("5 5"), "{wrong}");
}

/// Each decision of the turn has the answer that 'advise' gives for its position.
#[test]
fn a_turn_with_every_option() {
    let game = "advisor-cli/tests/games/hasbro.txt";
    let turn: serde_json::Value = json(["review", game, "--turn", "1"]);
    let [first, second, score] = &turn["decisions"].as_array().unwrap()[..] else { panic!("{turn}") };
    let advice: serde_json::Value = json(["advise", "25666", "-r", "1", "--chose", "hold 66"]);
    assert_eq!(
        (&second["options"].as_array().unwrap().len(), &second["chosen"]),
        (&advice["options"].as_array().unwrap().len(), &advice["chosen"])
    );
    assert_eq!(first["options"][0]["expected_final"], json::<serde_json::Value, _>(["advise", "11666"])["options"][0]["expected_final"]);
    assert_eq!(score["rerolls_left"], 0);
    let said = text(["review", game, "--turn", "1"]);
    assert!(said.contains("Your choice: Keep 6 6, reroll three.") && said.contains("option") && !said.contains("more options"), "{said}");
    for (number, why) in [("99", "--turn: the decisions of this game are in turns 1 to "), ("0", "a whole number from 1 to 1000")] {
        let said = run(["review", game, "--turn", number]).error(2);
        assert!(said.contains(why), "{said}");
    }
}

/// A sheet with the last dice of each turn: only the choice of the box is judged, with the losses of `advise`.
#[test]
fn of_the_last_dice_only_the_box_is_judged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.txt");
    let turns = ["66651 score sixes", "11456 score yahtzee", "33344 score full-house", "12456 score chance"];
    std::fs::write(&path, turns.map(|turn| format!("... {turn}\n")).concat()).unwrap();
    let path = path.to_str().unwrap();
    let review: Review = json(["review", path, "--no-history"]);
    let mut card = String::new();
    for (turn, reviewed) in turns.iter().zip(&review.turns) {
        let (dice, action) = turn.split_once(' ').unwrap();
        let advice: serde_json::Value = json(["advise", dice, "--rerolls-left", "0", "--card", &card, "--chose", action]);
        let loss = advice["chosen"]["loss"].as_f64().unwrap();
        assert!((reviewed.loss - loss).abs() < 1e-9 && reviewed.decisions.len() == 1 && reviewed.luck == 0.0, "{turn}");
        assert!(reviewed.unjudged.is_some());
        let (name, points) = (action.split_once(' ').unwrap().1, advice["chosen"]["points"].as_u64().unwrap());
        card.push_str(&format!("{name}={points} "));
    }
    let sum = review.expected_at_start + review.luck - review.loss + review.unjudged.unwrap();
    assert!((review.final_score - sum).abs() < 1e-9 && review.luck == 0.0 && review.loss > 5.0);
    assert_eq!(review.loss_by_kind.holds, [0.0, 0.0]);
    let text = text(["review", path, "--no-history"]);
    assert!(
        text.contains("  not judged  ") && text.contains("4 turns have unknown throws: their luck and the holds are not judged."),
        "{text}"
    );
}

const SHEET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/example-sheet.txt");

/// Points alone are compared with those of optimal games.
#[test]
fn a_sheet_of_points() {
    let review: serde_json::Value = json(["review", SHEET]);
    let card = "ones=3 twos=6 threes=12 fours=8 fives=15 sixes=24 3k=22 4k=0 fh=25 ss=30 ls=40 y=0 ch=21";
    assert_eq!(review, json::<serde_json::Value, _>(["review", "--card", card]));
    assert_eq!(review, json::<serde_json::Value, _>(["review", "-c", &format!("@{SHEET}")]));
    let stats: serde_json::Value = json(["stats"]);
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let below: f64 = stats["pmf"].as_array().unwrap().iter().filter(|one| number(&one[0]) < 241.0).map(|one| number(&one[1])).sum();
    assert!((number(&review["share_below"]) - below).abs() < 1e-12 && (number(&review["at_least"]) - (1.0 - below)).abs() < 1e-12);
    assert_eq!((&review["score"], &review["mean"], &review["sd"]), (&241.into(), &stats["mean"], &stats["sd"]));
    let boxes = review["boxes"].as_array().unwrap();
    let bonuses = [&review["upper_bonus"], &review["extra_bonus"]];
    let differences: f64 = boxes.iter().chain(bonuses).map(|one| number(&one["difference"])).sum();
    assert!((differences - number(&review["difference"])).abs() < 1e-9);
    assert!((differences - (241.0 - number(&stats["mean"]))).abs() < 1e-9, "the means of the parts add up to the mean score");
    for (one, category) in boxes.iter().zip(stats["categories"].as_array().unwrap()) {
        assert_eq!((&one["mean"], &one["sd"]), (&category["mean"], &category["sd"]));
    }
    let open: serde_json::Value = serde_json::from_str(&run(["review", "--card", "ones=3 yahtzee=50 total=54", "--json"]).stdout).unwrap();
    let value: serde_json::Value = json(["value", "--card", "ones=3 yahtzee=50"]);
    assert_eq!((&open["complete"], &open["expected_final"], open.get("share_below")), (&false.into(), &value["expected_final"], None));
    assert_eq!(open["warnings"][0], "total is 54 on the sheet, but its boxes make 53: a difference of 1");
    let said = text(["review", "--card", card]);
    assert!(said.contains("241 points") && said.contains("more than in ") && said.contains("Upper bonus"), "{said}");
}

/// A card may be in a file or on stdin; what does not add up is said on stderr, and in JSON.
#[test]
fn a_card_is_read_from_a_file() {
    let sheet = "Aces 3\nTwos -\nYahtzee 50\nSum 60\n";
    let ran = yahtzee().args(["value", "--card", "@-", "--json"]).write_stdin(sheet).ran();
    assert_eq!(ran.stderr.trim(), "warning: Sum is 60 on the sheet, but its boxes make 53: a difference of 7");
    let read = |ran: Ran| serde_json::from_str::<serde_json::Value>(&ran.stdout).unwrap();
    let value = read(ran);
    assert_eq!((&value["score_so_far"], value["warnings"].as_array().unwrap().len()), (&53.into(), 1));
    let advice = read(run(["advise", "11666", "--card", sheet, "--json"]));
    assert_eq!((&advice["score_so_far"], &advice["warnings"]), (&53.into(), &value["warnings"]));
    assert!(run(["value", "--card", "@no-such-sheet.txt"]).error(2).contains("no-such-sheet.txt: "));
    let empty = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(empty.path(), " \n").unwrap();
    let card = format!("@{}", empty.path().display());
    for args in [["value", "--card", &card], ["play", "--card", &card], ["duel", "--cards", &card]] {
        assert!(run(args).error(2).contains(": nothing is there"), "{args:?}");
    }
    let several = "Name\tAnn\tBob\nAces\t3\t2\n";
    let asked = |more: &[&str]| yahtzee().args(["review", "-"]).args(more).write_stdin(several).ran();
    assert!(asked(&[]).error(2).contains("the sheet has several columns, Ann and Bob"));
    assert!(asked(&["--player", "Bob"]).ok().contains("2 points"));
    assert!(asked(&["--player", "Bob", "--why"]).error(2).contains("points only"));
}

/// A game of which only the dice are known: the most points that they could have made.
#[test]
fn a_list_of_final_rolls() {
    let list = "rules: hasbro\n# the first turns\n66666\n\n1 1 4 5 6\n6,6,6,6,6\n33344 # a full house\n";
    insta::assert_snapshot!(on_stdin(list, &[]).ok());
    let review: serde_json::Value = serde_json::from_str(&on_stdin(list, &["--json"]).ok()).unwrap();
    assert_eq!((&review["total"], &review["complete"], &review["turns"][2]["bonus"]), (&222.into(), &false.into(), &100.into()));
    let alike = "12345\n".repeat(13);
    assert!(on_stdin(&alike, &[]).ok().starts_with("Yahtzee: at most 100 points\n"));
    for (list, wrong) in [
        (alike.clone() + "11111", "stdin: line 14: the game is over: all its 13 turns are played"),
        ("12345\n\n1234".to_owned(), "stdin: line 3: 4 dice where"),
        ("12345\n12347".to_owned(), "stdin: line 2: '7' is no die face"),
        ("12345\nrules: hasbro\n12344".to_owned(), "stdin: line 2: 'rules:' after a turn"),
        ("rules: yatzy-saved\n12345\n12344".to_owned(), "stdin: line 2: without its throws"),
    ] {
        let error = on_stdin(&list, &[]).error(2);
        assert!(error.contains(wrong), "{list}: {error}");
    }
    assert!(on_stdin(&alike, &["--why"]).error(2).contains("a list of rolls"));
}
