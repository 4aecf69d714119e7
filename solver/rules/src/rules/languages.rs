//! The languages of the categories' names.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;

use super::category::Category;
use super::derived::Derived;
use super::error::RulesError;
use super::file::in_words;
use super::form::NamesForm;
use super::limits::{MOST_LETTERS, MOST_NAMES};
use super::reading::Reader;
use super::rule_set::{Fields, RuleSet};
use crate::language;
use crate::printable::shortened;
use crate::tr;

/// The language of the titles in a file that does not set it.
const DEFAULT: &str = "en";

impl RuleSet {
    /// The language of the shown titles, like `de`: the language of the rule set's file, or the one set by [`in_language`](RuleSet::in_language).
    pub fn language(&self) -> &str {
        &self.fields.language
    }

    /// The name of a category in messages: in English its name in the rule set's file, which is short and easy to type; in any other language its
    /// title.
    ///
    /// ```
    /// use yahtzee_solver::RuleSet;
    /// let rules = RuleSet::builtin("yatzy")?;
    /// let full_house = rules.category_named("full-house")?;
    /// assert_eq!((rules.called(full_house), rules.in_language("sv")?.called(full_house)), ("full-house", "Kåk"));
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn called(&self, category: Category) -> &str {
        self.called_in(category, self.language())
    }

    /// As [`called`](RuleSet::called), in another language.
    pub(super) fn called_in(&self, category: Category, language: &str) -> &str {
        let rule = self.category(category);
        match rule.names.get(language) {
            _ if language == DEFAULT => &rule.name,
            Some(names) => &names[0],
            None => &rule.title,
        }
    }

    /// Every language in which categories have names, in alphabetical order.
    pub fn languages(&self) -> BTreeSet<&str> {
        let of_names = self.fields.categories.iter().flat_map(|rule| rule.names.keys());
        of_names.map(String::as_str).collect()
    }

    /// The same rules with the titles of the categories in this language. A category without a name in it keeps the title of the file. Names of every
    /// language are always understood.
    ///
    /// # Errors
    ///
    /// [`RulesError::UnknownLanguage`] lists the known languages.
    ///
    /// ```
    /// use yahtzee_solver::RuleSet;
    /// let rules = RuleSet::builtin("yatzy")?;
    /// let swedish = rules.in_language("sv")?;
    /// let full_house = rules.category_named("full-house")?;
    /// assert_eq!((&*rules.category(full_house).title, &*swedish.category(full_house).title), ("Full House", "Kåk"));
    /// assert_eq!(rules.category_named("kåk")?, full_house);
    /// let error = rules.in_language("tlh").unwrap_err();
    /// assert_eq!(error.to_string(), "language 'tlh': the categories of 'yatzy' have names in da, de, en, no, sv");
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn in_language(&self, language: &str) -> Result<RuleSet, RulesError> {
        let language = language.trim().to_lowercase();
        if language == self.language() {
            return Ok(self.clone());
        }
        let languages = self.languages();
        if !languages.contains(&*language) {
            let known: Vec<&str> = languages.into_iter().collect();
            return Err(RulesError::UnknownLanguage { language, rules: self.name().to_owned(), known: known.join(", ") });
        }
        let mut fields = Fields { language, derived: Derived::default(), ..(*self.fields).clone() };
        for rule in &mut fields.categories {
            let names = rule.names.get(&fields.language).or_else(|| rule.names.get(&fields.own_language));
            rule.title = names.expect("every category has a name in the language of the file")[0].clone();
        }
        Ok(RuleSet { fields: Arc::new(fields) })
    }

    /// The same rules with the titles of the categories in the [current](language::current) language, if they have names in it.
    #[must_use]
    pub fn in_current_language(self) -> RuleSet {
        match language::current() {
            Some(language) if self.languages().contains(&*language.language) => {
                self.in_language(&language.language).expect("it is one of its languages")
            }
            _ => self,
        }
    }
}

impl Reader<'_> {
    /// The language of the titles in the file.
    pub(super) fn language(&self, language: Option<&Spanned<String>>) -> Result<String, RulesError> {
        match language {
            None => Ok(DEFAULT.to_owned()),
            Some(language) if is_language(language.get_ref()) => Ok(language.get_ref().clone()),
            Some(language) => Err(self.error(
                language.span(),
                tr!(
                    "language = {}: must be 2 to 12 small letters and hyphens, like de or pt-br",
                    format!("{:?}", shortened(language.get_ref()))
                ),
            )),
        }
    }

    /// The names of the category at this place, in each language; the title is the first name in the language of the file.
    pub(super) fn names(
        &self,
        at: Range<usize>,
        form: &BTreeMap<String, Spanned<NamesForm>>,
        title: &str,
        language: &str,
    ) -> Result<BTreeMap<String, Vec<String>>, RulesError> {
        let long = |text: &str| Some(text.chars().count()).filter(|&letters| letters > MOST_LETTERS);
        let too_long = |what: &str, letters| tr!("{}: {} letters, where at most {} are possible", what, letters, MOST_LETTERS);
        if let Some(letters) = long(title) {
            return Err(self.error(at, too_long("title", letters)));
        }
        let mut names = BTreeMap::from([(language.to_owned(), vec![title.to_owned()])]);
        for (language, form) in form {
            let wrong = |what: String| Err(self.error(form.span(), what));
            if !is_language(language) {
                return wrong(tr!(
                    "names: {}: a language must be 2 to 12 small letters and hyphens, like de or pt-br",
                    shortened(language)
                ));
            }
            let texts = form.get_ref().texts();
            if texts.is_empty() || texts.iter().any(|text| !text.contains(char::is_alphanumeric)) {
                return wrong(tr!("names: {}: must be a name with a letter or digit, or a list of such names", language));
            }
            if let Some(letters) = texts.iter().find_map(|text| long(text)) {
                return wrong(too_long("names", letters));
            }
            names.entry(language.clone()).or_default().extend(texts);
        }
        match names.values().map(Vec::len).sum() {
            count if count > MOST_NAMES => Err(self.too_many(at, "names", count, MOST_NAMES)),
            _ => Ok(names),
        }
    }

    /// Checks the title and the names of a category: none may mean another category with its points, as `Chance 10` does where there is a `Chance`. A title
    /// made from the name is left alone, because on a card the name stands for it.
    pub(super) fn check_names(&self, rules: &RuleSet, category: Category) -> Result<(), RulesError> {
        let rule = rules.category(category);
        let own = in_words(&rule.name);
        for name in rule.names.values().flatten().filter(|name| **name != own) {
            let start = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
            let Ok(points) = name[start.len()..].parse::<u64>() else { continue };
            // An error would look for similar names.
            let Ok(Some(other)) = rules.find(start, &|_| false) else { continue };
            if other != category && rules.possible_points(other).iter().any(|&possible| u64::from(possible) == points) {
                let entry = format!("{}={points}", rules.category(other).name);
                return Err(self.error(
                    rule.form.span(),
                    tr!("{} means {} on a card too: end this title with a letter", format!("{:?}", shortened(name)), entry),
                ));
            }
        }
        Ok(())
    }
}

fn is_language(text: &str) -> bool {
    let letters = |text: &str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_lowercase());
    (2..=12).contains(&text.len()) && text.split('-').all(letters)
}
