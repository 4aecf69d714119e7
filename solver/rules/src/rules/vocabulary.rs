//! All names of the categories of a rule set, and the look-up of a folded name.

use super::category::Category;

/// The shortest accepted start of a synonym or a name in another language, in bytes. Shorter ones are often slips, or mean something else.
const SYNONYM_START: usize = 3;

/// All names of the categories of a rule set, folded.
#[derive(Clone, Debug)]
pub(super) struct Vocabulary {
    categories: Vec<Words>,
    /// The length in bytes of the longest name.
    pub(super) longest: usize,
}

/// All names of one category, folded.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub(super) name: String,
    pub(super) short: Vec<String>,
    pub(super) titles: Vec<String>,
    pub(super) synonyms: Vec<String>,
    /// The names in all languages.
    pub(super) translations: Vec<String>,
}

/// Whether a folded name matches the words of a category in this step.
type Step = fn(&Words, &str) -> bool;

/// The steps of the look-up. The first step with a match decides.
const STEPS: [Step; 8] = [
    |words, key| words.name == key,
    |words, key| words.short.iter().any(|short| short == key),
    |words, key| words.titles.iter().any(|title| title == key),
    |words, key| words.synonyms.iter().any(|synonym| synonym == key),
    |words, key| words.translations.iter().any(|name| name == key),
    |words, key| words.name.starts_with(key) || words.titles.iter().any(|title| title.starts_with(key)),
    |words, key| key.len() >= SYNONYM_START && words.synonyms.iter().any(|synonym| synonym.starts_with(key)),
    |words, key| key.len() >= SYNONYM_START && words.translations.iter().any(|name| name.starts_with(key)),
];

impl Vocabulary {
    /// The words of each category; `longest` is the length of a name that is among them, or is looked up elsewhere.
    pub(super) fn new(categories: Vec<Words>, longest: usize) -> Vocabulary {
        let lengths = categories.iter().flat_map(|words| words.all().map(str::len));
        Vocabulary { longest: lengths.max().unwrap_or(0).max(longest), categories }
    }

    /// The categories that a folded name may mean: none if it is unknown, several if it is ambiguous.
    pub(super) fn find(&self, key: &str) -> Vec<Category> {
        if key.is_empty() || key.len() > self.longest {
            return Vec::new();
        }
        let found = |step: &Step| -> Vec<Category> {
            let called = self.categories.iter().enumerate().filter(|(_, words)| step(words, key));
            called.map(|(index, _)| Category::from_index(index)).collect()
        };
        STEPS.iter().map(found).find(|found| !found.is_empty()).unwrap_or_default()
    }
}

impl Words {
    fn all(&self) -> impl Iterator<Item = &str> {
        let lists = [&self.short, &self.titles, &self.synonyms, &self.translations];
        std::iter::once(&self.name).chain(lists.into_iter().flatten()).map(String::as_str)
    }
}
