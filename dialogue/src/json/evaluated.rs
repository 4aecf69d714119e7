//! The exact value of a strategy, as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use yahtzee_solver::evaluate::{Habit, LossKind};
use yahtzee_solver::{Points, Position, RuleSet};

use super::statistics::{JsonBonus, JsonCategory, bonus, category, saved_throws};
use crate::service::Evaluated;

/// The output of `yahtzee evaluate --json`.
#[derive(Debug, Serialize)]
pub struct JsonEvaluated<'a> {
    rules: &'a str,
    strategy: &'a str,
    expected_score: f64,
    sd: f64,
    /// The optimum less `expected_score`.
    loss: f64,
    by_turn: &'a [f64],
    by_rerolls_left: &'a [f64],
    by_kind: BTreeMap<&'static str, f64>,
    by_category: Vec<JsonCategoryLoss<'a>>,
    habits: Vec<JsonHabit>,
    /// For a card: the worth of each of its rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    worth: Vec<JsonRuleWorth<'a>>,
    categories: Vec<JsonCategory<'a>>,
    upper_bonus: JsonBonus,
    extra_bonus: JsonBonus,
    /// Present if saved throws earn points at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_throws: Option<JsonBonus>,
    pmf: Vec<(Points, f64)>,
}

#[derive(Debug, Serialize)]
struct JsonCategoryLoss<'a> {
    /// `None` for the loss of holding dice.
    category: Option<&'a str>,
    loss: f64,
}

#[derive(Debug, Serialize)]
struct JsonHabit {
    loss: f64,
    times: f64,
    position: String,
    action: String,
    best: String,
    costs: f64,
}

/// A rule of a card, with the loss of the card without it.
#[derive(Debug, Serialize)]
struct JsonRuleWorth<'a> {
    rule: &'a str,
    worth: f64,
}

/// The name of a kind of loss.
fn loss_kind(kind: LossKind) -> &'static str {
    match kind {
        LossKind::Hold => "hold",
        LossKind::Stop => "stop",
        LossKind::Roll => "roll",
        LossKind::Category => "category",
    }
}

impl<'a> JsonEvaluated<'a> {
    /// The value of a strategy.
    pub fn new(rules: &'a RuleSet, strategy: &'a str, evaluated: &'a Evaluated) -> JsonEvaluated<'a> {
        let Evaluated { statistics, losses, worth } = evaluated;
        let of_category = losses.by_category.iter().map(|(category, loss)| (Some(*category), *loss)).chain([(None, losses.by_holds)]);
        let habit = |habit: &Habit| JsonHabit {
            loss: habit.loss,
            times: habit.times,
            position: Position::to_string(&habit.position),
            action: habit.action.display(rules).to_string(),
            best: habit.best.display(rules).to_string(),
            costs: habit.costs,
        };
        JsonEvaluated {
            rules: rules.name(),
            strategy,
            expected_score: statistics.score.mean(),
            sd: statistics.score.sd(),
            loss: losses.total,
            by_turn: &losses.by_turn,
            by_rerolls_left: &losses.by_rerolls_left,
            by_kind: losses.by_kind.iter().map(|(kind, loss)| (loss_kind(*kind), *loss)).collect(),
            by_category: of_category
                .map(|(category, loss)| JsonCategoryLoss { category: category.map(|category| &*rules.category(category).name), loss })
                .collect(),
            habits: losses.habits.iter().map(habit).collect(),
            worth: worth.iter().map(|(rule, worth)| JsonRuleWorth { rule, worth: *worth }).collect(),
            categories: statistics.categories.iter().map(|one| category(rules, one)).collect(),
            upper_bonus: bonus(&statistics.upper_bonus),
            extra_bonus: bonus(&statistics.extra_bonus),
            saved_throws: saved_throws(rules, statistics),
            pmf: statistics.score.iter().collect(),
        }
    }
}
