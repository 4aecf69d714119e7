//! The rule sets that are compiled in.

use super::error::RulesError;
use super::names::nearest;
use super::rule_set::RuleSet;

/// The rule sets that are compiled in, the default first.
const BUILTIN: [(&str, &str); 8] = [
    ("hasbro", include_str!("../../rules/hasbro.toml")),
    ("multi-round", include_str!("../../rules/multi-round.toml")),
    ("get-dicey", include_str!("../../rules/get-dicey.toml")),
    ("bullseye", include_str!("../../rules/bullseye.toml")),
    ("yatzy-sheet", include_str!("../../rules/yatzy-sheet.toml")),
    ("verhoeff", include_str!("../../rules/verhoeff.toml")),
    ("kniffel", include_str!("../../rules/kniffel.toml")),
    ("yatzy", include_str!("../../rules/yatzy.toml")),
];

impl RuleSet {
    /// The names of the built-in rule sets, the default first.
    pub fn builtin_names() -> impl Iterator<Item = &'static str> {
        BUILTIN.iter().map(|(name, _)| *name)
    }

    /// A built-in rule set by its name.
    ///
    /// # Errors
    ///
    /// [`RulesError::Unknown`] for any other name; it suggests the nearest.
    ///
    /// ```
    /// use yahtzee_solver::RuleSet;
    /// assert_eq!(RuleSet::builtin("hasbro")?.category_count(), 13);
    /// let error = RuleSet::builtin("hasbr").unwrap_err();
    /// assert!(error.to_string().contains("did you mean 'hasbro'?"));
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn builtin(name: &str) -> Result<RuleSet, RulesError> {
        match BUILTIN.iter().find(|(builtin, _)| *builtin == name) {
            Some((_, toml)) => RuleSet::parse(toml),
            None => Err(RulesError::Unknown {
                name: name.to_owned(),
                nearest: nearest(name, RuleSet::builtin_names()),
                known: RuleSet::builtin_names().collect::<Vec<_>>().join(", "),
            }),
        }
    }
}
