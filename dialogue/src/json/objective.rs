//! The objective, in answers as JSON.

use serde::Serialize;
use yahtzee_solver::evaluate::{Opponent, Ties};
use yahtzee_solver::{Objective, Points, Scorecard};

/// An objective in an answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum JsonObjective<'a> {
    Target {
        score: Points,
    },
    Exactly {
        score: Points,
    },
    Fewest,
    Against {
        opponents: Vec<JsonOpponent<'a>>,
        field: u32,
        #[serde(with = "JsonTies")]
        ties: Ties,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        reacting: bool,
    },
    Utility,
    Turn,
}

/// [`Ties`] in JSON.
#[derive(Serialize)]
#[serde(remote = "Ties", rename_all = "kebab-case")]
enum JsonTies {
    Win,
    Half,
    Lose,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum JsonOpponent<'a> {
    Card(&'a Scorecard),
    Score(Points),
    New(bool),
}

impl<'a> JsonObjective<'a> {
    pub(super) fn new(objective: &'a Objective) -> JsonObjective<'a> {
        match objective {
            Objective::Target(score) => JsonObjective::Target { score: *score },
            Objective::Exactly(score) => JsonObjective::Exactly { score: *score },
            Objective::Fewest => JsonObjective::Fewest,
            Objective::Against(against) => JsonObjective::Against {
                opponents: against.named().iter().map(JsonOpponent::new).collect(),
                field: against.field(),
                ties: against.ties(),
                reacting: false,
            },
            Objective::Duel { opponent, ties } => {
                JsonObjective::Against { opponents: vec![JsonOpponent::Card(opponent)], field: 0, ties: *ties, reacting: true }
            }
            Objective::Utility(_) => JsonObjective::Utility,
            Objective::Turn => JsonObjective::Turn,
        }
    }
}

impl<'a> JsonOpponent<'a> {
    fn new(opponent: &'a Opponent) -> JsonOpponent<'a> {
        match opponent {
            Opponent::Card(card) => JsonOpponent::Card(card),
            Opponent::Score(score) => JsonOpponent::Score(*score),
            Opponent::New => JsonOpponent::New(true),
        }
    }
}
