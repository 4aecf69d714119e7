//! Scorecards.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyMapping, PyType};
use yahtzee_dialogue::ask::{AskCard, Entries};
use yahtzee_solver::{Action, Category, WrittenAction};

use super::dice::roll_of;
use super::html;
use super::rules::RuleSet;
use crate::errors::{ActionError, CardError, OrRaise};
use crate::numbered::whole;

/// A scorecard: the points written in each category, the number of extra bonuses, and the spare throws.
///
/// The entries are text like "ones=3 full-house=25 extra=1", or a mapping like {"ones": 3}. An impossible card raises `CardError`. Cards do not
/// change: `write` returns another one.
///
/// >>> import yahtzee
/// >>> card = yahtzee.Scorecard(yahtzee.RuleSet("hasbro"), "ones=3 yahtzee=50")
/// >>> card.score, card.upper_total, card.points["yahtzee"]
/// (53, 3, 50)
/// >>> print(card.write("66661", "sixes"))
/// ones=3 sixes=24 yahtzee=50
/// >>> yahtzee.Scorecard(card.rules, "ones=7")
/// Traceback (most recent call last):
/// ...
/// yahtzee.CardError: ones=7: no roll scores that there; possible are 0 to 5
#[pyclass(frozen, eq, hash, str, module = "yahtzee")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Scorecard(pub(crate) yahtzee_solver::Scorecard);

impl std::fmt::Display for Scorecard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A card argument, for a question: a `Scorecard`, its text, or a mapping of its entries.
pub(crate) fn ask_card(card: &Bound<'_, PyAny>, rules: &yahtzee_solver::RuleSet) -> PyResult<AskCard<'static>> {
    if let Ok(card) = card.cast::<Scorecard>() {
        rules.check_same_game(card.get().0.rules()).or_raise()?;
        return Ok(AskCard::Value(Entries::of(&card.get().0)));
    }
    if let Ok(text) = card.extract::<String>() {
        return Ok(AskCard::Text(text.into()));
    }
    let Ok(entries) = card.cast::<PyMapping>() else {
        let found = card.get_type().name()?;
        return Err(CardError::new_err(format!("{found} is no card: give a Scorecard, text like \"ones=3 fh=25\", or {{\"ones\": 3}}")));
    };
    let points = |entry: Bound<'_, PyAny>| {
        let (name, points): (Bound<'_, PyAny>, Bound<'_, PyAny>) = entry.extract()?;
        let name: String = name.extract().map_err(|_| CardError::new_err(format!("{name}: the name of a category is text")))?;
        match whole(&points).map(u64::try_from) {
            Ok(Ok(points)) => Ok((name.into(), points)),
            Ok(Err(_)) => Err(CardError::new_err(format!("{name}: {points} is negative"))),
            Err(_) => Err(CardError::new_err(format!("{name}: {} where a number of points is wanted", points.repr()?))),
        }
    };
    Ok(AskCard::Value(Entries(entries.items()?.into_iter().map(points).collect::<PyResult<_>>()?)))
}

/// A card argument; by default the empty card.
pub(crate) fn card_of(card: Option<&Bound<'_, PyAny>>, rules: &yahtzee_solver::RuleSet) -> PyResult<yahtzee_solver::Scorecard> {
    match card {
        Some(card) => ask_card(card, rules)?.read(rules).or_raise(),
        None => Ok(yahtzee_solver::Scorecard::new(rules)),
    }
}

#[pymethods]
impl Scorecard {
    #[new]
    #[pyo3(signature = (rules, entries=None))]
    fn new(rules: &Bound<'_, PyAny>, entries: Option<&Bound<'_, PyAny>>) -> PyResult<Scorecard> {
        card_of(entries, &RuleSet::new(rules)?.0).map(Scorecard)
    }

    /// The rules of the card's game.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet(self.0.rules().clone())
    }

    /// The filled categories with the points written in them, in the order of the rules.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let points = PyDict::new(py);
        self.0.filled().try_for_each(|(category, written)| points.set_item(self.name(category), written.get()))?;
        Ok(points)
    }

    /// The names of the categories that may be filled now.
    #[getter]
    fn open(&self) -> Vec<&str> {
        let rules = self.0.rules();
        rules.categories().filter(|&category| self.0.is_open(category)).map(|category| self.name(category)).collect()
    }

    /// The number of extra bonuses so far.
    #[getter]
    fn extra(&self) -> u32 {
        self.0.extra()
    }

    /// The saved throws, or what is left of a stock of extra throws; 0 in other games.
    #[getter]
    fn saved(&self) -> u8 {
        self.0.spare_throws()
    }

    /// The score so far: the points written, the extra bonuses, and the upper bonus once it is reached.
    #[getter]
    fn score(&self) -> u32 {
        self.0.score().get()
    }

    /// The sum of the upper categories, without the bonus.
    #[getter]
    fn upper_total(&self) -> u32 {
        self.0.upper_total().get()
    }

    /// The upper bonus if it is reached, otherwise 0.
    #[getter]
    fn upper_bonus(&self) -> u32 {
        self.0.upper_bonus().get()
    }

    /// Whether no category is open.
    #[getter]
    fn is_full(&self) -> bool {
        self.0.is_full()
    }

    /// The state of the card, in the form for batches: a `State` with the fields `filled`, the mask of filled categories, `upper_total`, up to
    /// the threshold of the bonus, `flag`, the Yahtzee flag, and `saved`, the saved throws, or the extra throws used.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static STATE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let state = self.0.state();
        STATE.import(py, "yahtzee._positions", "State")?.call1((state.filled.mask(), state.upper_total.get(), state.flag, state.throws))
    }

    /// The card after writing these dice into a category, with this many rerolls left (0 unless the game has saved or extra throws, or pays by throw). The category
    /// may carry points, like "chance=0" for a voluntary zero. Raises `ActionError` if the rules do not allow it.
    #[pyo3(signature = (dice, category, rerolls_left=0))]
    fn write(&self, dice: &Bound<'_, PyAny>, category: &str, rerolls_left: u8) -> PyResult<Scorecard> {
        let rules = self.0.rules();
        let rerolls_left = rules.rerolls_left_with(self.0.state().throws, rerolls_left).or_raise()?;
        let position = yahtzee_solver::Position::new(self.0.clone(), roll_of(dice, rules)?, rerolls_left).or_raise()?;
        let written = WrittenAction::parse(category, rules, &self.0).or_raise()?;
        let no_category = || ActionError::new_err(format!("'{category}' is no category: give its name, like \"chance\""));
        if !matches!(written, WrittenAction::Score { .. }) {
            return Err(no_category());
        }
        match yahtzee_dialogue::ask::chosen::action(&written, &position).map_err(ActionError::new_err)? {
            Action::Hold(_) => Err(no_category()),
            Action::Score(placement) => {
                let mut card = self.0.clone();
                card.write(&placement).or_raise()?;
                Ok(Scorecard(card))
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("<Scorecard of '{}': {}>", self.0.rules().name(), if self.0.is_empty() { "empty".to_owned() } else { self.0.to_string() })
    }

    fn _repr_html_(&self) -> String {
        html::card(&self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (RuleSet, String)) {
        (py.get_type::<Scorecard>(), (self.rules(), self.0.to_string()))
    }
}

impl Scorecard {
    fn name(&self, category: Category) -> &str {
        &self.0.rules().category(category).name
    }
}
