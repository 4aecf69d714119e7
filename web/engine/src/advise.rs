//! Questions about a position, and their answers.

use yahtzee_dialogue::answer::PositionView;
use yahtzee_dialogue::ask::{Ask, AskedOdds};
use yahtzee_dialogue::{Answer, OddsAnswer};
use yahtzee_solver::Position;

use crate::Engine;
use crate::progress::reporting;

impl Engine {
    /// Answers a question.
    ///
    /// # Errors
    ///
    /// The error, and the correct form.
    pub fn advise(&self, ask: &Ask<'_>) -> Result<Answer, String> {
        let mut asked = ask.read(self.service.rules()).map_err(|error| error.to_string())?;
        if !self.knows(asked.question.position.card()) {
            return Err("the game is not solved from this card on".to_owned());
        }
        asked.question.words = true;
        self.service.answer_to(asked, &reporting()).map_err(|error| error.to_string())
    }

    /// Answers a question about the odds of boxes in a turn.
    ///
    /// # Errors
    ///
    /// The error, and the correct form.
    pub fn odds(&self, ask: &Ask<'_>) -> Result<OddsAnswer, String> {
        let asked = AskedOdds { words: true, ..ask.read_odds(self.service.rules()).map_err(|error| error.to_string())? };
        asked.answer(self.service.table().model()).map_err(|error| error.to_string())
    }

    /// Reads a position in the notation of the program: `11666 rerolls=2 ones=3`.
    ///
    /// # Errors
    ///
    /// The error.
    pub fn position(&self, text: &str) -> Result<PositionView, String> {
        let position = Position::parse(text, self.service.rules()).map_err(|error| error.to_string())?;
        Ok(PositionView::new(&position, self.service.table()))
    }
}
