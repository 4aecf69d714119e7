//! The texts for the player.

use yahtzee_dialogue::training::quiz::{Solution, Tally, Verdict, costs};
use yahtzee_dialogue::words;
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::language::{decimal, tr};
use yahtzee_solver::{Category, Dice, RuleSet, Scorecard, counted, tr};

use crate::terminal::style::HEADING;
use crate::terminal::window;
use crate::text;

pub(super) fn prompt(wanted: &str) -> String {
    format!("{wanted}> ")
}

/// The verdict on the last answer once more, because a long solution scrolls it away, and how to go on.
pub(super) fn next(verdict: &Verdict) -> String {
    let verdict = match verdict {
        Verdict::Right(_) => tr!("Right!"),
        Verdict::Mistake(option) => format!("{}.", costs(option)),
        Verdict::GivenUp => tr!("Given up."),
    };
    format!("{verdict} {}", tr!("Enter for the next position"))
}

/// The title; `which` describes the positions.
pub(super) fn title(rules: &RuleSet, positions: u32, which: &str, task: &str) -> String {
    let title = format!("{HEADING}{}: {}{HEADING:#}, {which}.", tr(rules.title(), &[]), positions_in_words(positions));
    format!("{title} {task} {}\n", tr!("'?' says how to answer, 'hint' gives a hint."))
}

/// The question: the card, the dice and the rerolls.
pub(super) fn question(puzzle: &Puzzle, number: usize, of: u32, rules: &RuleSet) -> String {
    let position = &puzzle.advice.position;
    let (card, roll) = (position.card(), position.roll());
    let (turn, turns) = (card.filled().count() + 1, rules.category_count());
    let heading = format!(
        "{HEADING}{}{HEADING:#}: {}",
        tr!("Position {} of {}", number, of),
        tr!("turn {} of {}, {} so far", turn, turns, words::points(card.score()))
    );
    let dice = text::dice(&roll, &Dice::NONE, position.rerolls_left(), window::draws());
    format!("\n{heading}\n{}{}\n{dice}", in_columns(card, rules), standing(card, rules))
}

fn positions_in_words(count: u32) -> String {
    counted!(count, "no positions", "1 position", "{} positions")
}

fn standing(card: &Scorecard, rules: &RuleSet) -> String {
    words::bonuses(card, rules).map_or_else(String::new, |words| format!("  {words}\n"))
}

/// The categories with their points, `-` for open ones. The upper section comes first, then the lower one, in two columns or as many as fit.
fn in_columns(card: &Scorecard, rules: &RuleSet) -> String {
    let categories: Vec<Category> = rules.categories().collect();
    let (upper, lower) = categories.split_at(rules.upper_count());
    let lower_in = |columns: usize| [upper].into_iter().chain(lower.chunks(lower.len().div_ceil(columns).max(1)));
    let arrangements: [Vec<&[Category]>; 2] = [lower_in(2).collect(), lower_in(1).collect()];
    let rows = |columns: &Vec<&[Category]>| {
        let columns: Vec<_> = columns.iter().filter(|column| !column.is_empty()).collect();
        let height = columns.iter().map(|column| column.len()).max().unwrap_or(0);
        let row = |row: usize| columns.iter().flat_map(|column| cell(column.get(row), card, rules)).collect();
        (0..height).map(row).collect::<Vec<Vec<String>>>()
    };
    let fitting = arrangements.iter().map(rows).find(|rows| text::fits(rows));
    text::table::<&str>(&[], &[false, true].repeat(3), fitting.unwrap_or_else(|| rows(&vec![&categories])))
}

fn cell(category: Option<&Category>, card: &Scorecard, rules: &RuleSet) -> [String; 2] {
    let Some(&category) = category else { return Default::default() };
    let points = card.get(category).map_or_else(|| "-".to_owned(), |points| points.to_string());
    [rules.category(category).title.clone(), points]
}

pub(super) fn wrong(what: &str) -> String {
    tr!("Not possible: {}.", what) + "\n"
}

/// The loss of the answer and of the obvious choice, and the reasons for the best option.
pub(super) fn solution(solution: &Solution<'_>) -> String {
    let said = text::lines(&[solution.verdict_in_words(), solution.obvious_in_words()]);
    let explained = [solution.explained(), solution.beside_explained()].concat();
    format!("{said}{}", text::reasons(&explained))
}

pub(super) fn summary(tally: &Tally, of: u32) -> String {
    let Tally { answered, best, unaided, given_up, loss, obvious_loss } = *tally;
    let given_up = if given_up > 0 { tr!(", {} given up", given_up) } else { String::new() };
    let mut said = format!("\n{HEADING}{}{given_up}{HEADING:#}\n", tr!("{} of {} answered", answered, positions_in_words(of)));
    if answered > 0 {
        said.push('\n');
        let mean = loss / answered as f64;
        let mut row = |name: String, number: String| said.push_str(&format!("  {name:<30} {number:>6}\n"));
        row(tr!("best answers"), best.to_string());
        row(tr!("answers without a hint"), unaided.to_string());
        row(tr!("points lost by these answers"), tr!("{}, {} on average", format!("{:>6}", decimal(loss, 2)), decimal(mean, 2)));
        row(tr!("points lost by obvious choices"), decimal(obvious_loss, 2));
    }
    said
}
