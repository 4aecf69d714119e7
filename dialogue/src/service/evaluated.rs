//! The exact value of a strategy, and its losses.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::evaluate::{EvaluateError, Evaluator, Habit, LossKinds, StrategyValues};
use yahtzee_solver::rules::{Category, Filled};
use yahtzee_solver::strategy::MixedStrategy;
use yahtzee_solver::{Distribution, Model, RuleSet, Run, Scorecard};

use super::{Effort, NamedStrategy, Service, ServiceError, Work};
use crate::answer::ScoreParts;
use crate::words::RuleCardTexts;

/// The units of progress of a part of the work.
const UNITS: u64 = 1000;

/// The name of a strategy that has none.
const UNNAMED: &str = "policy";

/// The exact value of a strategy in the games that continue from a card. Each breakdown of the loss adds up to it.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluated {
    /// The name of the rule set.
    pub rules: String,
    /// The name of the strategy.
    pub strategy: String,
    /// Its expected final score, in points.
    pub expected_score: f64,
    /// The standard deviation of its final score.
    pub sd: f64,
    /// The optimum less `expected_score`.
    pub loss: f64,
    /// The loss by the turn of the game, from the first.
    pub by_turn: Vec<f64>,
    /// The loss by the rerolls left, from 0.
    pub by_rerolls_left: Vec<f64>,
    /// The loss by the kind of decision.
    pub by_kind: LossKinds,
    /// The loss of writing into each category, in the order of the rules, and at last that of holding dice.
    pub by_category: Vec<LossInBox>,
    /// The most costly habits, worst first.
    pub habits: Vec<NamedHabit>,
    /// The worth of each rule of a card of rules; absent for other strategies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub worth: Vec<RuleWorth>,
    /// The parts of its score.
    #[serde(flatten)]
    pub parts: ScoreParts,
    /// Each possible score, ascending, with its probability.
    pub pmf: Distribution,
}

/// The loss of writing into a category.
#[derive(Clone, Debug, Serialize)]
pub struct LossInBox {
    /// The name of the category; null for the loss of holding dice.
    pub category: Option<String>,
    /// The loss, in points a game.
    pub loss: f64,
}

/// A repeated, costly action of a strategy.
#[derive(Clone, Debug, Serialize)]
pub struct NamedHabit {
    /// Its loss, in points a game.
    pub loss: f64,
    /// How often it occurs in a game with a loss.
    pub times: f64,
    /// A position in which it costs much, in the notation of the program.
    pub position: String,
    /// The strategy's action there, likewise.
    pub action: String,
    /// The best action there, likewise.
    pub best: String,
    /// The loss there, in points.
    pub costs: f64,
}

/// A rule of a card with its worth.
#[derive(Clone, Debug, Serialize)]
pub struct RuleWorth {
    /// The rule in words.
    pub rule: String,
    /// The value of the card less its value without the rule, in points a game.
    pub worth: f64,
}

impl NamedHabit {
    fn new(habit: &Habit, rules: &RuleSet) -> NamedHabit {
        NamedHabit {
            loss: habit.loss,
            times: habit.times,
            position: habit.position.to_string(),
            action: habit.action.display(rules).to_string(),
            best: habit.best.display(rules).to_string(),
            costs: habit.costs,
        }
    }
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
        self.evaluate_on(&model, &*named.strategy(self.table(), &model), Some(named), card, effort)
    }

    /// Evaluates a strategy from a card on, on a model whose states share no values ([`Model::apart`]). `named` is the named strategy that it is,
    /// if it is one.
    ///
    /// # Errors
    ///
    /// A [`ServiceError`] if the strategy or the card is of another game, the strategy is invalid, it needs more memory than the limit, or the progress
    /// callback stops it.
    pub fn evaluate_on(
        &self,
        model: &Arc<Model>,
        strategy: &dyn MixedStrategy,
        named: Option<&NamedStrategy>,
        card: &Scorecard,
        effort: &Effort<'_>,
    ) -> Result<Evaluated, ServiceError> {
        let (held, run) = self.beside(model, effort);
        let rule_card = named.and_then(NamedStrategy::card);
        let texts = rule_card.map(RuleCardTexts::new);
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
            let worth = match (rule_card, &texts) {
                (Some(rules), Some(texts)) => {
                    let all = value(rules)?;
                    let without =
                        |(rule, text): (usize, &String)| Ok(RuleWorth { rule: text.clone(), worth: all - value(&rules.without(rule))? });
                    texts.rules().enumerate().map(without).collect::<Result<_, EvaluateError>>()?
                }
                _ => Vec::new(),
            };
            let rules = self.rules();
            let in_box =
                |(category, loss): &(Category, f64)| LossInBox { category: Some(rules.category(*category).name.clone()), loss: *loss };
            let by_holds = LossInBox { category: None, loss: losses.by_holds };
            Ok(Evaluated {
                rules: rules.name().to_owned(),
                strategy: named.map_or(UNNAMED, NamedStrategy::name).to_owned(),
                expected_score: statistics.score.mean(),
                sd: statistics.score.sd(),
                loss: losses.total,
                by_turn: losses.by_turn,
                by_rerolls_left: losses.by_rerolls_left,
                by_kind: losses.by_kind,
                by_category: losses.by_category.iter().map(in_box).chain([by_holds]).collect(),
                habits: losses.habits.iter().map(|habit| NamedHabit::new(habit, rules)).collect(),
                worth,
                pmf: statistics.score.clone(),
                parts: ScoreParts::new(statistics, rules),
            })
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
        let model = Model::apart_from(self.rules(), filled, self.left(effort));
        model.map(Arc::new).map_err(|error| ServiceError::of_model(error, work, self.taken(effort), self.memory))
    }
}
