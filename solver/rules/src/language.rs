//! Sentences in the language of the process.
//!
//! A sentence is written where it is needed, in English with a `{}` for each part: `say!("costs {}", cost)`. Its English is its name: a [`Language`]
//! has another text for it. A process speaks one language, as it has one locale: English, or the one of the last call of [`speak`]; a thread may speak
//! [another](speak_on_thread). Errors keep their type until they are shown, so they too are in this language. (What is wrong in a
//! rule file or a card of rules is in the language in which it was read.)

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::sync::{Arc, PoisonError, RwLock};

use toml::de::{DeTable, DeValue};

/// A sentence in the language of the process: its English, with a `{}` for each part, and the parts.
#[macro_export]
macro_rules! say {
    ($english:literal $(, $part:expr)* $(,)?) => {{
        const PARTS: &[&str] = &[$(::std::stringify!($part)),*];
        const { ::std::assert!($crate::language::parts($english) == PARTS.len(), "a part for each {{}}") };
        $crate::language::said($english, &[$(&$part as &dyn ::std::fmt::Display),*])
    }};
}

/// A number with what it counts: `counted!(left, "no rerolls left", "1 reroll left", "{} rerolls left")`.
#[macro_export]
macro_rules! counted {
    ($number:expr, $none:literal, $one:literal, $many:literal) => {
        match $number {
            0 => $crate::say!($none),
            1 => $crate::say!($one),
            number => $crate::say!($many, number),
        }
    };
}

/// The language that is spoken; English if there is none.
static SPOKEN: RwLock<Option<Arc<Language>>> = RwLock::new(None);

thread_local! {
    /// The language of this thread, if it is not that of the process.
    static ON_THREAD: RefCell<Option<Option<Arc<Language>>>> = const { RefCell::new(None) };
}

/// A language: its texts by their English.
///
/// It is read from TOML:
///
/// ```
/// use yahtzee_solver::language::{Language, speak};
/// let german = Language::parse(r#"
/// language = "de"
/// name = "Deutsch"
/// decimal = ","
/// thousands = "."
///
/// [texts]
/// "'{}' is no die face: faces are 1 to {}" = "„{}“ steht auf keinem Würfel: Es gibt 1 bis {}"
/// "#)?;
/// speak(Some(german));
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

/// Speaks a language from now on; English without one.
pub fn speak(language: Option<Language>) {
    *SPOKEN.write().unwrap_or_else(PoisonError::into_inner) = language.map(Arc::new);
}

/// Speaks a language from now on, on this thread alone; English without one.
pub fn speak_on_thread(language: Option<Language>) {
    ON_THREAD.set(Some(language.map(Arc::new)));
}

/// The language that is spoken; `None` for English.
pub fn spoken() -> Option<Arc<Language>> {
    let on_thread = ON_THREAD.with_borrow(Clone::clone);
    on_thread.unwrap_or_else(|| SPOKEN.read().unwrap_or_else(PoisonError::into_inner).clone())
}

/// A text with its parts, in the language that is spoken. [`say!`](crate::say) calls it for a text that is known; this is for others, such as the title
/// of a rule set, which stay as they are if the language does not have them.
pub fn said(english: &str, parts: &[&dyn Display]) -> String {
    let spoken = spoken();
    let text = spoken.as_ref().and_then(|language| language.texts.get(english)).map_or(english, String::as_str);
    let mut said = String::with_capacity(text.len() + 8 * parts.len());
    let mut pieces = text.split('{');
    said.push_str(pieces.next().unwrap_or_default());
    let mut next = parts.iter();
    for piece in pieces {
        let part = piece.split_once('}').and_then(|(number, rest)| match number {
            "" => Some((next.next()?, rest)),
            number => Some((parts.get(number.parse::<usize>().ok()?.checked_sub(1)?)?, rest)),
        });
        match part {
            Some((part, rest)) => {
                let _ = write!(said, "{part}{rest}");
            }
            None => {
                said.push('{');
                said.push_str(piece);
            }
        }
    }
    said
}

/// The number of parts of a text: how often it has `{}`. [`say!`](crate::say) compares it with the parts that it is given.
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
/// use yahtzee_solver::language::{Language, grouped, speak_on_thread};
/// let german = Language::parse("language = 'de'\nname = 'Deutsch'\ndecimal = ','\nthousands = '.'\n[texts]\n")?;
/// speak_on_thread(Some(german));
/// assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1.000", "1.234.567"]);
/// # Ok::<(), yahtzee_solver::language::LanguageError>(())
/// ```
pub fn grouped(number: u64) -> String {
    let spoken = spoken();
    let mark = spoken.as_ref().map_or(",", |language| &language.thousands);
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
    match spoken() {
        Some(language) => number.replace('.', &language.decimal),
        None => number,
    }
}
