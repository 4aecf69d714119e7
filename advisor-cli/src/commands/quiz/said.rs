//! What is said to the player.

use yahtzee_dialogue::choice::few;
use yahtzee_dialogue::{reasons, words};
use yahtzee_solver::{Advisor, CardError, Category, Dice, Points, Puzzle, RuleSet, Scorecard, TIE_TOLERANCE, TurnOption, ValueTable};

use super::Tally;
use crate::output;
use crate::style::{BEST, HEADING, LOSS};
use crate::text;

/// The least height of a terminal on which the dice are drawn: on a lower one they would push the last solution out of sight.
const ROOM_TO_DRAW: u16 = 30;

pub(super) const PROMPT: &str = "Your choice> ";

pub(super) const HELP: &str = "  33, hold 33, keep 3 3   keep these dice; 'none' keeps nothing
  fh, score full house    score there; the start of a name will do
  chance=0                score 0 there, though the roll is worth more
  ?, hint, Tab            the best few options; once more: the best
  skip, an empty line     give up, and see the answer
  q, quit                 end the quiz
";

pub(super) fn title(rules: &RuleSet, positions: u32, seed: u64) -> String {
    let positions = words::count(positions.into(), "position", "positions");
    let title = format!("{HEADING}{}: {positions}{HEADING:#}, seed {seed}.", rules.title());
    let task = "The obvious choice, the most points this turn, is a mistake here: what is best?";
    text::sentence(&format!("{title} {task} 'help' says how to answer, '?' gives a hint."))
}

/// The card, the dice and the rerolls: all there is to know.
pub(super) fn question(puzzle: &Puzzle, number: usize, of: u32, rules: &RuleSet) -> String {
    let Puzzle { card, roll, rerolls_left, .. } = puzzle;
    let (turn, turns) = (card.filled().count() + 1, rules.category_count());
    let heading = format!("{HEADING}Position {number} of {of}{HEADING:#}: turn {turn} of {turns}, {} so far", points(card.score(rules)));
    let drawn = output::draws() && output::rows().is_some_and(|rows| rows >= ROOM_TO_DRAW);
    let dice = text::dice(roll, &Dice::NONE, *rerolls_left, drawn);
    format!("\n{heading}\n{}{}\n{dice}", in_columns(card, rules), bonuses(card, rules))
}

fn points(points: Points) -> String {
    words::count(points.into(), "point", "points")
}

/// The categories with their points, `-` where they are open: the upper section, and the lower one in two columns.
fn in_columns(card: &Scorecard, rules: &RuleSet) -> String {
    let categories: Vec<Category> = rules.categories().collect();
    let (upper, lower) = categories.split_at(rules.upper_count());
    let columns: Vec<&[Category]> = [upper].into_iter().chain(lower.chunks(lower.len().div_ceil(2).max(1))).collect();
    let cell = |category: Option<&Category>| match category {
        None => [String::new(), String::new()],
        Some(&category) => {
            let points = card.get(category).map_or_else(|| "-".to_owned(), |points| points.to_string());
            [rules.category(category).title.clone(), points]
        }
    };
    let columns: Vec<_> = columns.into_iter().filter(|column| !column.is_empty()).collect();
    let height = columns.iter().map(|column| column.len()).max().unwrap_or(0);
    let rows = (0..height).map(|row| columns.iter().flat_map(|column| cell(column.get(row))).collect());
    text::table(&[], &[false, true].repeat(columns.len()), rows.collect()).join("\n") + "\n"
}

/// How the card stands with the upper bonus and extra ones: a line, or none where the rules have neither.
fn bonuses(card: &Scorecard, rules: &RuleSet) -> String {
    let bonus = rules.upper_bonus();
    let mut parts = Vec::new();
    if bonus.points > 0 {
        let total = card.upper_total(rules);
        parts.push(match card.upper_bonus(rules) {
            0 => format!("upper total {total} of {} for the bonus of {}", bonus.at, bonus.points),
            earned => format!("upper total {total}, which earned the bonus of {earned}"),
        });
    }
    if card.extra() > 0 {
        let count = words::count(card.extra().into(), "extra bonus", "extra bonuses");
        parts.push(format!("{count}, {}", points(card.extra_points(rules))));
    }
    if parts.is_empty() { String::new() } else { format!("  {}\n", parts.join("; ")) }
}

/// The first hint names the best few options, any other the best.
pub(super) fn hint(puzzle: &Puzzle, number: usize, rules: &RuleSet) -> String {
    let words = |option: &TurnOption| words::in_words(&option.action, &puzzle.roll, rules);
    if number > 1 {
        return format!("The best: {}.\n", words(puzzle.advice.best()));
    }
    let few: String = few(&puzzle.advice).iter().map(|option| format!("  {}\n", words(option))).collect();
    format!("One of these is the best (another hint says which):\n{few}")
}

pub(super) fn wrong(what: &str) -> String {
    text::sentence(&format!("Not possible: {what}."))
}

/// What the answer cost, what the obvious choice costs, and why the best is the best.
pub(super) fn solution(puzzle: &Puzzle, chosen: Option<&TurnOption>, table: &ValueTable) -> Result<String, CardError> {
    let Puzzle { card, roll, rerolls_left, advice, obvious } = puzzle;
    let rules = table.rules();
    let words = |option: &TurnOption| words::in_words(&option.action, roll, rules);
    let costs = |option: &TurnOption| format!("{LOSS}It costs {} points{LOSS:#}.", words::small(option.loss));
    let mut said = text::sentence(&match chosen {
        None => "Given up.".to_owned(),
        Some(chosen) if chosen.action == advice.best().action => format!("{BEST}Right:{BEST:#} {}. Nothing is better.", words(chosen)),
        Some(chosen) if chosen.loss < TIE_TOLERANCE => format!("{BEST}Right:{BEST:#} {}. It is as good as the best.", words(chosen)),
        Some(chosen) => format!("Your choice: {}. {}", words(chosen), costs(chosen)),
    });
    said.push_str(&text::sentence(&match chosen {
        Some(chosen) if chosen.action == obvious.action => "It is the obvious choice: the most points this turn.".to_owned(),
        _ => format!("The obvious choice: {}. {}", words(obvious), costs(obvious)),
    }));
    let (rival_title, rival) = match chosen {
        Some(chosen) if chosen.loss >= TIE_TOLERANCE => ("Your choice", chosen),
        _ => ("The obvious choice", obvious),
    };
    let reasons = Advisor::new(table).reasons(card, advice, *rerolls_left, Some(rival))?;
    // The chance of the upper bonus would take a table of its own, which is not worth the wait here.
    said.push_str(&text::reasons(&reasons::in_words(["The best", rival_title], &reasons, roll, rules, |_| None)));
    Ok(said)
}

pub(super) fn summary(tally: &Tally, of: u32) -> String {
    let Tally { answered, best, unaided, given_up, loss, obvious_loss } = *tally;
    let given_up = if given_up > 0 { format!(", {given_up} given up") } else { String::new() };
    let mut said = format!("\n{HEADING}{answered} of {} answered{given_up}{HEADING:#}\n", words::count(of.into(), "position", "positions"));
    if answered > 0 {
        let mean = loss / answered as f64;
        said.push_str(&format!("\n  best answers                   {best:>6}\n"));
        said.push_str(&format!("  answers without a hint         {unaided:>6}\n"));
        said.push_str(&format!("  points lost by these answers   {loss:>6.2}, {mean:.2} on average\n"));
        said.push_str(&format!("  points lost by obvious choices {obvious_loss:>6.2}\n"));
    }
    said
}
