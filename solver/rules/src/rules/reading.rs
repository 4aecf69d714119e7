//! Read a text in TOML as a form: a type with a field for each name, and errors that name the line, the field and what would be right.
//!
//! A [`Reader`] has the text, and [reads](Reader::form) it as a type that is [`FromToml`]. Code derived by serde would be compiled separately for
//! each field and be a third of the page's engine, so this is written by hand.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::RulesError;
use crate::printable::{check_line, check_lines, escaped, quoted, shortened};
use crate::tr;

/// An error in a value, and its place.
pub struct Wrong {
    /// The place, in bytes of the text.
    pub at: Range<usize>,
    /// What is wrong, and what would be right. If it begins with ` = `, it follows the name of the field.
    pub message: String,
}

/// A parsed TOML value.
pub type TomlValue<'a> = Spanned<DeValue<'a>>;

/// A type that is read from a value.
pub trait FromToml: Sized {
    /// Reads it from a value.
    ///
    /// # Errors
    ///
    /// [`Wrong`] if the value is another one.
    fn from_toml(value: &TomlValue<'_>) -> Result<Self, Wrong>;

    /// What stands for a field that is left out; `None` if it must be there.
    fn left_out() -> Option<Self> {
        None
    }
}

/// A form: what a value that is no table should be, and the fields in the order in which errors list them. The name in TOML has a `-` for each `_`. A
/// [plain word](PlainWord) has its usual value after `=`.
macro_rules! form {
    ($form:ident, $expected:expr; $($field:ident: $type:ty $(= $usual:literal)?,)*) => {
        pub(super) struct $form {
            $(pub(super) $field: $type,)*
        }

        impl FromToml for $form {
            fn from_toml(value: &TomlValue<'_>) -> Result<$form, Wrong> {
                let fields = TableFields::of(value, &$expected, &[$(stringify!($field)),*])?;
                Ok($form { $($field: form!(fields, stringify!($field) $(, $usual)?),)* })
            }
        }

        impl PlainWords for $form {
            fn unusual(&self) -> Vec<String> {
                let words: Vec<Option<String>> = vec![$($(self.$field.unusual(stringify!($field), $usual),)?)*];
                words.into_iter().flatten().collect()
            }
        }
    };
    ($fields:ident, $name:expr) => {
        $fields.get($name)?
    };
    ($fields:ident, $name:expr, $usual:literal) => {
        $fields.get::<Option<_>>($name)?.unwrap_or_else(|| PlainWord::usual($usual))
    };
}
pub(super) use form;

/// A rule that is true or false, or a number, as it stands. Its type checks it, and the fingerprint has it.
pub(super) trait PlainWord {
    /// What its usual value is written as in the list.
    type Usual;

    /// The usual value.
    fn usual(usual: Self::Usual) -> Self;

    /// What it says if it has another value. The name has a `_` for each space.
    fn unusual(&self, name: &str, usual: Self::Usual) -> Option<String>;
}

impl PlainWord for bool {
    type Usual = bool;

    fn usual(usual: bool) -> bool {
        usual
    }

    fn unusual(&self, name: &str, usual: bool) -> Option<String> {
        let name = name.replace('_', " ");
        (*self != usual).then(|| if *self { name } else { format!("no {name}") })
    }
}

/// A form with plain words.
pub(super) trait PlainWords {
    /// Those that have another value than the usual one.
    fn unusual(&self) -> Vec<String>;
}

/// The value has another type than `expected`.
pub fn invalid_type(value: &TomlValue<'_>, expected: impl fmt::Display) -> Wrong {
    let message = tr!("invalid type: {}, expected {}", found(value), expected);
    Wrong { at: value.span(), message }
}

/// The value has the right type, but is not one of the `expected` ones.
pub fn invalid_value(value: &TomlValue<'_>, expected: impl fmt::Display) -> Wrong {
    let message = tr!("invalid value: {}, expected {}", found(value), expected);
    Wrong { at: value.span(), message }
}

/// A value as it is named in errors.
fn found(value: &TomlValue<'_>) -> String {
    match value.get_ref() {
        DeValue::String(text) => tr!("the text {}", format!("{:?}", shortened(text))),
        DeValue::Integer(number) => tr!("the whole number {}", number),
        DeValue::Float(number) => tr!("the number {}", quoted(number.as_str())),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Array(_) => tr!("a list"),
        DeValue::Table(_) => tr!("a table"),
        DeValue::Datetime(_) => tr!("a date or a time"),
    }
}

impl FromToml for String {
    fn from_toml(value: &TomlValue<'_>) -> Result<String, Wrong> {
        value.get_ref().as_str().map(str::to_owned).ok_or_else(|| invalid_type(value, tr!("a text")))
    }
}

/// A line of text for people, with only printable characters.
pub struct LineText(pub String);

impl FromToml for LineText {
    fn from_toml(value: &TomlValue<'_>) -> Result<LineText, Wrong> {
        let text = String::from_toml(value)?;
        // TOML can write every character as an escape, so checking the file's text is not enough.
        check_line(&text).map_err(|found| Wrong { at: value.span(), message: found.to_string() })?;
        Ok(LineText(text))
    }
}

impl FromToml for bool {
    fn from_toml(value: &TomlValue<'_>) -> Result<bool, Wrong> {
        value.get_ref().as_bool().ok_or_else(|| invalid_type(value, tr!("true or false")))
    }

    fn left_out() -> Option<bool> {
        Some(false)
    }
}

impl<T: FromToml> FromToml for Option<T> {
    fn from_toml(value: &TomlValue<'_>) -> Result<Option<T>, Wrong> {
        T::from_toml(value).map(Some)
    }

    fn left_out() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: FromToml> FromToml for Spanned<T> {
    fn from_toml(value: &TomlValue<'_>) -> Result<Spanned<T>, Wrong> {
        T::from_toml(value).map(|inner| Spanned::new(value.span(), inner))
    }
}

impl<T: FromToml> FromToml for Vec<T> {
    fn from_toml(value: &TomlValue<'_>) -> Result<Vec<T>, Wrong> {
        let list = value.get_ref().as_array().ok_or_else(|| invalid_type(value, tr!("a list")))?;
        list.iter().map(T::from_toml).collect()
    }

    fn left_out() -> Option<Vec<T>> {
        Some(Vec::new())
    }
}

impl<T: FromToml> FromToml for BTreeMap<String, T> {
    fn from_toml(value: &TomlValue<'_>) -> Result<BTreeMap<String, T>, Wrong> {
        let table = value.get_ref().as_table().ok_or_else(|| invalid_type(value, tr!("a table")))?;
        table.iter().map(|(key, value)| Ok((key.get_ref().to_string(), T::from_toml(value)?))).collect()
    }

    fn left_out() -> Option<BTreeMap<String, T>> {
        Some(BTreeMap::new())
    }
}

/// A table with known fields. A name may have a `_` for each `-` that it has in TOML.
pub struct TableFields<'a, 'i> {
    at: Range<usize>,
    table: &'a DeTable<'i>,
}

impl<'a, 'i> TableFields<'a, 'i> {
    /// The fields of a value, which must be a table and have no other names. `expected` says what it should be.
    ///
    /// # Errors
    ///
    /// [`Wrong`] if it is no table, or at a name that is unknown.
    pub fn of(value: &'a TomlValue<'i>, expected: &str, names: &[&str]) -> Result<TableFields<'a, 'i>, Wrong> {
        let (at, table) = (value.span(), value.get_ref().as_table().ok_or_else(|| invalid_type(value, expected))?);
        let is_known = |key: &str| names.iter().any(|name| is_named(key, name));
        let Some((key, _)) = table.iter().find(|(key, _)| !is_known(key.get_ref())) else { return Ok(TableFields { at, table }) };
        let names: Vec<String> = names.iter().map(|name| format!("`{}`", name.replace('_', "-"))).collect();
        let found = shortened(key.get_ref());
        let message = match &names[..] {
            [one, other] => tr!("unknown field `{}`, expected {} or {}", found, one, other),
            several => tr!("unknown field `{}`, expected one of {}", found, several.join(", ")),
        };
        Err(Wrong { at: key.span(), message })
    }

    /// The table with one more field, a text.
    pub fn with(&self, name: &'static str, text: &'static str) -> TomlValue<'i> {
        let mut table = self.table.clone();
        table.insert(Spanned::new(self.at.clone(), name.into()), Spanned::new(self.at.clone(), DeValue::String(text.into())));
        Spanned::new(self.at.clone(), DeValue::Table(table))
    }

    /// The field of this name.
    ///
    /// # Errors
    ///
    /// [`Wrong`] if its value is another one, or if it is missing and must not be [left out](FromToml::left_out).
    pub fn get<T: FromToml>(&self, name: &str) -> Result<T, Wrong> {
        match self.table.iter().find(|(key, _)| is_named(key.get_ref(), name)) {
            Some((_, value)) => T::from_toml(value),
            None => T::left_out().ok_or_else(|| Wrong { at: self.at.clone(), message: tr!("missing field `{}`", name.replace('_', "-")) }),
        }
    }
}

/// Whether a key in TOML is this name.
fn is_named(key: &str, name: &str) -> bool {
    let letters = name.bytes().map(|letter| if letter == b'_' { b'-' } else { letter });
    letters.eq(key.bytes())
}

/// A text in TOML. It converts byte offsets into errors that name the line.
pub struct Reader<'a> {
    toml: &'a str,
}

impl<'a> Reader<'a> {
    /// Checks the lines of a text. A byte-order mark is not part of it.
    ///
    /// # Errors
    ///
    /// [`RulesError::Form`] if it has a line with a character that is not printable.
    pub fn new(toml: &'a str) -> Result<Reader<'a>, RulesError> {
        check_lines(toml).map_err(|(line, found)| RulesError::Form { line, message: found.to_string() })?;
        Ok(Reader { toml: toml.strip_prefix('\u{feff}').unwrap_or(toml) })
    }

    /// The text.
    pub fn toml(&self) -> &'a str {
        self.toml
    }

    /// Reads the text as a form.
    ///
    /// # Errors
    ///
    /// [`RulesError::Form`] if it is not valid TOML, or another form.
    pub fn form<T: FromToml>(&self) -> Result<T, RulesError> {
        let form = self.table().and_then(|table| T::from_toml(&table));
        form.map_err(|Wrong { at, message }| match self.field(at.start) {
            Some(field) if message.starts_with(" = ") => self.error(at, format_args!("{field}{message}")),
            Some(field) => self.error(at, format_args!("{field}: {message}")),
            None => self.error(at, message.trim_start_matches(" = ")),
        })
    }

    /// The parsed text. The parser calls a word without quotes an invalid boolean or number, by its first letter.
    fn table(&self) -> Result<TomlValue<'a>, Wrong> {
        let table = DeTable::parse(self.toml).map_err(|error| {
            let at = error.span().unwrap_or(0..0);
            let found = self.toml.get(at.clone()).unwrap_or_default();
            let is_word = found.len() <= 40 && found.contains(char::is_alphabetic) && !found.contains(['"', '\'', '\n']);
            let message = match self.field(at.start) {
                Some(_) if is_word => {
                    tr!("cannot read {}: a number is in digits, like 30, and a text in quotes, like \"all-dice\"", found)
                }
                _ => error.message().to_owned(),
            };
            Wrong { at, message }
        })?;
        Ok(Spanned::new(table.span(), DeValue::Table(table.into_inner())))
    }

    /// An error at this place.
    pub fn error(&self, at: Range<usize>, message: impl fmt::Display) -> RulesError {
        let line = 1 + self.toml[..at.start.min(self.toml.len())].matches('\n').count();
        RulesError::Form { line, message: escaped(&message.to_string()).into_owned() }
    }

    /// The field of the value, or of the list element, that starts at this offset; `None` if the field's name is on another line.
    fn field(&self, at: usize) -> Option<&str> {
        let line = self.toml.get(..at)?.rsplit('\n').next()?;
        let (before, after) = line.rsplit_once('=')?;
        let field = before.trim_end().rsplit([' ', '\t', '{', ',', '.']).next()?;
        let is_name = !field.is_empty() && field.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
        let after = after.trim_start();
        (is_name && (after.is_empty() || after.starts_with('['))).then_some(field)
    }
}
