//! Written objectives: opponents, and utilities in files.

use std::num::IntErrorKind;

use yahtzee_solver::evaluate::{Opponent, Ties};
use yahtzee_solver::printable::quoted;
use yahtzee_solver::solve::UtilityError;
use yahtzee_solver::{Objective, Points, RuleSet, Scorecard, Utility, tr};

use crate::words;

/// The longest text of a utility, in bytes: enough for tens of thousands of scores.
pub const LONGEST_UTILITY: u64 = 1_000_000;

/// An opponent: `new`, a final score like `243`, or a card like `ones=3 fours=12`.
///
/// # Errors
///
/// The error, and the correct form.
pub fn opponent(text: &str, rules: &RuleSet) -> Result<Opponent, String> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("new") {
        return Ok(Opponent::New);
    }
    // -3, 2.5 and 1e5 count as numbers too, so that the message is about the score and not about a card.
    let is_number = text.chars().all(|letter| letter.is_ascii_digit() || "+-.eE".contains(letter));
    if is_number && text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-') {
        let score = match text.parse::<u32>() {
            Ok(score) => score,
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
                return Err(tr!("a final score of {}: no game scores more than {}", quoted(text), Utility::MOST));
            }
            Err(_) => return Err(tr!("{}: a final score is a whole number of points, 0 or more", quoted(text))),
        };
        return Ok(Opponent::Score(Points::new(score)));
    }
    let wrong = |error| tr!("{} (an opponent is 'new', a final score like 243, or a card like \"ones=3 fours=12\")", error);
    Scorecard::parse(text, rules).map(Opponent::Card).map_err(wrong)
}

/// An objective: `At least 300 points`, `Winning against a card with 92 points and 2 who have not begun`.
pub fn in_words(objective: &Objective) -> String {
    match objective {
        Objective::Target(score) => tr!("At least {}", words::points(*score)),
        Objective::Exactly(score) => tr!("Exactly {}", words::points(*score)),
        Objective::Fewest => tr!("The fewest points"),
        Objective::Utility(_) => tr!("The utility of the final score"),
        Objective::Turn => tr!("The points of this turn"),
        Objective::Against(against) => {
            let named = against.named().iter().filter_map(|opponent| match opponent {
                Opponent::Card(card) => Some(tr!("a card with {} so far", words::points(card.score()))),
                Opponent::Score(score) => Some(tr!("a final score of {}", *score)),
                Opponent::New => None,
            });
            let new = match against.count_new() {
                0 => None,
                1 => Some(tr!("one who has not begun")),
                count => Some(tr!("{} who have not begun", count)),
            };
            let opponents = words::list(named.chain(new).collect());
            winning(&opponents, against.ties())
        }
        Objective::Duel { opponent, ties } => {
            winning(&tr!("one who sees both cards and plays to win, with {} so far", words::points(opponent.score())), *ties)
        }
    }
}

fn winning(opponents: &str, ties: Ties) -> String {
    match ties {
        Ties::Win => tr!("Winning against {} (a tie counts as a win)", opponents),
        Ties::Half => tr!("Winning against {}", opponents),
        Ties::Lose => tr!("Winning against {} (a tie counts as a loss)", opponents),
    }
}

/// Reads a utility from the text of a CSV or a JSON file: `score,utility` per line, or `[[score, utility], …]`. A first line of names is skipped.
///
/// # Errors
///
/// The error, and its line.
///
/// ```
/// let utility = yahtzee_dialogue::ask::objective_text::utility("score,utility\n0,0\n200,1.5\n300,10\n")?;
/// assert_eq!([199, 200, 300].map(|score| utility.of(score)), [0.0, 1.5, 10.0]);
/// assert_eq!(utility, yahtzee_dialogue::ask::objective_text::utility("[[0, 0], [200, 1.5], [300, 10]]")?);
/// assert!(yahtzee_dialogue::ask::objective_text::utility("0,1\n200,0.5").is_err());
/// # Ok::<(), String>(())
/// ```
pub fn utility(text: &str) -> Result<Utility, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let steps = if text.trim_start().starts_with('[') { json_steps(text)? } else { csv_steps(text)? };
    of_steps(&steps).map_err(|error| error.to_string())
}

/// A utility with these steps.
pub(crate) fn of_steps(steps: &[(i64, f64)]) -> Result<Utility, UtilityError> {
    let step = |&(score, worth): &(i64, f64)| Ok((i32::try_from(score).map_err(|_| UtilityError::OutOfRange { score })?, worth));
    Utility::new(&steps.iter().map(step).collect::<Result<Vec<_>, _>>()?)
}

fn json_steps(text: &str) -> Result<Vec<(i64, f64)>, String> {
    serde_json::from_str(text).map_err(|error| tr!("{}: write [[score, utility], …]", quoted(&error.to_string())))
}

fn csv_steps(text: &str) -> Result<Vec<(i64, f64)>, String> {
    let mut steps = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        match csv_step(line) {
            Some(step) => steps.push(step),
            // The names of the columns.
            None if steps.is_empty() && !line.contains(|letter: char| letter.is_ascii_digit()) && line.contains(',') => {}
            None => return Err(tr!("line {}: '{}' is not score,utility, like 200,1.5", number, quoted(line))),
        }
    }
    Ok(steps)
}

fn csv_step(line: &str) -> Option<(i64, f64)> {
    let (score, worth) = line.split_once(',')?;
    Some((score.trim().parse().ok()?, worth.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_read() {
        let rules = RuleSet::builtin("hasbro").unwrap();
        assert_eq!(opponent(" New ", &rules), Ok(Opponent::New));
        assert_eq!(opponent("243", &rules), Ok(Opponent::Score(Points::new(243))));
        assert_eq!(opponent("1s=3 y=50", &rules), Ok(Opponent::Card(Scorecard::parse("ones=3 yahtzee=50", &rules).unwrap())));
        assert_eq!(opponent("", &rules), Ok(Opponent::Card(Scorecard::new(&rules))));
        for (text, wrong) in [
            ("-3", "whole number"),
            ("2.5", "whole number"),
            ("99999999999", "no game scores more than 3660000"),
            ("ones=7", "ones"),
            ("old", "'new'"),
        ] {
            let error = opponent(text, &rules).unwrap_err();
            assert!(error.contains(wrong), "{text}: {error}");
        }
    }

    #[test]
    fn wrong_utilities_say_where() {
        for (text, wrong) in [
            ("", "at least one score"),
            ("score,utility\n", "at least one score"),
            ("0,0\n100,x\n", "line 2: '100,x'"),
            ("0,0\n100\n", "line 2"),
            ("0,0\n100,1\n50,2\n", "falls from 2 to 1 at 100"),
            ("0,inf\n", "finite"),
            ("0,NaN\n", "finite"),
            ("0,0\n5,1e400\n", "the utility of 5 points is inf: write a finite number"),
            ("0,0\n5,1e305\n", "the utility of 5 points is 1e305: write numbers from -1e300 to 1e300"),
            ("[[0, -1e307]]", "the utility of 0 points is -1e307: write numbers from -1e300 to 1e300"),
            ("-1,0\n", "-1 points are out of range"),
            ("9999999999,0\n", "9999999999 points are out of range"),
            ("5,0\n5,1\n", "5 points occur twice"),
            ("[[0, 1], [1]]", "line 1 column"),
            ("[[0, 1], [1, 0]]", "falls from 1 to 0 at 1"),
            ("[]", "at least one score"),
            ("a,b\nc,d\n", "at least one score"),
        ] {
            let error = utility(text).unwrap_err();
            assert!(error.contains(wrong), "{text}: {error}");
        }
    }
}
