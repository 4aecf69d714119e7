//! An objective solved for a card and all turns that may follow.

use std::sync::Arc;

use numpy::{PyReadonlyArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use yahtzee_dialogue::answer::ValueAnswer;
use yahtzee_dialogue::ask::{Ask, AskCard, Asked, AskedCard, Entries};
use yahtzee_dialogue::{CardValue, Question};
use yahtzee_solver::advise::SolvedTurn;
use yahtzee_solver::batch::ObjectiveAdvisor;
use yahtzee_solver::solve::UtilityValues;
use yahtzee_solver::strategy::ObjectivePlayer;
use yahtzee_solver::{Measurement, Objective, Rounds, Scorecard, Seed};

use crate::batches::{PositionArrays, slice, slice_mut};
use crate::errors::{Error, ObjectiveError, OrRaise};
use crate::exchange::{Json, ask, asked_card, json};
use crate::objects::cards::card_of;
use crate::objects::positions::{Position, ask_position};
use crate::questions::Simulated;
use crate::released::{Pace, at_length, briefly, threads};
use crate::table::Table;

/// A solved objective. `yahtzee.Solved` is the public class.
#[pyclass(frozen, module = "yahtzee._native")]
pub(crate) struct Solved {
    table: Py<Table>,
    objective: Arc<Objective>,
    card: Scorecard,
    values: Arc<UtilityValues>,
    /// The shift of the values' scores: the points by which they are lower than the cards' scores.
    by: i32,
}

impl Solved {
    /// The score of a card on the scale of the values.
    fn score(&self, card: &Scorecard) -> i32 {
        card.written_score().get() as i32 - self.by
    }

    /// The objective in the turn of a card: from the solution, or else solved for that card.
    fn solve(&self, py: Python<'_>, card: &Scorecard) -> PyResult<SolvedTurn> {
        if let Some(worths) = self.values.turn_of(&card.state(), self.score(card)) {
            return Ok(SolvedTurn { objective: Arc::clone(&self.objective), worths: Arc::new(worths), exact: true });
        }
        let table = self.table.get();
        table.ask(py, None, |effort| table.service.solve(&self.objective, card, &Rounds::default(), effort))
    }
}

#[pymethods]
impl Solved {
    /// `fields` has the objective.
    #[new]
    fn new<'py>(
        py: Python<'py>,
        table: Py<Table>,
        fields: &Bound<'_, PyDict>,
        card: Option<&Bound<'_, PyAny>>,
        pace: Pace<'py>,
    ) -> PyResult<Solved> {
        let AskedCard { card, objective, .. } = asked_card(card, fields, table.get().table().rules())?;
        let objective =
            objective.ok_or_else(|| ObjectiveError::new_err("no objective: give a Target, Exactly, Fewest, Against or Utility"))?;
        let (values, by) = {
            let table = table.get();
            table.ask(py, pace, |effort| {
                let kept = table.service.left(effort) / 2;
                let steps = effort.steps();
                Ok(table.service.solver(&Rounds::default(), effort, &steps).values(&objective, &card, kept as usize)?)
            })?
        };
        Ok(Solved { table, objective, card, values, by })
    }

    /// The number of turns with values, and their memory in bytes.
    #[getter]
    fn extent(&self) -> (usize, u64) {
        (self.values.turns(), self.values.bytes())
    }

    /// The value of a card, as in `Table.value`.
    fn value<'py>(&self, py: Python<'py>, card: Option<&Bound<'_, PyAny>>) -> PyResult<Json<'py>> {
        let table = self.table.get();
        let rules = table.table().rules();
        let card = card.map_or_else(|| Ok(self.card.clone()), |card| card_of(Some(card), rules))?;
        let rounds = Rounds::default();
        let worth = match self.values.value_of(&card.state(), self.score(&card)) {
            Some(worth) => worth,
            None => table.ask(py, None, |effort| table.service.worth(&self.objective, &card, &rounds, effort))?,
        };
        let points = CardValue::of(&card, &rounds, table.table()).or_raise()?;
        json(py, &ValueAnswer::new(points, Some((&self.objective, worth)), None, rules))
    }

    /// Advice, as in `Table.advise`. Dice without a card belong to the solved card.
    fn advise<'py>(
        &self,
        py: Python<'py>,
        dice: &Bound<'_, PyAny>,
        rerolls_left: Option<i64>,
        card: Option<&Bound<'_, PyAny>>,
        fields: &Bound<'_, PyDict>,
    ) -> PyResult<Json<'py>> {
        let service = &self.table.get().service;
        let rules = service.rules();
        let is_position = dice.is_instance_of::<Position>();
        let mut position = ask_position(dice, rerolls_left, card, rules)?;
        if !is_position && !position.names_card(rules).or_raise()? {
            position.card = Some(AskCard::Value(Entries::of(&self.card)));
        }
        let Ask { dice, rerolls_left, card, .. } = position;
        let Asked { question, .. } = Ask { dice, rerolls_left, card, ..ask(fields)? }.read(rules).or_raise()?;
        let solved = Some(self.solve(py, question.position.card())?);
        json(py, &briefly(py, || service.answer(Question { solved, risks: false, ..question }))?.or_raise()?)
    }

    /// As `Table.check_batch`.
    fn check_batch(&self, positions: usize, results: usize) -> PyResult<()> {
        self.table.get().check_batch(positions, results)
    }

    /// Values the actions of positions. `scores` has the scores of their cards, without an upper bonus.
    fn action_values(
        &self,
        py: Python<'_>,
        positions: PositionArrays<'_>,
        scores: PyReadonlyArray1<'_, i32>,
        mut out: PyReadwriteArray2<'_, f64>,
    ) -> PyResult<()> {
        let (positions, scores, out) = (positions.positions()?, slice(&scores)?, slice_mut(&mut out)?);
        let table = self.table.get();
        at_length(py, 1, |run| {
            let (values, before) = (&*self.values, -self.by);
            let advisor = ObjectiveAdvisor { table: table.table(), numbers: table.numbers(), values, before, run };
            advisor.action_values(&positions, scores, out)
        })?
        .or_raise()
    }

    /// Plays games for the objective from its card on.
    fn simulate<'py>(&self, py: Python<'py>, games: u64, seed: u64, threads: Option<i64>) -> PyResult<Json<'py>> {
        let table = self.table.get().table();
        let (measurement, threads) =
            (Measurement::new(table, games, Seed::new(seed)).from_card(&self.card).or_raise()?, self::threads(threads)?);
        let player = || Ok(ObjectivePlayer::new(table, &self.values, -self.by));
        let measured = at_length(py, threads, |run| measurement.with(run).run(player))?;
        let too_many =
            |_| Error::new_err("not all turns have values: allow more with memory=, or solve for a card with fewer open categories");
        json(py, &Simulated::new(&measured.map_err(too_many)?.scores, seed))
    }
}
