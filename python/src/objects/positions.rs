//! Positions, and dice as people give them.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use yahtzee_solver::{Dice, Roll};

use super::cards::{Scorecard, card_of};
use super::rules::RuleSet;
use crate::errors::{DiceError, OrRaise};

/// A position: a scorecard, the dice on the table, and the rerolls left.
///
/// The dice are text like "13356", or a sequence of faces. Without `rerolls_left` the dice have just been rolled for the first time.
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
/// yahtzee.DiceError: 4 dice where the game has 5
#[pyclass(frozen, eq, hash, str, module = "yahtzee")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) yahtzee_solver::Position);

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Dice as people give them: text, or a sequence of faces.
pub(crate) fn roll_of(dice: &Bound<'_, PyAny>, rules: &yahtzee_solver::RuleSet) -> PyResult<Roll> {
    if let Ok(text) = dice.extract::<&str>() {
        return rules.parse_roll(text).or_raise();
    }
    let Ok(faces) = dice.try_iter().and_then(|faces| faces.map(|face| face?.extract::<i64>()).collect::<PyResult<Vec<i64>>>()) else {
        return Err(DiceError::new_err("dice are text like \"13356\", or faces like [1, 3, 3, 5, 6]"));
    };
    if faces.len() != rules.dice() {
        return Err(DiceError::new_err(format!("{} dice where the game has {}", faces.len(), rules.dice())));
    }
    let pips = faces.iter().map(|&face| u8::try_from(face).map_err(|_| yahtzee_solver::DiceError::NotAFace(face.to_string())));
    let pips = pips.collect::<Result<Vec<u8>, _>>().or_raise()?;
    rules.roll(Dice::from_pips(pips).or_raise()?).or_raise()
}

/// A position as people give it: itself, or its dice, rerolls left and card.
pub(crate) fn position_of(
    dice: &Bound<'_, PyAny>,
    rerolls_left: Option<i64>,
    card: Option<&Bound<'_, PyAny>>,
    rules: &yahtzee_solver::RuleSet,
) -> PyResult<yahtzee_solver::Position> {
    if let Ok(position) = dice.cast::<Position>() {
        return Ok(position.get().0.clone());
    }
    let card = card.map_or_else(|| Ok(yahtzee_solver::Scorecard::new(rules)), |card| card_of(card, rules))?;
    rules.check_same_game(card.rules()).or_raise()?;
    let roll = roll_of(dice, rules)?;
    let rerolls_left = match rerolls_left {
        None => card.rerolls(),
        Some(rerolls) => {
            let wrong = || DiceError::new_err(format!("rerolls_left: {rerolls} where a turn has from 0 to {}", card.rerolls()));
            let rerolls = u8::try_from(rerolls).map_err(|_| wrong())?;
            rules.rerolls_left_with(card.saved(), rerolls).map_err(|_| wrong())?
        }
    };
    yahtzee_solver::Position::new(card, roll, rerolls_left).or_raise()
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (rules, dice, rerolls_left=None, card=None))]
    fn new(rules: &RuleSet, dice: &Bound<'_, PyAny>, rerolls_left: Option<i64>, card: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        position_of(dice, rerolls_left, card, &rules.0).map(Position)
    }

    /// Reads the text of a position, like "13356 rerolls=2 ones=3".
    #[classmethod]
    fn parse(_: &Bound<'_, PyType>, rules: &RuleSet, text: &str) -> PyResult<Position> {
        yahtzee_solver::Position::parse(text, &rules.0).or_raise().map(Position)
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (RuleSet, String))> {
        Ok((py.get_type::<Position>().getattr("parse")?, (self.rules(), self.0.to_string())))
    }
}
