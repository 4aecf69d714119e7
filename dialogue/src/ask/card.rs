//! The card of a question: entries with exact names, or typed text.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use yahtzee_solver::game::CardError;
use yahtzee_solver::{RuleSet, Scorecard, Sheet, tr};

use super::error::{AskError, AskField};
use super::text_or::{OrText, TextOr};

/// The card of a question: entries by exact names, or text like `ones=3 fh=25`.
pub type AskCard<'a> = TextOr<'a, Entries<'a>>;

/// The entries of a card, in their order. Repeated names are refused later, by the card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entries<'a>(pub Vec<(Cow<'a, str>, u64)>);

impl Entries<'_> {
    /// The entries of a card.
    pub fn of(card: &Scorecard) -> Entries<'static> {
        let filled = card.filled().map(|(category, points)| (card.rules().category(category).name.clone().into(), points.get().into()));
        let extra = (card.extra() > 0).then(|| ("extra".into(), card.extra().into()));
        let spare = card.spare_entry().map(|(name, throws)| (name.into(), throws.into()));
        Entries(filled.chain(extra).chain(spare).collect())
    }
}

/// A name that borrows from the text if it has no escapes.
struct Name<'a>(Cow<'a, str>);

/// By hand, because `serde_path_to_error` sees no key inside another type.
impl<'de: 'a, 'a> Deserialize<'de> for Name<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name<'a>, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

impl OrText for Entries<'_> {
    const LIKE: &'static str = r#"a card: an object like {"ones": 3, "extra": 0}, text like "ones=3", or {} for a new game"#;
}

impl AskCard<'_> {
    /// Whether it is the empty card.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            TextOr::Value(Entries(entries)) => entries.is_empty(),
            TextOr::Text(text) => text.trim().is_empty(),
        }
    }

    /// Reads the card under these rules.
    ///
    /// # Errors
    ///
    /// The invalid entry, with the correct form.
    pub fn read(&self, rules: &RuleSet) -> Result<Scorecard, AskError> {
        Ok(self.with_sheet(rules, None)?.0)
    }

    /// As [`read`](AskCard::read), with the sheet if the card is text. Of a sheet with several columns it is the one of this player.
    pub(super) fn with_sheet(&self, rules: &RuleSet, player: Option<&str>) -> Result<(Scorecard, Option<Sheet>), AskError> {
        match self {
            TextOr::Value(Entries(entries)) => {
                let entries = entries.iter().map(|(name, points)| Ok((&**name, *points)));
                Scorecard::from_entries(entries, rules).map(|card| (card, None))
            }
            TextOr::Text(text) => Sheet::parse(text, rules, player).map(|sheet| (sheet.card.clone(), Some(sheet))),
        }
        .map_err(|error| match error {
            CardError::Columns { .. } | CardError::NoSuchColumn { .. } => AskError::new(AskField::Player, error),
            error => AskError::new(AskField::Card, error),
        })
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entries<'a>, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(Entries::LIKE)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some((Name(name), points)) = map.next_entry::<Name<'de>, Option<i64>>()? {
                    // An open box.
                    let Some(points) = points else { continue };
                    let points = u64::try_from(points).map_err(|_| Error::custom(tr!("{}: {} is negative", name, points)))?;
                    entries.push((name, points));
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
