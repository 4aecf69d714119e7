//! Answers: plain data that serialises, and is the JSON of all front ends.

use serde::Serialize;
use yahtzee_dialogue::words;
use yahtzee_solver::dice::{Hold, RerollsLeft, Roll};
use yahtzee_solver::rules::ColumnGame;
use yahtzee_solver::tr;

use crate::advise::{Action, Advice, Choice, Position};
use crate::player::Mean;
use crate::table::Table;

/// A solved game of several columns.
#[derive(Clone, Debug, Serialize)]
pub struct SolvedColumns {
    /// The name of the game.
    pub rules: String,
    /// No way to play scores more on average.
    pub bound: f64,
    /// The mean score of the strategy, in seeded games.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The number of these games.
    pub games: usize,
    /// The steps that led to the bound.
    pub steps: usize,
    /// The time of this run.
    pub seconds: f64,
    /// The table file; null, with the exit status 1, if it could not be written.
    pub table: Option<String>,
}

/// Games of the strategy of a game of several columns.
#[derive(Clone, Debug, Serialize)]
pub struct SimulatedColumns {
    /// The name of the game.
    pub rules: String,
    /// The number of games.
    pub games: usize,
    /// The seed: the same seed gives the same games.
    pub seed: u64,
    /// The mean score.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// No way to play scores more on average.
    pub bound: f64,
}

impl SimulatedColumns {
    /// The answer with these numbers.
    pub fn new(played: Mean, seed: u64, table: &Table, game: &ColumnGame) -> SimulatedColumns {
        let Mean { mean, error: standard_error, games } = played;
        SimulatedColumns { rules: game.name().to_owned(), games, seed, mean, standard_error, bound: table.bound() }
    }
}

/// The answer to a question about a game of several columns.
#[derive(Clone, Debug, Serialize)]
pub struct AdviceOfColumns {
    /// The name of the game.
    pub rules: String,
    /// The roll, in ascending order.
    pub dice: Roll,
    /// The rerolls left.
    pub rerolls_left: RerollsLeft,
    /// The points on all cards, with their bonuses.
    pub score: f64,
    /// No way to play on ends above it on average, at the start of this turn.
    pub bound: f64,
    /// True: the losses are estimates.
    pub approximate: bool,
    /// Every option, best first.
    pub options: Vec<OptionOfColumns>,
}

/// An option in a game of several columns.
#[derive(Clone, Debug, Serialize)]
pub struct OptionOfColumns {
    /// What to do, in words.
    pub action: String,
    /// The dice to keep; absent if it writes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<Hold>,
    /// The box that is written or named: `free.fives`; absent if dice are only kept.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The points that count, if it writes the dice; absent if not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// What it gives up against the best option, by estimate.
    pub loss: f64,
}

impl AdviceOfColumns {
    /// The advice for a position of a game.
    pub fn new(advice: &Advice, position: &Position, game: &ColumnGame) -> AdviceOfColumns {
        let Position { roll, rerolls_left, .. } = *position;
        let option = |Choice { action, loss }: &Choice| {
            let (hold, of, points) = match *action {
                Action::Hold(hold) => (Some(hold), None, None),
                Action::Name(of, hold) => (Some(hold), Some(of.name(game)), None),
                Action::Write { of, points } => (None, Some(of.name(game)), Some(points)),
            };
            OptionOfColumns { action: action.in_words(&roll, game), hold, of, points, loss: *loss }
        };
        AdviceOfColumns {
            rules: game.name().to_owned(),
            dice: roll,
            rerolls_left,
            score: advice.score,
            bound: advice.bound,
            approximate: true,
            options: advice.options.iter().map(option).collect(),
        }
    }
}

impl Action {
    /// The action in words, for this roll.
    pub fn in_words(&self, roll: &Roll, game: &ColumnGame) -> String {
        let kept = |hold| words::in_words(&yahtzee_solver::Action::Hold(hold), roll, game.boxes());
        match *self {
            Action::Hold(hold) => kept(hold),
            Action::Name(of, hold) => tr!("Name {}. {}", of.title(game), kept(hold)),
            Action::Write { of, points: 0.0 } => tr!("Scratch {} for 0", of.title(game)),
            Action::Write { of, points } => tr!("Score {} in {}", points, of.title(game)),
        }
    }
}
