//! Names that shell completions offer for an argument that also takes other text.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use yahtzee_dialogue::NamedStrategy;
use yahtzee_dialogue::training::Theme;
use yahtzee_dialogue::training::topic::Level;
use yahtzee_solver::RuleSet;
use yahtzee_solver::cards::RuleCard;
use yahtzee_solver::rules::ColumnGame;

/// Accepts any text; completions offer these names.
#[derive(Clone, Copy)]
pub(crate) struct Suggested(fn() -> Vec<String>);

/// A strategy: completions offer the built-in ones.
pub(crate) const STRATEGY: Suggested = Suggested(|| NamedStrategy::names().map(str::to_owned).collect());

/// A card of rules: completions offer the built-in ones.
pub(crate) const RULE_CARD: Suggested = Suggested(|| RuleCard::builtin_names().map(str::to_owned).collect());

/// A topic of a quiz.
pub(crate) const TOPIC: Suggested = Suggested(|| Theme::ALL.map(|theme| theme.name().to_owned()).to_vec());

/// A level of a quiz.
pub(crate) const LEVEL: Suggested = Suggested(|| Level::SCALE.map(|(level, _)| level.name().to_owned()).to_vec());

/// A rule set: completions offer the built-in ones.
pub(crate) const RULES: Suggested = Suggested(|| RuleSet::builtin_names().chain(ColumnGame::builtin_names()).map(str::to_owned).collect());

/// A category: completions offer the categories of all built-in rule sets.
pub(crate) const CATEGORY: Suggested = Suggested(|| {
    let sets: Vec<RuleSet> = RuleSet::builtin_names().filter_map(|name| RuleSet::builtin(name).ok()).collect();
    let names = sets.iter().flat_map(|rules| rules.categories().map(|category| rules.category(category).name.clone()));
    names.fold(Vec::new(), |mut known, name| {
        if !known.contains(&name) {
            known.push(name);
        }
        known
    })
});

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}
