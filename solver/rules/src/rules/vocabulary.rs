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
const STEPS: [Step; 9] = [
    |words, key| words.name == key,
    |words, key| words.short.iter().any(|short| short == key),
    |words, key| words.titles.iter().any(|title| title == key),
    |words, key| words.synonyms.iter().any(|synonym| synonym == key),
    |words, key| words.translations.iter().any(|name| name == key),
    |words, key| words.all().any(|name| is_closed_up(name, key)),
    |words, key| is_start(&words.name, key) || words.titles.iter().any(|title| is_start(title, key)),
    |words, key| key.len() >= SYNONYM_START && words.synonyms.iter().any(|synonym| is_start(synonym, key)),
    |words, key| key.len() >= SYNONYM_START && words.translations.iter().any(|name| is_start(name, key)),
];

/// Whether a key is a name without some of the spaces between its numbers: `121consecutive` for `1 2 1consecutive`.
fn is_closed_up(name: &str, key: &str) -> bool {
    // Most names are told apart by their length.
    let spaces = name.bytes().filter(|byte| *byte == b' ').count();
    if name.len() > key.len() + spaces {
        return false;
    }
    let mut rest = key;
    let is_next = |letter| match rest.strip_prefix(letter) {
        Some(after) => {
            rest = after;
            true
        }
        None => letter == ' ',
    };
    name.chars().all(is_next) && rest.is_empty()
}

/// Whether a key is the start of a name. One that ends with a digit is none: the digit may be points, as in `chance 10` where a box is `Chance 10 or more`.
fn is_start(name: &str, key: &str) -> bool {
    name.starts_with(key) && !key.ends_with(|last: char| last.is_ascii_digit())
}

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
