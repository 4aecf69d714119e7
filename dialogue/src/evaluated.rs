//! The exact value of a strategy, and where it loses.

use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::evaluate::{EvaluateError, Evaluator, Losses};
use yahtzee_solver::{Follower, Model, Scorecard, Statistics, ValueTable};

use crate::rule_card::RuleCardTexts;
use crate::text::Text;

/// The exact value of a strategy in the games that go on from a card.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// All that its games show.
    pub statistics: Statistics,
    /// Where it loses against the optimum.
    pub losses: Losses,
    /// For a card of rules: each rule in words, and what it is worth, in points a game.
    pub worth: Vec<(Text, f64)>,
}

/// The need of following games is at least this part of its bound.
const LEAST_OF_BOUND: u64 = 4;

impl Evaluated {
    /// The least bytes that evaluating a strategy from a card on takes, beside the table and the model.
    pub fn bytes_needed(model: &Model, card: &Scorecard) -> u64 {
        Follower::statistics_bytes(model, card) / LEAST_OF_BOUND
    }

    /// Evaluates a strategy from a card on. `rules` is the card of rules, if it is one.
    ///
    /// # Errors
    ///
    /// [`EvaluateError`] if the table or the card is of another game, or the strategy is wrong.
    pub fn new(
        evaluator: &Evaluator<'_>,
        table: &ValueTable,
        card: &Scorecard,
        rules: Option<&RuleCard>,
    ) -> Result<Evaluated, EvaluateError> {
        let statistics = evaluator.statistics(card)?;
        let losses = evaluator.losses(table, card)?;
        let worth = rules.map_or(Ok(Vec::new()), |rules| worths(evaluator, rules, card))?;
        Ok(Evaluated { statistics, losses, worth })
    }
}

/// What each rule of a card is worth from this scorecard on: the card's value less that without the rule.
fn worths(evaluator: &Evaluator<'_>, rules: &RuleCard, card: &Scorecard) -> Result<Vec<(Text, f64)>, EvaluateError> {
    let value = |rules: &RuleCard| {
        let values = evaluator.another(&CardStrategy::new(rules, evaluator.model()))?.values()?;
        Ok::<_, EvaluateError>(values.value(&card.state()).unwrap_or_default())
    };
    let all = value(rules)?;
    let texts = RuleCardTexts::new(rules);
    texts.rules().enumerate().map(|(rule, text)| Ok((text.clone(), all - value(&rules.without(rule))?))).collect()
}
