//! Players: whoever answers what to do.

use crate::dice::Seed;
use crate::game::{Action, Question};

/// Whoever answers what to do, turn after turn, game after game.
pub trait Player {
    /// Why there may be no answer.
    type Error;

    /// A new game begins, with its number in the run; a player that chooses by chance takes its chances from here, so that
    /// its games do not depend on which it played before.
    fn begin(&mut self, seed: Seed, game: u64) {
        let _ = (seed, game);
    }

    /// What to do.
    ///
    /// # Errors
    ///
    /// Where the player has no answer; the run then ends.
    fn choose(&mut self, question: &Question<'_>) -> Result<Action, Self::Error>;
}
