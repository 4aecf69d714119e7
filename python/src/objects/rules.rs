//! Rule sets.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString, PyType};
use yahtzee_solver::WrittenAction;
use yahtzee_solver::dice::Die;
use yahtzee_solver::rules::{CategoryRule, SpareThrows};
use yahtzee_solver::table::read_limited;

use super::dice::{faces_of, roll_of};
use super::fields;
use crate::errors::{ActionError, OrRaise, RulesError};
use crate::numbered::{Given, number_written, text_of_number, whole};

/// The most bytes of a file of a rule set.
const LONGEST: u64 = 1_000_000;

/// The rules of one game of the family: a built-in rule set by its name; or one of your own: from TOML text of several lines, the `Path` of a file, or a
/// dictionary (`RuleSet.from_toml`, `from_file` and `from_dict` say more).
///
/// Names are read as people write them: `hasbro`, `Get Dicey`. An unknown name raises `RulesError` with the nearest one.
///
/// >>> import yahtzee
/// >>> rules = yahtzee.RuleSet("hasbro")
/// >>> rules.title, rules.dice, rules.rolls, len(rules.categories)
/// ('Yahtzee', 5, 3, 13)
/// >>> try:
/// ...     yahtzee.RuleSet("hasbr0")
/// ... except yahtzee.RulesError as error:
/// ...     print(str(error).split("?")[0])
/// unknown rule set 'hasbr0': did you mean 'hasbro'
#[pyclass(frozen, eq, hash, module = "yahtzee")]
#[derive(Clone)]
pub(crate) struct RuleSet(pub(crate) yahtzee_solver::RuleSet);

/// Two rule sets are equal if their files have the same fields.
impl PartialEq for RuleSet {
    fn eq(&self, other: &RuleSet) -> bool {
        let same_fields = || self.0.fingerprint() == other.0.fingerprint() && fields::fields_of(&self.0) == fields::fields_of(&other.0);
        self.0 == other.0 || same_fields()
    }
}

impl Eq for RuleSet {}

impl Hash for RuleSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.fingerprint().hash(state);
    }
}

#[pymethods]
impl RuleSet {
    #[new]
    pub(crate) fn new(rules: &Bound<'_, PyAny>) -> PyResult<RuleSet> {
        if let Ok(rules) = rules.cast::<RuleSet>() {
            return Ok(rules.get().clone());
        }
        read(rules, "rule set: give a RuleSet", RuleSet::named, yahtzee_solver::RuleSet::parse).map(RuleSet::in_current_language)
    }

    /// Reads a rule set from TOML. Raises `RulesError` with the line and the allowed values.
    #[classmethod]
    fn from_toml(_: &Bound<'_, PyType>, toml: &str) -> PyResult<RuleSet> {
        yahtzee_solver::RuleSet::parse(toml).or_raise().map(RuleSet::in_current_language)
    }

    /// Reads a rule set from a file. Raises `RulesError` with the name of the file if it cannot be read, or with the invalid line.
    ///
    /// >>> import pathlib, tempfile, yahtzee
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     path = pathlib.Path(folder) / "mine.toml"
    /// ...     _ = path.write_text(yahtzee.RuleSet("kniffel").toml)
    /// ...     yahtzee.RuleSet.from_file(path)
    /// RuleSet('kniffel')
    #[classmethod]
    #[expect(clippy::needless_pass_by_value, reason = "what Python gives is owned")]
    fn from_file(_: &Bound<'_, PyType>, path: PathBuf) -> PyResult<RuleSet> {
        of_file(&path, yahtzee_solver::RuleSet::parse).map(RuleSet::in_current_language)
    }

    /// The rules with these fields: those of a file of a rule set, with the names and values of the guide (docs/custom-rules.md), as `to_dict` gives them and
    /// `replace` takes them. Raises `RulesError` for a field that is wrong or missing.
    ///
    /// >>> import yahtzee
    /// >>> pair = {"name": "pair", "groups": [2], "points": "those-dice"}
    /// >>> rules = yahtzee.RuleSet.from_dict({"name": "two-dice", "dice": 2, "lower": [pair]})
    /// >>> rules.categories, round(yahtzee.solve(rules).expected_score, 3)
    /// (['pair'], 3.744)
    #[classmethod]
    fn from_dict(_: &Bound<'_, PyType>, fields: &Bound<'_, PyMapping>) -> PyResult<RuleSet> {
        of_fields(fields, yahtzee_solver::RuleSet::parse).map(RuleSet::in_current_language)
    }

    /// The fields of the file that the rules were read from, for `from_dict`. A field that the file leaves out is not there.
    ///
    /// >>> import yahtzee
    /// >>> fields = yahtzee.RuleSet("kniffel").to_dict()
    /// >>> fields["upper-bonus"], len(fields["lower"]), yahtzee.RuleSet.from_dict(fields) == yahtzee.RuleSet("kniffel")
    /// ({'at': 63, 'points': 35}, 7, True)
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fields::dictionary(py, &self.0)
    }

    /// The rules with other fields, those of `to_dict`, where `_` stands for `-`. `None` leaves a field out, so that it has its default. `upper_bonus` may be a
    /// pair of the upper total and the points, or a list of such pairs. Give a `name` too: a built-in one is only for the built-in rules.
    ///
    /// >>> import yahtzee
    /// >>> rules = yahtzee.RuleSet("kniffel").replace(name="generous", upper_bonus=(63, 50), rolls=4)
    /// >>> rules.upper_bonus, rules.rolls
    /// ([(63, 50)], 4)
    /// >>> rules.replace(rolls=9)
    /// Traceback (most recent call last):
    /// ...
    /// yahtzee.RulesError: rolls = 9: must be from 1 to 8
    #[pyo3(signature = (**changes))]
    fn replace(&self, changes: Option<&Bound<'_, PyDict>>) -> PyResult<RuleSet> {
        let mut fields = fields::fields_of(&self.0);
        if let Some(changes) = changes {
            fields::put(&mut fields, changes.as_mapping())?;
        }
        fields::parsed(&fields, yahtzee_solver::RuleSet::parse).map(RuleSet::in_current_language)
    }

    /// The number of an action for these dice, as in arrays: of a text like "hold 33" or "score chance", or of an option of an advice. A number is checked,
    /// and stays the same. It does not depend on whether a position allows the action.
    ///
    /// >>> import yahtzee
    /// >>> rules = yahtzee.RuleSet("hasbro")
    /// >>> rules.action("hold 33", "13356"), rules.action("score full-house", "13356")
    /// (6, 40)
    fn action(&self, action: &Bound<'_, PyAny>, dice: &Bound<'_, PyAny>) -> PyResult<usize> {
        let roll = roll_of(dice, &self.0)?;
        let text = match Given::read(action)?.map_err(ActionError::new_err)? {
            Given::Number(number) => {
                text_of_number(&self.0, number, &roll).map_err(ActionError::new_err)?;
                return Ok(number as usize);
            }
            Given::Text(text) => text,
        };
        let written = WrittenAction::parse(&text, &self.0, &yahtzee_solver::Scorecard::new(&self.0)).or_raise()?;
        number_written(&self.0, &written, &roll).map_err(ActionError::new_err)
    }

    /// The action of a number for these dice as text, in the form for `action`.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.RuleSet("hasbro").action_text(6, [1, 3, 3, 5, 6])
    /// 'hold 33'
    fn action_text(&self, action: &Bound<'_, PyAny>, dice: &Bound<'_, PyAny>) -> PyResult<String> {
        let number =
            whole(action).map_err(|_| ActionError::new_err(format!("the action {action}: give its number, as from RuleSet.action")))?;
        text_of_number(&self.0, number, &roll_of(dice, &self.0)?).map_err(ActionError::new_err)
    }

    /// Dice as text, as the program writes them.
    ///
    /// >>> import yahtzee
    /// >>> yahtzee.RuleSet("hasbro").dice_text([6, 3, 1, 3, 5])
    /// '13356'
    fn dice_text(&self, dice: &Bound<'_, PyAny>) -> PyResult<String> {
        let die = self.0.die();
        Ok(die.text_of(&die.dice(faces_of(dice)?).or_raise()?))
    }

    /// The names of the built-in rule sets, the default first.
    #[staticmethod]
    fn builtin() -> Vec<&'static str> {
        yahtzee_solver::RuleSet::builtin_names().collect()
    }

    /// The name, as in JSON and in files.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The title, for people.
    #[getter]
    fn title(&self) -> &str {
        self.0.title()
    }

    /// The source of the rules.
    #[getter]
    fn source(&self) -> &str {
        self.0.source()
    }

    /// The TOML that the rules were read from.
    #[getter]
    fn toml(&self) -> &str {
        self.0.toml()
    }

    /// The face on each side of a die, in ascending order: `[1, 2, 3, 4, 5, 6]` in most games. All sides fall equally often.
    #[getter]
    fn sides(&self) -> Vec<u32> {
        sides_of(self.0.die())
    }

    /// The number of dice, 1 to 8.
    #[getter]
    fn dice(&self) -> usize {
        self.0.dice()
    }

    /// The rolls in a turn, 1 to 8.
    #[getter]
    fn rolls(&self) -> u8 {
        self.0.rolls()
    }

    /// The names of the categories, upper section first. Bit i of a mask of filled categories is category i.
    #[getter]
    fn categories(&self) -> Vec<&str> {
        self.rules().map(|rule| rule.name.as_str()).collect()
    }

    /// The titles of the categories, for people.
    #[getter]
    fn titles(&self) -> Vec<&str> {
        self.rules().map(|rule| rule.title.as_str()).collect()
    }

    /// The number of upper categories; they come first.
    #[getter]
    fn upper(&self) -> usize {
        self.0.upper_count()
    }

    /// The steps of the upper bonus, in ascending order: the upper total, and the points from there on. One in most games, none without a bonus.
    #[getter]
    fn upper_bonus(&self) -> Vec<(u32, u32)> {
        self.0.upper_bonus().steps().iter().map(|step| (step.at.get(), step.points.get())).collect()
    }

    /// Whether a 0 may be written where the roll scores.
    #[getter]
    fn allows_voluntary_zeros(&self) -> bool {
        self.0.allows_voluntary_zeros()
    }

    /// Whether unused throws of a turn are saved for later turns.
    #[getter]
    fn saves_throws(&self) -> bool {
        matches!(self.0.spare_throws(), SpareThrows::Saved(_))
    }

    /// The extra throws that a card has for the whole game; 0 in most games. A turn uses its own throws first.
    #[getter]
    fn extra_throws(&self) -> u8 {
        match self.0.spare_throws() {
            SpareThrows::Stock(stock) => stock,
            _ => 0,
        }
    }

    /// The points for each saved or extra throw that is left at the end of the game.
    #[getter]
    fn saved_throw_points(&self) -> u32 {
        self.0.saved_throw_points().get()
    }

    /// A number that identifies the game: rule sets that differ only in names and titles have the same one.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }

    fn __repr__(&self) -> String {
        let builtin = yahtzee_solver::RuleSet::builtin(self.0.name()).and_then(|builtin| builtin.in_language(self.0.language()));
        if builtin.is_ok_and(|builtin| RuleSet(builtin) == *self) {
            return format!("RuleSet('{}')", self.0.name());
        }
        let (name, categories, dice) = (self.0.name(), self.0.category_count(), self.0.dice());
        format!("<RuleSet '{name}' of your own: {categories} categories, {dice} dice>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<RuleSet>().getattr("from_toml")?, (self.0.toml().to_owned(),)))
    }
}

impl RuleSet {
    /// A built-in rule set. Other than people, a program writes the whole name: the start of one would mean other rules once there are more.
    fn named(name: &str) -> PyResult<yahtzee_solver::RuleSet> {
        if name.ends_with(".toml") {
            return Err(RulesError::new_err(format!("'{name}' is a file: read it with RuleSet.from_file")));
        }
        let rules = yahtzee_solver::RuleSet::builtin_named(name).or_raise()?;
        let letters = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
        if [rules.name(), rules.title()].iter().all(|whole| letters(whole) != letters(name)) {
            let (nearest, known) = (Some(rules.name().to_owned()), RuleSet::builtin().join(", "));
            return Err(yahtzee_solver::RulesError::Unknown { name: name.to_owned(), nearest, known }).or_raise();
        }
        Ok(rules)
    }

    /// The rules, with the names of their boxes in the language of the package.
    fn in_current_language(rules: yahtzee_solver::RuleSet) -> RuleSet {
        RuleSet(rules.in_current_language())
    }

    fn rules(&self) -> impl Iterator<Item = &CategoryRule> {
        self.0.categories().map(|category| self.0.category(category))
    }
}

/// Reads the text of rules.
type Parse<T> = fn(&str) -> Result<T, yahtzee_solver::RulesError>;

/// Reads rules: those of a name, TOML of several lines, a dictionary, or the path of a file. `wanted` is what else they may be.
pub(crate) fn read<T>(given: &Bound<'_, PyAny>, wanted: &str, named: fn(&str) -> PyResult<T>, parse: Parse<T>) -> PyResult<T> {
    if let Ok(text) = given.cast::<PyString>() {
        let text: String = text.extract()?;
        return if text.contains('\n') { parse(&text).or_raise() } else { named(&text) };
    }
    if let Ok(fields) = given.cast::<PyMapping>() {
        return of_fields(fields, parse);
    }
    let kind = given.get_type().name()?;
    let wrong = |_| RulesError::new_err(format!("{kind} is no {wanted}, a name, TOML, the Path of a file, or a dictionary"));
    of_file(&given.extract::<PathBuf>().map_err(wrong)?, parse)
}

fn of_fields<T>(given: &Bound<'_, PyMapping>, parse: Parse<T>) -> PyResult<T> {
    let mut fields = toml::Table::new();
    fields::put(&mut fields, given)?;
    fields::parsed(&fields, parse)
}

fn of_file<T>(path: &Path, parse: Parse<T>) -> PyResult<T> {
    let wrong = |error: &dyn std::fmt::Display| RulesError::new_err(format!("{}: {error}", path.display()));
    let text = read_limited(path, LONGEST).map_err(|error| wrong(&error))?;
    let text = String::from_utf8(text).map_err(|_| wrong(&"it is no text"))?;
    parse(&text).map_err(|error| wrong(&error))
}

fn sides_of(die: &Die) -> Vec<u32> {
    die.faces_of_sides().map(|face| face.pips().into()).collect()
}
