//! A card of rules, and its action in a position, as JSON.

use serde::Serialize;
use yahtzee_solver::cards::RuleCard;
use yahtzee_solver::{Action, Position};

use crate::words::RuleCardTexts;

/// The output of `yahtzee card --json`.
#[derive(Clone, Debug, Serialize)]
pub struct JsonRuleCard<'a> {
    name: &'a str,
    title: &'a str,
    rules: &'a str,
    expected_score: f64,
    /// The expected score of optimal play less that of the card.
    loss: f64,
    keep: Vec<String>,
    score: Vec<String>,
    /// The defaults if no rule matches.
    #[serde(rename = "else")]
    otherwise: [String; 2],
    /// How to read the rules.
    reading: [String; 4],
}

impl<'a> JsonRuleCard<'a> {
    /// A card with its expected score, and what it loses against optimal play, in points.
    pub fn new(card: &'a RuleCard, expected_score: f64, loss: f64) -> JsonRuleCard<'a> {
        let RuleCard { name, title, rules, .. } = card;
        let RuleCardTexts { keep, score, otherwise, reading } = RuleCardTexts::new(card);
        JsonRuleCard { name, title, rules: rules.name(), expected_score, loss, keep, score, otherwise, reading }
    }
}

/// The output of `yahtzee card --at --json`.
#[derive(Clone, Debug, Serialize)]
pub struct JsonRuleCardAt<'a> {
    rules: &'a str,
    card: &'a str,
    position: String,
    action: String,
    /// The number of the deciding rule for keeping, from 1; `None` if no rule matches, or none is needed.
    keep: Option<usize>,
    /// The same for scoring.
    score: Option<usize>,
}

impl<'a> JsonRuleCardAt<'a> {
    /// A card's action in a position, and the deciding rules for keeping and for scoring, from 1.
    pub fn new(card: &'a RuleCard, position: &Position, action: &Action, [keep, score]: [Option<usize>; 2]) -> JsonRuleCardAt<'a> {
        let action = action.display(&card.rules).to_string();
        JsonRuleCardAt { rules: card.rules.name(), card: &card.name, position: position.to_string(), action, keep, score }
    }
}
