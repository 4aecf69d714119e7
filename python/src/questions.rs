//! Questions about positions, cards and games. The answers have the form of the program's JSON; the Python half reads them.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use serde::Deserialize;
use yahtzee_dialogue::Effort;
use yahtzee_dialogue::ask::{Ask, AskObjective, AskedCard};
use yahtzee_dialogue::json::{JsonDuel, JsonReview, JsonStatistics, JsonValue, read_json};
use yahtzee_dialogue::session::Played;
use yahtzee_solver::evaluate::ExactSolver;
use yahtzee_solver::simulate::Scores;
use yahtzee_solver::win::{Duel, DuelError};
use yahtzee_solver::{Model, Objective, Rounds, Seed, Simulation};

use crate::answered::{Answered, answered};
use crate::errors::{CardError, Error, GameError, IntoPython, ObjectiveError, OrRaise};
use crate::object::object;
use crate::objects::cards::card_of;
use crate::objects::positions::ask_position;
use crate::objects::rules::RuleSet;
use crate::released::{FEWER, at_length, briefly, bytes, check_memory, threads, too_much};
use crate::table::{Table, model};

/// Mean, standard deviation, standard error, and each score with its number of games.
pub(crate) type Simulated = (f64, f64, f64, Vec<(u32, u64)>);

pub(crate) fn simulated(scores: &Scores) -> Simulated {
    (scores.mean(), scores.sd(), scores.standard_error(), scores.counts().map(|(score, count)| (score.get(), count)).collect())
}

/// Columns of targets and of their chances.
type Targets<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

/// JSON arguments: an objective, or the fields of a question besides its position. The text itself is not the user's, so an error without a field names
/// no place in it.
pub(crate) fn read<'a, T: Deserialize<'a>>(json: &'a str, raise: fn(String) -> PyErr) -> PyResult<T> {
    read_json(json.as_bytes()).map_err(|error| raise(if error.field.is_empty() { error.message } else { error.to_string() }))
}

#[pymethods]
impl Table {
    /// Advice, as in `yahtzee advise`. `fields` has the JSON of the question besides the position and the objective.
    #[expect(clippy::too_many_arguments, reason = "arguments of a call in Python")]
    fn advise(
        &self,
        py: Python<'_>,
        dice: &Bound<'_, PyAny>,
        rerolls_left: Option<i64>,
        card: Option<&Bound<'_, PyAny>>,
        objective: Option<&str>,
        fields: &str,
        risk: bool,
    ) -> PyResult<Answered> {
        let rules = self.table().rules();
        let Ask { dice, rerolls_left, card, .. } = ask_position(dice, rerolls_left, card, rules)?;
        let objective = objective.map(|objective| read(objective, ObjectiveError::new_err)).transpose()?;
        let ask = Ask { dice, rerolls_left, card, objective, ..read(fields, Error::new_err)? };
        let mut asked = ask.read(rules).or_raise()?;
        asked.question.risks = risk;
        if risk {
            self.ask(py, None, |effort| self.service.find_spread(effort).map(drop))?;
        }
        let answer = match asked.objective {
            Some(_) => self.ask(py, None, |effort| self.service.answer_to(asked, effort))?,
            None => briefly(py, || self.service.answer(asked.question))?.or_raise()?,
        };
        answered(py, &answer)
    }

    /// The value of a card, as in `yahtzee value`. `fields` has the JSON of the rounds.
    fn value(&self, py: Python<'_>, card: Option<&Bound<'_, PyAny>>, objective: Option<&str>, fields: &str) -> PyResult<Py<PyAny>> {
        let rules = self.table().rules();
        let rounds = read::<Ask<'_>>(fields, Error::new_err)?.rounds(rules).or_raise()?;
        let objective = objective.map(|objective| read::<AskObjective<'_>>(objective, ObjectiveError::new_err)?.read(rules).or_raise());
        let asked = AskedCard { card: card_of(card, rules)?, rounds, objective: objective.transpose()?.map(Arc::new) };
        let valued = match asked.objective {
            Some(_) => self.ask(py, None, |effort| self.service.value(asked, effort))?,
            None => self.service.value(asked, &Effort::default()).or_raise()?,
        };
        object(py, &JsonValue::new(&valued, rules))
    }

    /// The review of a game, as `yahtzee review` gives it.
    fn review(&self, py: Python<'_>, game: &str, player: Option<&str>, chances: bool) -> PyResult<Py<PyAny>> {
        let played = Played::read(game, self.table().rules()).map_err(GameError::new_err)?;
        let player = played.player(player).map_err(|error| GameError::new_err(format!("player: {error}")))?;
        let seat = &played.seats[player];
        let review = briefly(py, || self.service.review(&seat.game))?.or_raise()?;
        let win = chances.then(|| self.ask(py, None, |effort| self.service.review_to_win(&played, player, effort))).transpose()?.flatten();
        let luck_share = self.ask(py, None, |effort| self.service.luck_share(&seat.game, &review, effort))?;
        let json = JsonReview::new(&played, seat, &review, self.table()).or_raise()?.with_luck_share(luck_share);
        object(py, &json.with_chances(win.as_ref(), &played.rules))
    }

    /// The statistics of the games that continue from a card, as in `yahtzee stats`.
    fn statistics(&self, py: Python<'_>, card: Option<&Bound<'_, PyAny>>, threads: Option<i64>) -> PyResult<Py<PyAny>> {
        let rules = self.table().rules();
        let card = card_of(card, rules)?;
        let statistics = self.ask(py, threads, |effort| self.service.statistics(&card, effort))?;
        object(py, &JsonStatistics::new(rules, &statistics.score, &statistics))
    }

    /// Plays games of optimal play from a card on.
    fn simulate(
        &self,
        py: Python<'_>,
        games: u64,
        seed: u64,
        card: Option<&Bound<'_, PyAny>>,
        threads: Option<i64>,
    ) -> PyResult<Simulated> {
        let card = card_of(card, self.table().rules())?;
        let threads = self::threads(threads)?;
        let simulation = Simulation::new(self.table(), games, Seed::new(seed)).from_card(&card).or_raise()?;
        Ok(simulated(&at_length(py, threads, |run| simulation.with(run).run())?.or_raise()?))
    }

    /// The chance of every final score or more from a card on: each target with its best chance, and its chance under play for the expected score.
    fn targets<'py>(&self, py: Python<'py>, card: Option<&Bound<'_, PyAny>>, fields: &str, threads: Option<i64>) -> PyResult<Targets<'py>> {
        let rules = self.table().rules();
        let card = card_of(card, rules)?;
        let rounds = read::<Ask<'_>>(fields, Error::new_err)?.rounds(rules).or_raise()?;
        let targets = self.ask(py, threads, |effort| self.service.targets(&card, &rounds, effort))?;
        Ok((
            PyArray1::from_iter(py, targets.iter().map(|chance| i64::from(chance.target.get()))),
            PyArray1::from_iter(py, targets.iter().map(|chance| chance.best)),
            PyArray1::from_iter(py, targets.iter().map(|chance| chance.expected)),
        ))
    }
}

/// The expected final score of a card as a fraction: its numerator and its denominator.
#[pyfunction]
pub(crate) fn exact(
    py: Python<'_>,
    rules: &RuleSet,
    card: Option<&Bound<'_, PyAny>>,
    threads: Option<i64>,
    memory: i64,
) -> PyResult<(String, String)> {
    let (card, memory) = (card_of(card, &rules.0)?, bytes(memory)?);
    let model = model(py, rules, memory)?;
    let (solver, threads) = (ExactSolver::new(&model), self::threads(threads)?);
    check_memory(model.bytes_needed().saturating_add(solver.bytes_needed(card.open_count())), memory, FEWER)?;
    let value = at_length(py, threads, |run| solver.with(run).expected_final(&card, &Rounds::default()))?.or_raise()?;
    Ok((value.numerator(), value.denominator()))
}

/// The value of a duel, as in `yahtzee duel`. `objective` has the JSON of an opponent who reacts.
#[pyfunction]
pub(crate) fn duel(
    py: Python<'_>,
    rules: &RuleSet,
    mover: Option<&Bound<'_, PyAny>>,
    objective: &str,
    shares: bool,
    threads: Option<i64>,
    memory: i64,
) -> PyResult<Py<PyAny>> {
    let rules = &rules.0;
    let (mover, threads, memory) = (card_of(mover, rules)?, self::threads(threads)?, bytes(memory)?);
    let objective = read::<AskObjective<'_>>(objective, ObjectiveError::new_err)?.read(rules).or_raise()?;
    let Objective::Duel { opponent, ties } = objective else {
        return Err(ObjectiveError::new_err("an opponent who reacts is wanted"));
    };
    let filled = mover.state().filled.and(opponent.state().filled);
    let model = Arc::new(briefly(py, || Model::from(rules, filled, memory))?.or_raise()?);
    let limit = memory.saturating_sub(model.bytes_needed());
    let solved = at_length(py, threads, |run| {
        let work = Duel::new(&model).ties(ties).shares(shares).with(run.memory(limit)).work(&mover, &opponent)?;
        let values = work.values();
        Ok((work.solve()?, values))
    })?;
    match solved {
        Ok((duel, values)) => object(py, &JsonDuel::new(rules, &duel, values)),
        Err(DuelError::TooLarge { needed, .. }) => {
            Err(too_much("it needs", model.bytes_needed().saturating_add(needed), memory, "give cards with fewer open categories"))
        }
        Err(DuelError::OtherRules(error)) => Err(error.into_python()),
        Err(error) => Err(CardError::new_err(error.to_string())),
    }
}
