//! Quiz positions and their solutions.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use yahtzee_dialogue::WorthKind;
use yahtzee_dialogue::answer::{NamedAction, NamedOption, PositionView, hint};
use yahtzee_dialogue::training::daily::{self, Day};
use yahtzee_dialogue::training::quiz::{self, Tally, Verdict};
use yahtzee_dialogue::training::record::{AnswerRecord, AskedIn};
use yahtzee_dialogue::training::theme::Theme;
use yahtzee_dialogue::training::topic::{self, Level, Topic};
use yahtzee_dialogue::training::{FirstStep, History, Record, first_steps};
use yahtzee_dialogue::words::reasons::Explanation;
use yahtzee_solver::advise::Puzzle;
use yahtzee_solver::tr;
use yahtzee_solver::{Position, WrittenAction};

use crate::Engine;
use crate::history::RecordView;
use crate::view::{choices, options};

/// The most positions of a quiz: finding each takes a game, and the last one needs those before it.
const POSITIONS: u32 = 1000;

/// A position of the quiz.
#[derive(Serialize, Tsify)]
pub struct PuzzleView {
    #[serde(flatten)]
    position: PositionView,
    /// All possible actions, in an order that does not reveal the best one.
    choices: Vec<NamedAction>,
    /// The best few options, in no particular order.
    few: Vec<NamedAction>,
}

/// A position of the first steps.
#[derive(Serialize, Tsify)]
pub struct FirstStepView {
    puzzle: PuzzleView,
    /// What is said before the answer, and after it.
    asks: String,
    teaches: String,
}

/// The selection of quiz positions.
#[derive(Clone, PartialEq, Deserialize, Tsify)]
pub struct QuizOf {
    pub(crate) seed: f64,
    /// Whether to ask positions of any theme in which the obvious choice is a mistake.
    pub(crate) mistakes: bool,
    /// The names of a theme and of a level; empty for any.
    pub(crate) theme: String,
    pub(crate) level: String,
}

/// A quiz, as far as it was asked: the next position continues from the last one.
pub(crate) struct BegunQuiz {
    of: QuizOf,
    found: Vec<Puzzle>,
    rest: Box<dyn Iterator<Item = Puzzle> + Send>,
}

/// The place and time of an answer.
#[derive(Deserialize, Tsify)]
pub struct AnsweredIn {
    #[tsify(type = "'quiz' | 'deck' | 'daily'")]
    from: AskedIn,
    at: f64,
    hints: usize,
    /// The day and the number of the position.
    #[tsify(optional)]
    daily: Option<(u32, u8)>,
}

/// The quality of a reply.
#[derive(Serialize, Tsify)]
pub struct SolutionView {
    /// Whether it was one of the best.
    right: bool,
    loss: f64,
    obvious: NamedOption,
    why: Vec<Explanation>,
    options: Vec<NamedOption>,
    /// The record of the answer, to be stored.
    #[tsify(type = "RecordView | null")]
    record: Option<RecordView>,
}

/// The topics to choose from: names with their titles.
#[derive(Serialize, Tsify)]
pub struct TopicsView {
    themes: Vec<(&'static str, String)>,
    levels: Vec<(&'static str, String)>,
}

/// The result of some answers.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct TallyView {
    marks: Vec<String>,
    asked: usize,
    best: usize,
    given_up: usize,
    loss: f64,
    obvious_loss: f64,
}

/// The topics of a quiz.
pub(crate) fn topics() -> TopicsView {
    TopicsView {
        themes: Theme::ALL.map(|theme| (theme.name(), theme.title())).into(),
        levels: Level::SCALE.map(|(level, _)| (level.name(), level.title())).into(),
    }
}

/// The result of the answers in these lines.
pub(crate) fn tally(lines: &str) -> TallyView {
    let answers = History::read(lines.as_bytes()).answers;
    let Tally { best, given_up, loss, obvious_loss, .. } = Tally::of(&answers);
    let marks = answers.iter().map(|answer| daily::mark(answer).to_string()).collect();
    TallyView { marks, asked: answers.len(), best, given_up, loss, obvious_loss }
}

impl Engine {
    fn puzzle(&self, position: &str) -> Result<Puzzle, String> {
        let position = Position::parse(position, self.service.rules()).map_err(|error| error.to_string())?;
        self.service.puzzle(&position).map_err(|error| error.to_string())
    }

    fn puzzle_view(&self, puzzle: &Puzzle) -> PuzzleView {
        let position = &puzzle.advice.position;
        let (rules, roll) = (self.service.rules(), position.roll());
        PuzzleView {
            position: PositionView::new(position, self.service.table()),
            choices: choices(position, rules),
            few: hint::few(&puzzle.advice).iter().map(|option| NamedAction::new(&option.action, Some(&roll), rules)).collect(),
        }
    }

    /// The position with this number, from 0, in a quiz.
    ///
    /// # Errors
    ///
    /// If there is no such number, or the rules give no more positions.
    pub fn quiz_position(&mut self, of: &QuizOf, number: f64) -> Result<PuzzleView, String> {
        if !(0.0..POSITIONS as f64).contains(&number) || number.fract() != 0.0 {
            return Err(tr!("a quiz has no position {}: they are numbered from 0 to {}", number.to_string(), POSITIONS - 1));
        }
        if self.begun.as_ref().is_none_or(|begun| begun.of != *of) {
            let topic = Topic { theme: Theme::named(&of.theme), level: Level::named(&of.level) };
            let rest = self.service.puzzles(&topic::QuizOf { seed: of.seed as u64, topic, mixed: !of.mistakes });
            self.begun = Some(BegunQuiz { of: of.clone(), found: Vec::new(), rest });
        }
        let begun = self.begun.as_mut().expect("it was just made");
        while begun.found.len() <= number as usize {
            let next = begun.rest.next().ok_or_else(|| tr!("these rules give no more positions"))?;
            begun.found.push(next);
        }
        let puzzle = begun.found[number as usize].clone();
        Ok(self.puzzle_view(&puzzle))
    }

    /// The first steps of a newcomer; none if these rules do not fit them.
    pub fn first_steps(&self) -> Vec<FirstStepView> {
        let view = |FirstStep { puzzle, asks, teaches }| FirstStepView { puzzle: self.puzzle_view(&puzzle), asks, teaches };
        first_steps(self.service.table()).into_iter().map(view).collect()
    }

    /// The ten of a day, like 20261123.
    ///
    /// # Errors
    ///
    /// If there is no such day, or the rules give no position.
    pub fn daily_ten(&self, day: u32) -> Result<Vec<PuzzleView>, String> {
        let puzzles = Day::new(day).map(|day| self.service.daily(day)).unwrap_or_default();
        if puzzles.is_empty() {
            return Err(tr!("these rules give no more positions"));
        }
        Ok(puzzles.iter().map(|puzzle| self.puzzle_view(puzzle)).collect())
    }

    /// Any position, to learn from it.
    ///
    /// # Errors
    ///
    /// An error in the position.
    pub fn puzzle_of(&self, position: &str) -> Result<PuzzleView, String> {
        self.puzzle(position).map(|puzzle| self.puzzle_view(&puzzle))
    }

    /// The solution of a position after a reply; no reply means that it was given up. `how` gives the data to record.
    ///
    /// # Errors
    ///
    /// An error in the reply.
    pub fn solution(&self, position: &str, reply: Option<String>, how: Option<AnsweredIn>) -> Result<SolutionView, String> {
        let puzzle = self.puzzle(position)?;
        let (position, rules) = (&puzzle.advice.position, self.service.rules());
        let chosen = |reply: String| {
            let written = WrittenAction::parse(&reply, rules, position.card()).map_err(|error| error.to_string())?;
            quiz::reply(&puzzle, written, self.service.table()).map_err(|error| error.to_string())
        };
        let reply = reply.map(chosen).transpose()?;
        let solution = self.service.solution(&puzzle, reply.as_ref()).map_err(|error| error.to_string())?;
        let why = [solution.explained(), solution.beside_explained()].concat();
        let record = how.map(|AnsweredIn { from, at, hints, daily }| {
            let record = AnswerRecord::new(&puzzle, reply.as_ref(), hints, from, at as u64, self.service.table());
            RecordView::new(&Record::Answer(AnswerRecord { daily, ..record }))
        });
        Ok(SolutionView {
            right: matches!(solution.verdict, Verdict::Right(_)),
            loss: reply.map_or(puzzle.obvious.loss, |reply| reply.loss),
            obvious: NamedOption::of(&puzzle.obvious, None, WorthKind::Points, Some(position), rules),
            why,
            options: options(&puzzle.advice.options, WorthKind::Points, position, rules),
            record,
        })
    }
}
