//! Where a player stands between turns.

use super::scorecard::Scorecard;
use crate::rules::{Points, State};

/// Where a player stands between turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The state.
    pub state: State,
    /// The written points with the extra bonuses and without the upper bonus, and the totals of earlier rounds.
    pub score: Points,
}

impl Standing {
    /// Where the owner of a card stands, in a game of one round.
    pub fn of(card: &Scorecard) -> Standing {
        Standing { state: card.state(), score: card.score() - card.upper_bonus() }
    }
}
