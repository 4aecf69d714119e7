//! Many games at once for learners: steps, observations, and the values of actions.

use std::sync::Arc;

use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use yahtzee_solver::batch::{BatchAdvisor, BatchGames};
use yahtzee_solver::{Model, Run, Seed};

use crate::batches::{ColumnsToWrite, slice, slice_mut};
use crate::errors::{ActionError, ArrayError, OrRaise, RulesError};
use crate::numbered::numbered;
use crate::objects::cards::Scorecard;
use crate::objects::positions::Position;
use crate::objects::rules::RuleSet;
use crate::observations::{Observations, Seen};
use crate::released::{MEMORY, at_length, briefly, threads};
use crate::table::Table;

/// Up to this many games are not worth starting threads.
const SERIAL: usize = 64;

/// Up to this many games are valued at once, without a separate thread.
const FEW: usize = 8_000;
/// The most games at the same time: they take a few hundred bytes each.
const MOST: usize = 1_000_000;

/// Games played at the same time. `yahtzee.gym` has the public classes.
#[pyclass(module = "yahtzee._native")]
pub(crate) struct Games {
    games: BatchGames,
    observations: Observations,
    /// The number of each game's seed.
    seeds: Vec<u64>,
    /// Values the actions, on request.
    table: Option<Py<Table>>,
    /// The value of each action in each game, at the position before the next step.
    values: Vec<f64>,
    threads: usize,
}

impl Games {
    fn check_length(&self, length: usize, name: &str, each: usize) -> PyResult<()> {
        let wanted = self.games.len() * each;
        if length == wanted { Ok(()) } else { Err(ArrayError::new_err(format!("{name}: {length} entries where {wanted} are wanted"))) }
    }

    fn check_game(&self, game: usize) -> PyResult<usize> {
        let wrong = || ArrayError::new_err(format!("environment {game}: there are {}, from 0", self.games.len()));
        if game < self.games.len() { Ok(game) } else { Err(wrong()) }
    }

    /// Why an action is not allowed.
    fn not_allowed(&self, game: usize, action: i64) -> PyErr {
        let name = if self.games.len() == 1 { String::new() } else { format!("environment {game}: ") };
        let Some(position) = self.games.position(game) else {
            return ActionError::new_err(format!("{name}the game is over: reset it"));
        };
        let same_dice = || "of the masks that keep these dice only the lowest is an action".to_owned();
        let why = numbered(self.games.numbers(), &position, action).err().unwrap_or_else(same_dice);
        ActionError::new_err(format!("{name}the action {action} is not allowed at '{position}': {why}"))
    }

    /// The values of the actions of a game.
    fn values_of(&self, game: usize) -> &[f64] {
        let count = self.games.numbers().count();
        &self.values[game * count..][..count]
    }
}

#[pymethods]
impl Games {
    #[new]
    fn new(py: Python<'_>, rules: &RuleSet, count: usize, table: Option<Py<Table>>, threads: Option<i64>) -> PyResult<Games> {
        if count > MOST {
            return Err(ArrayError::new_err(format!("{count} games at the same time: at most {MOST} are possible")));
        }
        let threads = if count < SERIAL { self::threads(threads.or(Some(1)))?.min(1) } else { self::threads(threads)? };
        let model = match &table {
            Some(table) => Arc::clone(table.get().table().model()),
            None => Arc::new(briefly(py, || Model::without_values(&rules.0, MEMORY))?.or_raise()?),
        };
        model.rules().check_same_game(&rules.0).or_raise()?;
        if table.is_some() && rules.0.categories().any(|category| rules.0.zero_may_gain(category)) {
            let why = "a voluntary zero may gain under these rules, and no action of the environment stands for it: it has no exact values";
            return Err(RulesError::new_err(why));
        }
        let observations = Observations::of(model.rules());
        Ok(Games { games: BatchGames::new(model, count), observations, seeds: vec![0; count], table, values: Vec::new(), threads })
    }

    /// Begins a game: the one with this number of a seed.
    fn begin(&mut self, game: usize, seed: u64, number: u64) -> PyResult<()> {
        let game = self.check_game(game)?;
        self.games.begin(game, Seed::new(seed), number);
        self.seeds[game] = seed;
        Ok(())
    }

    /// Begins a game from a card or at a position, with the dice of turn `turn` and later ones of the game with this number of a seed.
    fn begin_from(&mut self, game: usize, seed: u64, number: u64, turn: u32, start: &Bound<'_, PyAny>) -> PyResult<()> {
        let game = self.check_game(game)?;
        match start.cast::<Position>() {
            Ok(position) => self.games.begin_at(game, Seed::new(seed), number, turn, &position.get().0),
            Err(_) => self.games.begin_from(game, Seed::new(seed), number, turn, &start.cast::<Scorecard>()?.get().0),
        }
        .or_raise()?;
        self.seeds[game] = seed;
        Ok(())
    }

    /// The seed of a game, its number, and the number of its turn.
    fn dice_of(&self, game: usize) -> PyResult<(u64, u64, u32)> {
        let game = self.check_game(game)?;
        Ok((self.seeds[game], self.games.number(game), self.games.turn(game)))
    }

    /// Begins the next game of the same seed in some of the games.
    fn begin_next(&mut self, which: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let which = slice(&which)?;
        self.check_length(which.len(), "which", 1)?;
        (0..which.len()).filter(|&game| which[game]).for_each(|game| self.games.begin_next(game));
        Ok(())
    }

    /// Takes an action in each game except those in `ended`, which begin their next game. `rewards` receives the points, `over` whether a game is over, and
    /// `losses`, if there are values, those of the actions. An action that is not allowed is an error, and then nothing changes; with `illegal` it is noted
    /// there, and only its game does not change.
    #[pyo3(signature = (actions, ended, rewards, over, losses, illegal=None))]
    #[expect(clippy::too_many_arguments, reason = "an array each")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        ended: PyReadonlyArray1<'_, bool>,
        mut rewards: PyReadwriteArray1<'_, f64>,
        mut over: PyReadwriteArray1<'_, bool>,
        mut losses: PyReadwriteArray1<'_, f64>,
        mut illegal: Option<PyReadwriteArray1<'_, bool>>,
    ) -> PyResult<()> {
        let illegal = illegal.as_mut().map(slice_mut).transpose()?;
        let (actions, ended) = (slice(&actions)?, slice(&ended)?);
        let (rewards, over, losses) = (slice_mut(&mut rewards)?, slice_mut(&mut over)?, slice_mut(&mut losses)?);
        let lengths = [actions.len(), ended.len(), rewards.len(), over.len(), losses.len()];
        for (name, length) in ["actions", "ended", "rewards", "over", "losses"].into_iter().zip(lengths) {
            self.check_length(length, name, 1)?;
        }
        let is_allowed = |game: usize| ended[game] || self.games.is_allowed(game, actions[game]);
        // A number that is none of an action, or an action after the end, is an error in any case.
        let numbers = 0..self.games.numbers().count() as i64;
        let may_be_wrong = |game: usize| illegal.is_some() && numbers.contains(&actions[game]) && !self.games.is_over(game);
        if let Some(wrong) = (0..actions.len()).find(|&game| !is_allowed(game) && !may_be_wrong(game)) {
            return Err(self.not_allowed(wrong, actions[wrong]));
        }
        if let Some(illegal) = illegal {
            self.check_length(illegal.len(), "illegal", 1)?;
            illegal.iter_mut().enumerate().for_each(|(game, illegal)| *illegal = !is_allowed(game));
        }
        briefly(py, || {
            for (game, &action) in actions.iter().enumerate() {
                rewards[game] = 0.0;
                if ended[game] {
                    losses[game] = 0.0;
                    self.games.begin_next(game);
                } else if self.games.is_allowed(game, action) {
                    if !self.values.is_empty() {
                        losses[game] = self.games.loss(game, self.values_of(game), action);
                    }
                    rewards[game] = self.games.act(game, action).map_or(0.0, f64::from);
                }
                over[game] = self.games.is_over(game);
            }
        })
    }

    /// Writes the observation of each game, and the allowed actions. For a game that is over, `idle` decides whether every action is allowed (and
    /// will be ignored) or none.
    fn observe(&self, mut seen: PyReadwriteArray2<'_, f32>, mut masks: PyReadwriteArray2<'_, i8>, idle: bool) -> PyResult<()> {
        let (seen, masks) = (slice_mut(&mut seen)?, slice_mut(&mut masks)?);
        let (width, count) = (self.width(), self.games.numbers().count());
        self.check_length(seen.len(), "observations", width)?;
        self.check_length(masks.len(), "masks", count)?;
        let mut allowed = vec![false; count];
        for (game, (seen, mask)) in seen.chunks_exact_mut(width).zip(masks.chunks_exact_mut(count)).enumerate() {
            self.observations.write(&self.seen(game), seen);
            if idle && self.games.is_over(game) {
                mask.fill(1);
                continue;
            }
            self.games.allowed(game, &mut allowed);
            mask.iter_mut().zip(&allowed).for_each(|(out, &allowed)| *out = allowed.into());
        }
        Ok(())
    }

    /// Computes the value of every action in every game, keeps it for the next step, and writes it: minus infinity if it is not allowed. `to_come`
    /// receives the points by which each score will still grow under optimal play.
    fn evaluate(&mut self, py: Python<'_>, mut out: PyReadwriteArray2<'_, f64>, mut to_come: PyReadwriteArray1<'_, f64>) -> PyResult<()> {
        let (out, to_come) = (slice_mut(&mut out)?, slice_mut(&mut to_come)?);
        self.check_length(out.len(), "values", self.games.numbers().count())?;
        self.check_length(to_come.len(), "to_come", 1)?;
        let Some(table) = &self.table else { return Err(ArrayError::new_err("these games were made without a table")) };
        let table = table.get();
        let Games { games, values, threads, .. } = self;
        values.resize(out.len(), 0.0);
        let advisor = BatchAdvisor::new(table.table(), table.numbers());
        if games.len() < FEW {
            briefly(py, || games.values(&advisor.with(Run::new().threads(*threads)), values))?.or_raise()?;
        } else {
            at_length(py, *threads, |run| games.values(&advisor.with(run), values))?.or_raise()?;
        }
        out.copy_from_slice(values);
        for (game, to_come) in to_come.iter_mut().enumerate() {
            *to_come = self.games.to_come(game, self.values_of(game));
        }
        Ok(())
    }

    /// A random action of each game, equally likely among the allowed ones; 0 if none is allowed. `numbers` are random, over their whole range.
    fn sample(
        &self,
        masks: PyReadonlyArray2<'_, i8>,
        numbers: PyReadonlyArray1<'_, u64>,
        mut out: PyReadwriteArray1<'_, i64>,
    ) -> PyResult<()> {
        let (masks, numbers, out) = (slice(&masks)?, slice(&numbers)?, slice_mut(&mut out)?);
        let count = self.games.numbers().count();
        self.check_length(masks.len(), "masks", count)?;
        self.check_length(numbers.len(), "numbers", 1)?;
        self.check_length(out.len(), "actions", 1)?;
        for ((mask, &number), action) in masks.chunks_exact(count).zip(numbers).zip(out) {
            let allowed = mask.iter().filter(|&&allowed| allowed != 0).count();
            let choice = (u128::from(number) * allowed as u128) >> 64;
            let mut choices = (0..count).filter(|&action| mask[action] != 0);
            *action = choices.nth(choice as usize).unwrap_or(0) as i64;
        }
        Ok(())
    }

    /// Writes the columns of positions. A game that is over has a full card.
    fn columns(&self, mut out: ColumnsToWrite<'_>) -> PyResult<()> {
        let mut out = out.columns(Some(self.games.len()))?;
        (0..self.games.len()).for_each(|game| self.seen(game).write(game, &mut out));
        Ok(())
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.games.numbers().count()
    }

    /// The length of the observation of a game.
    #[getter]
    fn width(&self) -> usize {
        self.observations.width()
    }

    fn score(&self, game: usize) -> PyResult<u32> {
        Ok(self.games.score(self.check_game(game)?).get())
    }

    fn number(&self, game: usize) -> PyResult<u64> {
        Ok(self.games.number(self.check_game(game)?))
    }

    fn card(&self, game: usize) -> PyResult<Scorecard> {
        Ok(Scorecard(self.games.card(self.check_game(game)?).clone()))
    }

    fn position(&self, game: usize) -> PyResult<Option<Position>> {
        Ok(self.games.position(self.check_game(game)?).map(Position))
    }
}

impl Games {
    /// What is seen of a game.
    fn seen(&self, game: usize) -> Seen<&[u8]> {
        let state = self.games.state(game);
        Seen {
            filled: state.filled.mask(),
            upper_total: state.upper_total.get(),
            flag: state.flag,
            throws: state.throws,
            dice: self.games.dice(game),
            rerolls_left: self.games.rerolls_left(game).get(),
        }
    }
}
