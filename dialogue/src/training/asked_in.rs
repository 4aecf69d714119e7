//! Where a position was asked.

use serde::{Deserialize, Serialize};

/// Where a position was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskedIn {
    /// In a quiz.
    Quiz,
    /// In a quiz of one's own mistakes.
    Deck,
    /// In the ten of a day.
    Daily,
    /// Somewhere that a later version knows.
    #[serde(other)]
    Elsewhere,
}

impl AskedIn {
    /// The name, as it is written.
    pub fn name(self) -> &'static str {
        match self {
            AskedIn::Quiz => "quiz",
            AskedIn::Deck => "deck",
            AskedIn::Daily => "daily",
            AskedIn::Elsewhere => "elsewhere",
        }
    }
}
