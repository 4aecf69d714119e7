//! The cards that are compiled in.

use super::card::RuleCard;
use crate::rules::{RuleSet, RulesError};

/// The cards that are compiled in.
const BUILTIN: [(&str, &str); 2] =
    [(RuleCard::FOR_BEGINNERS, include_str!("../../cards/card-12.toml")), ("card-30", include_str!("../../cards/card-30.toml"))];

impl RuleCard {
    /// The name of the built-in card for beginners.
    pub const FOR_BEGINNERS: &str = "card-12";

    /// A built-in card, for the game named in it.
    ///
    /// # Errors
    ///
    /// [`RulesError::UnknownCard`] if there is no card of this name.
    pub fn builtin(name: &str) -> Result<RuleCard, RulesError> {
        RuleCard::parse(RuleCard::builtin_toml(name)?)
    }

    /// A built-in card for another game with the same boxes.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if there is no card of this name, or the game lacks one of its boxes.
    pub fn builtin_for(name: &str, rules: &RuleSet) -> Result<RuleCard, RulesError> {
        RuleCard::parse_for(RuleCard::builtin_toml(name)?, rules)
    }

    /// The names of the built-in cards.
    pub fn builtin_names() -> impl Iterator<Item = &'static str> {
        BUILTIN.iter().map(|(name, _)| *name)
    }

    fn builtin_toml(name: &str) -> Result<&'static str, RulesError> {
        let found = BUILTIN.iter().find(|(known, _)| *known == name);
        found.map(|(_, toml)| *toml).ok_or_else(|| RulesError::UnknownCard {
            name: name.to_owned(),
            known: RuleCard::builtin_names().collect::<Vec<_>>().join(", "),
        })
    }
}
