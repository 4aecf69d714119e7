//! The chances to win, in words.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::session::Played;
use yahtzee_dialogue::words;
use yahtzee_solver::win::Chance;

use crate::Engine;
use crate::progress::reporting;

/// The chance of a player to win, in words too.
#[derive(Serialize, Tsify)]
pub struct WinChance {
    pub(crate) value: f64,
    words: String,
}

impl Engine {
    /// The chances of the players of a saved game. If the first throw of its turn is covered, it is no part of them: nobody has seen it.
    ///
    /// # Errors
    ///
    /// An error in the text of the game.
    pub fn win_chances(&self, saved: &str, covered: bool) -> Result<Vec<WinChance>, String> {
        let mut played = Played::read(saved, self.service.rules())?;
        for seat in played.seats.iter_mut().filter(|_| covered) {
            if seat.game.turns().last().is_some_and(|turn| turn.decisions().is_empty() && turn.undecided().is_some()) {
                seat.game.undo();
            }
        }
        let chances = self.service.chances(&played, &reporting()).map_err(|error| error.to_string())?;
        let chance_of = |chance: &Chance| WinChance { value: chance.value, words: words::chance(chance) };
        Ok(chances.iter().map(chance_of).collect())
    }
}
