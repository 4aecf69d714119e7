//! The exact value of a strategy, and its losses.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::evaluate::{EvaluateError, Evaluator, Losses, StrategyValues};
use yahtzee_solver::rules::Filled;
use yahtzee_solver::strategy::MixedStrategy;
use yahtzee_solver::{Model, RulesError, Run, Scorecard, Statistics};

use super::{Effort, NamedStrategy, Service, ServiceError, Work};
use crate::words::RuleCardTexts;

/// The units of progress of a part of the work.
const UNITS: u64 = 1000;

/// The exact value of a strategy in the games that continue from a card.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The statistics of its games.
    pub statistics: Statistics,
    /// Its losses against the optimum.
    pub losses: Losses,
    /// For a card of rules: each rule in words, and its worth, in points a game: the value of the card less its value without the rule.
    pub worth: Vec<(String, f64)>,
}

impl Service {
    /// Evaluates a named strategy from a card on.
    ///
    /// # Errors
    ///
    /// As for [`evaluate_on`](Service::evaluate_on).
    pub fn evaluate(&self, named: &NamedStrategy, card: &Scorecard, effort: &Effort<'_>) -> Result<Evaluated, ServiceError> {
        let model = self.model_apart(card.state().filled, Work::Evaluation, effort)?;
        let needed = model.bytes_needed().saturating_add(effort.run.thread_count() as u64 * named.bytes_a_turn());
        self.check(Work::Evaluation, needed, effort)?;
        self.evaluate_on(&model, &*named.strategy(self.table(), &model), named.card(), card, effort)
    }

    /// Evaluates a strategy from a card on, on a model whose states share no values ([`Model::apart`]). `rules` is the card of rules, if it is one.
    ///
    /// # Errors
    ///
    /// A [`ServiceError`] if the strategy or the card is of another game, the strategy is invalid, it needs more memory than the limit, or the progress
    /// callback stops it.
    pub fn evaluate_on(
        &self,
        model: &Arc<Model>,
        strategy: &dyn MixedStrategy,
        rules: Option<&RuleCard>,
        card: &Scorecard,
        effort: &Effort<'_>,
    ) -> Result<Evaluated, ServiceError> {
        let (held, run) = self.beside(model, effort);
        let texts = rules.map(RuleCardTexts::new);
        // Statistics, losses, the card, and the card without each rule: each is the same share of the progress.
        let parts = 2 + texts.as_ref().map_or(0, |texts| 1 + texts.rules().count() as u64);
        let part = AtomicU64::new(0);
        let progress = |done: u64, all: u64| {
            let done = part.load(Ordering::Relaxed) * UNITS + done * UNITS / all.max(1);
            if effort.run.report(done, parts * UNITS).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let next = || part.fetch_add(1, Ordering::Relaxed);
        let evaluated = || {
            let evaluator = Evaluator::with_model(model, strategy)?.with(run.progress(&progress));
            let statistics = evaluator.statistics(card)?;
            next();
            let losses = evaluator.losses(self.table(), card)?;
            let value = |rules: &RuleCard| {
                next();
                let values = evaluator.another(&CardStrategy::new(rules, model))?.values()?;
                Ok::<_, EvaluateError>(values.value(&card.state()).unwrap_or_default())
            };
            let worth = match (rules, &texts) {
                (Some(rules), Some(texts)) => {
                    let all = value(rules)?;
                    let without = |(rule, text): (usize, &String)| Ok((text.clone(), all - value(&rules.without(rule))?));
                    texts.rules().enumerate().map(without).collect::<Result<_, EvaluateError>>()?
                }
                _ => Vec::new(),
            };
            Ok(Evaluated { statistics, losses, worth })
        };
        evaluated().map_err(|error| ServiceError::of_strategy(error, Work::Evaluation, held, self.memory))
    }

    /// The value of every state under a strategy, on a model whose states share no values.
    ///
    /// # Errors
    ///
    /// As for [`evaluate_on`](Service::evaluate_on).
    pub fn values_on(&self, model: &Arc<Model>, strategy: &dyn MixedStrategy, effort: &Effort<'_>) -> Result<StrategyValues, ServiceError> {
        let (held, run) = self.beside(model, effort);
        let values = Evaluator::with_model(model, strategy).and_then(|evaluator| evaluator.with(run).values());
        values.map_err(|error| ServiceError::of_strategy(error, Work::Strategy, held, self.memory))
    }

    /// The bytes held with a model and by the threads that follow a strategy, and the run in what the limit leaves.
    fn beside<'e>(&self, model: &Model, effort: &Effort<'e>) -> (u64, Run<'e>) {
        let threads = effort.run.thread_count() as u64 * Evaluator::bytes_a_thread(model);
        let held = self.taken(effort).saturating_add(model.bytes_needed()).saturating_add(threads);
        (held, effort.run.memory(self.memory.saturating_sub(held)))
    }

    /// A model whose states share no values, for strategies in the games in which at least these categories are filled.
    pub(super) fn model_apart(&self, filled: Filled, work: Work, effort: &Effort<'_>) -> Result<Arc<Model>, ServiceError> {
        Model::apart_from(self.rules(), filled, self.left(effort)).map(Arc::new).map_err(|error| match error {
            RulesError::TooLarge { needed, .. } => {
                ServiceError::TooLarge { work, needed: needed.saturating_add(self.taken(effort)), limit: self.memory }
            }
            error => unreachable!("rules that were solved: {error}"),
        })
    }
}
