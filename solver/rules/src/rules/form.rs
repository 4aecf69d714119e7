//! The TOML form of a rule set: its fields, their types, and the words of its choices. `file.rs` checks the values.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::limits::{MAX_CATEGORIES, MAX_POINTS, MAX_ROUNDS, MOST_EXTRA_THROWS, MOST_ROLLS, outside};
use super::reading::{FromToml, LineText, PlainWord, PlainWords, TableFields, TomlValue, Wrong, form, invalid_type, invalid_value};
use super::rule_set::{BonusWhen, Joker, Order, Place};
use crate::dice::MAX_DICE;
use crate::tr;

form! { Form, tr!("a table");
    name: Spanned<String>,
    title: Option<LineText>,
    language: Option<Spanned<String>>,
    source: Option<LineText>,
    notes: Vec<LineText>,
    dice: Option<Number<1, { MAX_DICE as u32 }>>,
    sides: Option<Spanned<SidesForm>>,
    rolls: Option<Number<1, { MOST_ROLLS as u32 }>>,
    max_rounds: Option<Number<1, { MAX_ROUNDS as u32 }>>,
    order: Option<Spanned<Word<Order>>>,
    saved_throws: Option<Spanned<bool>>,
    extra_throws: Number<0, { MOST_EXTRA_THROWS as u32 }> = 0,
    saved_throw_points: Option<Spanned<Whole>>,
    voluntary_zeros: bool = true,
    upper_bonus: Option<OneOrMore<Spanned<BonusStepForm>>>,
    upper: Vec<UpperForm>,
    lower: Vec<Spanned<CategoryForm>>,
    further: Option<FurtherForm>,
    column: Option<Spanned<Vec<Spanned<ColumnForm>>>>,
}

impl Form {
    /// Whether unused throws are saved.
    pub(super) fn saves_throws(&self) -> bool {
        self.saved_throws.as_ref().is_some_and(|saved| *saved.get_ref())
    }

    /// The rolls of a turn.
    pub(super) fn rolls(&self) -> u8 {
        self.rolls.as_ref().map_or(3, |rolls| rolls.value as u8)
    }
}

form! { ColumnForm, tr!("a table: [[column]]");
    name: Spanned<String>,
    title: Option<LineText>,
    times: Option<Number<1, 100>>,
    order: Option<Spanned<Word<Order>>>,
    announced: bool,
    first_throw_only: Option<Spanned<bool>>,
    upper_bonus: Option<OneOrMore<Spanned<BonusStepForm>>>,
}

form! { BonusStepForm, tr!("a table: [upper-bonus]");
    at: Spanned<Whole>,
    points: Number<0, MAX_POINTS>,
}

form! { CategoryForm, tr!("a table: [[lower]]");
    name: Spanned<String>,
    title: Option<LineText>,
    short: Vec<Spanned<String>>,
    names: BTreeMap<String, Spanned<NamesForm>>,
    boxes: Option<Number<1, { MAX_CATEGORIES as u32 }>>,
    face: Option<Spanned<Whole>>,
    groups: Option<Spanned<Vec<Whole>>>,
    exact_groups: Option<Lists>,
    same_face: Option<Spanned<bool>>,
    straight: Option<Spanned<Whole>>,
    faces: Option<Lists>,
    sum: Option<SumForm>,
    any: Option<Spanned<bool>>,
    within: Option<Lists>,
    points: Spanned<PaysForm>,
    times: Option<Spanned<Whole>>,
    plus: Option<Spanned<Whole>>,
    joker: Option<Number<0, MAX_POINTS>>,
    served: Option<Number<1, MAX_POINTS>>,
    points_by_throw: Option<Spanned<Vec<Number<1, MAX_POINTS>>>>,
    served_wins: Option<Spanned<bool>>,
}

form! { FurtherForm, tr!("a table: [further]");
    category: Spanned<String>,
    after_points: Option<CaseForm>,
    after_zero: Option<CaseForm>,
}

form! { CaseForm, tr!("a table: [further.after-points] or [further.after-zero]");
    place: Word<Place>,
    joker: Word<Joker>,
    bonus: Option<Number<0, MAX_POINTS>>,
    bonus_when: Option<Word<BonusWhen>>,
}

form! { BoundsForm, tr!("a table");
    at_least: Option<Spanned<Whole>>,
    at_most: Option<Spanned<Whole>>,
}

/// A table of `[[upper]]`: a category that pays the dice of its face, with few other fields.
pub(super) struct UpperForm(pub(super) Spanned<CategoryForm>);

impl FromToml for UpperForm {
    fn from_toml(value: &TomlValue<'_>) -> Result<UpperForm, Wrong> {
        let fields = TableFields::of(value, &tr!("a table: [[upper]]"), &["name", "title", "short", "names", "boxes", "face"])?;
        let category = Spanned::from_toml(&fields.with("points", "those-dice"))?;
        fields.get::<Whole>("face").map(|_| UpperForm(category))
    }
}

/// A table, or a list of them.
pub(super) struct OneOrMore<T>(pub(super) Vec<T>);

impl<T: FromToml> FromToml for OneOrMore<T> {
    fn from_toml(value: &TomlValue<'_>) -> Result<OneOrMore<T>, Wrong> {
        Ok(OneOrMore(if value.get_ref().as_array().is_some() { Vec::from_toml(value)? } else { vec![T::from_toml(value)?] }))
    }
}

/// The names of a category in one language: one text, or a list.
pub(super) struct NamesForm(Vec<LineText>);

impl NamesForm {
    pub(super) fn texts(&self) -> Vec<String> {
        self.0.iter().map(|name| name.0.clone()).collect()
    }
}

impl FromToml for NamesForm {
    fn from_toml(value: &TomlValue<'_>) -> Result<NamesForm, Wrong> {
        let names = LineText::from_toml(value).map(|name| vec![name]).or_else(|_| Vec::from_toml(value));
        let expected = || tr!("a name, or a list of names, without characters that are not printable");
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

impl FromToml for Whole {
    fn from_toml(value: &TomlValue<'_>) -> Result<Whole, Wrong> {
        let expected = || tr!("a whole number");
        let number = value.get_ref().as_integer().ok_or_else(|| invalid_type(value, expected()))?;
        i128::from_str_radix(number.as_str(), number.radix()).map(Whole).map_err(|_| invalid_value(value, expected()))
    }
}

/// A whole number from `LEAST` to `MOST`, and its place in the text.
#[derive(Clone)]
pub(super) struct Number<const LEAST: u32, const MOST: u32> {
    pub(super) value: u32,
    pub(super) at: Range<usize>,
}

impl<const LEAST: u32, const MOST: u32> FromToml for Number<LEAST, MOST> {
    fn from_toml(value: &TomlValue<'_>) -> Result<Self, Wrong> {
        let Whole(found) = Whole::from_toml(value)?;
        match u32::try_from(found) {
            Ok(number) if (LEAST..=MOST).contains(&number) => Ok(Number { value: number, at: value.span() }),
            _ => Err(Wrong { at: value.span(), message: outside("", found, LEAST, MOST) }),
        }
    }
}

impl<const LEAST: u32, const MOST: u32> PlainWord for Number<LEAST, MOST> {
    type Usual = u32;

    fn usual(usual: u32) -> Self {
        Number { value: usual, at: 0..0 }
    }

    fn unusual(&self, name: &str, usual: u32) -> Option<String> {
        (self.value != usual).then(|| format!("{} {}", name.replace('_', " "), self.value))
    }
}

/// The sides of the dice: their number, or the face on each.
pub(super) enum SidesForm {
    Number(Whole),
    Faces(Vec<Whole>),
}

impl FromToml for SidesForm {
    fn from_toml(value: &TomlValue<'_>) -> Result<SidesForm, Wrong> {
        match value.get_ref() {
            DeValue::Integer(_) => Whole::from_toml(value).map(SidesForm::Number),
            DeValue::Array(_) => Vec::from_toml(value).map(SidesForm::Faces),
            _ => Err(invalid_type(value, tr!("a number of sides, or a list of the faces on them, like [1, 1, 2, 3, 4, 5]"))),
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

impl FromToml for ListForm {
    fn from_toml(value: &TomlValue<'_>) -> Result<ListForm, Wrong> {
        match value.get_ref() {
            DeValue::Integer(_) => Whole::from_toml(value).map(ListForm::Number),
            DeValue::Array(_) => Vec::from_toml(value).map(ListForm::List),
            _ => Err(invalid_type(value, tr!("a whole number, or a list of whole numbers"))),
        }
    }
}

/// The sum of a category: a number, or bounds.
pub(super) enum SumForm {
    Exactly(Spanned<Whole>),
    Bounds(Spanned<BoundsForm>),
}

impl FromToml for SumForm {
    fn from_toml(value: &TomlValue<'_>) -> Result<SumForm, Wrong> {
        match value.get_ref() {
            DeValue::Integer(_) => Spanned::from_toml(value).map(SumForm::Exactly),
            DeValue::Table(_) => Spanned::from_toml(value).map(SumForm::Bounds),
            _ => Err(invalid_type(value, tr!("a whole number, or a table like {}", "{ at-most = 10 }"))),
        }
    }
}

/// A choice, read from its word.
pub(super) struct Word<T>(pub(super) T);

impl<T: TomlWord> FromToml for Word<T> {
    fn from_toml(value: &TomlValue<'_>) -> Result<Word<T>, Wrong> {
        let words: Vec<String> = T::WORDS.iter().map(|(word, _)| format!("{word:?}")).collect();
        let expected = tr!("one of {}", words.join(" "));
        let text = value.get_ref().as_str().ok_or_else(|| invalid_type(value, &expected))?;
        let choice = T::WORDS.iter().find(|(word, _)| *word == text);
        choice.map(|(_, choice)| Word(*choice)).ok_or_else(|| invalid_value(value, &expected))
    }
}

/// A choice written as a word in TOML.
pub(super) trait TomlWord: Copy + PartialEq + 'static {
    /// Every choice with its word.
    const WORDS: &'static [(&'static str, Self)];

    /// The word for this choice.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, choice)| *choice == self).expect("every choice has a word").0
    }
}

impl TomlWord for Place {
    const WORDS: &'static [(&'static str, Place)] = &[
        ("any", Place::Any),
        ("upper-then-any", Place::UpperThenAny),
        ("upper-then-lower", Place::UpperThenLower),
        ("lower", Place::Lower),
    ];
}

impl TomlWord for Joker {
    const WORDS: &'static [(&'static str, Joker)] =
        &[("never", Joker::Never), ("upper-filled", Joker::UpperFilled), ("always", Joker::Always)];
}

impl TomlWord for Order {
    const WORDS: &'static [(&'static str, Order)] = &[
        ("any", Order::Any),
        ("as-listed", Order::AsListed),
        ("reversed", Order::Reversed),
        ("upper-first", Order::UpperFirst),
        ("lower-first", Order::LowerFirst),
    ];
}

impl TomlWord for BonusWhen {
    const WORDS: &'static [(&'static str, BonusWhen)] = &[("always", BonusWhen::Always), ("scoring", BonusWhen::Scoring)];
}

/// The points of a category.
pub(super) enum PaysForm {
    AllDice,
    ThoseDice,
    Fixed(Number<0, MAX_POINTS>),
}

impl FromToml for PaysForm {
    fn from_toml(value: &TomlValue<'_>) -> Result<PaysForm, Wrong> {
        let expected = || tr!("a number of points, {} or {}", "\"all-dice\"", "\"those-dice\"");
        match value.get_ref() {
            DeValue::Integer(_) => Number::from_toml(value).map(PaysForm::Fixed),
            DeValue::String(text) if text == "all-dice" => Ok(PaysForm::AllDice),
            DeValue::String(text) if text == "those-dice" => Ok(PaysForm::ThoseDice),
            DeValue::String(_) => Err(invalid_value(value, expected())),
            _ => Err(invalid_type(value, expected())),
        }
    }
}
