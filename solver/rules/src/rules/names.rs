//! The look-up of typed category names.
//!
//! The look-up has several steps: first exact matches of the names and titles in the rule set's file; then folded matches (see [`fold`]) among the
//! names, the short forms, the titles, the general synonyms and the names in all languages; then all of these with the numbers in them closed up; then
//! starts of a name or a title, of a synonym, or of a name in any language; last the names on blocks of other languages. The first step with a match
//! decides, so an exact match always wins over a looser one.

use std::cmp::Reverse;
use std::iter::once;

use super::category::Category;
use super::error::RulesError;
use super::fold::{fold, with_long_umlauts, word_ends};
use super::rule_set::RuleSet;
use super::synonyms::{LONGEST_ON_BLOCKS, named_on_blocks, synonyms};
use super::vocabulary::{Vocabulary, Words};

/// The longest name, in bytes, for which a similar known name is suggested.
const NEAREST_LIMIT: usize = 100;
/// The shortest word of a name, in bytes, for which a name is suggested. Shorter ones, like `of`, are not specific.
const SHORTEST_WORD: usize = 3;

impl RuleSet {
    fn find_vocabulary(&self) -> Vocabulary {
        let words = |(category, synonyms): (Category, Vec<String>)| {
            let rule = self.category(category);
            let folded = |name: &String| [fold(name), fold(&with_long_umlauts(name))];
            // The number of a further box must be written as in `fours-2`: `fours 2` is two points.
            let is_repeat = self.is_repeat(category);
            Words {
                name: if is_repeat { String::new() } else { fold(&rule.name) },
                short: rule.short.iter().filter(|_| !is_repeat).map(|short| fold(short)).collect(),
                titles: folded(&rule.title).to_vec(),
                synonyms: synonyms.iter().map(|synonym| fold(synonym)).collect(),
                translations: rule.names.values().flatten().flat_map(folded).collect(),
            }
        };
        let longest = self.fields.categories.iter().map(|rule| fold(&rule.name).len()).max().unwrap_or(0);
        Vocabulary::new(self.categories().zip(synonyms(self)).map(words).collect(), longest)
    }

    fn vocabulary(&self) -> &Vocabulary {
        self.fields.derived.vocabulary.get_or_init(|| self.find_vocabulary())
    }

    /// The category with exactly this name or short form in the rule set's file, or with exactly the name that errors show
    /// ([`called`](RuleSet::called)). Use it for JSON; use [`category_named`](RuleSet::category_named) for typed text.
    ///
    /// # Errors
    ///
    /// [`RulesError::UnknownCategory`] suggests the nearest name and lists all.
    ///
    /// ```
    /// use yahtzee_solver::RuleSet;
    /// let rules = RuleSet::builtin("hasbro")?;
    /// assert_eq!(rules.category_exact("fh")?, rules.category_exact("full-house")?);
    /// assert!(rules.category_exact("Full House").is_err());
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn category_exact(&self, name: &str) -> Result<Category, RulesError> {
        let shown = || self.categories().find(|&category| self.called(category) == name);
        self.exact(name).or_else(shown).ok_or_else(|| self.unknown_exact(name))
    }

    /// The category meant by `text`: its name, short form or title, in any case, with spaces, hyphens or nothing between the words; a general word
    /// for it, like `aces` or `3 of a kind`; or a unique start of its name, which does not end with a digit.
    ///
    /// # Errors
    ///
    /// [`RulesError::UnknownCategory`] suggests the nearest name and lists all; [`RulesError::AmbiguousCategory`] lists the possible ones.
    ///
    /// ```
    /// use yahtzee_solver::RuleSet;
    /// let rules = RuleSet::builtin("hasbro")?;
    /// for text in ["full-house", "Full House", "fullhouse", "fh", "full"] {
    ///     assert_eq!(rules.category(rules.category_named(text)?).name, "full-house");
    /// }
    /// let error = rules.category_named("t").unwrap_err();
    /// assert_eq!(error.to_string(), "'t' may be Twos or Threes or Three of a Kind");
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn category_named(&self, text: &str) -> Result<Category, RulesError> {
        self.category_named_among(text, |_| false)
    }

    /// As [`category_named`](RuleSet::category_named). If the text could mean several categories and only one of them is `likely`, it means that one.
    /// The name of a box means any box [like](RuleSet::boxes_like) it.
    pub(crate) fn category_named_among(&self, text: &str, likely: impl Fn(Category) -> bool) -> Result<Category, RulesError> {
        self.find(text, &likely)?.ok_or_else(|| self.unknown(text))
    }

    /// The category whose name the text starts with, and the rest of the text. The longest matching name is used. Names are read as in
    /// [`category_named`](RuleSet::category_named).
    ///
    /// # Errors
    ///
    /// As [`category_named`](RuleSet::category_named).
    ///
    /// ```
    /// use yahtzee_solver::RuleSet;
    /// let rules = RuleSet::builtin("hasbro")?;
    /// let (category, rest) = rules.category_at_start("3 of a kind 17")?;
    /// assert_eq!((rules.category(category).name.as_str(), rest), ("three-of-a-kind", " 17"));
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn category_at_start<'t>(&self, text: &'t str) -> Result<(Category, &'t str), RulesError> {
        self.category_at_start_among(text, |_| false)
    }

    /// As [`category_at_start`](RuleSet::category_at_start). If the name could mean several categories and only one of them is `likely`, it means
    /// that one.
    pub(crate) fn category_at_start_among<'t>(
        &self,
        text: &'t str,
        likely: impl Fn(Category) -> bool,
    ) -> Result<(Category, &'t str), RulesError> {
        let text = text.trim_start();
        // An entry with an exact name is read exactly.
        if let Some((name, _)) = text.split_once('=')
            && let Some(category) = self.exact(name)
        {
            return Ok((self.likely_box(category, &likely), &text[name.len()..]));
        }
        let longest = self.vocabulary().longest.max(LONGEST_ON_BLOCKS);
        let ends: Vec<usize> = word_ends(text).take_while(|&end| fold(&text[..end]).len() <= longest).collect();
        for end in ends.into_iter().rev() {
            if let Some(category) = self.find(&text[..end], &likely)? {
                return Ok((category, &text[end..]));
            }
        }
        Err(self.unknown(name_part(text)))
    }

    /// The category with exactly this title; `None` if there is none, or several.
    fn titled(&self, title: &str) -> Option<Category> {
        let mut titled = self.categories().filter(|&category| self.category(category).title == title);
        titled.next().filter(|_| titled.next().is_none())
    }

    /// The category with exactly this name or short form.
    fn exact(&self, name: &str) -> Option<Category> {
        let index = self.fields.categories.iter().position(|rule| rule.name == name || rule.short.iter().any(|short| short == name));
        index.map(Category::from_index)
    }

    /// The first likely one of the boxes that are filled alike; the given one if none is likely.
    fn likely_box(&self, category: Category, likely: &dyn Fn(Category) -> bool) -> Category {
        self.boxes_like(category).find(|&like| likely(like)).unwrap_or(category)
    }

    /// The category that a text means; `None` if it is unknown.
    pub(crate) fn find(&self, text: &str, likely: &dyn Fn(Category) -> bool) -> Result<Option<Category>, RulesError> {
        let repeat = || self.exact(&text.trim().to_lowercase()).filter(|&category| self.is_repeat(category));
        if let Some(category) = self.exact(text).or_else(|| self.titled(text)).or_else(repeat) {
            return Ok(Some(self.likely_box(category, likely)));
        }
        // A sign before a number is not a separator.
        if text.trim_start().starts_with(['-', '.']) {
            return Ok(None);
        }
        let key = fold(text);
        let mut found = self.vocabulary().find(&key);
        if found.is_empty() {
            found = named_on_blocks(self, &key);
        }
        found.dedup_by_key(|category| self.first_box(*category));
        let found: Vec<Category> = found.into_iter().map(|category| self.likely_box(category, likely)).collect();
        let likely: Vec<Category> = found.iter().copied().filter(|&category| likely(category)).collect();
        let candidates = if likely.is_empty() { &found } else { &likely };
        match candidates[..] {
            [] => Ok(None),
            [category] => Ok(Some(category)),
            _ => Err(self.ambiguous(text, candidates)),
        }
    }

    fn ambiguous(&self, text: &str, candidates: &[Category]) -> RulesError {
        let titles: Vec<&str> = candidates.iter().map(|&category| self.category(category).title.as_str()).collect();
        RulesError::AmbiguousCategory { name: text.to_owned(), candidates: titles.join(" or ") }
    }

    /// The categories without their further boxes: all that a name without a number can mean.
    fn named(&self) -> impl Iterator<Item = Category> {
        self.categories().filter(|&category| !self.is_repeat(category))
    }

    /// The error for an unknown typed name. The listed names are in the language of the nearest ones, or else in the shown language.
    fn unknown(&self, name: &str) -> RulesError {
        let (language, like) = self.like(name).unwrap_or((self.language(), Vec::new()));
        let called = |category: Category| self.called_in(category, language).to_owned();
        let known: Vec<String> = self.named().map(called).collect();
        RulesError::UnknownCategory { name: name.to_owned(), nearest: like.into_iter().map(called).collect(), known: known.join(", ") }
    }

    /// The error for a name that must be exact. It lists the names in the rule set's file.
    fn unknown_exact(&self, name: &str) -> RulesError {
        let names = self.fields.categories.iter().map(|rule| rule.name.as_str());
        let spelled = self.fields.categories.iter().flat_map(|rule| [(rule.name.as_str(), &rule.name), (rule.title.as_str(), &rule.name)]);
        let nearest = nearest(name, spelled).cloned();
        RulesError::UnknownCategory {
            name: name.to_owned(),
            nearest: nearest.into_iter().collect(),
            known: names.collect::<Vec<_>>().join(", "),
        }
    }

    /// The categories with names like a text, and the language of these names: all that contain it as a word, or else the one with the most similar
    /// name. The shown language has priority.
    fn like(&self, text: &str) -> Option<(&str, Vec<Category>)> {
        let others = self.languages().into_iter().filter(|language| *language != self.language());
        let languages: Vec<&str> = once(self.language()).chain(others).collect();
        let spellings = |category: Category, language: &str| {
            let rule = self.category(category);
            let of_file = (language == self.language()).then_some([rule.name.as_str(), rule.title.as_str()]);
            of_file.into_iter().flatten().chain(rule.names.get(language).into_iter().flatten().map(String::as_str))
        };
        let word = fold(text);
        let has_word =
            |name: &str| word.len() >= SHORTEST_WORD && name.split(|letter: char| !letter.is_alphanumeric()).any(|part| fold(part) == word);
        for language in &languages {
            let with_word: Vec<Category> = self.named().filter(|&category| spellings(category, language).any(has_word)).collect();
            if !with_word.is_empty() {
                return Some((language, with_word));
            }
        }
        // Of equals the last one is used.
        let known = languages.iter().rev().flat_map(|&language| {
            self.named().flat_map(move |category| spellings(category, language).map(move |spelled| (spelled, (language, category))))
        });
        nearest(text, known).map(|(language, category)| (language, vec![category]))
    }
}

/// The name part of an entry: up to `=`, `:`, `,`, `;`, the end of the line, or a space before a digit.
pub(crate) fn name_part(text: &str) -> &str {
    let mut end = text.len();
    let mut space = false;
    for (at, letter) in text.char_indices() {
        if matches!(letter, '=' | ':' | ',' | ';' | '\n') || (space && letter.is_ascii_digit()) {
            end = at;
            break;
        }
        space = letter.is_whitespace();
    }
    text[..end].trim_end()
}

/// The meaning of the known name nearest to `name`, if slips explain the difference: one in four letters, but not in the first, which tells numbers apart. Of
/// equals the last one is used.
pub(super) fn nearest<'a, T>(name: &str, known: impl Iterator<Item = (&'a str, T)>) -> Option<T> {
    let name = fold(name);
    if !(SHORTEST_WORD..=NEAREST_LIMIT).contains(&name.len()) {
        return None;
    }
    let slips = |spelled: &str| {
        let may_be = spelled.chars().next() == name.chars().next();
        may_be.then(|| strsim::osa_distance(&name, spelled)).filter(|&slips| slips <= (name.chars().count() / 4).max(1))
    };
    let known = known.filter_map(|(spelled, known)| Some((slips(&fold(spelled))?, known)));
    known.max_by_key(|(slips, _)| Reverse(*slips)).map(|(_, known)| known)
}
