//! The words for the choices of a rule set in TOML.

use super::rule_set::{BonusWhen, Joker, Order, Place};

/// A choice written as a word in TOML.
pub(super) trait TomlWord: Copy + PartialEq + 'static {
    /// Every choice with its word.
    const WORDS: &'static [(&'static str, Self)];

    /// The word for this choice.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, choice)| *choice == self).expect("every choice has a word").0
    }
}

impl TomlWord for Place {
    const WORDS: &'static [(&'static str, Place)] = &[
        ("any", Place::Any),
        ("upper-then-any", Place::UpperThenAny),
        ("upper-then-lower", Place::UpperThenLower),
        ("lower", Place::Lower),
    ];
}

impl TomlWord for Joker {
    const WORDS: &'static [(&'static str, Joker)] =
        &[("never", Joker::Never), ("upper-filled", Joker::UpperFilled), ("always", Joker::Always)];
}

impl TomlWord for Order {
    const WORDS: &'static [(&'static str, Order)] = &[("any", Order::Any), ("as-listed", Order::AsListed)];
}

impl TomlWord for BonusWhen {
    const WORDS: &'static [(&'static str, BonusWhen)] = &[("always", BonusWhen::Always), ("scoring", BonusWhen::Scoring)];
}
