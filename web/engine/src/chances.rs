//! The chances to win, in words.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::session::Played;
use yahtzee_dialogue::words;
use yahtzee_solver::win::Chance;

use crate::Engine;
use crate::progress::reporting;

/// The chances of the players of a game.
#[derive(Serialize, Tsify)]
pub struct Stakes {
    /// The chance of each player to win.
    chances: Vec<Stake>,
}

/// A chance, in words too.
#[derive(Serialize, Tsify)]
pub struct Stake {
    value: f64,
    words: String,
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
        let stake = |chance: &Chance| Stake { value: chance.value, words: words::chance(chance) };
        Ok(Stakes { chances: chances.iter().map(stake).collect() })
    }
}
