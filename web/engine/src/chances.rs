//! The chances to win, in words.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::session::Played;
use yahtzee_dialogue::words;

use crate::Engine;
use crate::progress::reporting;

/// The chances of the players of a game.
#[derive(Serialize, Tsify)]
pub struct Stakes {
    /// The chance of each player to win, in words.
    chances: Vec<String>,
}

impl Engine {
    /// The chances of the players of a saved game.
    ///
    /// # Errors
    ///
    /// An error in the text of the game.
    pub fn stakes(&self, saved: &str) -> Result<Stakes, String> {
        let played = Played::read(saved, self.service.rules())?;
        let chances = self.service.chances(&played, &reporting()).map_err(|error| error.to_string())?;
        Ok(Stakes { chances: chances.iter().map(words::chance).collect() })
    }
}
