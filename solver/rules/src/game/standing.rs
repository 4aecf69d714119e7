//! The standing of a player between turns.

use super::scorecard::Scorecard;
use crate::rules::{Points, State};

/// The standing of a player between turns: state and score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The state.
    pub state: State,
    /// The [written score](Scorecard::written_score), and the totals of earlier rounds.
    pub score: Points,
}

impl Standing {
    /// The standing of the owner of a card, in a game of one round.
    pub fn of(card: &Scorecard) -> Standing {
        Standing { state: card.state(), score: card.written_score() }
    }
}
