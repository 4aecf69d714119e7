//! Positions.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use yahtzee_dialogue::ask::{Ask, AskCard, AskDice, Entries};

use super::cards::{Scorecard, ask_card};
use super::dice::ask_dice;
use super::html;
use super::rules::RuleSet;
use crate::errors::{OrRaise, PositionError};

/// A position: a scorecard, the dice on the table, and the rerolls left.
///
/// The dice are text like "13356" (or the text of a whole position), or a sequence of faces. Without
/// `rerolls_left` the dice have just been rolled for the first time.
///
/// >>> import yahtzee
/// >>> position = yahtzee.Position(yahtzee.RuleSet("hasbro"), "13356", card="ones=3")
/// >>> position.rerolls_left, position.dice
/// (2, (1, 3, 3, 5, 6))
/// >>> print(position)
/// 13356 rerolls=2 ones=3
/// >>> yahtzee.Position(position.rules, [1, 3, 3, 5])
/// Traceback (most recent call last):
/// ...
/// yahtzee.DiceError: 4 dice where the game has 5; 'odds 1335' asks about kept dice
#[pyclass(frozen, eq, hash, str, module = "yahtzee")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) yahtzee_solver::Position);

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A position argument, for a question: a `Position`, its text, or its dice, rerolls left and card.
pub(crate) fn ask_position<'a>(
    dice: &Bound<'_, PyAny>,
    rerolls_left: Option<i64>,
    card: Option<&Bound<'_, PyAny>>,
    rules: &yahtzee_solver::RuleSet,
) -> PyResult<Ask<'a>> {
    match dice.cast::<Position>() {
        Ok(position) => {
            let position = &position.get().0;
            rules.check_same_game(position.rules()).or_raise()?;
            let beside = [("rerolls_left", rerolls_left.is_some()), ("card", card.is_some())];
            if let Some((name, _)) = beside.into_iter().find(|(_, is_given)| *is_given) {
                return Err(PositionError::new_err(format!("{name}: the position has that already; give the position alone, or its dice")));
            }
            let dice = AskDice::Value(position.roll().faces().map(|face| face.pips().into()).collect());
            let card = Some(AskCard::Value(Entries::of(position.card())));
            Ok(Ask { dice, rerolls_left: Some(position.rerolls_left().get().into()), card, ..Ask::default() })
        }
        Err(_) => {
            let card = card.map(|card| ask_card(card, rules)).transpose()?;
            Ok(Ask { dice: ask_dice(dice)?, rerolls_left, card, ..Ask::default() })
        }
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (rules, dice, rerolls_left=None, card=None))]
    fn new(
        rules: &Bound<'_, PyAny>,
        dice: &Bound<'_, PyAny>,
        rerolls_left: Option<i64>,
        card: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Position> {
        let rules = RuleSet::new(rules)?;
        ask_position(dice, rerolls_left, card, &rules.0)?.position(&rules.0).or_raise().map(Position)
    }

    /// Reads the text of a position, like "13356 rerolls=2 ones=3".
    #[classmethod]
    fn parse(_: &Bound<'_, PyType>, rules: &Bound<'_, PyAny>, text: &str) -> PyResult<Position> {
        yahtzee_solver::Position::parse(text, &RuleSet::new(rules)?.0).or_raise().map(Position)
    }

    /// The rules of the game.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet(self.0.rules().clone())
    }

    /// The card; at least one category is open.
    #[getter]
    fn card(&self) -> Scorecard {
        Scorecard(self.0.card().clone())
    }

    /// The dice on the table, ascending.
    #[getter]
    fn dice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.roll().faces().map(|face| face.pips()).collect::<Vec<u8>>())
    }

    /// The rerolls left.
    #[getter]
    fn rerolls_left(&self) -> u8 {
        self.0.rerolls_left().get()
    }

    fn __repr__(&self) -> String {
        format!("<Position of '{}': {}>", self.0.rules().name(), self.0)
    }

    fn _repr_html_(&self) -> String {
        let (dice, rerolls_left) = (self.0.rules().die().text_of(&self.0.roll()), self.0.rerolls_left());
        format!("<p>{dice}, {rerolls_left} rerolls left</p>{}", html::card(self.0.card()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (RuleSet, String))> {
        Ok((py.get_type::<Position>().getattr("parse")?, (self.rules(), self.0.to_string())))
    }
}
