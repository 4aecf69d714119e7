//! A named strategy, or a card of rules in a file.

use std::path::Path;

use yahtzee_dialogue::{NamedStrategy, StrategyNameError};
use yahtzee_solver::cards::RuleCard;
use yahtzee_solver::tr;

use super::Context;
use crate::files::rule_file::names_file;
use crate::terminal::failure::Failure;

/// The strategy of this name, or the card in this file, for the game of `--rules`; a card without `--rules` is for its own game.
pub(crate) fn strategy_named(context: &Context, name: &str) -> Result<NamedStrategy, Failure> {
    if names_file(name) || RuleCard::builtin_names().any(|known| known == name) {
        return rule_card(context, name).map(NamedStrategy::of_card);
    }
    NamedStrategy::new(name, &context.rules()?).map_err(|error| match error {
        StrategyNameError::Unknown { .. } => Failure::input(tr!("{}; or name a TOML file with a card", error)),
        error => Failure::input(error),
    })
}

/// The card of rules of this name or in this file, for the game of `--rules` or else for its own.
pub(crate) fn rule_card(context: &Context, name: &str) -> Result<RuleCard, Failure> {
    let rules = context.rules_given().map(|_| context.rules()).transpose()?;
    if !names_file(name) {
        return match &rules {
            Some(rules) if RuleCard::builtin_names().any(|known| known == name) => {
                NamedStrategy::builtin_card(name, rules).map_err(Failure::input)
            }
            _ => RuleCard::builtin(name).map_err(Failure::input),
        };
    }
    let path = Path::new(name);
    let bytes = context.read(path, RuleCard::LONGEST_TOML as u64).map_err(|error| Failure::file(path, error))?;
    let toml = String::from_utf8(bytes).map_err(|_| Failure::file(path, "not a card of rules: it is no text in UTF-8"))?;
    let card = match &rules {
        Some(rules) => RuleCard::parse_for(&toml, rules),
        None => RuleCard::parse_with(&toml, |name| {
            let named = match name {
                Some(name) if names_file(name) => context.rules_named(&path.with_file_name(name).to_string_lossy()),
                Some(name) => context.rules_named(name),
                None => context.rules(),
            };
            named.map_err(|failure| failure.message().unwrap_or_default().to_owned())
        }),
    };
    card.map_err(|error| Failure::input(format_args!("{}: {error}", path.display())))
}
