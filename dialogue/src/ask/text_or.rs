//! A value of a question that may also be typed text.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Text as somebody types it, or a value as a program gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum TextOr<'a, T> {
    /// As somebody types it.
    Text(Cow<'a, str>),
    /// As a program gives it.
    Value(T),
}

/// A value that may also be text.
pub trait OrText {
    /// The right form, for error messages.
    const LIKE: &'static str;
}

impl<T: Default> Default for TextOr<'_, T> {
    fn default() -> Self {
        TextOr::Value(T::default())
    }
}

impl<'de: 'a, 'a, T: OrText + Deserialize<'de>> Deserialize<'de> for TextOr<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TextOr<'a, T>, D::Error> {
        struct Either<T>(PhantomData<T>);
        impl<'de, T: OrText + Deserialize<'de>> Visitor<'de> for Either<T> {
            type Value = TextOr<'de, T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(T::LIKE)
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<TextOr<'de, T>, E> {
                Ok(TextOr::Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<TextOr<'de, T>, E> {
                Ok(TextOr::Text(Cow::Owned(text.to_owned())))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<TextOr<'de, T>, A::Error> {
                T::deserialize(SeqAccessDeserializer::new(items)).map(TextOr::Value)
            }

            fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<TextOr<'de, T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(entries)).map(TextOr::Value)
            }
        }
        deserializer.deserialize_any(Either(PhantomData))
    }
}
