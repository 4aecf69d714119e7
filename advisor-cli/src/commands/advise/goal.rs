//! `--goal`: the best chance of points in one category this turn, and its cost.

use yahtzee_dialogue::answer::sentences::loss_in_table;
use yahtzee_dialogue::{Answer, WorthKind, words};
use yahtzee_solver::TurnOption;
use yahtzee_solver::advise::{GoalAdvice, GoalOption};
use yahtzee_solver::language::decimal;
use yahtzee_solver::tr;

use crate::text;

/// The `shown` options with the best chances, in words.
pub(super) fn in_words(advice: &GoalAdvice, answer: &Answer<'_>, shown: usize) -> String {
    let mut words = format!("\n{}", text::lines(&answer.goal_in_words()));
    if advice.best().chance == 0.0 {
        return words;
    }
    words.push('\n');
    let row = |chased: &GoalOption| {
        vec![
            answer.in_words(&chased.option).to_string(),
            words::percent(chased.chance).to_string(),
            decimal(chased.option.expected_final, 2),
            loss_in_table(&TurnOption { worth: None, ..chased.option }, chased.option.loss == 0.0, WorthKind::Points),
        ]
    };
    let rows = advice.options.iter().filter(|chased| chased.chance > 0.0).take(shown).map(row);
    words.push_str(&text::table_with_best(
        &[tr!("option"), tr!("chance"), tr!("expected final"), tr!("loss")],
        &[false, true, true, true],
        rows.collect(),
    ));
    words
}
