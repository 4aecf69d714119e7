//! Questions about positions, cards and games. The answers are the program's JSON.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use yahtzee_dialogue::answer::{RollsReview, WinAnswer};
use yahtzee_dialogue::ask::Ask;
use yahtzee_dialogue::service::AskedDuel;
use yahtzee_dialogue::session::Played;
use yahtzee_dialogue::{Effort, ReviewAnswer, ServiceError};
use yahtzee_solver::simulate::Scores;
use yahtzee_solver::{Objective, Points, Rounds, Seed, Sheet, Simulation};

use crate::errors::{CardError, GameError, IntoPython, ObjectiveError, OrRaise};
use crate::exchange::{Json, ask, asked_card, json};
use crate::objects::cards::{ask_card, card_of};
use crate::objects::positions::ask_position;
use crate::objects::rules::RuleSet;
use crate::released::{Pace, at_length, briefly, bytes, threads, too_much};
use crate::table::Table;

/// The scores of games with random dice.
#[derive(Serialize)]
pub(crate) struct Simulated {
    games: u64,
    seed: u64,
    mean: f64,
    sd: f64,
    standard_error: f64,
    /// Each score with its number of games.
    histogram: Vec<(Points, u64)>,
}

impl Simulated {
    pub(crate) fn new(scores: &Scores, seed: u64) -> Simulated {
        let (games, mean, sd, standard_error) = (scores.games(), scores.mean(), scores.sd(), scores.standard_error());
        Simulated { games, seed, mean, sd, standard_error, histogram: scores.counts().collect() }
    }
}

/// Columns of targets and of their chances.
type Targets<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

#[pymethods]
impl Table {
    /// Advice, as in `yahtzee advise`. `fields` has the fields of the question besides the position.
    fn advise<'py>(
        &self,
        py: Python<'py>,
        dice: &Bound<'_, PyAny>,
        rerolls_left: Option<i64>,
        card: Option<&Bound<'_, PyAny>>,
        fields: &Bound<'_, PyDict>,
        risk: bool,
    ) -> PyResult<Json<'py>> {
        let rules = self.table().rules();
        let Ask { dice, rerolls_left, card, .. } = ask_position(dice, rerolls_left, card, rules)?;
        let mut asked = Ask { dice, rerolls_left, card, ..ask(fields)? }.read(rules).or_raise()?;
        asked.question.risks = risk;
        if risk {
            self.ask(py, None, |effort| self.service.find_spread(effort).map(drop))?;
        }
        let answer = match asked.objective {
            Some(_) => self.ask(py, None, |effort| self.service.answer_to(asked, effort))?,
            None => briefly(py, || self.service.answer(asked.question))?.or_raise()?,
        };
        json(py, &answer)
    }

    /// The odds of boxes, as in `yahtzee odds`. `fields` has what is asked of them. Without dice they are those of a whole turn.
    fn odds<'py>(
        &self,
        py: Python<'py>,
        dice: Option<&Bound<'_, PyAny>>,
        rerolls_left: Option<i64>,
        card: Option<&Bound<'_, PyAny>>,
        fields: &Bound<'_, PyDict>,
    ) -> PyResult<Json<'py>> {
        let rules = self.table().rules();
        let position = match dice {
            Some(dice) => ask_position(dice, rerolls_left, card, rules)?,
            None => Ask { rerolls_left, card: card.map(|card| ask_card(card, rules)).transpose()?, ..Ask::default() },
        };
        let Ask { dice, rerolls_left, card, .. } = position;
        let ask = Ask { dice, rerolls_left, card, ..ask(fields)? };
        json(py, &briefly(py, || self.service.odds(&ask))?.or_raise()?)
    }

    /// The value of a card, as in `yahtzee value`. `fields` has the objective and the rounds.
    fn value<'py>(&self, py: Python<'py>, card: Option<&Bound<'_, PyAny>>, fields: &Bound<'_, PyDict>) -> PyResult<Json<'py>> {
        let rules = self.table().rules();
        let asked = asked_card(card, fields, rules)?;
        let valued = match asked.objective {
            Some(_) => self.ask(py, None, |effort| self.service.value(&asked, effort))?,
            None => self.service.value(&asked, &Effort::default()).or_raise()?,
        };
        json(py, &valued)
    }

    /// The review of a game, as `yahtzee review` gives it.
    fn review<'py>(&self, py: Python<'py>, game: &str, player: Option<&str>, chances: bool) -> PyResult<Json<'py>> {
        let played = Played::read(game, self.table().rules()).map_err(GameError::new_err)?;
        let player = played.player(player).map_err(|error| GameError::new_err(format!("player: {error}")))?;
        let seat = &played.seats[player];
        let review = briefly(py, || self.service.review(&seat.game))?.or_raise()?;
        let win = chances.then(|| self.ask(py, None, |effort| self.service.review_to_win(&played, player, effort))).transpose()?.flatten();
        let luck_share = self.ask(py, None, |effort| self.service.luck_share(&seat.game, &review, effort))?;
        let win = win.map(|win| WinAnswer::new(&win, None, &played.rules));
        let review = ReviewAnswer::new(&played, player, &review, self.table(), false).or_raise()?;
        json(py, &ReviewAnswer { luck_share, win, ..review })
    }

    /// The most points of a list of final rolls.
    fn review_rolls<'py>(&self, py: Python<'py>, rolls: &str) -> PyResult<Json<'py>> {
        let none = || GameError::new_err("no list of rolls: write two or more, one a line, like 11456");
        json(py, &RollsReview::read(rolls, self.table().rules()).ok_or_else(none)?.map_err(GameError::new_err)?)
    }

    /// A card of which only the points are known, beside those of optimal games, as `yahtzee review --card` compares them.
    fn review_card<'py>(
        &self,
        py: Python<'py>,
        card: &Bound<'_, PyAny>,
        player: Option<&str>,
        threads: Option<i64>,
    ) -> PyResult<Json<'py>> {
        let rules = self.table().rules();
        let sheet = match card.extract::<String>() {
            Ok(text) => Sheet::parse(&text, rules, player).or_raise()?,
            Err(_) => Sheet { card: card_of(Some(card), rules)?, warnings: Vec::new() },
        };
        json(py, &self.ask(py, threads, |effort| self.service.review_card(sheet, effort))?)
    }

    /// The statistics of the games that continue from a card, as in `yahtzee stats`.
    fn statistics<'py>(&self, py: Python<'py>, card: Option<&Bound<'_, PyAny>>, pace: Pace<'py>) -> PyResult<Json<'py>> {
        let card = card_of(card, self.table().rules())?;
        json(py, &self.ask(py, pace, |effort| self.service.statistics(&card, &Rounds::default(), effort))?)
    }

    /// Plays games of optimal play from a card on.
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        seed: u64,
        card: Option<&Bound<'_, PyAny>>,
        threads: Option<i64>,
    ) -> PyResult<Json<'py>> {
        let card = card_of(card, self.table().rules())?;
        let threads = self::threads(threads)?;
        let simulation = Simulation::new(self.table(), games, Seed::new(seed)).from_card(&card).or_raise()?;
        json(py, &Simulated::new(&at_length(py, threads, |run| simulation.with(run).run())?.or_raise()?, seed))
    }

    /// The chance of every final score or more from a card on: each target with its best chance, and its chance under play for the expected score.
    /// `fields` has the rounds.
    fn targets<'py>(
        &self,
        py: Python<'py>,
        card: Option<&Bound<'_, PyAny>>,
        fields: &Bound<'_, PyDict>,
        pace: Pace<'py>,
    ) -> PyResult<Targets<'py>> {
        let asked = asked_card(card, fields, self.table().rules())?;
        let targets = self.ask(py, pace, |effort| self.service.targets(&asked.card, &asked.rounds, effort))?;
        Ok((
            PyArray1::from_iter(py, targets.iter().map(|chance| i64::from(chance.target.get()))),
            PyArray1::from_iter(py, targets.iter().map(|chance| chance.best)),
            PyArray1::from_iter(py, targets.iter().map(|chance| chance.expected)),
        ))
    }
}

/// The value of a duel, as in `yahtzee duel`. `fields` has the objective: an opponent who reacts.
#[pyfunction]
pub(crate) fn duel<'py>(
    py: Python<'py>,
    rules: &RuleSet,
    mover: Option<&Bound<'_, PyAny>>,
    fields: &Bound<'_, PyDict>,
    shares: bool,
    pace: Pace<'py>,
    memory: i64,
) -> PyResult<Json<'py>> {
    let rules = &rules.0;
    let (asked, memory) = (asked_card(mover, fields, rules)?, bytes(memory)?);
    let Some(Objective::Duel { opponent, ties }) = asked.objective.as_deref() else {
        return Err(ObjectiveError::new_err("an opponent who reacts is wanted"));
    };
    let duel = AskedDuel { cards: [asked.card, opponent.clone()], players: [None; 2], ties: *ties, shares };
    match pace.at_length(py, |run| duel.answer(None, memory, &Effort { run, before: None }))? {
        Ok(answer) => json(py, &answer),
        Err(ServiceError::TooLarge { needed, .. }) => Err(too_much("it needs", needed, memory, "give cards with fewer open categories")),
        Err(ServiceError::Objective(error)) => Err(CardError::new_err(error.to_string())),
        Err(error) => Err(error.into_python()),
    }
}
