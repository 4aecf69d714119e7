//! Sentences in the language of the process.
//!
//! A sentence is written where it is needed, in English with a `{}` for each part: `tr!("costs {}", cost)`. Its English is its name: a [`Language`]
//! has another text for it. A process has one language, as it has one locale: English, or the one of the last call of [`set`]; a thread may have
//! [another](set_on_thread). Errors keep their type until they are shown, so they too are in this language. (What is wrong in a
//! rule file or a card of rules is in the language in which it was read.)

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::sync::{Arc, PoisonError, RwLock};

use toml::de::{DeTable, DeValue};

/// A sentence in the language of the process: its English, with a `{}` for each part, and the parts.
#[macro_export]
macro_rules! tr {
    ($english:literal $(, $part:expr)* $(,)?) => {{
        const PARTS: &[&str] = &[$(::std::stringify!($part)),*];
        const { ::std::assert!($crate::language::parts($english) == PARTS.len(), "a part for each {{}}") };
        $crate::language::tr($english, &[$(&$part as &dyn ::std::fmt::Display),*])
    }};
}

/// A number with what it counts: `counted!(left, "no rerolls left", "1 reroll left", "{} rerolls left")`.
#[macro_export]
macro_rules! counted {
    ($number:expr, $none:literal, $one:literal, $many:literal) => {
        match $number {
            0 => $crate::tr!($none),
            1 => $crate::tr!($one),
            number => $crate::tr!($many, number),
        }
    };
}

/// The language of the process; English if there is none.
static CURRENT: RwLock<Option<Arc<Language>>> = RwLock::new(None);

thread_local! {
    /// The language of this thread, if it is not that of the process.
    static ON_THREAD: RefCell<Option<Option<Arc<Language>>>> = const { RefCell::new(None) };
}

/// A language: its texts by their English.
///
/// It is read from TOML:
///
/// ```
/// use yahtzee_solver::language::{self, Language};
/// let german = Language::parse(r#"
/// language = "de"
/// name = "Deutsch"
/// decimal = ","
/// thousands = "."
///
/// [texts]
/// "'{}' is no die face: faces are 1 to {}" = "„{}“ steht auf keinem Würfel: Es gibt 1 bis {}"
/// "#)?;
/// language::set(Some(german));
/// let error = yahtzee_solver::Dice::parse("11667").unwrap_err();
/// assert_eq!(error.to_string(), "„7“ steht auf keinem Würfel: Es gibt 1 bis 6");
/// # Ok::<(), yahtzee_solver::language::LanguageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Language {
    /// Its code, like `de`.
    pub language: String,
    /// Its own name, like `Deutsch`.
    pub name: String,
    /// The mark before the decimals of a number.
    pub decimal: String,
    /// The mark between groups of three digits.
    pub thousands: String,
    /// Each text by its English. Both have a `{}` for each part, or `{1}`, `{2}`, … for parts in another order.
    pub texts: HashMap<String, String>,
}

/// The text of a language is not valid TOML, or a field is missing or has the wrong type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a language: {0}")]
pub struct LanguageError(String);

impl Language {
    /// Reads a language from TOML.
    ///
    /// # Errors
    ///
    /// [`LanguageError`] says what is wrong.
    pub fn parse(toml: &str) -> Result<Language, LanguageError> {
        let table = DeTable::parse(toml).map_err(|error| LanguageError(error.to_string()))?;
        let text = |value: Option<&DeValue<'_>>, name: &str| match value {
            Some(DeValue::String(text)) => Ok(text.to_string()),
            _ => Err(LanguageError(format!("'{name}' must be a text"))),
        };
        let field = |name: &str| text(table.get_ref().get(name).map(|value| value.get_ref()), name);
        let Some(DeValue::Table(texts)) = table.get_ref().get("texts").map(|value| value.get_ref()) else {
            return Err(LanguageError("'texts' must be a table".to_owned()));
        };
        let texts =
            texts.iter().map(|(english, other)| Ok((english.get_ref().to_string(), text(Some(other.get_ref()), english.get_ref())?)));
        Ok(Language {
            language: field("language")?,
            name: field("name")?,
            decimal: field("decimal")?,
            thousands: field("thousands")?,
            texts: texts.collect::<Result<_, _>>()?,
        })
    }
}

/// Sets the language; English without one.
pub fn set(language: Option<Language>) {
    *CURRENT.write().unwrap_or_else(PoisonError::into_inner) = language.map(Arc::new);
}

/// Sets the language of this thread alone; English without one.
pub fn set_on_thread(language: Option<Language>) {
    ON_THREAD.set(Some(language.map(Arc::new)));
}

/// The current language; `None` for English.
pub fn current() -> Option<Arc<Language>> {
    let on_thread = ON_THREAD.with_borrow(Clone::clone);
    on_thread.unwrap_or_else(|| CURRENT.read().unwrap_or_else(PoisonError::into_inner).clone())
}

/// A text with its parts, in the current language. [`tr!`](crate::tr) calls it for a text that is known; this is for others, such as the title
/// of a rule set, which stay as they are if the language does not have them.
pub fn tr(english: &str, parts: &[&dyn Display]) -> String {
    let language = current();
    let text = language.as_ref().and_then(|language| language.texts.get(english)).map_or(english, String::as_str);
    let mut translated = String::with_capacity(text.len() + 8 * parts.len());
    let mut pieces = text.split('{');
    translated.push_str(pieces.next().unwrap_or_default());
    let mut next = parts.iter();
    for piece in pieces {
        let part = piece.split_once('}').and_then(|(number, rest)| match number {
            "" => Some((next.next()?, rest)),
            number => Some((parts.get(number.parse::<usize>().ok()?.checked_sub(1)?)?, rest)),
        });
        match part {
            Some((part, rest)) => {
                let _ = write!(translated, "{part}{rest}");
            }
            None => {
                translated.push('{');
                translated.push_str(piece);
            }
        }
    }
    translated
}

/// The number of parts of a text: how often it has `{}`. [`tr!`](crate::tr) compares it with the parts that it is given.
pub const fn parts(text: &str) -> usize {
    let (text, mut at, mut parts) = (text.as_bytes(), 1, 0);
    while at < text.len() {
        parts += (text[at - 1] == b'{' && text[at] == b'}') as usize;
        at += 1;
    }
    parts
}

/// A number with these decimals: `254.59`, or `254,59` in German.
pub fn decimal(number: f64, decimals: usize) -> String {
    with_mark(format!("{number:.decimals$}"))
}

/// A whole number in groups of three digits: `10,000`, or `10.000` in German.
///
/// ```
/// use yahtzee_solver::language::{self, Language, grouped};
/// let german = Language::parse("language = 'de'\nname = 'Deutsch'\ndecimal = ','\nthousands = '.'\n[texts]\n")?;
/// language::set_on_thread(Some(german));
/// assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1.000", "1.234.567"]);
/// # Ok::<(), yahtzee_solver::language::LanguageError>(())
/// ```
pub fn grouped(number: u64) -> String {
    let language = current();
    let mark = language.as_ref().map_or(",", |language| &language.thousands);
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push_str(mark);
        }
        text.push(digit);
    }
    text
}

/// A number that is written with a point, with the decimal mark of the language.
pub fn with_mark(number: String) -> String {
    match current() {
        Some(language) => number.replace('.', &language.decimal),
        None => number,
    }
}
