//! A strategy that a person names.

use std::path::Path;
use std::sync::Arc;

use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::strategy::{MixedStrategy, Pure, Uniform};
use yahtzee_solver::table::read_limited;
use yahtzee_solver::{GreedyStrategy, Model, OptimalStrategy, RuleSet, ValueTable};

use crate::context::Context;
use crate::failure::Failure;
use crate::rule_file::names_file;

/// A strategy that a person names, and its game.
pub(crate) enum Named {
    Optimal(RuleSet),
    Greedy(RuleSet),
    Random(RuleSet),
    /// A card of rules.
    Card(Box<RuleCard>),
}

impl Named {
    /// The strategy of this name, or the card in this file, for the game of `--rules`; a card without `--rules` is for its own game.
    pub(crate) fn read(context: &Context, name: &str) -> Result<Named, Failure> {
        match name {
            "optimal" => Ok(Named::Optimal(context.rules()?)),
            "greedy" => Ok(Named::Greedy(context.rules()?)),
            "random" => Ok(Named::Random(context.rules()?)),
            _ => rule_card(context, name).map(|card| Named::Card(Box::new(card))),
        }
    }

    /// The rules of the game.
    pub(crate) fn rules(&self) -> &RuleSet {
        match self {
            Named::Optimal(rules) | Named::Greedy(rules) | Named::Random(rules) => rules,
            Named::Card(card) => &card.rules,
        }
    }

    /// The card of rules, if it is one.
    pub(crate) fn card(&self) -> Option<&RuleCard> {
        if let Named::Card(card) = self { Some(card) } else { None }
    }

    /// The name, as it is typed and in JSON.
    pub(crate) fn name(&self) -> &str {
        match self {
            Named::Optimal(_) => "optimal",
            Named::Greedy(_) => "greedy",
            Named::Random(_) => "random",
            Named::Card(card) => &card.name,
        }
    }

    /// The strategy, to be valued on the states of `model`.
    pub(crate) fn strategy<'a>(&self, table: &'a ValueTable, model: &Arc<Model>) -> Box<dyn MixedStrategy + 'a> {
        match self {
            Named::Optimal(_) => Box::new(Pure(OptimalStrategy::new(table))),
            Named::Greedy(_) => Box::new(Pure(GreedyStrategy::new(table.model()))),
            Named::Random(rules) => Box::new(Uniform::new(rules)),
            Named::Card(card) => Box::new(CardStrategy::new(card, model)),
        }
    }
}

/// The card of rules of this name or in this file, for the game of `--rules` or else for its own.
pub(crate) fn rule_card(context: &Context, name: &str) -> Result<RuleCard, Failure> {
    let rules = context.rules_given().map(|_| context.rules()).transpose()?;
    if !names_file(name) {
        let card = match &rules {
            Some(rules) => RuleCard::builtin_for(name, rules),
            None => RuleCard::builtin(name),
        };
        return card.map_err(Failure::input);
    }
    let path = Path::new(name);
    let bytes = read_limited(path, RuleCard::LONGEST_TOML as u64).map_err(|error| Failure::file(path, error))?;
    let toml = String::from_utf8(bytes).map_err(|_| Failure::file(path, "not a card of rules: it is no text in UTF-8"))?;
    let card = match &rules {
        Some(rules) => RuleCard::parse_for(&toml, rules),
        None => RuleCard::parse(&toml),
    };
    card.map_err(|error| Failure::input(format_args!("{}: {error}", path.display())))
}
