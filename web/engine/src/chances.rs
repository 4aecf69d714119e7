//! The chances to win, in words.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::session::Played;
use yahtzee_dialogue::words;

use crate::Engine;

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
    pub fn stakes(&mut self, saved: &str) -> Result<Stakes, String> {
        let played = Played::read(saved, self.table.rules())?;
        let chances = self.chances.to_win(&played.games(), played.react())?;
        Ok(Stakes { chances: chances.iter().map(words::chance).collect() })
    }
}
