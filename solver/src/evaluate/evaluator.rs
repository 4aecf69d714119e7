//! The exact value of any strategy: of every state, and of all games from a card on.

use std::sync::{Arc, OnceLock};

use yahtzee_kernel::Source;

use super::lookahead_values::lookahead_rows;
use super::mixed_ends::{MixedEnds, MixedTurns};
use super::row_ends::ChosenEnds;
use super::statistics::{Statistics, Tally, TurnPlacements, follow_games};
use crate::game::Scorecard;
use crate::rules::{OtherRules, RulesError, State};
use crate::solve::{MEMORY_LIMIT, Model, Run, RunError, Stopped};
use crate::space::Row;
use crate::strategy::{ChancesError, Chooser, MixedStrategy};
use crate::tr;

/// The number of rows of a task.
pub(super) const ROWS_A_TASK: usize = 8;

/// Evaluates a strategy exactly, not by sampling: its expected score from every state ([`values`](Evaluator::values)), the statistics of all its
/// games from a card on ([`statistics`](Evaluator::statistics)), and its losses against optimal play ([`losses`](Evaluator::losses)). The numbers are
/// the same to the last bit for any number of threads.
///
/// ```
/// use yahtzee_solver::evaluate::Evaluator;
/// use yahtzee_solver::strategy::Uniform;
/// use yahtzee_solver::RuleSet;
/// let random = Uniform::new(&RuleSet::builtin("crag")?);
/// let values = Evaluator::new(&random)?.values()?;
/// assert!((values.expected_score() - 18.1449).abs() < 0.0001);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Evaluator<'a> {
    pub(super) model: Arc<Model>,
    pub(super) chooser: Chooser,
    pub(super) strategy: &'a dyn MixedStrategy,
    pub(super) run: Run<'a>,
}

/// Why a strategy could not be evaluated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// A card, table or model of another game than the strategy's.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// States of the model share their values.
    #[error("{}", tr!("states of the model share their values: a strategy that is not optimal needs a model of Model::apart"))]
    Shared,
    /// The chances of its actions are wrong.
    #[error(transparent)]
    Chances(#[from] ChancesError),
    /// The evaluation did not finish: it needs more memory than the limit, or the progress callback stopped it.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl From<Stopped> for EvaluateError {
    fn from(stopped: Stopped) -> EvaluateError {
        RunError::from(stopped).into()
    }
}

/// The value of every state in which a strategy [plays](MixedStrategy::plays).
#[derive(Clone, Debug)]
pub struct StrategyValues {
    model: Arc<Model>,
    /// NaN where the strategy does not play.
    values: Vec<f64>,
}

impl StrategyValues {
    /// The expected score of a new game; NaN if the strategy does not [play](MixedStrategy::plays) in it.
    pub fn expected_score(&self) -> f64 {
        self.values[self.model.space.position(&State::default())]
    }

    /// The memory that it holds with its model, in bytes.
    pub fn bytes(&self) -> u64 {
        self.model.bytes_needed()
    }

    /// The expected points still to come from a state, as [`ValueTable::value`](crate::ValueTable::value) counts them. `None` if the state cannot be reached, or the
    /// strategy does not [play](MixedStrategy::plays) in it.
    pub fn value(&self, state: &State) -> Option<f64> {
        self.model.space.place(state).map(|place| self.values[place]).filter(|value| !value.is_nan())
    }
}

/// The first error of a strategy that several threads follow.
pub(super) type Wrong = OnceLock<ChancesError>;

impl<'a> Evaluator<'a> {
    /// Evaluates this strategy.
    ///
    /// # Errors
    ///
    /// [`RulesError::TooLarge`] if the values would take more than [`MEMORY_LIMIT`].
    pub fn new(strategy: &'a dyn MixedStrategy) -> Result<Evaluator<'a>, RulesError> {
        Ok(Evaluator::of(&Arc::new(Model::apart(strategy.rules(), MEMORY_LIMIT)?), strategy))
    }

    /// Evaluates a strategy on the states of an existing model, one of [`Model::apart`].
    ///
    /// # Errors
    ///
    /// [`EvaluateError`] if the strategy is of another game, or states of the model share their values.
    pub fn with_model(model: &Arc<Model>, strategy: &'a dyn MixedStrategy) -> Result<Evaluator<'a>, EvaluateError> {
        model.rules.check_same_game(strategy.rules())?;
        if model.space.len() != model.space.distinct() {
            return Err(EvaluateError::Shared);
        }
        Ok(Evaluator::of(model, strategy))
    }

    /// Evaluates another strategy of the same rules. It starts faster.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if it is of another game.
    pub fn another<'b>(&self, strategy: &'b dyn MixedStrategy) -> Result<Evaluator<'b>, OtherRules> {
        self.model.rules.check_same_game(strategy.rules())?;
        Ok(Evaluator { model: Arc::clone(&self.model), chooser: self.chooser.clone(), strategy, run: self.run.unheard() })
    }

    /// The memory that a thread takes to follow a strategy beside that of [any turn](Model::bytes_of_threads), in bytes: the choices after each throw.
    pub fn bytes_a_thread(model: &Model) -> u64 {
        (350 + 90 * u64::from(model.rules.rolls())) * model.lattice.len() as u64
    }

    /// The model whose states are valued.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    fn of(model: &Arc<Model>, strategy: &'a dyn MixedStrategy) -> Evaluator<'a> {
        // The chooser only says how rolls score; the values of states are not used.
        Evaluator { model: Arc::clone(model), chooser: Chooser::by_zeros(model), strategy, run: Run::new() }
    }

    /// Sets threads, memory limit and progress.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> Evaluator<'a> {
        Evaluator { run, ..self }
    }

    /// The value of every state in which the strategy [plays](MixedStrategy::plays). Each row of states is a unit of progress.
    ///
    /// # Errors
    ///
    /// [`EvaluateError`] if the shares of the actions of a roll do not add up to 1, or the progress callback stops it.
    pub fn values(&self) -> Result<StrategyValues, EvaluateError> {
        let space = &self.model.space;
        let terminal = |full: &State| [self.model.rules.at_the_end(full).into()];
        let mut values = vec![0.0; space.width()];
        let wrong = Wrong::new();
        let ahead = self.looks_ahead();
        let work = |done: &[&[f64]; 1], rows: &[Row], [out]: [&mut [f64]; 1]| {
            if let Some(chooser) = ahead {
                lookahead_rows(chooser, done[0], rows, out);
            } else if let Err(error) = self.values_of_rows(done[0], rows, out) {
                let _ = wrong.set(error);
            }
        };
        self.run.walk(space.row_count() as u64, |walker| {
            walker.backward(space, ROWS_A_TASK, [&mut values], terminal, &work);
        })?;
        match wrong.into_inner() {
            Some(error) => Err(error.into()),
            None => Ok(StrategyValues { model: Arc::clone(&self.model), values }),
        }
    }

    /// The chooser of the strategy, if it looks ahead by estimates for these states.
    fn looks_ahead(&self) -> Option<&Chooser> {
        self.strategy.looks_ahead().map(|ahead| &ahead.chooser).filter(|chooser| Arc::ptr_eq(&chooser.model, &self.model))
    }

    fn values_of_rows(&self, done: &[f64], rows: &[Row], out: &mut [f64]) -> Result<(), ChancesError> {
        let space = &self.model.space;
        let mut turns = MixedTurns::new(&self.chooser, self.strategy);
        for row in rows {
            turns.enter_row(row);
            for (position, state) in space.futures(row) {
                let value = &mut out[position - rows[0].start];
                if !self.strategy.plays(&state) {
                    *value = f64::NAN;
                    continue;
                }
                let turn = turns.follow(&state)?;
                let lane = space.lane(&state);
                let worth = |source: Source| f64::from(source.points) + done[source.position(space.shifts(), lane)];
                *value = turns.ends(turn).map(|(source, chance)| chance * worth(source)).sum();
            }
        }
        Ok(())
    }

    /// The statistics of all games that continue from a card. Each turn left is a unit of progress.
    ///
    /// # Errors
    ///
    /// [`EvaluateError`] if the card is of another game, the shares of the actions of a roll do not add up to 1, it needs more
    /// [memory](crate::Run::memory) than the limit, or the progress callback stops it.
    pub fn statistics(&self, card: &Scorecard) -> Result<Statistics, EvaluateError> {
        self.model.rules.check_same_game(card.rules())?;
        let start = card.state();
        if card.open_count() > 0 && !self.strategy.plays(&start) {
            return Err(ChancesError::Sum { state: start, sum: 0.0 }.into());
        }
        let mut tally = Tally::new(&self.model.rules, card);
        let wrong = Wrong::new();
        let mut add = |turn: TurnPlacements| turn.written.iter().flatten().for_each(|written| tally.add(turn.number, *written));
        let (rows, games) = self.run.walk(card.open_count() as u64, |walker| {
            if let Some(chooser) = self.looks_ahead() {
                return follow_games(&self.model, &|| ChosenEnds::new(chooser), card, walker, &mut add);
            }
            let ends = || {
                MixedEnds::new(&self.chooser, self.strategy, |error| {
                    let _ = wrong.set(error);
                })
            };
            follow_games(&self.model, &ends, card, walker, &mut add)
        })??;
        match wrong.into_inner() {
            Some(error) => Err(error.into()),
            None => Ok(tally.finish(&self.model, &rows, &games)),
        }
    }
}
