//! Strategies with a name to type.

use std::sync::Arc;

use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::dice::{Die, GameDice};
use yahtzee_solver::printable::quoted;
use yahtzee_solver::rules::OtherRules;
use yahtzee_solver::solve::MemoryLimit;
use yahtzee_solver::strategy::{Estimate, MixedStrategy, Pure, Random, Uniform};
use yahtzee_solver::{LookaheadStrategy, Model, OptimalStrategy, Player, RuleSet, RulesError, StrategyPlayer, ValueTable, tr};

/// A named strategy with its game.
#[derive(Clone, Debug)]
pub struct NamedStrategy {
    rules: RuleSet,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Optimal,
    Greedy,
    Random,
    Estimate(Box<Estimate>),
    Card(Box<RuleCard>),
}

/// The names of the strategies that every game has.
const PLAIN: [(&str, Kind); 3] = [("optimal", Kind::Optimal), ("greedy", Kind::Greedy), ("random", Kind::Random)];

/// The name of the strategy that looks ahead by the built-in estimate.
const ESTIMATE: &str = "estimate";

/// The dice that the built-in estimate is for.
const DICE_OF_YAHTZEE: GameDice = GameDice::new(5, Die::SIX);

/// Why a name is not a strategy of a game.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyNameError {
    /// There is no strategy of this name.
    #[error("{}", tr!("unknown strategy '{}': there are {}", quoted(.name), .known))]
    Unknown {
        /// The name.
        name: String,
        /// All names.
        known: String,
    },
    /// The card or the estimate of this name is not for the game.
    #[error("{}", tr!("{} is for games with the boxes of Yahtzee, and '{}' has other boxes. Every game has {}", .name, .rules, PLAIN.map(|(name, _)| name).join(", ")))]
    OtherBoxes {
        /// The name.
        name: String,
        /// The rule set.
        rules: String,
    },
    /// The estimate is for the dice of Yahtzee too.
    #[error("{}", tr!("{} is for games with the dice and the boxes of Yahtzee, and '{}' has other dice. Every game has {}", .name, .rules, PLAIN.map(|(name, _)| name).join(", ")))]
    NotDiceOfYahtzee {
        /// The name.
        name: String,
        /// The rule set.
        rules: String,
    },
    /// The card of this name is not for the dice of the game.
    #[error("{}", tr!("{} is for up to six dice with faces up to six; '{}' is another game. Every game has {}", .name, .rules, PLAIN.map(|(name, _)| name).join(", ")))]
    OtherDice {
        /// The name.
        name: String,
        /// The rule set.
        rules: String,
    },
}

impl NamedStrategy {
    /// The strategy of this name for a game.
    ///
    /// # Errors
    ///
    /// [`StrategyNameError`] if there is none, or if the game has other dice than the card of this name or lacks one of its boxes.
    pub fn new(name: &str, rules: &RuleSet) -> Result<NamedStrategy, StrategyNameError> {
        if let Some((_, kind)) = PLAIN.into_iter().find(|(known, _)| *known == name) {
            return Ok(NamedStrategy { rules: rules.clone(), kind });
        }
        if name == ESTIMATE {
            let estimate = Estimate::builtin(rules).map_err(|_| {
                let (name, of) = (name.to_owned(), rules.name().to_owned());
                match *rules.game_dice() == DICE_OF_YAHTZEE {
                    true => StrategyNameError::OtherBoxes { name, rules: of },
                    false => StrategyNameError::NotDiceOfYahtzee { name, rules: of },
                }
            })?;
            return Ok(NamedStrategy { rules: rules.clone(), kind: Kind::Estimate(Box::new(estimate)) });
        }
        NamedStrategy::builtin_card(name, rules).map(NamedStrategy::of_card)
    }

    /// The built-in card of rules of this name, for a game.
    ///
    /// # Errors
    ///
    /// [`StrategyNameError`] if there is none, or if the game has other dice or lacks one of its boxes.
    pub fn builtin_card(name: &str, rules: &RuleSet) -> Result<RuleCard, StrategyNameError> {
        RuleCard::builtin_for(name, rules).map_err(|error| {
            let (name, of) = (name.to_owned(), rules.name().to_owned());
            match error {
                RulesError::UnknownCard { .. } => {
                    StrategyNameError::Unknown { name, known: NamedStrategy::names().collect::<Vec<_>>().join(", ") }
                }
                _ if !RuleCard::suits(rules) => StrategyNameError::OtherDice { name, rules: of },
                _ => StrategyNameError::OtherBoxes { name, rules: of },
            }
        })
    }

    /// A card of rules, for its game.
    pub fn of_card(card: RuleCard) -> NamedStrategy {
        NamedStrategy { rules: card.rules.clone(), kind: Kind::Card(Box::new(card)) }
    }

    /// All names.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PLAIN.into_iter().map(|(name, _)| name).chain([ESTIMATE]).chain(RuleCard::builtin_names())
    }

    /// The rules of the game.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The memory of its actions in a turn, in bytes, if it has many.
    pub fn bytes_a_turn(&self) -> u64 {
        if let Kind::Random = self.kind { Uniform::bytes_a_turn(&self.rules) } else { 0 }
    }

    /// The card of rules, if it is one.
    pub fn card(&self) -> Option<&RuleCard> {
        if let Kind::Card(card) = &self.kind { Some(card) } else { None }
    }

    /// The name, as typed and in JSON.
    pub fn name(&self) -> &str {
        match &self.kind {
            Kind::Optimal => "optimal",
            Kind::Greedy => "greedy",
            Kind::Random => "random",
            Kind::Estimate(_) => ESTIMATE,
            Kind::Card(card) => &card.name,
        }
    }

    /// The model for a player of the strategy: the table's, or, for at most this many bytes, one that keeps all states apart. An estimate of a state
    /// may differ where the values are equal.
    ///
    /// # Errors
    ///
    /// If the memory does not suffice.
    pub fn model_to_play(&self, table: &ValueTable, memory: impl Into<MemoryLimit>) -> Result<Arc<Model>, RulesError> {
        match &self.kind {
            Kind::Estimate(_) => Model::apart(&self.rules, memory).map(Arc::new),
            _ => Ok(Arc::clone(table.model())),
        }
    }

    /// A player of the strategy, on its [model](NamedStrategy::model_to_play).
    pub fn player<'a>(&self, table: &'a ValueTable, model: &Arc<Model>) -> Box<dyn Player<Error = OtherRules> + Send + 'a> {
        match &self.kind {
            Kind::Optimal => Box::new(StrategyPlayer::new(OptimalStrategy::new(table))),
            Kind::Greedy => Box::new(StrategyPlayer::new(LookaheadStrategy::greedy(model))),
            Kind::Random => Box::new(Random::default()),
            Kind::Estimate(estimate) => Box::new(StrategyPlayer::new(estimate.strategy(model).expect("a built-in estimate"))),
            Kind::Card(card) => Box::new(CardStrategy::new(card, model)),
        }
    }

    /// The strategy, for evaluation on the states of `model`, which is one of [`Model::apart`].
    pub fn strategy<'a>(&self, table: &'a ValueTable, model: &Arc<Model>) -> Box<dyn MixedStrategy + Send + 'a> {
        match &self.kind {
            Kind::Optimal => Box::new(Pure(OptimalStrategy::new(table))),
            Kind::Greedy => Box::new(LookaheadStrategy::greedy(model)),
            Kind::Random => Box::new(Uniform::new(&self.rules)),
            Kind::Estimate(estimate) => Box::new(estimate.strategy(model).expect("a built-in estimate")),
            Kind::Card(card) => Box::new(CardStrategy::new(card, model)),
        }
    }
}
