//! `--goal`: the best chance of points in one category this turn, and its cost.

use yahtzee_dialogue::{Answer, words};
use yahtzee_solver::{Goal, GoalAdvice, GoalOption, RuleSet, TIE_TOLERANCE};

use crate::failure::Failure;
use crate::style::{BEST, LOSS};
use crate::text;

/// Reads what was typed after `--goal`.
pub(super) fn parse(text: &str, rules: &RuleSet) -> Result<Goal, Failure> {
    Goal::parse(text, rules).map_err(|error| Failure::input(format_args!("--goal: {error}")))
}

/// The `shown` options with the best chances, in words.
pub(super) fn in_words(advice: &GoalAdvice, answer: &Answer<'_>, shown: usize) -> String {
    let rules = answer.rules;
    let title = &rules.category(advice.goal.category()).title;
    let goal = match advice.goal.points() {
        points if points == 1 => format!("points in {title}"),
        points => format!("at least {points} in {title}"),
    };
    let best = advice.best();
    if best.chance == 0.0 {
        return format!("\nGoal: {goal}. {LOSS}It cannot be reached this turn.{LOSS:#}\n");
    }
    let mut words = format!("\nGoal: {goal}. {BEST}{}: {}.{BEST:#}\n", answer.in_words(&best.option), words::percent(best.chance));
    let costs = |loss: f64| match loss {
        loss if loss < TIE_TOLERANCE => "nothing".to_owned(),
        loss => format!("{} points", words::small(loss)),
    };
    let chased = (answer.advice.expected_final() - best.expected_chased).max(0.0);
    words.push_str(&match (costs(best.option.loss), costs(chased)) {
        (now, chased) if now == chased => format!("It costs {now} of the expected final score.\n\n"),
        (now, chased) => format!("It costs {now} of the expected final score; chasing it to the end of the turn, {chased}.\n\n"),
    });
    let row = |chased: &GoalOption| {
        vec![
            answer.in_words(&chased.option),
            words::percent(chased.chance),
            format!("{:.2}", chased.option.expected_final),
            words::loss(chased.option.loss, chased.option.loss == 0.0),
        ]
    };
    let rows = advice.options.iter().filter(|chased| chased.chance > 0.0).take(shown).map(row);
    words.push_str(&text::table_with_best(&["option", "chance", "expected final", "loss"], &[false, true, true, true], rows.collect()));
    words
}
