//! A card of rules, and its action in a position.

use serde::Serialize;
use yahtzee_solver::cards::RuleCard;
use yahtzee_solver::{Action, Position};

use crate::words::RuleCardTexts;

/// A card of rules.
#[derive(Clone, Debug, Serialize)]
pub struct RuleCardAnswer {
    /// The name of the card.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The name of the rule set.
    pub rules: String,
    /// The expected score of a player by the card.
    pub expected_score: f64,
    /// The expected score of optimal play less that of the card.
    pub loss: f64,
    /// The card in words.
    #[serde(flatten)]
    pub texts: RuleCardTexts,
}

/// The action of a card in a position.
#[derive(Clone, Debug, Serialize)]
pub struct RuleCardAt {
    /// The name of the rule set.
    pub rules: String,
    /// The name of the card.
    pub card: String,
    /// The position in the notation of the program.
    pub position: String,
    /// The action, likewise.
    pub action: String,
    /// The number of the deciding rule for keeping, from 1; null if no rule matches, or none is needed.
    pub keep: Option<usize>,
    /// The same for scoring.
    pub score: Option<usize>,
}

impl RuleCardAnswer {
    /// A card with its expected score, and what it loses against optimal play, in points.
    pub fn new(card: &RuleCard, expected_score: f64, loss: f64) -> RuleCardAnswer {
        let RuleCard { name, title, rules, .. } = card;
        let (name, title, rules) = (name.clone(), title.clone(), rules.name().to_owned());
        RuleCardAnswer { name, title, rules, expected_score, loss, texts: RuleCardTexts::new(card) }
    }
}

impl RuleCardAt {
    /// A card's action in a position, and the deciding rules for keeping and for scoring, from 1.
    pub fn new(card: &RuleCard, position: &Position, action: &Action, [keep, score]: [Option<usize>; 2]) -> RuleCardAt {
        let (rules, action) = (card.rules.name().to_owned(), action.display(&card.rules).to_string());
        RuleCardAt { rules, card: card.name.clone(), position: position.to_string(), action, keep, score }
    }
}
