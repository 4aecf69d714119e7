//! The place where a position was asked.

use serde::{Deserialize, Serialize};

/// The place where a position was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskedIn {
    /// In a quiz.
    Quiz,
    /// In a quiz of the player's mistakes.
    Deck,
    /// In the ten of a day.
    Daily,
    /// In a place known to a later version.
    #[serde(other)]
    Elsewhere,
}

impl AskedIn {
    /// The name, as written.
    pub fn name(self) -> &'static str {
        match self {
            AskedIn::Quiz => "quiz",
            AskedIn::Deck => "deck",
            AskedIn::Daily => "daily",
            AskedIn::Elsewhere => "elsewhere",
        }
    }
}
