//! Names that people type, and the known name that they mean.

use super::category::Category;
use super::error::RulesError;
use super::rule_set::{CategoryRule, RuleSet};

impl RuleSet {
    /// The category called `name`, in full or short.
    ///
    /// # Errors
    ///
    /// [`RulesError::UnknownCategory`] suggests the nearest name and lists all.
    pub fn category_named(&self, name: &str) -> Result<Category, RulesError> {
        let called = |rule: &CategoryRule| rule.name == name || rule.short.iter().any(|short| short == name);
        match self.fields.categories.iter().position(called) {
            Some(index) => Ok(Category::from_index(index)),
            None => Err(RulesError::UnknownCategory {
                name: name.to_owned(),
                nearest: nearest(name, self.fields.categories.iter().map(|rule| rule.name.as_str())),
                known: self.fields.categories.iter().map(|rule| rule.name.as_str()).collect::<Vec<_>>().join(", "),
            }),
        }
    }
}

/// The known name most like `name`, if one is like it at all.
pub(super) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    known
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate.to_owned())
}
