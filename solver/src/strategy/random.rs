//! A player that acts at random.

use super::player::Player;
use crate::dice::{Choices, Seed};
use crate::game::{Action, Position};
use crate::rules::OtherRules;

/// Takes a random action: every distinct hold and every allowed placement is equally likely. It never fails.
#[derive(Clone, Debug)]
pub struct Random {
    choices: Choices,
}

impl Default for Random {
    fn default() -> Random {
        Random { choices: Seed::new(0).choices(0) }
    }
}

impl Player for Random {
    type Error = OtherRules;

    fn begin(&mut self, seed: Seed, game: u64) {
        self.choices = seed.choices(game);
    }

    fn choose(&mut self, position: &Position) -> Result<Action, OtherRules> {
        let options: Vec<Action> = position.actions().collect();
        Ok(options[self.choices.below(options.len())])
    }
}
