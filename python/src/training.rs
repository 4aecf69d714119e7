//! The trainer: figures from a history of games and answers, and the positions of a quiz. The Python half (`yahtzee/_training.py`) makes classes of
//! them.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyType;
use serde::Serialize;
use yahtzee_dialogue::columns;
use yahtzee_dialogue::training::daily::{self, Day};
use yahtzee_dialogue::training::deck::Deck as Cards;
use yahtzee_dialogue::training::progress::{Progress, people, player, rule_sets};
use yahtzee_dialogue::training::record::LONGEST;
use yahtzee_dialogue::training::topic::{Level, QuizOf, Topic};
use yahtzee_dialogue::training::{self, QuizPosition, Theme};
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::printable::escaped;
use yahtzee_solver::table::read_limited;

use crate::errors::{Error, HistoryError};
use crate::exchange::{Json, json};
use crate::frames::Columns;
use crate::released::{at_length, briefly};
use crate::table::Table;

/// The records of a history. `yahtzee.History` is the public class.
#[pyclass(frozen, module = "yahtzee._native")]
pub(crate) struct History(training::History);

/// A card of a deck.
#[derive(Serialize)]
struct CardOf<'a> {
    position: &'a str,
    theme: &'static str,
    loss: f64,
    seen: usize,
    /// In seconds since 1970.
    due: u64,
    mastered: bool,
}

/// The last second that is a `datetime` in Python.
const LAST: u64 = 253_402_300_799;

#[pymethods]
impl History {
    /// Reads lines.
    #[new]
    fn new(py: Python<'_>, lines: &[u8]) -> PyResult<History> {
        if lines.len() as u64 > LONGEST {
            return Err(HistoryError::new_err(format!("the history is longer than {LONGEST} bytes, the most that is read")));
        }
        briefly(py, || History(training::History::read(lines)))
    }

    /// Reads a file.
    #[classmethod]
    #[expect(clippy::needless_pass_by_value, reason = "what Python gives is owned")]
    fn read(cls: &Bound<'_, PyType>, path: PathBuf) -> PyResult<History> {
        let wrong = |error| HistoryError::new_err(format!("{}: {error}", escaped(&path.to_string_lossy())));
        briefly(cls.py(), || read_limited(&path, LONGEST).map(|lines| History(training::History::read(&lines))))?.map_err(wrong)
    }

    /// The number of all unreadable lines.
    fn unread_count(&self) -> usize {
        self.0.unread_count
    }

    /// The first hundred unreadable lines: their numbers, from 1, and errors.
    fn unread(&self) -> Vec<(usize, String)> {
        self.0.unread.iter().map(|(line, error)| (*line, escaped(error).into_owned())).collect()
    }

    /// Every record as a line, games first.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        briefly(py, || self.0.lines().collect())
    }

    fn counts(&self) -> (usize, usize) {
        (self.0.games.len(), self.0.answers.len())
    }

    /// The rule sets: fingerprint, name, and number of games by people.
    fn rule_sets(&self) -> Vec<(String, String, usize)> {
        rule_sets(&self.0)
    }

    /// The people who played under some rules, with their numbers of games.
    fn people(&self, fingerprint: &str) -> Vec<(String, usize)> {
        people(&self.0, fingerprint)
    }

    /// The requested player, or the default one; `None` if nobody has played.
    fn player(&self, rules: &str, fingerprint: &str, asked: Option<&str>) -> PyResult<Option<String>> {
        player(&self.0, rules, fingerprint, asked).map_err(HistoryError::new_err)
    }

    /// The progress of a player; `None` without a game that counts.
    fn progress<'py>(&self, py: Python<'py>, rules: &str, fingerprint: &str, player: &str, at: u64) -> PyResult<Option<Json<'py>>> {
        let progress = briefly(py, || Progress::of(&self.0, rules, fingerprint, player, at))?;
        progress.map(|progress| json(py, &progress)).transpose()
    }

    fn deck(&self, py: Python<'_>, fingerprint: &str, player: &str, threshold: f64) -> PyResult<Deck> {
        briefly(py, || Deck(Cards::new(&self.0, fingerprint, player, threshold)))
    }

    /// The number of answers of each day, and the number of complete days in a row up to a day.
    fn days(&self, fingerprint: &str, today: u32) -> PyResult<(Vec<(u32, usize)>, u64)> {
        let answered = daily::answered(&self.0.answers, fingerprint).into_iter().map(|(day, (count, _))| (day.number(), count)).collect();
        Ok((answered, daily::streak(&self.0.answers, fingerprint, day(today)?)))
    }

    /// A row for each game.
    fn games(&self) -> Columns {
        Columns(columns::recorded_games(&self.0))
    }

    /// A row for each decision that counts, with the id of its game.
    fn decisions(&self) -> Columns {
        Columns(columns::decided(&self.0))
    }

    /// A row for each answer.
    fn answers(&self) -> Columns {
        Columns(columns::answers(&self.0))
    }
}

fn day(number: u32) -> PyResult<Day> {
    Day::new(number).ok_or_else(|| Error::new_err(format!("{number} is no day from 1970 on")))
}

/// The deck of a player's mistakes. `yahtzee.training.Deck` is the public class.
#[pyclass(frozen, module = "yahtzee._native")]
pub(crate) struct Deck(Cards);

#[pymethods]
impl Deck {
    /// The cards, in the order of their first mistakes.
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Json<'py>> {
        let cards = self.0.cards.iter().map(|card| CardOf {
            position: &card.position,
            theme: card.theme.name(),
            loss: card.loss,
            seen: card.seen,
            due: card.due.min(LAST),
            mastered: card.is_mastered(),
        });
        json(py, &cards.collect::<Vec<_>>())
    }

    /// The positions due at a given time, in the order of asking.
    fn due(&self, at: u64) -> Vec<&str> {
        self.0.due(at).into_iter().map(|card| card.position.as_str()).collect()
    }
}

#[pymethods]
impl Table {
    /// The ten of a day, as in `yahtzee quiz --daily`.
    fn daily<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Json<'py>> {
        let day = day(number)?;
        let puzzles = at_length(py, 1, |_| self.service.daily(day))?;
        self.puzzles_of(py, &puzzles, number.into())
    }

    /// The positions of a quiz, as in `yahtzee quiz`: of a topic, or with an obvious choice that is a mistake.
    fn quiz<'py>(
        &self,
        py: Python<'py>,
        positions: usize,
        seed: u64,
        mixed: bool,
        topic: Option<&str>,
        level: Option<&str>,
    ) -> PyResult<Json<'py>> {
        let unknown = |what: &str, name: &str, names: Vec<&str>| {
            Error::new_err(format!("there is no {what} '{}': there are {}", escaped(name), names.join(", ")))
        };
        let theme = topic.map(|name| Theme::named(name).ok_or_else(|| unknown("topic", name, Theme::ALL.map(Theme::name).into())));
        let level =
            level.map(|name| Level::named(name).ok_or_else(|| unknown("level", name, Level::SCALE.map(|(level, _)| level.name()).into())));
        let topic = Topic { theme: theme.transpose()?, level: level.transpose()? };
        let mut found = self.service.puzzles(&QuizOf { seed, topic, mixed });
        let mut puzzles: Vec<Puzzle> = Vec::new();
        while puzzles.len() < positions {
            let Some(puzzle) = at_length(py, 1, |_| found.next())? else { break };
            puzzles.push(puzzle);
        }
        self.puzzles_of(py, &puzzles, seed)
    }
}

impl Table {
    fn puzzles_of<'py>(&self, py: Python<'py>, puzzles: &[Puzzle], seed: u64) -> PyResult<Json<'py>> {
        let puzzles = (1..).zip(puzzles).map(|(number, puzzle)| QuizPosition::new(puzzle, seed, number, self.table()));
        json(py, &puzzles.collect::<Vec<_>>())
    }
}
