//! Takes values from parsed TOML, and reports values of another type. Derived code would be compiled separately for each field and be a third of the
//! page's engine, so this is written by hand.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::printable::{quoted, shortened};
use crate::say;

/// An error in a value, and its place.
#[doc(hidden)]
pub struct Wrong {
    #[doc(hidden)]
    pub at: Range<usize>,
    #[doc(hidden)]
    pub message: String,
}

/// A parsed TOML value.
#[doc(hidden)]
pub type Value<'a> = Spanned<DeValue<'a>>;

/// A type that can be taken from a value.
#[doc(hidden)]
pub trait Taken: Sized {
    fn take(value: &Value<'_>) -> Result<Self, Wrong>;
}

/// The value has another type than `expected`.
#[doc(hidden)]
pub fn invalid_type(value: &Value<'_>, expected: impl fmt::Display) -> Wrong {
    let message = say!("invalid type: {}, expected {}", found(value), expected);
    Wrong { at: value.span(), message }
}

/// The value has the right type, but is not one of the `expected` ones.
#[doc(hidden)]
pub fn invalid_value(value: &Value<'_>, expected: impl fmt::Display) -> Wrong {
    let message = say!("invalid value: {}, expected {}", found(value), expected);
    Wrong { at: value.span(), message }
}

/// A value as it is named in errors.
fn found(value: &Value<'_>) -> String {
    match value.get_ref() {
        DeValue::String(text) => say!("the text {}", format!("{:?}", shortened(text))),
        DeValue::Integer(number) => say!("the whole number {}", number),
        DeValue::Float(number) => say!("the number {}", quoted(number.as_str())),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Array(_) => say!("a list"),
        DeValue::Table(_) => say!("a table"),
        DeValue::Datetime(_) => say!("a date or a time"),
    }
}

impl Taken for String {
    fn take(value: &Value<'_>) -> Result<String, Wrong> {
        value.get_ref().as_str().map(str::to_owned).ok_or_else(|| invalid_type(value, say!("a text")))
    }
}

impl Taken for bool {
    fn take(value: &Value<'_>) -> Result<bool, Wrong> {
        value.get_ref().as_bool().ok_or_else(|| invalid_type(value, say!("true or false")))
    }
}

impl<T: Taken> Taken for Spanned<T> {
    fn take(value: &Value<'_>) -> Result<Spanned<T>, Wrong> {
        T::take(value).map(|taken| Spanned::new(value.span(), taken))
    }
}

impl<T: Taken> Taken for Vec<T> {
    fn take(value: &Value<'_>) -> Result<Vec<T>, Wrong> {
        let list = value.get_ref().as_array().ok_or_else(|| invalid_type(value, say!("a list")))?;
        list.iter().map(T::take).collect()
    }
}

impl<T: Taken> Taken for BTreeMap<String, T> {
    fn take(value: &Value<'_>) -> Result<BTreeMap<String, T>, Wrong> {
        let table = value.get_ref().as_table().ok_or_else(|| invalid_type(value, say!("a table")))?;
        table.iter().map(|(key, value)| Ok((key.get_ref().to_string(), T::take(value)?))).collect()
    }
}

/// A table with known fields.
#[doc(hidden)]
pub struct Fields<'a, 'i> {
    at: Range<usize>,
    table: &'a DeTable<'i>,
}

impl<'a, 'i> Fields<'a, 'i> {
    /// The table at this place. Only fields with these names are allowed.
    #[doc(hidden)]
    pub fn new(at: Range<usize>, table: &'a DeTable<'i>, names: &[&str]) -> Result<Fields<'a, 'i>, Wrong> {
        let Some((key, _)) = table.iter().find(|(key, _)| !names.contains(&&**key.get_ref())) else { return Ok(Fields { at, table }) };
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let found = shortened(key.get_ref());
        let message = match &names[..] {
            [one, other] => say!("unknown field `{}`, expected {} or {}", found, one, other),
            several => say!("unknown field `{}`, expected one of {}", found, several.join(", ")),
        };
        Err(Wrong { at: key.span(), message })
    }

    /// The fields of a value, which must be a table.
    #[doc(hidden)]
    pub fn of(value: &'a Value<'i>, expected: &str, names: &[&str]) -> Result<Fields<'a, 'i>, Wrong> {
        let table = value.get_ref().as_table().ok_or_else(|| invalid_type(value, expected))?;
        Fields::new(value.span(), table, names)
    }

    /// An optional field.
    #[doc(hidden)]
    pub fn optional<T: Taken>(&self, name: &str) -> Result<Option<T>, Wrong> {
        self.table.get(name).map(T::take).transpose()
    }

    /// A field with a default.
    #[doc(hidden)]
    pub fn or_default<T: Taken + Default>(&self, name: &str) -> Result<T, Wrong> {
        Ok(self.optional(name)?.unwrap_or_default())
    }

    /// A required field.
    #[doc(hidden)]
    pub fn required<T: Taken>(&self, name: &str) -> Result<T, Wrong> {
        self.optional(name)?.ok_or_else(|| Wrong { at: self.at.clone(), message: say!("missing field `{}`", name) })
    }
}
