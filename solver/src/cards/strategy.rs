//! A card of rules as a strategy and as a player.

use std::sync::Arc;

use yahtzee_kernel::TieOrder;

use super::card::RuleCard;
use super::compiled::Compiled;
use crate::dice::{Hold, RerollsLeft};
use crate::game::{Action, Position};
use crate::rules::{OtherRules, RuleSet, State};
use crate::solve::Model;
use crate::strategy::{MixedStrategy, Player, TurnChances};

/// A card of rules, ready to be played and valued.
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{Model, Player, Position};
/// use yahtzee_solver::cards::{CardStrategy, RuleCard};
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// let card = RuleCard::builtin("card-12")?;
/// let mut player = CardStrategy::new(&card, &Arc::new(Model::apart(&card.rules, MEMORY_LIMIT)?));
/// let action = player.choose(&Position::parse("23456", &card.rules)?)?;
/// assert_eq!(action.display(&card.rules).to_string(), "score large-straight=40");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CardStrategy {
    model: Arc<Model>,
    pub(super) compiled: Compiled,
    /// The turn of the last question.
    turn: Option<TurnChances>,
}

impl CardStrategy {
    /// The strategy of a card, for a model of its rules.
    pub fn new(card: &RuleCard, model: &Arc<Model>) -> CardStrategy {
        CardStrategy { model: Arc::clone(model), compiled: Compiled::new(card, model), turn: None }
    }
}

impl CardStrategy {
    /// The rules that decide in a position, by their places on the card, from 0, with the rules for keeping first: the rule for keeping and, if the
    /// roll is scored, the rule for scoring. `None` if no rule matches or none is needed.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the position is of another game.
    pub fn deciding_rules(&self, position: &Position) -> Result<[Option<usize>; 2], OtherRules> {
        self.model.rules.check_same_game(position.rules())?;
        let nodes = &self.model.nodes;
        let roll = nodes.roll_index(&position.roll());
        Ok(self.compiled.deciding(&self.model.rules, position.state(), roll, position.rerolls_left()))
    }
}

impl MixedStrategy for CardStrategy {
    fn rules(&self) -> &RuleSet {
        &self.model.rules
    }

    fn chances(&self, state: &State, turn: &mut TurnChances) {
        self.compiled.actions(&self.model.rules, state, turn, |_, _| ());
    }

    fn class(&self, state: &State) -> u64 {
        self.compiled.class(&self.model.rules, state)
    }
}

impl Player for CardStrategy {
    type Error = OtherRules;

    fn choose(&mut self, position: &Position) -> Result<Action, OtherRules> {
        self.model.rules.check_same_game(position.rules())?;
        let turn = match self.turn.take() {
            Some(turn) if turn.state() == position.state() => turn,
            other => {
                let mut turn = other.unwrap_or_else(|| TurnChances::new(&self.model));
                turn.begin(position.state());
                self.chances(position.state(), &mut turn);
                turn
            }
        };
        let action = action(&self.model, &turn, position);
        self.turn = Some(turn);
        Ok(action)
    }
}

/// The first action of a turn in a position.
fn action(model: &Model, turn: &TurnChances, position: &Position) -> Action {
    let Model { rules, nodes, .. } = model;
    let (roll, rerolls_left): (_, RerollsLeft) = (position.roll(), position.rerolls_left());
    let index = nodes.roll_index(&roll);
    let deed = turn.deeds(rerolls_left.get()).iter().find(|deed| usize::from(deed.roll) == index).expect("an action for every roll");
    match deed.target.column() {
        Err(node) => Action::Hold(Hold::new(*nodes.dice_at(node), &roll).expect("a hold of the roll")),
        Ok(column) => {
            let mut choices = rules.choices(position.state(), &roll, rerolls_left);
            Action::Score(
                choices
                    .find(|choice| TieOrder::column(choice.category.index(), choice.points.get()) == column)
                    .expect("a placement that is allowed"),
            )
        }
    }
}
