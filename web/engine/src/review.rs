//! The review of a played game.

use yahtzee_dialogue::answer::{RollsReview, WinAnswer};
use yahtzee_dialogue::session::Played;
use yahtzee_dialogue::words::reasons::Explanation;
use yahtzee_dialogue::{Question, ReviewAnswer, words};
use yahtzee_solver::tr;
use yahtzee_solver::{Position, WrittenAction};

use crate::Engine;
use crate::progress::reporting;
use crate::view::RollsView;

impl Engine {
    /// The games of a text, and whose is shown: this player's, or else the first person's.
    ///
    /// # Errors
    ///
    /// An error in the text.
    pub fn played(&self, text: &str, player: Option<usize>) -> Result<(Played, usize), String> {
        let played = Played::read(text, self.service.rules())?;
        let first = played.seats.iter().position(|seat| seat.is_person()).unwrap_or(0);
        let player = player.filter(|&player| player < played.seats.len()).unwrap_or(first);
        Ok((played, player))
    }

    /// Reviews the game of a player.
    ///
    /// # Errors
    ///
    /// If the games are of other rules.
    pub fn review(&self, (played, player): &(Played, usize)) -> Result<ReviewAnswer, String> {
        let review = self.service.review(&played.seats[*player].game).map_err(|error| error.to_string())?;
        ReviewAnswer::new(played, *player, &review, self.service.table(), true).map_err(|error| error.to_string())
    }

    /// The best boxes of a list of final rolls, in words. `None` if a text is none.
    ///
    /// # Errors
    ///
    /// What is wrong with the list.
    pub fn rolls_review(&self, text: &str) -> Result<Option<RollsView>, String> {
        let rules = self.service.rules();
        let review = RollsReview::read(text, rules).transpose()?;
        Ok(review.map(|review| RollsView {
            total: tr!("at most {} points", review.best.total),
            meaning: review.meaning(),
            rows: review.rows(rules),
        }))
    }

    /// The share of optimal games with less luck than a complete game, in words. `None` if the game is not complete.
    ///
    /// # Errors
    ///
    /// An error in the text.
    pub fn luck_share(&self, text: &str, player: Option<usize>) -> Result<Option<String>, String> {
        let (played, player) = self.played(text, player)?;
        let game = &played.seats[player].game;
        let review = self.service.review(game).map_err(|error| error.to_string())?;
        let share = self.service.luck_share(game, &review, &reporting()).map_err(|error| error.to_string())?;
        Ok(share.map(words::luck_share))
    }

    /// What the decisions of a game of several cost in chance to win. `None` if one player played alone.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn review_chances(&self, text: &str, player: Option<usize>) -> Result<Option<WinAnswer>, String> {
        let (played, player) = self.played(text, player)?;
        let review = self.service.review_to_win(&played, player, &reporting()).map_err(|error| error.to_string())?;
        Ok(review.map(|review| WinAnswer::new(&review, Some(&played.seats[player].game), self.service.rules())))
    }

    /// Explains a decision of a review: the position, and the choice that was made.
    ///
    /// # Errors
    ///
    /// An error in the position or the choice.
    pub fn explain_mistake(&self, position: &str, chosen: &str) -> Result<Vec<Explanation>, String> {
        let position = Position::parse(position, self.service.rules()).map_err(|error| error.to_string())?;
        let written = WrittenAction::parse(chosen, self.service.rules(), position.card()).map_err(|error| error.to_string())?;
        let question = Question { chosen: Some(written), words: true, ..Question::new(position).asking_why() };
        let answer = self.service.answer(question).map_err(|error| error.to_string())?;
        Ok(answer.explained(&tr!("The best")))
    }
}
