//! The TOML form of a rule set: its fields and their types. `file.rs` checks the values.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::rule_set::{BonusWhen, Joker, Order, Place};
use super::taken::{Fields, Taken, Value, Wrong, invalid_type, invalid_value};
use super::word::TomlWord;
use crate::printable::check_line;
use crate::say;

pub(super) struct Form {
    pub(super) name: Spanned<String>,
    pub(super) title: Option<Shown>,
    pub(super) language: Option<Spanned<String>>,
    pub(super) source: Shown,
    pub(super) notes: Vec<Shown>,
    pub(super) dice: Option<Spanned<Whole>>,
    pub(super) sides: Option<Spanned<SidesForm>>,
    pub(super) rolls: Option<Spanned<Whole>>,
    pub(super) max_rounds: Option<Spanned<Whole>>,
    pub(super) order: Option<Word<Order>>,
    pub(super) saved_throws: bool,
    pub(super) extra_throws: Option<Spanned<Whole>>,
    pub(super) saved_throw_points: Option<Spanned<Whole>>,
    pub(super) voluntary_zeros: bool,
    pub(super) upper_bonus: Vec<Spanned<BonusStepForm>>,
    pub(super) upper: Vec<Spanned<UpperForm>>,
    pub(super) lower: Vec<Spanned<LowerForm>>,
    pub(super) further: Option<FurtherForm>,
}

impl Form {
    pub(super) fn take(toml: &Spanned<DeTable<'_>>) -> Result<Form, Wrong> {
        let names = [
            "name",
            "title",
            "language",
            "source",
            "notes",
            "dice",
            "sides",
            "rolls",
            "max-rounds",
            "order",
            "saved-throws",
            "extra-throws",
            "saved-throw-points",
            "voluntary-zeros",
            "upper-bonus",
            "upper",
            "lower",
            "further",
        ];
        let fields = Fields::new(toml.span(), toml.get_ref(), &names)?;
        Ok(Form {
            name: fields.required("name")?,
            title: fields.optional("title")?,
            language: fields.optional("language")?,
            source: fields.or_default("source")?,
            notes: fields.or_default("notes")?,
            dice: fields.optional("dice")?,
            sides: fields.optional("sides")?,
            rolls: fields.optional("rolls")?,
            max_rounds: fields.optional("max-rounds")?,
            order: fields.optional("order")?,
            saved_throws: fields.or_default("saved-throws")?,
            extra_throws: fields.optional("extra-throws")?,
            saved_throw_points: fields.optional("saved-throw-points")?,
            voluntary_zeros: fields.optional("voluntary-zeros")?.unwrap_or(true),
            upper_bonus: fields.optional("upper-bonus")?.map(|OneOrMore(steps)| steps).unwrap_or_default(),
            upper: fields.or_default("upper")?,
            lower: fields.or_default("lower")?,
            further: fields.optional("further")?,
        })
    }
}

/// A table, or a list of them.
struct OneOrMore<T>(Vec<T>);

impl<T: Taken> Taken for OneOrMore<T> {
    fn take(value: &Value<'_>) -> Result<OneOrMore<T>, Wrong> {
        Ok(OneOrMore(if value.get_ref().as_array().is_some() { Vec::take(value)? } else { vec![T::take(value)?] }))
    }
}

pub(super) struct BonusStepForm {
    pub(super) at: Spanned<Whole>,
    pub(super) points: Spanned<Whole>,
}

impl Taken for BonusStepForm {
    fn take(value: &Value<'_>) -> Result<BonusStepForm, Wrong> {
        let names = ["at", "points"];
        let fields = Fields::of(value, &say!("a table: [upper-bonus]"), &names)?;
        Ok(BonusStepForm { at: fields.required("at")?, points: fields.required("points")? })
    }
}

pub(super) struct UpperForm {
    pub(super) name: Spanned<String>,
    pub(super) title: Option<Shown>,
    pub(super) short: Vec<Spanned<String>>,
    pub(super) names: BTreeMap<String, Spanned<NamesForm>>,
    pub(super) boxes: Option<Spanned<Whole>>,
    pub(super) face: Spanned<Whole>,
}

impl Taken for UpperForm {
    fn take(value: &Value<'_>) -> Result<UpperForm, Wrong> {
        let names = ["name", "title", "short", "names", "boxes", "face"];
        let fields = Fields::of(value, &say!("a table: [[upper]]"), &names)?;
        Ok(UpperForm {
            name: fields.required("name")?,
            title: fields.optional("title")?,
            short: fields.or_default("short")?,
            names: fields.or_default("names")?,
            boxes: fields.optional("boxes")?,
            face: fields.required("face")?,
        })
    }
}

pub(super) struct LowerForm {
    pub(super) name: Spanned<String>,
    pub(super) title: Option<Shown>,
    pub(super) short: Vec<Spanned<String>>,
    pub(super) names: BTreeMap<String, Spanned<NamesForm>>,
    pub(super) boxes: Option<Spanned<Whole>>,
    pub(super) face: Option<Spanned<Whole>>,
    pub(super) groups: Option<Spanned<Vec<Whole>>>,
    pub(super) exact_groups: Option<Lists>,
    pub(super) same_face: Option<Spanned<bool>>,
    pub(super) straight: Option<Spanned<Whole>>,
    pub(super) faces: Option<Lists>,
    pub(super) sum: Option<SumForm>,
    pub(super) any: Option<Spanned<bool>>,
    pub(super) within: Option<Lists>,
    pub(super) points: Spanned<PaysForm>,
    pub(super) times: Option<Spanned<Whole>>,
    pub(super) plus: Option<Spanned<Whole>>,
    pub(super) joker: Option<Spanned<Whole>>,
    pub(super) served: Option<Spanned<Whole>>,
    pub(super) served_wins: Option<Spanned<bool>>,
}

impl Taken for LowerForm {
    fn take(value: &Value<'_>) -> Result<LowerForm, Wrong> {
        let names = [
            "name",
            "title",
            "short",
            "names",
            "boxes",
            "face",
            "groups",
            "exact-groups",
            "same-face",
            "straight",
            "faces",
            "sum",
            "any",
            "within",
            "points",
            "times",
            "plus",
            "joker",
            "served",
            "served-wins",
        ];
        let fields = Fields::of(value, &say!("a table: [[lower]]"), &names)?;
        Ok(LowerForm {
            name: fields.required("name")?,
            title: fields.optional("title")?,
            short: fields.or_default("short")?,
            names: fields.or_default("names")?,
            boxes: fields.optional("boxes")?,
            face: fields.optional("face")?,
            groups: fields.optional("groups")?,
            exact_groups: fields.optional("exact-groups")?,
            same_face: fields.optional("same-face")?,
            straight: fields.optional("straight")?,
            faces: fields.optional("faces")?,
            sum: fields.optional("sum")?,
            any: fields.optional("any")?,
            within: fields.optional("within")?,
            points: fields.required("points")?,
            times: fields.optional("times")?,
            plus: fields.optional("plus")?,
            joker: fields.optional("joker")?,
            served: fields.optional("served")?,
            served_wins: fields.optional("served-wins")?,
        })
    }
}

pub(super) struct FurtherForm {
    pub(super) category: Spanned<String>,
    pub(super) after_points: Option<CaseForm>,
    pub(super) after_zero: Option<CaseForm>,
}

impl Taken for FurtherForm {
    fn take(value: &Value<'_>) -> Result<FurtherForm, Wrong> {
        let names = ["category", "after-points", "after-zero"];
        let fields = Fields::of(value, &say!("a table: [further]"), &names)?;
        Ok(FurtherForm {
            category: fields.required("category")?,
            after_points: fields.optional("after-points")?,
            after_zero: fields.optional("after-zero")?,
        })
    }
}

pub(super) struct CaseForm {
    pub(super) place: Spanned<Word<Place>>,
    pub(super) joker: Word<Joker>,
    pub(super) bonus: Option<Spanned<Whole>>,
    pub(super) bonus_when: Option<Word<BonusWhen>>,
}

impl Taken for CaseForm {
    fn take(value: &Value<'_>) -> Result<CaseForm, Wrong> {
        let names = ["place", "joker", "bonus", "bonus-when"];
        let fields = Fields::of(value, &say!("a table: [further.after-points] or [further.after-zero]"), &names)?;
        Ok(CaseForm {
            place: fields.required("place")?,
            joker: fields.required("joker")?,
            bonus: fields.optional("bonus")?,
            bonus_when: fields.optional("bonus-when")?,
        })
    }
}

/// A line of text for people, with only printable characters.
#[derive(Default)]
pub(super) struct Shown(String);

impl Shown {
    pub(super) fn text(&self) -> String {
        self.0.clone()
    }
}

impl Taken for Shown {
    fn take(value: &Value<'_>) -> Result<Shown, Wrong> {
        let text = String::take(value)?;
        // TOML can write every character as an escape, so checking the file's text is not enough.
        check_line(&text).map_err(|found| Wrong { at: value.span(), message: found.to_string() })?;
        Ok(Shown(text))
    }
}

/// The names of a category in one language: one text, or a list.
pub(super) struct NamesForm(Vec<Shown>);

impl NamesForm {
    pub(super) fn texts(&self) -> Vec<String> {
        self.0.iter().map(Shown::text).collect()
    }
}

impl Taken for NamesForm {
    fn take(value: &Value<'_>) -> Result<NamesForm, Wrong> {
        let names = Shown::take(value).map(|name| vec![name]).or_else(|_| Vec::take(value));
        let expected = || say!("a name, or a list of names, without characters that are not printable");
        names.map(NamesForm).map_err(|_| Wrong { at: value.span(), message: expected() })
    }
}

/// A whole number of any size in TOML. Each field checks its own range.
#[derive(Clone, Copy)]
pub(super) struct Whole(pub(super) i128);

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Taken for Whole {
    fn take(value: &Value<'_>) -> Result<Whole, Wrong> {
        let expected = || say!("a whole number");
        let number = value.get_ref().as_integer().ok_or_else(|| invalid_type(value, expected()))?;
        i128::from_str_radix(number.as_str(), number.radix()).map(Whole).map_err(|_| invalid_value(value, expected()))
    }
}

/// The sides of the dice: their number, or the face on each.
pub(super) enum SidesForm {
    Number(Whole),
    Faces(Vec<Whole>),
}

impl Taken for SidesForm {
    fn take(value: &Value<'_>) -> Result<SidesForm, Wrong> {
        match value.get_ref() {
            DeValue::Integer(_) => Whole::take(value).map(SidesForm::Number),
            DeValue::Array(_) => Vec::take(value).map(SidesForm::Faces),
            _ => Err(invalid_type(value, say!("a number of sides, or a list of the faces on them, like [1, 1, 2, 3, 4, 5]"))),
        }
    }
}

/// A list of whole numbers, or several.
pub(super) type Lists = Spanned<Vec<Spanned<ListForm>>>;

/// An element of a list: a number, or a list of its own.
pub(super) enum ListForm {
    Number(Whole),
    List(Vec<Whole>),
}

impl Taken for ListForm {
    fn take(value: &Value<'_>) -> Result<ListForm, Wrong> {
        match value.get_ref() {
            DeValue::Integer(_) => Whole::take(value).map(ListForm::Number),
            DeValue::Array(_) => Vec::take(value).map(ListForm::List),
            _ => Err(invalid_type(value, say!("a whole number, or a list of whole numbers"))),
        }
    }
}

/// The sum of a category: a number, or bounds.
pub(super) enum SumForm {
    Exactly(Spanned<Whole>),
    Bounds { at: Range<usize>, least: Option<Spanned<Whole>>, most: Option<Spanned<Whole>> },
}

impl Taken for SumForm {
    fn take(value: &Value<'_>) -> Result<SumForm, Wrong> {
        match value.get_ref() {
            DeValue::Integer(_) => Spanned::take(value).map(SumForm::Exactly),
            DeValue::Table(table) => {
                let fields = Fields::new(value.span(), table, &["at-least", "at-most"])?;
                Ok(SumForm::Bounds { at: value.span(), least: fields.optional("at-least")?, most: fields.optional("at-most")? })
            }
            _ => Err(invalid_type(value, say!("a whole number, or a table like {}", "{ at-most = 10 }"))),
        }
    }
}

/// A choice, read from its word.
pub(super) struct Word<T>(pub(super) T);

impl<T: TomlWord> Taken for Word<T> {
    fn take(value: &Value<'_>) -> Result<Word<T>, Wrong> {
        let words: Vec<String> = T::WORDS.iter().map(|(word, _)| format!("{word:?}")).collect();
        let expected = say!("one of {}", words.join(" "));
        let text = value.get_ref().as_str().ok_or_else(|| invalid_type(value, &expected))?;
        let choice = T::WORDS.iter().find(|(word, _)| *word == text);
        choice.map(|(_, choice)| Word(*choice)).ok_or_else(|| invalid_value(value, &expected))
    }
}

/// The points of a category; a number of points is not checked yet.
pub(super) enum PaysForm {
    AllDice,
    ThoseDice,
    Fixed(Whole),
}

impl Taken for PaysForm {
    fn take(value: &Value<'_>) -> Result<PaysForm, Wrong> {
        let expected = || say!("a number of points, {} or {}", "\"all-dice\"", "\"those-dice\"");
        match value.get_ref() {
            DeValue::Integer(_) => Whole::take(value).map(PaysForm::Fixed),
            DeValue::String(text) if text == "all-dice" => Ok(PaysForm::AllDice),
            DeValue::String(text) if text == "those-dice" => Ok(PaysForm::ThoseDice),
            DeValue::String(_) => Err(invalid_value(value, expected())),
            _ => Err(invalid_type(value, expected())),
        }
    }
}
