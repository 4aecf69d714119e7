//! Questions about positions, cards and games. The answers have the form of the program's JSON; the Python half reads them.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use serde::Deserialize;
use yahtzee_dialogue::ask::{Ask, AskObjective, Asked};
use yahtzee_dialogue::json::{JsonDuel, JsonReview, JsonStatistics, JsonValue, read_json};
use yahtzee_dialogue::session::Played;
use yahtzee_dialogue::{CardValue, Effort};
use yahtzee_solver::advise::TargetSolver;
use yahtzee_solver::evaluate::ExactSolver;
use yahtzee_solver::simulate::Scores;
use yahtzee_solver::win::{Duel, DuelError, Live, WinReview};
use yahtzee_solver::{Contest, Follower, Model, Objective, Review, Rounds, Seed, Simulation};

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
        let Asked { mut question, objective } = ask.read(rules).or_raise()?;
        let spread = risk.then(|| self.spread(py)).transpose()?;
        if let Some(objective) = objective.map(Arc::new) {
            let (card, rounds) = (question.position.card().clone(), question.rounds.clone());
            let threads = threads(None)?;
            let aim = at_length(py, threads, |run| self.solutions.aim(&objective, &card, &rounds, &self.effort(run)))?;
            question = question.aiming(aim.or_raise()?);
        }
        answered(py, &briefly(py, || question.answer(self.table(), spread))?.or_raise()?)
    }

    /// The value of a card, as in `yahtzee value`. `fields` has the JSON of the rounds.
    fn value(&self, py: Python<'_>, card: Option<&Bound<'_, PyAny>>, objective: Option<&str>, fields: &str) -> PyResult<Py<PyAny>> {
        let rules = self.table().rules();
        let card = card_of(card, rules)?;
        let rounds = read::<Ask<'_>>(fields, Error::new_err)?.rounds(rules).or_raise()?;
        let value = CardValue::of(&card, &rounds, self.table()).or_raise()?;
        let Some(objective) = objective else { return object(py, &JsonValue::new(&value, rules)) };
        let objective = read::<AskObjective<'_>>(objective, ObjectiveError::new_err)?.read(rules).or_raise()?;
        let (objective, threads) = (Arc::new(objective), threads(None)?);
        let worth = at_length(py, threads, |run| self.solutions.worth(&objective, &card, &rounds, &self.effort(run)))?;
        object(py, &JsonValue::new(&value, rules).with_worth(Some((&objective, worth.or_raise()?))))
    }

    /// The review of a game, as `yahtzee review` gives it.
    fn review(&self, py: Python<'_>, game: &str, player: Option<&str>, chances: bool) -> PyResult<Py<PyAny>> {
        let played = Played::read(game, self.table().rules()).map_err(GameError::new_err)?;
        let player = played.player(player).map_err(|error| GameError::new_err(format!("player: {error}")))?;
        let seat = &played.seats[player];
        let review = briefly(py, || Review::of(&seat.game, self.table()))?.or_raise()?;
        let win = (chances && played.seats.len() > 1).then(|| self.win_review(py, &played, player)).transpose()?;
        let luck_share =
            at_length(py, threads(None)?, |run| self.solutions.luck_share(&seat.game, &review, &self.effort(run)))?.or_raise()?;
        let json = JsonReview::new(&played, seat, &review, self.table()).or_raise()?.with_luck_share(luck_share);
        object(py, &json.with_chances(win.as_ref(), &played.rules))
    }

    /// The statistics of the games that continue from a card, as in `yahtzee stats`.
    fn statistics(&self, py: Python<'_>, card: Option<&Bound<'_, PyAny>>, threads: Option<i64>) -> PyResult<Py<PyAny>> {
        let rules = self.table().rules();
        let card = card_of(card, rules)?;
        let (threads, left) = (self::threads(threads)?, self.left());
        let statistics = at_length(py, threads, |run| Follower::new(self.table()).with(run.memory(left)).statistics(&card))?;
        let statistics = statistics.map_err(|error| self.not_followed(error))?;
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
        self.check_memory(TargetSolver::bytes_needed(self.table().model(), &card, &rounds), FEWER)?;
        let threads = self::threads(threads)?;
        let targets = at_length(py, threads, |run| {
            let effort = Effort { run, before: None };
            TargetSolver::new(self.table()).by(self.solutions.solver(&rounds, &effort)).solve(&card)
        })?;
        let targets = targets.or_raise()?;
        Ok((
            PyArray1::from_iter(py, targets.iter().map(|chance| i64::from(chance.target.get()))),
            PyArray1::from_iter(py, targets.iter().map(|chance| chance.best)),
            PyArray1::from_iter(py, targets.iter().map(|chance| chance.expected)),
        ))
    }
}

impl Table {
    /// The review of the game of a player in chance to win.
    fn win_review(&self, py: Python<'_>, played: &Played, player: usize) -> PyResult<WinReview> {
        let threads = threads(None)?;
        let scores = self.solutions.all_scores_or(|| {
            self.check_memory(Follower::final_scores_bytes(self.table().model()), "leave the chances out with chances=False")?;
            let most = self.left().min(Live::MEMORY);
            at_length(py, threads, |run| Follower::new(self.table()).with(run).final_scores(most))?.or_raise()
        })?;
        let (live, left) = (Live::new(self.table(), scores).or_raise()?, self.left());
        let review = at_length(py, threads, |run| {
            let contest = Contest::new(&live).with(run.memory(left)).recalling(&self.solutions).reacting(played.react());
            contest.review(&played.games(), player)
        });
        review?.or_raise()
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
