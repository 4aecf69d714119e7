//! Texts with their parts, which a face can translate.
//!
//! A text is English. The name of each phrase is its English with a `{}` for each part; a face that knows another phrase for this name uses that one.
//! [`say!`](crate::say) makes a phrase. Its name is a literal, so that all names can be found in the source.

use std::fmt;
use std::ops::Deref;

use serde::{Serialize, Serializer};
use yahtzee_solver::{Category, Dice, Points, Roll, RuleSet};

/// A text with its structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    english: String,
    form: Form,
}

/// The structure of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text that is the same in every language: numbers, dice, names of players. Also text that no other face uses.
    Plain,
    /// The title of a category.
    Title(Category),
    /// A phrase: its English with a `{}` for each part, and the parts.
    Phrase(&'static str, Vec<Text>),
    /// Texts one after the other.
    Row(Vec<Text>),
}

impl Text {
    /// The title of a category.
    pub fn title(category: Category, rules: &RuleSet) -> Text {
        Text { english: rules.category(category).title.clone(), form: Form::Title(category) }
    }

    /// A phrase; [`say!`](crate::say) is the way to make one.
    pub fn phrase(name: &'static str, parts: Vec<Text>) -> Text {
        let mut pieces = name.split("{}");
        let mut english = pieces.next().unwrap_or_default().to_owned();
        for (part, piece) in parts.iter().zip(pieces) {
            english.push_str(part);
            english.push_str(piece);
        }
        debug_assert_eq!(name.matches("{}").count(), parts.len(), "{name}");
        Text { english, form: Form::Phrase(name, parts) }
    }

    /// Texts with a separator between them.
    pub fn joined(texts: impl IntoIterator<Item = Text>, separator: &str) -> Text {
        let mut row: Vec<Text> = Vec::new();
        for text in texts {
            if !row.is_empty() {
                row.push(separator.into());
            }
            row.push(text);
        }
        Text { english: row.iter().map(Deref::deref).collect(), form: Form::Row(row) }
    }

    /// Its English.
    pub fn as_str(&self) -> &str {
        &self.english
    }

    /// Its structure.
    pub fn form(&self) -> &Form {
        &self.form
    }
}

/// A phrase of this name, with these parts: `say!("costs {}", cost)`.
#[macro_export]
macro_rules! say {
    ($name:literal $(, $part:expr)* $(,)?) => {
        $crate::words::text::Text::phrase($name, ::std::vec![$($crate::words::text::Text::from($part)),*])
    };
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.english
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.english)
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, english: &&str) -> bool {
        self.english == *english
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.english)
    }
}

impl From<String> for Text {
    fn from(english: String) -> Text {
        Text { english, form: Form::Plain }
    }
}

impl From<&str> for Text {
    fn from(english: &str) -> Text {
        english.to_owned().into()
    }
}

macro_rules! plain {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Text {
            fn from(value: $kind) -> Text {
                value.to_string().into()
            }
        })*
    };
}
plain!(usize, u32, u64, Points, Dice, Roll);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_english_and_has_its_parts() {
        let rules = RuleSet::builtin("hasbro").unwrap();
        let title = Text::title(rules.category_named("chance").unwrap(), &rules);
        let both = Text::joined([title.clone(), say!("none")], ", ");
        let text = say!("You score {} in {}.", 25_u32, both.clone());
        assert_eq!(text.to_string(), "You score 25 in Chance, none.");
        assert_eq!(text.form(), &Form::Phrase("You score {} in {}.", vec!["25".into(), both.clone()]));
        assert_eq!(both.form(), &Form::Row(vec![title, ", ".into(), say!("none")]));
        assert_eq!(serde_json::to_string(&text).unwrap(), "\"You score 25 in Chance, none.\"");
        assert_eq!(format!("{:>6}|{:<6}|", say!("none"), say!("none")), "  none|none  |");
    }
}
