//! The rule sets that are compiled in.

use super::columns::ColumnGame;
use super::error::RulesError;
use super::file;
use super::fold::fold;
use super::names::nearest;
use super::rule_set::RuleSet;
use crate::tr;

/// The rule sets that are compiled in, the default first.
const BUILTIN: [(&str, &str); 17] = [
    ("hasbro", include_str!("../../rules/hasbro.toml")),
    ("multi-round", include_str!("../../rules/multi-round.toml")),
    ("get-dicey", include_str!("../../rules/get-dicey.toml")),
    ("bullseye", include_str!("../../rules/bullseye.toml")),
    ("yatzy-sheet", include_str!("../../rules/yatzy-sheet.toml")),
    ("verhoeff", include_str!("../../rules/verhoeff.toml")),
    ("kniffel", include_str!("../../rules/kniffel.toml")),
    ("yatzy", include_str!("../../rules/yatzy.toml")),
    ("yacht-dice", include_str!("../../rules/yacht-dice.toml")),
    ("yacht", include_str!("../../rules/yacht.toml")),
    ("crag", include_str!("../../rules/crag.toml")),
    ("maxi-yatzy", include_str!("../../rules/maxi-yatzy.toml")),
    ("maxi-yatzy-saved", include_str!("../../rules/maxi-yatzy-saved.toml")),
    ("forced-yatzy", include_str!("../../rules/forced-yatzy.toml")),
    ("yatzy-saved", include_str!("../../rules/yatzy-saved.toml")),
    ("generala", include_str!("../../rules/generala.toml")),
    ("kismet", include_str!("../../rules/kismet.toml")),
];

impl RuleSet {
    /// Reads a rule set from TOML; `docs/custom-rules.md` describes the form. Only rules equal to a built-in rule set may have its name: otherwise a
    /// card or a game of one could be used with the other.
    ///
    /// # Errors
    ///
    /// [`RulesError::Form`] names the line, the field and the allowed values.
    ///
    /// ```
    /// use yahtzee_solver::RuleSet;
    /// let toml = RuleSet::builtin("yatzy")?.toml().replace("points = 50", "points = 60");
    /// let error = RuleSet::parse(&toml).unwrap_err();
    /// assert!(error.to_string().contains("the built-in rule set yatzy has other rules: choose another name"));
    /// assert!(RuleSet::parse(&toml.replace("name = \"yatzy\"", "name = \"mine\"")).is_ok());
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn parse(toml: &str) -> Result<RuleSet, RulesError> {
        file::parse(toml, |rules| match rules.namesake() {
            Some(builtin) if !builtin.is_same_game(rules) => {
                let name = format!("{:?}", rules.name());
                Err(tr!("name = {}: the built-in rule set {} has other rules: choose another name", name, builtin.name()))
            }
            _ => Ok(()),
        })
    }

    /// Whether this is a built-in rule set, or has the name and the rules of one.
    pub(crate) fn is_builtin(&self) -> bool {
        *self.fields.derived.is_builtin.get_or_init(|| self.namesake().is_some_and(|builtin| builtin.is_same_game(self)))
    }

    /// The built-in rule set of this name; case and hyphens do not matter.
    fn namesake(&self) -> Option<RuleSet> {
        let key = fold(self.name());
        RuleSet::builtin_names().find(|name| fold(name) == key).and_then(|name| RuleSet::builtin(name).ok())
    }

    /// The names of the built-in rule sets, the default first.
    pub fn builtin_names() -> impl Iterator<Item = &'static str> {
        BUILTIN.iter().map(|(name, _)| *name)
    }

    /// A built-in rule set by its name.
    ///
    /// # Errors
    ///
    /// [`RulesError::Unknown`] for any other name; it suggests the nearest. [`RulesError::SeveralColumns`] for a game of several columns.
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
            Some((_, toml)) => file::parse(toml, |_| Ok(())),
            None => Err(unknown(name, &RuleSet::builtin_titles()?)),
        }
    }

    /// The built-in rule set meant by `text`: its name or its title, in any case, with spaces, hyphens or nothing between the words; or a unique
    /// start of its name or title. For names in JSON and in table files use [`builtin`](RuleSet::builtin).
    ///
    /// # Errors
    ///
    /// [`RulesError::Unknown`] suggests the nearest name; [`RulesError::Ambiguous`] lists the possible ones.
    ///
    /// ```
    /// use yahtzee_solver::RuleSet;
    /// assert_eq!(RuleSet::builtin_named("Get Dicey")?.name(), "get-dicey");
    /// assert_eq!(RuleSet::builtin_named("hasb")?.name(), "hasbro");
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn builtin_named(text: &str) -> Result<RuleSet, RulesError> {
        let key = fold(text);
        if let Some(name) = RuleSet::builtin_names().find(|name| fold(name) == key) {
            return RuleSet::builtin(name);
        }
        RuleSet::builtin(meant(text, &RuleSet::builtin_titles()?)?)
    }

    /// The names of the built-in rule sets with their titles. One rule set is read at a time.
    fn builtin_titles() -> Result<Vec<(&'static str, String)>, RulesError> {
        RuleSet::builtin_names().map(|name| Ok((name, RuleSet::builtin(name)?.title().to_owned()))).collect()
    }

    /// Whether `text` means this rule set: as in [`builtin_named`](RuleSet::builtin_named), or by its own name or title if it is not built in.
    pub(crate) fn is_named(&self, text: &str) -> bool {
        let key = fold(text);
        fold(self.name()) == key
            || match RuleSet::builtin_named(text) {
                Ok(builtin) => builtin.name() == self.name(),
                Err(_) => fold(self.title()) == key,
            }
    }
}

/// The built-in name that `text` means among all of a list, with their titles: see [`RuleSet::builtin_named`].
pub(super) fn meant(text: &str, all: &[(&'static str, String)]) -> Result<&'static str, RulesError> {
    let key = fold(text);
    let same = |spelled: &str| fold(spelled) == key;
    if let Some((name, _)) = all.iter().find(|(name, _)| same(name)).or_else(|| all.iter().find(|(_, title)| same(title))) {
        return Ok(name);
    }
    let starts = |(name, title): &&(&str, String)| !key.is_empty() && [*name, title].iter().any(|name| fold(name).starts_with(&key));
    match all.iter().filter(starts).map(|(name, _)| *name).collect::<Vec<_>>()[..] {
        [] => Err(unknown(text, all)),
        [name] => Ok(name),
        ref several => Err(RulesError::Ambiguous { name: text.to_owned(), candidates: several.join(" or ") }),
    }
}

/// No game of this list has this name.
fn unknown(name: &str, all: &[(&'static str, String)]) -> RulesError {
    if let Some(game) = ColumnGame::builtin_names().find(|game| fold(game) == fold(name)) {
        return RulesError::SeveralColumns { name: game.to_owned() };
    }
    let spelled = all.iter().rev().flat_map(|(name, title)| [(title.as_str(), *name), (name, name)]);
    RulesError::Unknown {
        name: name.to_owned(),
        nearest: nearest(name, spelled).map(str::to_owned),
        known: all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
    }
}
