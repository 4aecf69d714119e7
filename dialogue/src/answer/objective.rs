//! The objective of an answer.

use serde::Serialize;
use yahtzee_solver::evaluate::{Opponent, Ties};
use yahtzee_solver::{Objective, Points, Scorecard};

use crate::ask::AskTies;

/// What is maximised.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum AnswerObjective {
    /// The chance of at least so many points at the end.
    Target {
        /// The points.
        score: Points,
    },
    /// The chance of exactly this final score.
    Exactly {
        /// The points.
        score: Points,
    },
    /// The fewest points.
    Fewest,
    /// The chance to beat all opponents.
    Against {
        /// Those who are known.
        opponents: Vec<AnswerOpponent>,
        /// The number of opponents who have not begun.
        field: u32,
        /// What a tie for the highest score is worth.
        #[serde(with = "AskTies")]
        ties: Ties,
        /// Whether the opponent looks too; present only if true.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        reacting: bool,
    },
    /// A utility of the final score.
    Utility,
    /// The points of this turn.
    Turn,
}

/// An opponent in an answer.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerOpponent {
    /// An opponent with a card.
    Card(Scorecard),
    /// A known final score.
    Score(Points),
    /// An opponent who has not begun.
    New(bool),
}

impl AnswerObjective {
    /// The objective.
    pub(crate) fn new(objective: &Objective) -> AnswerObjective {
        match objective {
            Objective::Target(score) => AnswerObjective::Target { score: *score },
            Objective::Exactly(score) => AnswerObjective::Exactly { score: *score },
            Objective::Fewest => AnswerObjective::Fewest,
            Objective::Against(against) => AnswerObjective::Against {
                opponents: against.named().iter().map(AnswerOpponent::new).collect(),
                field: against.field(),
                ties: against.ties(),
                reacting: false,
            },
            Objective::Duel { opponent, ties } => {
                AnswerObjective::Against { opponents: vec![AnswerOpponent::Card(opponent.clone())], field: 0, ties: *ties, reacting: true }
            }
            Objective::Utility(_) => AnswerObjective::Utility,
            Objective::Turn => AnswerObjective::Turn,
        }
    }
}

impl AnswerOpponent {
    fn new(opponent: &Opponent) -> AnswerOpponent {
        match opponent {
            Opponent::Card(card) => AnswerOpponent::Card(card.clone()),
            Opponent::Score(score) => AnswerOpponent::Score(*score),
            Opponent::New => AnswerOpponent::New(true),
        }
    }
}
