//! A card of rules at the table: a computer that plays it, and the coach's references to it.

use yahtzee_solver::advise::ReviewedDecision;
use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::{Action, Player, Position, RulesError, ValueTable, tr};

use crate::words::RuleCardTexts;

/// A built-in card of rules, ready to play.
#[derive(Clone, Debug)]
pub(super) struct ByCard {
    card: RuleCard,
    strategy: CardStrategy,
}

impl ByCard {
    /// The card of this name for the game of a table.
    pub(super) fn new(name: &str, table: &ValueTable) -> Result<ByCard, RulesError> {
        let card = RuleCard::builtin_for(name, table.rules())?;
        Ok(ByCard { strategy: CardStrategy::new(&card, table.model()), card })
    }

    /// The card for beginners; `None` for a game with other boxes.
    pub(super) fn for_beginners(table: &ValueTable) -> Option<ByCard> {
        ByCard::new(RuleCard::FOR_BEGINNERS, table).ok()
    }

    pub(super) fn name(&self) -> &str {
        &self.card.name
    }

    /// The action of the card. The position must be of its game.
    pub(super) fn action(&mut self, position: &Position) -> Action {
        self.strategy.choose(position).expect("a position of the game")
    }

    /// The relation of the card to a mistake: the rule that gives the best action, or the rule that is wrong here. `None` if the card makes another
    /// mistake.
    pub(super) fn of_mistake(&mut self, position: &Position, decision: &ReviewedDecision) -> Option<String> {
        let action = self.action(position);
        let rule = self.strategy.deciding_rules(position).ok()?.into_iter().flatten().last()?;
        let text = RuleCardTexts::new(&self.card).rules().nth(rule)?.clone();
        let (number, name) = (rule + 1, &*self.card.name);
        if action == decision.best.action {
            return Some(tr!("Rule {} of {} says so. {}", number, name, text));
        }
        (action == decision.chosen.action).then(|| tr!("Rule {} of {} is wrong here. {}", number, name, text))
    }
}
