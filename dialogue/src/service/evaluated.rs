//! The exact value of a strategy, and its losses.

use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::evaluate::{EvaluateError, Evaluator, Losses};
use yahtzee_solver::{Scorecard, Statistics, ValueTable};

use crate::words::RuleCardTexts;

/// The exact value of a strategy in the games that continue from a card.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The statistics of its games.
    pub statistics: Statistics,
    /// Its losses against the optimum.
    pub losses: Losses,
    /// For a card of rules: each rule in words, and its worth, in points a game.
    pub worth: Vec<(String, f64)>,
}

impl Evaluated {
    /// Evaluates a strategy from a card on. `rules` is the card of rules, if it is one.
    ///
    /// # Errors
    ///
    /// [`EvaluateError`] if the table or the card is of another game, the strategy is invalid, or it needs more memory than the limit.
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

/// The worth of each rule of a card from this scorecard on: the value of the card less its value without the rule.
fn worths(evaluator: &Evaluator<'_>, rules: &RuleCard, card: &Scorecard) -> Result<Vec<(String, f64)>, EvaluateError> {
    let value = |rules: &RuleCard| {
        let values = evaluator.another(&CardStrategy::new(rules, evaluator.model()))?.values()?;
        Ok::<_, EvaluateError>(values.value(&card.state()).unwrap_or_default())
    };
    let all = value(rules)?;
    let texts = RuleCardTexts::new(rules);
    texts.rules().enumerate().map(|(rule, text)| Ok((text.clone(), all - value(&rules.without(rule))?))).collect()
}
