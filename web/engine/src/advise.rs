//! Questions about a position, and their answers.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::Answer;
use yahtzee_dialogue::answer::spoken::Piece;
use yahtzee_dialogue::ask::Ask;
use yahtzee_dialogue::words::reasons::Explanation;
use yahtzee_solver::say;
use yahtzee_solver::{Position, ValueTable};

use crate::Engine;
use crate::card::CardView;
use crate::progress::reporting;
use crate::view::{OptionView, faces};

/// The answer to a question.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Answered {
    dice: Vec<u8>,
    rerolls_left: u8,
    card: CardView,
    /// The title of the amounts.
    measure: String,
    /// Whether all numbers are exact; chances may be approximate.
    exact: bool,
    options: Vec<OptionView>,
    /// The options tied with the best.
    #[tsify(type = "string | null")]
    ties: Option<String>,
    verdict: Vec<Vec<Piece>>,
    aim: Vec<Vec<Piece>>,
    goal: Vec<Vec<Piece>>,
    why: Vec<Explanation>,
}

/// A position, typed or from a link.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    dice: Vec<u8>,
    rerolls_left: u8,
    card: CardView,
}

impl Answered {
    fn new(answer: &Answer<'_>, table: &ValueTable) -> Answered {
        let (position, measure) = (&answer.question.position, answer.measure());
        Answered {
            dice: faces(&position.roll()),
            rerolls_left: position.rerolls_left().get(),
            card: CardView::in_round(position.card(), &answer.question.rounds, table),
            measure: measure.title(),
            exact: answer.is_exact(),
            options: OptionView::all(&answer.advice.options, position, measure, |option| answer.risk(option)),
            ties: answer.ties(),
            verdict: answer.verdict(),
            aim: answer.aim_in_words(),
            goal: answer.goal_in_words(),
            why: answer.explained(&say!("Why"), say!("your choice")),
        }
    }
}

impl Engine {
    /// Answers a question.
    ///
    /// # Errors
    ///
    /// The error, and the correct form.
    pub fn advise(&self, ask: &Ask<'_>) -> Result<Answered, String> {
        let answer = self.service.advise(ask, &reporting()).map_err(|error| error.to_string())?;
        Ok(Answered::new(&answer, self.service.table()))
    }

    /// Reads a position in the notation of the program: `11666 rerolls=2 ones=3`.
    ///
    /// # Errors
    ///
    /// The error.
    pub fn position(&self, text: &str) -> Result<PositionView, String> {
        let position = Position::parse(text, self.service.rules()).map_err(|error| error.to_string())?;
        let card = CardView::new(position.card(), self.service.table());
        Ok(PositionView { dice: faces(&position.roll()), rerolls_left: position.rerolls_left().get(), card })
    }
}
