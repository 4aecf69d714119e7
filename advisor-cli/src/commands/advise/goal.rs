//! `--goal`: the best chance of points in one category this turn, and its cost.

use yahtzee_dialogue::answer::sentences::Sentence;
use yahtzee_dialogue::answer::{GoalChance, GoalChances};
use yahtzee_dialogue::words;
use yahtzee_solver::language::decimal;
use yahtzee_solver::tr;

use super::shown::loss_in_table;
use crate::text;

/// What is said of the goal, and the `shown` options with the best chances.
pub(super) fn in_words(goal: &GoalChances, said: &[Sentence], shown: usize) -> String {
    let mut words = format!("\n{}", text::lines(said));
    let rows = goal.options.iter().filter(|option| option.chance > 0.0).take(shown).map(|GoalChance { option, chance, .. }| {
        let loss = loss_in_table(option, option.loss == 0.0);
        vec![option.action.words().to_owned(), words::percent(*chance), decimal(option.expected_final, 2), loss]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if !rows.is_empty() {
        words.push('\n');
        let header = [tr!("option"), tr!("chance"), tr!("expected final"), tr!("loss")];
        words.push_str(&text::table_with_best(&header, &[false, true, true, true], rows));
    }
    words
}
