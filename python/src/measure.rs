//! A player from Python, measured against optimal play.

use pyo3::prelude::*;
use serde::Serialize;
use yahtzee_dialogue::answer::MeasuredLoss;
use yahtzee_dialogue::ask::chosen;
use yahtzee_dialogue::{NamedStrategy, columns};
use yahtzee_solver::batch::ActionNumbers;
use yahtzee_solver::simulate::{MeasureError, Measured};
use yahtzee_solver::{Action, Game, Measurement, Player, Review, Scorecard, Seed, WrittenAction};

use crate::errors::{ActionError, Error, OrRaise};
use crate::exchange::{Json, json};
use crate::frames::Columns;
use crate::numbered::{Given, numbered};
use crate::objects::positions::Position;
use crate::questions::Simulated;
use crate::released::{at_length, briefly, threads};
use crate::table::Table;

/// The measurement, and the data frames of the games and of their decisions.
type Outcome<'py> = (Json<'py>, Option<(Columns, Columns)>);

/// The scores of a player's games, and the loss of its decisions.
#[derive(Serialize)]
struct ScoresAndLoss {
    #[serde(flatten)]
    scores: Simulated,
    #[serde(flatten)]
    loss: MeasuredLoss,
}

/// A callable of Python as a player: it gets a position and returns an action.
struct Calling<'a> {
    callable: &'a Py<PyAny>,
    numbers: &'a ActionNumbers,
}

impl Calling<'_> {
    /// The action for an answer: its number, its text, or an option of an advice.
    fn action(&self, answer: &Bound<'_, PyAny>, position: &yahtzee_solver::Position) -> PyResult<Action> {
        let wrong = |why: String| ActionError::new_err(format!("the player answers {answer} at '{position}': {why}"));
        let text = match Given::read(answer)?.map_err(wrong)? {
            Given::Number(number) => return numbered(self.numbers, position, number).map_err(wrong),
            Given::Text(text) => text,
        };
        let written = WrittenAction::parse(&text, position.rules(), position.card()).map_err(|error| wrong(error.to_string()))?;
        chosen::action(&written, position).map_err(wrong)
    }
}

impl Player for Calling<'_> {
    type Error = PyErr;

    fn choose(&mut self, position: &yahtzee_solver::Position) -> PyResult<Action> {
        Python::attach(|py| {
            py.check_signals()?;
            let answer = self.callable.bind(py).call1((Position(position.clone()),))?;
            self.action(&answer, position)
        })
    }
}

/// A player that repeats recorded actions, game by game.
struct Replayed<'a> {
    numbers: &'a ActionNumbers,
    actions: &'a [i64],
    /// Where the actions of each game start.
    starts: &'a [i64],
    next: usize,
}

impl Player for Replayed<'_> {
    type Error = PyErr;

    fn begin(&mut self, _: Seed, game: u64) {
        self.next = self.starts.get(game as usize).map_or(usize::MAX, |&start| start as usize);
    }

    fn choose(&mut self, position: &yahtzee_solver::Position) -> PyResult<Action> {
        let action = self.actions.get(self.next).ok_or_else(|| ActionError::new_err("a game has too few actions"))?;
        self.next += 1;
        numbered(self.numbers, position, *action).map_err(|why| ActionError::new_err(format!("the action {action} at '{position}': {why}")))
    }
}

/// The memory of a recorded decision in the game, its review and the data frames, in bytes: a sum of their sizes.
const A_DECISION: u64 = 1_500;

/// The settings of a measurement, besides the player: see `parts`.
#[derive(FromPyObject)]
pub(crate) struct Wanted(u64, u64, usize, bool, String);

impl Wanted {
    /// The number of games and the seed of their dice, the number of worst mistakes to keep, and whether to keep the games. The last field is the
    /// card that the games start from.
    fn parts(&self) -> (u64, Seed, usize, bool) {
        (self.0, Seed::new(self.1), self.2, self.3)
    }
}

impl Table {
    fn measurement(&self, run: &Wanted) -> PyResult<Measurement<'_>> {
        let (games, seed, worst, _) = run.parts();
        let card = Scorecard::parse(&run.4, self.table().rules()).or_raise()?;
        Ok(Measurement::new(self.table(), games, seed).from_card(&card).or_raise()?.worst(worst))
    }

    /// Plays the games with a player, and keeps them on request, as long as they fit into the memory.
    fn play<P: Player>(
        &self,
        measurement: &Measurement<'_>,
        run: &Wanted,
        player: impl Fn() -> Result<P, P::Error> + Sync,
    ) -> Result<(Measured, Vec<Game>), MeasureError<P::Error, PyErr>>
    where
        P::Error: Send,
    {
        let (mut games, mut decisions) = (Vec::new(), 0);
        let (.., record) = run.parts();
        let measured = measurement.run_logged(player, |game| {
            if record {
                decisions += game.turns().iter().map(|turn| turn.decisions().len() as u64).sum::<u64>();
                self.check_memory(decisions * A_DECISION, "measure fewer games, or without record")?;
                games.push(game.clone());
            }
            Ok(())
        })?;
        Ok((measured, games))
    }

    fn outcome<'py>(&self, py: Python<'py>, run: &Wanted, measured: &Measured, games: &[Game]) -> PyResult<Outcome<'py>> {
        let rules = self.table().rules();
        let reviews = || games.iter().map(|game| Review::of(game, self.table())).collect::<Result<Vec<_>, _>>();
        let (.., record) = run.parts();
        let frames = if record {
            let reviews = at_length(py, 1, |_| reviews())?.or_raise()?;
            Some((Columns(columns::games(rules, games, &reviews)), Columns(columns::decisions(rules, &reviews))))
        } else {
            None
        };
        let found = ScoresAndLoss { scores: Simulated::new(&measured.scores, run.1), loss: MeasuredLoss::new(measured, rules) };
        Ok((json(py, &found)?, frames))
    }
}

fn raise(error: MeasureError<PyErr, PyErr>) -> PyErr {
    match error {
        MeasureError::Player { error, .. } | MeasureError::Log(error) => error,
        MeasureError::Move { game, card, error } => ActionError::new_err(format!("game {}: with the card '{card}': {error}", game + 1)),
        error => Error::new_err(error.to_string()),
    }
}

#[pymethods]
impl Table {
    /// Measures a callable that gets one position after the other.
    fn measure_callable<'py>(&self, py: Python<'py>, player: Py<PyAny>, run: Wanted) -> PyResult<Outcome<'py>> {
        let calling = || Ok(Calling { callable: &player, numbers: self.numbers() });
        let measurement = self.measurement(&run)?;
        let (measured, games) = briefly(py, || self.play(&measurement, &run, calling))?.map_err(raise)?;
        self.outcome(py, &run, &measured, &games)
    }

    /// Measures games with recorded actions.
    fn measure_actions<'py>(
        &self,
        py: Python<'py>,
        actions: numpy::PyReadonlyArray1<'_, i64>,
        starts: numpy::PyReadonlyArray1<'_, i64>,
        run: Wanted,
        threads: Option<i64>,
    ) -> PyResult<Outcome<'py>> {
        let (actions, starts, threads) = (actions.as_slice()?, starts.as_slice()?, self::threads(threads)?);
        let player = || Ok(Replayed { numbers: self.numbers(), actions, starts, next: 0 });
        let measurement = self.measurement(&run)?;
        let played = at_length(py, threads, |how| self.play(&measurement.with(how), &run, player))?;
        let (measured, games) = played.map_err(raise)?;
        self.outcome(py, &run, &measured, &games)
    }

    /// Measures a player of the library.
    fn measure_named<'py>(&self, py: Python<'py>, name: &str, run: Wanted, threads: Option<i64>) -> PyResult<Outcome<'py>> {
        let threads = self::threads(threads)?;
        let rules = self.table().rules();
        let named = NamedStrategy::new(name, rules).map_err(|error| ActionError::new_err(format!("{error}; or give a callable")))?;
        let model = briefly(py, || named.model_to_play(self.table(), self.left(threads)))?.or_raise()?;
        let measurement = self.measurement(&run)?;
        let player = || Ok(named.player(self.table(), &model));
        let played = at_length(py, threads, |how| self.play(&measurement.with(how), &run, player))?;
        let (measured, games) = played.map_err(|error| match error {
            MeasureError::Log(error) => error,
            error => Error::new_err(error.to_string()),
        })?;
        self.outcome(py, &run, &measured, &games)
    }
}
