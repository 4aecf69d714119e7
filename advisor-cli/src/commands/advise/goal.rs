//! `--goal`: the best chance of points in one category this turn, and its cost.

use serde::Serialize;
use yahtzee_dialogue::json::JsonOption;
use yahtzee_dialogue::words;
use yahtzee_solver::{Goal, GoalAdvice, GoalError, GoalOption, Roll, RuleSet, TIE_TOLERANCE};

use crate::failure::Failure;
use crate::style::{BEST, LOSS};
use crate::text;

/// `goal` in the JSON of `advise`.
#[derive(Serialize)]
pub(super) struct JsonGoal<'a> {
    category: &'a str,
    points: u32,
    options: Vec<JsonChased>,
}

#[derive(Serialize)]
struct JsonChased {
    #[serde(flatten)]
    option: JsonOption,
    chance: f64,
    expected_chased: f64,
}

impl<'a> JsonGoal<'a> {
    /// `added` is what other rounds of the game add to expected final scores.
    pub(super) fn new(advice: &GoalAdvice, rules: &'a RuleSet, added: f64) -> JsonGoal<'a> {
        let chased = |chased: &GoalOption| JsonChased {
            option: JsonOption::new(&chased.option, rules, added),
            chance: chased.chance,
            expected_chased: chased.expected_chased + added,
        };
        JsonGoal {
            category: &rules.category(advice.goal.category()).name,
            points: advice.goal.points(),
            options: advice.options.iter().map(chased).collect(),
        }
    }
}

/// Reads what was typed after `--goal`.
pub(super) fn parse(text: &str, rules: &RuleSet) -> Result<Goal, Failure> {
    Goal::parse(text, rules).map_err(failure)
}

#[expect(clippy::needless_pass_by_value, reason = "what map_err gives")]
pub(super) fn failure(error: GoalError) -> Failure {
    Failure::input(format_args!("--goal: {error}"))
}

/// The options with the best chances, `shown` of them, in words. `expected_final` is that of optimal play.
pub(super) fn in_words(advice: &GoalAdvice, roll: &Roll, rules: &RuleSet, expected_final: f64, shown: usize, added: f64) -> String {
    let title = &rules.category(advice.goal.category()).title;
    let goal = match advice.goal.points() {
        1 => format!("points in {title}"),
        points => format!("at least {points} in {title}"),
    };
    let best = advice.best();
    if best.chance == 0.0 {
        return format!("\nGoal: {goal}. {LOSS}It cannot be reached this turn.{LOSS:#}\n");
    }
    let mut words =
        format!("\nGoal: {goal}. {BEST}{}: {}.{BEST:#}\n", words::in_words(&best.option.action, roll, rules), percent(best.chance));
    let costs = |loss: f64| match loss {
        loss if loss < TIE_TOLERANCE => "nothing".to_owned(),
        loss => format!("{} points", words::small(loss)),
    };
    let chased = (expected_final - best.expected_chased).max(0.0);
    words.push_str(&match (costs(best.option.loss), costs(chased)) {
        (now, chased) if now == chased => format!("It costs {now} of the expected final score.\n\n"),
        (now, chased) => format!("It costs {now} of the expected final score; chasing it to the end of the turn, {chased}.\n\n"),
    });
    let row = |chased: &GoalOption| {
        vec![
            words::in_words(&chased.option.action, roll, rules),
            percent(chased.chance),
            format!("{:.2}", chased.option.expected_final + added),
            words::loss(chased.option.loss, chased.option.loss == 0.0),
        ]
    };
    let rows = advice.options.iter().filter(|chased| chased.chance > 0.0).take(shown).map(row);
    let lines = text::table(&["option", "chance", "expected final", "loss"], &[false, true, true, true], rows.collect());
    words.push_str(&text::styled(&lines, true));
    words
}

/// A chance in per cent, to two decimals.
fn percent(chance: f64) -> String {
    match chance {
        1.0 => "certain".to_owned(),
        little if little < 0.00005 => "<0.01%".to_owned(),
        almost if almost >= 0.99995 => ">99.99%".to_owned(),
        chance => format!("{:.2}%", 100.0 * chance),
    }
}
