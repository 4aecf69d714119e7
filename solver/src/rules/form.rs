//! The TOML form of a rule set: which fields there are and their types. `file.rs` checks the values.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use toml::Spanned;

use super::rule_set::{BonusWhen, Joker, Order, Place};
use super::word::TomlWord;
use crate::printable::check_line;

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Form {
    pub(super) name: Spanned<String>,
    pub(super) title: Option<Shown>,
    pub(super) language: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) source: Shown,
    #[serde(default)]
    pub(super) notes: Vec<Shown>,
    pub(super) dice: Option<Spanned<Whole>>,
    pub(super) rolls: Option<Spanned<Whole>>,
    pub(super) max_rounds: Option<Spanned<Whole>>,
    pub(super) order: Option<Word<Order>>,
    #[serde(default)]
    pub(super) saved_throws: bool,
    pub(super) upper_bonus: Option<Spanned<UpperBonusForm>>,
    #[serde(default)]
    pub(super) upper: Vec<Spanned<UpperForm>>,
    #[serde(default)]
    pub(super) lower: Vec<Spanned<LowerForm>>,
    pub(super) further: Option<FurtherForm>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table: [upper-bonus]")]
pub(super) struct UpperBonusForm {
    pub(super) at: Spanned<Whole>,
    pub(super) points: Spanned<Whole>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table: [[upper]]")]
pub(super) struct UpperForm {
    pub(super) name: Spanned<String>,
    pub(super) title: Option<Shown>,
    #[serde(default)]
    pub(super) short: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) names: BTreeMap<String, Spanned<NamesForm>>,
    pub(super) face: Spanned<Whole>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table: [[lower]]")]
pub(super) struct LowerForm {
    pub(super) name: Spanned<String>,
    pub(super) title: Option<Shown>,
    #[serde(default)]
    pub(super) short: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) names: BTreeMap<String, Spanned<NamesForm>>,
    pub(super) face: Option<Spanned<Whole>>,
    pub(super) groups: Option<Spanned<Vec<Whole>>>,
    pub(super) same_face: Option<Spanned<bool>>,
    pub(super) straight: Option<Spanned<Whole>>,
    pub(super) faces: Option<Spanned<Vec<Spanned<FacesForm>>>>,
    pub(super) sum: Option<Spanned<Whole>>,
    pub(super) any: Option<Spanned<bool>>,
    pub(super) points: Spanned<PaysForm>,
    pub(super) joker: Option<Spanned<Whole>>,
    pub(super) served: Option<Spanned<Whole>>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table: [further]")]
pub(super) struct FurtherForm {
    pub(super) category: Spanned<String>,
    pub(super) after_points: Option<CaseForm>,
    pub(super) after_zero: Option<CaseForm>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, expecting = "a table: [further.after-points] or [further.after-zero]")]
pub(super) struct CaseForm {
    pub(super) place: Spanned<Word<Place>>,
    pub(super) joker: Word<Joker>,
    pub(super) bonus: Option<Spanned<Whole>>,
    pub(super) bonus_when: Option<Word<BonusWhen>>,
}

/// A line of text for people, without characters that are not printable.
#[derive(Default, serde::Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Shown(String);

impl Shown {
    pub(super) fn text(&self) -> String {
        self.0.clone()
    }
}

impl TryFrom<String> for Shown {
    type Error = String;

    fn try_from(text: String) -> Result<Shown, String> {
        // TOML can write every character as an escape, so the text of the file says nothing of them.
        check_line(&text).map_err(|found| found.to_string())?;
        Ok(Shown(text))
    }
}

/// The names of a category in one language: one text, or a list.
#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "a name, or a list of names, without characters that are not printable")]
pub(super) enum NamesForm {
    One(Shown),
    Several(Vec<Shown>),
}

impl NamesForm {
    pub(super) fn texts(&self) -> Vec<String> {
        match self {
            NamesForm::One(name) => vec![name.text()],
            NamesForm::Several(names) => names.iter().map(Shown::text).collect(),
        }
    }
}

/// A whole number of any size that TOML can write. Each field checks its own range.
#[derive(Clone, Copy)]
pub(super) struct Whole(pub(super) i128);

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct WholeVisitor;

        impl Visitor<'_> for WholeVisitor {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Whole, E> {
                Ok(Whole(number.into()))
            }

            fn visit_i128<E: de::Error>(self, number: i128) -> Result<Whole, E> {
                Ok(Whole(number))
            }
        }

        deserializer.deserialize_i64(WholeVisitor)
    }
}

/// An element of a list of faces: a face, or a list of its own.
pub(super) enum FacesForm {
    Face(Whole),
    List(Vec<Whole>),
}

impl<'de> Deserialize<'de> for FacesForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FacesForm, D::Error> {
        struct FacesVisitor;

        impl<'de> Visitor<'de> for FacesVisitor {
            type Value = FacesForm;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a face, or a list of faces")
            }

            fn visit_i64<E: de::Error>(self, pips: i64) -> Result<FacesForm, E> {
                Ok(FacesForm::Face(Whole(pips.into())))
            }

            fn visit_i128<E: de::Error>(self, pips: i128) -> Result<FacesForm, E> {
                Ok(FacesForm::Face(Whole(pips)))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, faces: A) -> Result<FacesForm, A::Error> {
                Vec::deserialize(de::value::SeqAccessDeserializer::new(faces)).map(FacesForm::List)
            }
        }

        deserializer.deserialize_any(FacesVisitor)
    }
}

/// A choice, read from the word for it.
pub(super) struct Word<T>(pub(super) T);

impl<'de, T: TomlWord> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word<T>, D::Error> {
        struct WordVisitor<T>(PhantomData<T>);

        impl<T: TomlWord> Visitor<'_> for WordVisitor<T> {
            type Value = Word<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("one of")?;
                T::WORDS.iter().try_for_each(|(word, _)| write!(f, " {word:?}"))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Word<T>, E> {
                let choice = T::WORDS.iter().find(|(word, _)| *word == text);
                choice.map(|(_, choice)| Word(*choice)).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_str(WordVisitor(PhantomData))
    }
}

/// What a category pays. A number of points is not yet checked.
pub(super) enum PaysForm {
    AllDice,
    ThoseDice,
    Fixed(Whole),
}

impl<'de> Deserialize<'de> for PaysForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PaysForm, D::Error> {
        struct PaysVisitor;

        impl Visitor<'_> for PaysVisitor {
            type Value = PaysForm;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of points, \"all-dice\" or \"those-dice\"")
            }

            fn visit_i64<E: de::Error>(self, points: i64) -> Result<PaysForm, E> {
                Ok(PaysForm::Fixed(Whole(points.into())))
            }

            fn visit_i128<E: de::Error>(self, points: i128) -> Result<PaysForm, E> {
                Ok(PaysForm::Fixed(Whole(points)))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<PaysForm, E> {
                match text {
                    "all-dice" => Ok(PaysForm::AllDice),
                    "those-dice" => Ok(PaysForm::ThoseDice),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
        }

        deserializer.deserialize_any(PaysVisitor)
    }
}
