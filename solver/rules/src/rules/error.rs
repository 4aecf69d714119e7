//! Errors about rule sets.

use crate::error::known_names;
use crate::printable::quoted;
use crate::tr;

/// An error in a rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// No built-in rule set has this name.
    #[error("{}", tr!("unknown rule set '{}': {}; or name a TOML file", quoted(.name), known_names(.nearest.as_slice(), .known)))]
    Unknown {
        /// The name.
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
        /// All names.
        known: String,
    },
    /// It is the name of a built-in [`ColumnGame`](super::ColumnGame), where the rules of one card are wanted.
    #[error("{}", tr!("'{}' is a game of several columns, which is not possible here", .name))]
    SeveralColumns {
        /// The name.
        name: String,
    },
    /// No built-in card of rules has this name.
    #[error("{}", tr!("unknown card of rules '{}': the built-in ones are {}; or name a TOML file", quoted(.name), .known))]
    UnknownCard {
        /// The name.
        name: String,
        /// All names.
        known: String,
    },
    /// The TOML is not a rule set.
    #[error("{}", tr!("line {}: {}", .line, .message))]
    Form {
        /// The line, from 1.
        line: usize,
        /// The error there, and the allowed values.
        message: String,
    },
    /// The rule set has no category of this name.
    #[error("{}", tr!("unknown category '{}': {}", quoted(.name), known_names(.nearest, .known)))]
    UnknownCategory {
        /// The name.
        name: String,
        /// The nearest known names; several if they share a word.
        nearest: Vec<String>,
        /// All names, in the language of the nearest.
        known: String,
    },
    /// The text could mean several categories.
    #[error("{}", tr!("'{}' may be {}", quoted(.name), .candidates))]
    AmbiguousCategory {
        /// The text.
        name: String,
        /// The titles of the categories.
        candidates: String,
    },
    /// The text could mean several built-in rule sets.
    #[error("{}", tr!("'{}' may be the rule set {}", quoted(.name), .candidates))]
    Ambiguous {
        /// The text.
        name: String,
        /// The names of the rule sets.
        candidates: String,
    },
    /// The categories have no names in this language.
    #[error("{}", tr!("language '{}': the categories of '{}' have names in {}", quoted(.language), .rules, .known))]
    UnknownLanguage {
        /// The language.
        language: String,
        /// The rule set.
        rules: String,
        /// All languages with names for them.
        known: String,
    },
    /// The values would not fit in memory.
    #[error("{}", too_large(.name, *.needed, *.limit))]
    TooLarge {
        /// The rule set.
        name: String,
        /// The memory to solve it, in bytes; [`u64::MAX`] for more states than can be numbered.
        needed: u64,
        /// The limit, in bytes.
        limit: u64,
    },
}

fn too_large(name: &str, needed: u64, limit: u64) -> String {
    match needed {
        u64::MAX => tr!("rule set '{}' has more states than can be numbered: leave out some categories", name),
        _ => tr!(
            "rule set '{}' needs {} MB of memory to be solved, more than the limit of {} MB: leave out some categories",
            name,
            needed.div_ceil(1_000_000),
            limit / 1_000_000
        ),
    }
}

/// A card, position, game or table made under one rule set and used with another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("made under the rules '{}', but used with '{}': use one rule set for both", .found, .wanted))]
pub struct OtherRules {
    /// The rule set that it was made under.
    pub found: String,
    /// The rule set that it is used with.
    pub wanted: String,
}
