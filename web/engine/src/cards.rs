//! Cards of rules: strategies to play from a sheet of paper.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::answer::NamedAction;
use yahtzee_dialogue::{Question, RuleCardTexts};
use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::solve::TIE_TOLERANCE;
use yahtzee_solver::{Player, Position};

use crate::Engine;
use crate::progress::reporting;

/// A card of rules.
#[derive(Serialize, Tsify)]
pub struct RuleCardView {
    name: String,
    title: String,
    #[serde(flatten)]
    texts: RuleCardTexts,
}

/// The action of a card in a position.
#[derive(Serialize, Tsify)]
pub struct RuleCardSays {
    choice: NamedAction,
    /// The numbers of the deciding rules.
    rules: Vec<usize>,
    /// The best choice, and the loss of the card's choice in points; 0 if it ties.
    best: NamedAction,
    loss: f64,
}

impl RuleCardView {
    fn new(card: &RuleCard) -> RuleCardView {
        RuleCardView { name: card.name.clone(), title: card.title.clone(), texts: RuleCardTexts::new(card) }
    }
}

impl Engine {
    /// The built-in cards that use only boxes of this game.
    pub fn rule_cards(&self) -> Vec<RuleCardView> {
        let cards = RuleCard::builtin_names().filter_map(|name| RuleCard::builtin_for(name, self.service.rules()).ok());
        cards.map(|card| RuleCardView::new(&card)).collect()
    }

    /// The exact expected score of a card of rules.
    ///
    /// # Errors
    ///
    /// An error in the name, or that the game is too large.
    pub fn rule_card_value(&self, name: &str) -> Result<f64, String> {
        let card = self.rule_card(name)?;
        let values = self.service.strategy_values(|model| Box::new(CardStrategy::new(&card, model)), &reporting());
        Ok(values.map_err(|error| error.to_string())?.expected_score())
    }

    /// The action of a card of rules in a position.
    ///
    /// # Errors
    ///
    /// An error in the name or the position.
    pub fn rule_card_says(&self, name: &str, position: &str) -> Result<RuleCardSays, String> {
        let card = self.rule_card(name)?;
        let position = Position::parse(position, self.service.rules()).map_err(|error| error.to_string())?;
        let mut player = CardStrategy::new(&card, self.service.table().model());
        let action = player.choose(&position).map_err(|error| error.to_string())?;
        let rules = player.deciding_rules(&position).map_err(|error| error.to_string())?;
        let question = Question { words: true, ..Question::new(position).comparing(&action) };
        let answer = self.service.answer(question).map_err(|error| error.to_string())?;
        let best = answer.best().action.clone();
        let chosen = answer.chosen.expect("it was asked for");
        Ok(RuleCardSays {
            choice: chosen.action,
            rules: rules.into_iter().flatten().map(|rule| rule + 1).collect(),
            best,
            loss: if chosen.loss < TIE_TOLERANCE { 0.0 } else { chosen.loss },
        })
    }

    fn rule_card(&self, name: &str) -> Result<RuleCard, String> {
        RuleCard::builtin_for(name, self.service.rules()).map_err(|error| error.to_string())
    }
}
