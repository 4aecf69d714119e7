//! Games of several columns: their rules, and what was found for them.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use yahtzee_columns::{AdviceOfColumns, Effort, Game, Mean, Position, SimulatedColumns, Strategy, Table};
use yahtzee_dialogue::ask::Ask;
use yahtzee_solver::rules;
use yahtzee_solver::solve::MemoryLimit;

use crate::errors::{OrRaise, TableError};
use crate::exchange::{Json, json};
use crate::objects::cards::ask_card;
use crate::objects::dice::ask_dice;
use crate::objects::rules::{RuleSet, read};
use crate::released::{Pace, at_length, briefly, bytes, threads};

/// The rules of a game of several columns. `yahtzee.ColumnGame` is the public class.
#[pyclass(frozen, module = "yahtzee._native")]
pub(crate) struct ColumnGame(rules::ColumnGame);

#[pymethods]
impl ColumnGame {
    #[new]
    fn new(rules: &Bound<'_, PyAny>) -> PyResult<ColumnGame> {
        let named = |name: &str| rules::ColumnGame::builtin(name).or_raise();
        let game = read(rules, "game of several columns: give its rules", named, rules::ColumnGame::parse)?;
        game.with_rules(|rules| Ok(rules.in_current_language())).map(ColumnGame)
    }

    /// The names of the built-in games.
    #[staticmethod]
    fn builtin() -> Vec<&'static str> {
        rules::ColumnGame::builtin_names().collect()
    }

    /// The name, the title, the TOML, the names of the columns, and the rules of the boxes.
    #[getter]
    fn parts(&self) -> (&str, &str, &str, Vec<&str>, RuleSet) {
        let (rules, columns) = (&self.0, self.0.columns().iter().map(|column| column.name.as_str()).collect());
        (rules.name(), rules.title(), rules.toml(), columns, RuleSet(rules.boxes().clone()))
    }
}

/// A solved game of several columns. `yahtzee.ColumnTable` is the public class.
#[pyclass(frozen, module = "yahtzee._native")]
pub(crate) struct ColumnTable {
    game: Game,
    table: Table,
}

/// The game of these rules, within a limit of memory.
fn game_of(py: Python<'_>, rules: &ColumnGame, memory: i64, threads: usize) -> PyResult<Game> {
    let limit = MemoryLimit { bytes: bytes(memory)?, threads };
    briefly(py, || Game::new(&rules.0, limit))?.or_raise()
}

#[pymethods]
impl ColumnTable {
    /// `effort` has the steps, the games and the seed.
    #[staticmethod]
    fn solve<'py>(
        py: Python<'py>,
        rules: &ColumnGame,
        effort: (usize, usize, u64),
        pace: Pace<'py>,
        memory: i64,
        tables: Option<PathBuf>,
    ) -> PyResult<ColumnTable> {
        let game = game_of(py, rules, memory, pace.threads()?)?;
        let path = tables.map(|folder| folder.join(game.file_name()));
        // A file that cannot be read is replaced.
        let before = path.as_ref().and_then(|path| game.open(path).ok());
        let (steps, games, seed) = effort;
        let mut kept = Ok(());
        let (table, is_new) = pace
            .at_length(py, |run| {
                game.solve_on(before, &Effort { steps, games, seed, ..Effort::new(run) }, &mut |step, prices| {
                    kept = path.as_ref().map_or(Ok(()), |path| game.save_prices(step, prices, path));
                    kept.is_ok()
                })
            })?
            .or_raise()?;
        if let Some(path) = path.filter(|_| is_new) {
            let kept = kept.and_then(|()| table.save(&path));
            kept.map_err(|error| TableError::new_err(format!("{}: {error}", path.display())))?;
        }
        Ok(ColumnTable { game, table })
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, rules: &ColumnGame, text: &[u8], memory: i64) -> PyResult<ColumnTable> {
        let game = game_of(py, rules, memory, 1)?;
        let table = game.table_from(text.to_vec()).or_raise()?;
        Ok(ColumnTable { game, table })
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = briefly(py, || self.table.to_bytes())?;
        Ok(PyBytes::new(py, &bytes.map_err(|error| TableError::new_err(error.to_string()))?))
    }

    /// The bound, the mean score and its standard error, the games, and the steps.
    #[getter]
    fn figures(&self) -> (f64, f64, f64, usize, usize) {
        let Mean { mean, error, games } = self.table.player();
        (self.table.bound(), mean, error, games, self.table.steps())
    }

    fn advise<'py>(
        &self,
        py: Python<'py>,
        dice: &Bound<'_, PyAny>,
        rerolls_left: Option<i64>,
        card: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Json<'py>> {
        let rules = &self.game.rules;
        let card = card.map(|card| ask_card(card, rules.boxes())).transpose()?;
        let position = Position::read(&Ask { dice: ask_dice(dice)?, rerolls_left, card, ..Ask::default() }, rules).or_raise()?;
        let advice = briefly(py, || self.game.advise(&self.table, &position))?.or_raise()?;
        json(py, &AdviceOfColumns::new(&advice, &position, rules))
    }

    fn simulate<'py>(&self, py: Python<'py>, games: usize, seed: u64, threads: Option<i64>) -> PyResult<Json<'py>> {
        let played = at_length(py, self::threads(threads)?, |run| {
            self.game.simulate(Strategy::Solved(&self.table), &Effort { games, seed, ..Effort::new(run) })
        })?;
        json(py, &SimulatedColumns::new(played.or_raise()?, seed, &self.table, &self.game.rules))
    }
}
