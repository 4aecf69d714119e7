//! `yahtzee quiz`: answered through a pipe, as JSON, and on a terminal.

use std::collections::BTreeMap;

use crate::common::{Advice, JsonOption, Listed, json, run, shared_tables, text, yahtzee};
use serde::Deserialize;
use yahtzee_solver::RuleSet;
use yahtzee_solver::space::StateSpace;

/// A line of the JSON.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    rules: String,
    seed: u64,
    number: usize,
    dice: Vec<u8>,
    rerolls_left: u8,
    card: BTreeMap<String, u32>,
    options: Vec<JsonOption>,
    obvious: JsonOption,
    position: String,
    theme: String,
    level: String,
    gap: f64,
}

/// The positions of a quiz, from its JSON.
fn puzzles(args: &[&str]) -> Vec<Puzzle> {
    let lines = text([&["quiz", "--json"], args].concat());
    lines.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// The text of a quiz answered with these lines.
fn answered(args: &[&str], lines: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let stdin: String = lines.into_iter().map(|line| format!("{}\n", line.as_ref())).collect();
    yahtzee().arg("quiz").args(args).write_stdin(stdin).ran().ok()
}

/// An option in typed form.
fn typed(option: &JsonOption) -> String {
    match option {
        JsonOption::Hold { hold, .. } if hold.is_empty() => "none".to_owned(),
        JsonOption::Hold { hold, .. } => hold.iter().map(u8::to_string).collect(),
        JsonOption::Score { category, .. } => category.clone(),
    }
}

/// The number after these words in the summary.
fn summed(quiz: &str, words: &str) -> f64 {
    let line = quiz.lines().rev().find_map(|line| line.trim_start().strip_prefix(words)).unwrap_or_else(|| panic!("no {words}: {quiz}"));
    line.split([',', ' ']).find(|word| !word.is_empty()).unwrap().parse().unwrap()
}

fn count(quiz: &str, words: &str) -> usize {
    quiz.matches(words).count()
}

const LOST: &str = "points lost by these answers";

const SEVEN: [&str; 4] = ["--seed", "7", "-n", "8"];

#[test]
fn the_best_answers_lose_nothing() {
    let quiz = answered(&SEVEN, puzzles(&SEVEN).iter().map(|puzzle| typed(&puzzle.options[0])));
    assert_eq!((count(&quiz, "Right:"), count(&quiz, "Nothing is better.")), (8, 8), "{quiz}");
    assert!(quiz.contains("\n8 of 8 positions answered\n"), "{quiz}");
    for (words, number) in [("best answers", 8.0), ("answers without a hint", 8.0), (LOST, 0.0)] {
        assert_eq!(summed(&quiz, words), number, "{words}: {quiz}");
    }
    assert!(quiz.ends_with("\nThe same quiz again: yahtzee quiz --seed 7 -n 8 --rules hasbro\n"), "{quiz}");
}

#[test]
fn the_obvious_answers_cost_as_much_as_in_the_json() {
    let puzzles = puzzles(&SEVEN);
    assert_eq!(puzzles.len(), 8);
    let quiz = answered(&SEVEN, puzzles.iter().map(|puzzle| typed(&puzzle.obvious)));
    let parts: Vec<&str> = quiz.split("\nPosition ").skip(1).collect();
    for (puzzle, part) in puzzles.iter().zip(&parts) {
        let loss = puzzle.obvious.loss();
        assert!(loss >= 0.5 && puzzle.options.contains(&puzzle.obvious), "{puzzle:?}");
        assert!(part.starts_with(&format!("{} of 8: turn {} of 13, ", puzzle.number, puzzle.card.len())), "extra is no category: {part}");
        assert!(part.contains(&format!("It costs {loss:.2} points.\nIt is the obvious choice.\n")), "{part}");
        assert!(part.contains("\nThe best: "), "{part}");
    }
    let lost: f64 = puzzles.iter().map(|puzzle| puzzle.obvious.loss()).sum();
    for words in [LOST, "points lost by obvious choices"] {
        assert!((summed(&quiz, words) - lost).abs() < 0.005001, "{lost}: {quiz}");
    }
    assert!(quiz.contains(&format!(", {:.2} on average\n", lost / 8.0)), "{quiz}");
    assert_eq!((summed(&quiz, "best answers"), summed(&quiz, "answers without a hint")), (0.0, 8.0));
}

/// Every option has the loss in the JSON, in every typed form. The text also names the obvious choice with its loss.
#[test]
fn every_option_can_be_typed() {
    let puzzle = puzzles(&["--seed", "5", "-n", "1"]).remove(0);
    let ask = |line: &str| answered(&["--seed", "5", "-n", "1"], [line]);
    for option in &puzzle.options {
        let quiz = ask(&typed(option));
        assert_eq!(quiz, ask(&format!("{} {}", if matches!(option, JsonOption::Hold { .. }) { "keep" } else { "score" }, typed(option))));
        let is_best = option.loss() < 1e-9;
        assert_eq!(quiz.contains("Right:"), is_best, "{quiz}");
        assert!(is_best || quiz.contains(&format!("It costs {:.2} points.", option.loss())), "{option:?}: {quiz}");
        let obvious = format!("It costs {:.2} points.", puzzle.obvious.loss());
        assert!(quiz.contains(&obvious) && quiz.contains("bvious choice"), "{quiz}");
    }
    let of = |name: &str| puzzle.options.iter().find(|option| typed(option) == name).unwrap();
    assert_eq!(ask("ch"), ask("chance"));
    assert_eq!(ask("score small straight"), ask("ss"));
    // The JSON does not list voluntary zeros. A zero costs more than the points.
    let zero = ask("chance=0");
    assert!(summed(&zero, LOST) > of("chance").loss() && zero.contains("Scratch Chance for 0"), "{zero}");
}

#[test]
fn what_ties_with_the_best_is_right_too() {
    // Two equal categories: each is as good as the other.
    let pairs = ["one", "another"].map(|name| format!("[[lower]]\nname = \"{name}\"\ngroups = [2]\npoints = 10\n")).concat();
    let any = "[[lower]]\nname = \"any\"\nany = true\npoints = \"all-dice\"\n";
    let file = rules_file("ties", &format!("dice = 2\nrolls = 2\n{pairs}{any}"));
    let args = ["--rules", &file, "--seed", "1", "-n", "50"];
    let all = puzzles(&args);
    let is_tied = |puzzle: &&Puzzle| puzzle.options[1].loss() < 1e-9 && typed(&puzzle.options[0]) == "one";
    let tied = all.iter().find(is_tied).expect("one of so many");
    let answer = typed(&tied.options[1]);
    let quiz = answered(&args, [vec!["skip"; tied.number - 1], vec![&answer, "q"]].concat());
    assert!(quiz.contains("\nRight: ") && quiz.contains(" Another for 0. It is as good as the best.\n"), "{quiz}");
    assert_eq!((summed(&quiz, "best answers"), summed(&quiz, LOST)), (1.0, 0.0), "{quiz}");
}

#[test]
fn a_wrong_line_is_explained_and_costs_nothing() {
    let all = puzzles(&["--seed", "1", "-n", "100"]);
    let skipping = |puzzle: &Puzzle, lines: &[&str]| {
        let skipped = vec!["skip"; puzzle.number - 1];
        let number = puzzle.number.to_string();
        let quiz = answered(&["--seed", "1", "-n", &number], [&skipped, lines, &[typed(&puzzle.options[0]).as_str()]].concat());
        assert_eq!((count(&quiz, "Right:"), summed(&quiz, "answers without a hint"), summed(&quiz, LOST)), (1, 1.0, 0.0), "{quiz}");
        let wrong: Vec<String> = quiz.lines().filter_map(|line| line.strip_prefix("Not possible: ")).map(str::to_owned).collect();
        assert_eq!(wrong.len(), lines.len(), "{quiz}");
        wrong
    };
    let is_open = |puzzle: &Puzzle, category: &str| !puzzle.card.contains_key(category);
    let fits = |puzzle: &&Puzzle| {
        puzzle.rerolls_left > 0 && !is_open(puzzle, "chance") && is_open(puzzle, "yahtzee") && is_open(puzzle, "full-house")
    };
    let puzzle = all.iter().find(fits).unwrap();
    let missing = (1..=6).find(|pips| !puzzle.dice.contains(pips)).unwrap().to_string();
    let dice: String = puzzle.dice.iter().map(u8::to_string).collect();
    let explained = [
        (missing.as_str(), "is not in the roll"),
        (&dice, "rerolls none"),
        ("7", "'7'"),
        ("hold fh", "'f'"),
        ("zebra", "unknown category 'zebra'"),
        ("\u{1b}[31m", "a control character"),
        ("\u{7f}", "a control character"),
        ("\u{1b}", "a control character"),
        ("\0", "a control character"),
        ("", "nothing is typed"),
        ("   ", "skip gives up"),
        ("chance", "Chance is filled already"),
        ("yahtzee=49", "not 49"),
        ("full-house=x", "'x'"),
        ("undo", "taken back"),
    ];
    for (message, (line, part)) in skipping(puzzle, &explained.map(|(line, _)| line)).iter().zip(explained) {
        assert!(message.contains(part) && !message.contains('\u{1b}'), "{line}: {message}");
    }
    let last_roll = all.iter().find(|puzzle| puzzle.rerolls_left == 0).unwrap();
    let wrong = skipping(last_roll, &[&last_roll.dice[0].to_string(), "none"]);
    assert!(wrong.iter().all(|message| message == "no rerolls are left: the roll must be scored."), "{wrong:?}");
}

#[test]
fn a_forced_roll_goes_where_the_rules_want_it() {
    let upper: String = (1..=6).map(|pips| format!("[[upper]]\nname = \"face-{pips}\"\nface = {pips}\n")).collect();
    let lower = "[[lower]]\nname = \"pair\"\ngroups = [2]\npoints = 5\n[[lower]]\nname = \"any\"\nany = true\npoints = \"all-dice\"\n";
    let forced = "[further]\ncategory = \"pair\"\n[further.after-points]\nplace = \"upper-then-lower\"\njoker = \"never\"\nbonus = 0\n";
    let forced = format!("{forced}[further.after-zero]\nplace = \"upper-then-lower\"\njoker = \"never\"\nbonus = 0\n");
    let file = rules_file("forced", &format!("dice = 2\nrolls = 2\n{upper}{lower}{forced}"));
    let args = ["--rules", &file, "--seed", "1", "-n", "300"];
    // A pair whose face is filled must go to the lower section. The card also has the entry `extra`.
    let is_forced = |puzzle: &&Puzzle| {
        let scores = puzzle.options.iter().filter(|option| matches!(option, JsonOption::Score { .. })).count();
        scores == 1 && 9 - puzzle.card.len() > 1
    };
    let forced = puzzles(&args).iter().find(is_forced).cloned().expect("one of so many");
    let mut lines = vec!["skip"; forced.number - 1];
    let open = (1..=6).map(|pips| format!("face-{pips}")).find(|face| !forced.card.contains_key(face)).unwrap();
    lines.extend([open.as_str(), "q"]);
    assert!(answered(&args, lines).contains("Not possible: the rules force this roll into Any.\n"), "{forced:?}");
}

#[test]
fn hints_help_and_are_counted() {
    let args = ["--seed", "7", "-n", "3"];
    let puzzles = puzzles(&args);
    let best = typed(&puzzles[0].options[0]);
    let quiz = answered(&args, ["hint", "hint", "hint", &best, "hint", &typed(&puzzles[1].options[0]), &typed(&puzzles[2].options[0])]);
    let order: Vec<&str> = quiz.lines().filter(|line| line.starts_with("One of these") || line.starts_with("The best: ")).collect();
    assert!(order[0].starts_with("One of these"), "{order:?}");
    assert!(order[1].ends_with('.') && order[1] == order[2], "the hint, twice: {order:?}");
    assert_eq!(format!("{}.", order[3]), order[1], "and the solution");
    assert!(order[4].starts_with("One of these") && order[5].starts_with("The best: "), "{order:?}");
    let best = order[1].trim_start_matches("The best: ").trim_end_matches('.');
    let few: Vec<&str> = quiz.lines().skip_while(|line| !line.starts_with("One of these")).skip(1).take(3).map(str::trim).collect();
    assert!(few.contains(&best) && few.iter().all(|option| !option.is_empty()), "{few:?}");
    assert_eq!((summed(&quiz, "best answers"), summed(&quiz, "answers without a hint")), (3.0, 1.0), "{quiz}");
}

#[test]
fn a_tab_is_a_hint() {
    let args = ["--seed", "5", "-n", "1"];
    let quiz = answered(&args, ["\t", " \t\t", "skip"]);
    let marks = ["\nOne of these is the best", "\nThe best: ", "\nGiven up.\n"].map(|mark| quiz.find(mark).unwrap());
    assert!(marks.is_sorted() && !quiz.contains("Not possible"), "{quiz}");
    // Inside a line a tab is a blank.
    let best = typed(&puzzles(&args)[0].options[0]);
    let quiz = answered(&args, [format!("\tkeep\t{best} ")]);
    assert_eq!((count(&quiz, "Right:"), summed(&quiz, "answers without a hint")), (1, 1.0), "{quiz}");
}

#[test]
fn giving_up_shows_the_answer() {
    let quiz = answered(&["--seed", "7", "-n", "4"], ["skip", "SKIP", "give up", "Skip\t\r"]);
    assert_eq!((count(&quiz, "Given up.\n"), count(&quiz, "The best: "), count(&quiz, "The obvious choice: ")), (4, 4, 4), "{quiz}");
    assert!(quiz.contains("\n0 of 4 positions answered, 4 given up\n") && !quiz.contains(LOST), "{quiz}");
}

#[test]
fn a_quiz_may_end_early() {
    let best = typed(&puzzles(&SEVEN)[0].options[0]);
    for end in [&["q"][..], &["quit", "33"], &["exit"], &["help", "q"], &[]] {
        let quiz = answered(&SEVEN, [&[best.as_str()], end].concat());
        assert!(quiz.contains("\n1 of 8 positions answered\n") && quiz.contains("Position 2 of 8"), "{quiz}");
        assert_eq!(count(&quiz, "keep these dice"), usize::from(end.first() == Some(&"help")));
        assert!(!quiz.contains("Position 3 of 8") && !quiz.contains("No more positions"), "{quiz}");
    }
    let nothing = yahtzee().args(["quiz", "--seed", "7"]).ran().ok();
    assert!(nothing.contains("\n0 of 10 positions answered\n"), "ten unless told: {nothing}");
    // The last line needs no line break.
    let quiz = yahtzee().arg("quiz").args(SEVEN).write_stdin(best).ran().ok();
    assert!(quiz.contains("Right:"), "{quiz}");
}

#[test]
fn a_long_line_is_one_wrong_answer() {
    let best = typed(&puzzles(&["--seed", "7", "-n", "1"])[0].options[0]).into_bytes();
    let padded = |blanks: usize, rest: &[u8]| [&best[..], &b" ".repeat(blanks), rest].concat();
    let quiz = |lines: &[Vec<u8>]| yahtzee().args(["quiz", "--seed", "7", "-n", "1"]).write_stdin(lines.join(&b'\n')).ran().ok();
    let said =
        quiz(&[vec![b'x'; 100_000], b"3".repeat(5000), padded(2000, b"junk"), padded(1001 - best.len(), b""), b"\xff\n\xffq".to_vec()]);
    assert_eq!(count(&said, "Not possible: the line is longer than 1000 bytes.\n"), 4, "{said}");
    assert_eq!(count(&said, "Not possible: unknown category"), 2, "{said}");
    assert!(!said.contains("Right:") && said.len() < 2000, "the line is not printed in full: {said}");
    // The longest line allowed: with either kind of line break, and without.
    let longest = 1000 - best.len();
    for line in [padded(longest, b"\n"), padded(longest, b"\r\n"), padded(longest, b"")] {
        assert!(quiz(&[line]).contains("Right:"));
    }
}

/// A game of one die, where a number may be 1 and positions are few.
#[test]
fn one_point_and_no_position_twice() {
    let upper = (1..=3).map(|pips| format!("[[upper]]\nname = \"face-{pips}\"\nface = {pips}\n")).collect::<String>();
    let lower = |name, points| format!("[[lower]]\nname = \"{name}\"\nany = true\npoints = {points}\n");
    let lower = lower("any", "\"all-dice\"") + &lower("one", "1");
    let file = rules_file("one-die", &format!("dice = 1\nrolls = 2\n{upper}{lower}"));
    let args = ["--rules", &file, "--seed", "1", "-n", "100"];
    let quiz = answered(&args, vec!["skip"; 100]);
    for words in [", no points so far\n", ", 1 point so far\n", ", 2 points so far\n", "\nNo more positions were found.\n"] {
        assert!(quiz.contains(words), "{words}: {quiz}");
    }
    assert!(![" 1 points", "(1 points"].iter().any(|words| quiz.contains(words)), "{quiz}");
    let card = "face-1=1 face-2=2 face-3=3 any=4";
    let why = text(["advise", "2", "--rerolls-left", "1", "--rules", &file, "--card", card, "--why", "--chose", "hold none"]);
    assert!(why.contains("(1 point on average)"), "{why}");
    let position = |puzzle: &Puzzle| (puzzle.dice.clone(), puzzle.rerolls_left, puzzle.card.keys().cloned().collect::<Vec<_>>());
    let mut positions: Vec<_> = puzzles(&args).iter().map(position).collect();
    positions.sort();
    assert!(positions.len() < 100 && positions.is_sorted_by(|a, b| a < b), "{positions:?}");
}

#[test]
fn every_rule_set_asks_and_takes_an_answer() {
    // The large ones take minutes to solve here.
    let is_small = |rules: RuleSet| StateSpace::bytes_needed(&rules) < 100_000_000;
    // A game of several columns is no rule set.
    let asked = |listed: &Listed| RuleSet::builtin(&listed.name).is_ok_and(is_small);
    for listed in json::<Vec<Listed>, _>(["rules", "list"]).into_iter().filter(asked) {
        let args = ["--rules", &listed.name, "--seed", "3", "-n", "2"];
        let puzzles = puzzles(&args);
        assert!(puzzles.iter().all(|puzzle| puzzle.rules == listed.name && puzzle.dice.len() == listed.dice));
        let quiz = answered(&args, puzzles.iter().map(|puzzle| typed(&puzzle.options[0])));
        assert_eq!((count(&quiz, "Right:"), summed(&quiz, LOST)), (2, 0.0), "{quiz}");
        assert!(quiz.starts_with(&format!("{}: 2 positions, seed 3.", listed.title)), "{quiz}");
        assert!(quiz.ends_with(&format!("--seed 3 -n 2 --rules {}\n", listed.name)), "{quiz}");
    }
}

#[test]
fn the_same_seed_gives_the_same_quiz() {
    let args = |seed: &'static str| ["--seed", seed, "-n", "5"];
    let quiz = answered(&args("4"), ["none"; 20]);
    assert_eq!(answered(&[&args("4")[..], &["--threads", "1"]].concat(), ["none"; 20]), quiz);
    assert_ne!(answered(&args("5"), ["none"; 20]), quiz);
    assert_eq!(puzzles(&["--seed", "4", "-n", "3"]), puzzles(&args("4"))[..3], "a longer one starts the same");

    // A random quiz prints its seed, which gives the same quiz again.
    let by_chance = answered(&["-n", "5"], ["skip"; 5]);
    let again = by_chance.lines().last().unwrap().strip_prefix("The same quiz again: yahtzee ").unwrap();
    let ran = yahtzee().args(again.split(' ')).write_stdin("skip\n".repeat(5)).ran();
    assert_eq!(ran.ok(), by_chance);
    let seeds: Vec<u64> = (0..5).map(|_| puzzles(&["-n", "1"])[0].seed).collect();
    assert!(seeds.iter().any(|seed| *seed != seeds[0]), "{seeds:?}");
}

/// `advise --stdin` gives the same options for the question of a line.
#[test]
fn json_agrees_with_advise() {
    for rules in ["hasbro", "yatzy", "kniffel"] {
        let args = ["--seed", "2", "-n", "30", "--rules", rules];
        let questions = text([&["quiz", "--json"], &args[..]].concat()).lines().fold(String::new(), |questions, line| {
            let mut question: serde_json::Value = serde_json::from_str(line).unwrap();
            question.as_object_mut().unwrap().retain(|name, _| ["rules", "dice", "rerolls_left", "card"].contains(&name.as_str()));
            questions + &format!("{question}\n")
        });
        let answers = yahtzee().args(["advise", "--stdin"]).write_stdin(questions).ran().ok();
        let answers: Vec<Advice> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let puzzles = puzzles(&args);
        assert_eq!((puzzles.len(), answers.len()), (30, 30));
        for (index, (puzzle, answer)) in puzzles.iter().zip(&answers).enumerate() {
            assert_eq!((puzzle.number, puzzle.seed), (index + 1, 2));
            assert_eq!(puzzle.options, answer.options);
            let dice: String = puzzle.dice.iter().map(u8::to_string).collect();
            assert!(puzzle.position.starts_with(&format!("{dice} rerolls={}", puzzle.rerolls_left)), "{}", puzzle.position);
        }
    }
}

#[test]
fn json_has_the_topic_and_the_level() {
    let found = puzzles(&["--seed", "5", "-n", "3", "--topic", "straights", "--level", "plain"]);
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|puzzle| puzzle.theme == "straights" && puzzle.level == "plain" && (1.0..3.0).contains(&puzzle.gap)));
}

#[test]
fn json_reads_no_stdin() {
    let quiz = |stdin: &str| yahtzee().args(["quiz", "--json"]).args(SEVEN).write_stdin(stdin).ran().ok();
    assert_eq!(quiz("q\n"), quiz(""));
    assert_eq!(quiz("").lines().count(), 8);
}

#[test]
fn a_short_quiz_in_text() {
    let quiz = answered(&["--seed", "5", "-n", "3"], ["?", "99", "345", "hint", "chance", "skip"]);
    insta::assert_snapshot!("quiz", quiz);
    insta::assert_snapshot!("quiz_help", text(["quiz", "--help"]));
}

fn rules_file(name: &str, toml: &str) -> String {
    let file = shared_tables().join(format!("{name}.toml"));
    std::fs::write(&file, format!("name = \"{name}\"\n{toml}")).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_quiz_that_finds_nothing_says_so() {
    let file = rules_file("one", "dice = 1\nrolls = 1\n[[lower]]\nname = \"any\"\nany = true\npoints = \"all-dice\"\n");
    for kind in [&[][..], &["--mixed"], &["--topic", "bonus"], &["--level", "clear"], &["--daily"]] {
        let quiz = [&["quiz", "--rules", &file], kind].concat();
        let said = text(&quiz);
        assert!(said.starts_with("One: nothing to ask: ") && said.ends_with(".\n") && said.lines().count() == 1, "{kind:?}: {said}");
        assert_eq!(text([&quiz[..], &["--json"]].concat()), "", "{kind:?}");
    }
}

/// The only question here is five alike in the first of two turns, which occurs in one game of 1296.
#[test]
fn rules_with_few_such_positions_give_what_they_have() {
    let toml = "rolls = 1\n[[lower]]\nname = \"five-alike\"\ngroups = [5]\npoints = 50\n[[lower]]\nname = \"three-alike\"\ngroups = [3]\npoints = 60\n";
    let file = rules_file("rare", toml);
    let args = ["--rules", &file, "--seed", "2", "-n", "50"];
    let puzzles = puzzles(&args);
    assert!((1..50).contains(&puzzles.len()) && puzzles.iter().all(|puzzle| typed(&puzzle.options[0]) == "five-alike"), "{puzzles:?}");
    let quiz = answered(&args, puzzles.iter().map(|_| "five"));
    assert!(quiz.contains("\nNo more positions were found.\n"), "{quiz}");
    assert!(quiz.contains(&format!("\n{} of 50 positions answered\n", puzzles.len())), "{quiz}");
    assert!(quiz.ends_with(&format!("--rules {file}\n")), "{quiz}");
}

#[test]
fn invalid_numbers() {
    for number in ["0", "-1", "1000001", "99999999999999999999", "x", ""] {
        let message = run(["quiz", "-n", number]).error(2);
        assert!(message.starts_with(&format!("invalid value '{number}' for '--positions <N>'")) || number.is_empty(), "{message}");
    }
    for seed in ["-1", "18446744073709551616", "x"] {
        let message = run(["quiz", "--seed", seed]).error(2);
        assert!(
            message.starts_with(&format!("invalid value '{seed}' for '--seed <S>': a whole number from 0 to 18446744073709551615")),
            "{message}"
        );
    }
    assert_eq!(puzzles(&["--seed", "18446744073709551615", "-n", "1"]).len(), 1);
}

/// The quiz on a terminal: lines are wrapped between words, the dice are drawn, and the solution waits for Enter.
#[cfg(unix)]
mod on_a_terminal {
    use super::*;
    use crate::common::terminal::Tui;

    const PROMPT: &str = "Your choice>";
    const NEXT: &str = "Enter for the next position>";

    fn start(args: &[&str]) -> Tui {
        // Solve it first, so that no progress bar appears.
        text(["value"]);
        Tui::start(&tempfile::tempdir().unwrap(), &[&["quiz"], args].concat(), &[("LC_ALL", "C.UTF-8")])
    }

    /// Waits for a prompt after this text.
    fn wait_for_prompt(tui: &Tui, after: &str) -> String {
        let asks = |screen: &str| screen.rfind(after).is_some_and(|at| [PROMPT, NEXT].iter().any(|prompt| screen[at..].ends_with(prompt)));
        let screen = tui.wait_until(|seen| asks(&seen.screen()), after);
        let seen = tui.seen.0.lock().unwrap();
        let (rows, _) = seen.parser.screen().size();
        assert!((0..rows.get()).all(|row| !seen.parser.screen().row_wrapped(row)), "a line is too long:\n{screen}");
        screen
    }

    #[test]
    fn a_whole_quiz() {
        let args = ["--seed", "7", "-n", "3"];
        let puzzles = puzzles(&args);
        let mut tui = start(&args);
        let first = wait_for_prompt(&tui, "Position 1 of 3");
        assert!(first.starts_with("Yahtzee: 3 positions") && first.contains('┌'), "{first}");
        assert!(!first.contains('┏'), "no die stands out before the answer:\n{first}");
        tui.keys("zebra\n");
        wait_for_prompt(&tui, "Not possible: ");
        tui.keys("help\n");
        wait_for_prompt(&tui, "end the quiz");
        tui.keys(&format!("{}\n", typed(&puzzles[0].options[0])));
        wait_for_prompt(&tui, "Right! ");
        tui.keys("\n");
        wait_for_prompt(&tui, "Position 2 of 3");
        tui.keys(&format!("{}\n", typed(&puzzles[1].obvious)));
        wait_for_prompt(&tui, "It costs ");
        tui.keys("\n");
        wait_for_prompt(&tui, "Position 3 of 3");
        // Ctrl-D: the end of input.
        tui.keys("\u{4}");
        assert_eq!(tui.wait(), 0);
        assert!(tui.screen().contains("\n\n2 of 3 positions answered\n"), "{}", tui.screen());
        let raw = String::from_utf8_lossy(&tui.seen.0.lock().unwrap().raw).into_owned();
        assert!(raw.contains("\u{1b}[") && !raw.contains("\u{1b}[?1049h"), "in colour, and not on the alternate screen");
    }

    #[test]
    fn an_interrupt_ends_it() {
        let mut tui = start(&["--seed", "5"]);
        wait_for_prompt(&tui, "Position 1 of 10");
        tui.keys("11\n");
        wait_for_prompt(&tui, "The best: ");
        tui.keys("\u{3}");
        assert_eq!(tui.wait(), 130);
        let screen = tui.screen();
        let summary = screen.rsplit(NEXT).next().unwrap();
        assert!(summary.contains("\n\n1 of 10 positions answered\n") && summary.contains("The same quiz again: "), "{screen}");
    }
}
