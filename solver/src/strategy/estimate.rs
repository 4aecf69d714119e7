//! An estimate of the value of a state from a few dozen numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::Spanned;

use super::lookahead::{FallingEstimate, LookaheadStrategy};
use crate::rules::reading::{FromToml, Reader, TableFields, TomlValue, Wrong, invalid_type};
use crate::rules::{Filled, Points, RuleSet, RulesError, State};
use crate::solve::Model;

/// An estimate of the points to come from a state, from a few dozen numbers. A small device can hold it, and a patient person can compute it.
///
/// ```text
/// n     = the number of open boxes
/// value = for each open box: its first number + its second number x root of n
///       + if a further n of a kind earns a bonus: `further` x n
///       + the points of the upper bonus x its chance
///
/// chance of the bonus = 1 / (1 + e^-x), or 1 if it is reached, or 0 if it is out of reach
/// x = (upper total + for each open upper box its number in `upper` - points that earn the bonus)
///     / (`width` x root of the sum of the squares of the open upper faces)
/// ```
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::evaluate::Evaluator;
/// use yahtzee_solver::solve::MEMORY_LIMIT;
/// use yahtzee_solver::strategy::Estimate;
/// use yahtzee_solver::{Model, RuleSet, State};
/// let rules = RuleSet::builtin("hasbro")?;
/// let estimate = Estimate::builtin(&rules)?;
/// // The true value is 254.59.
/// assert!((estimate.value(&State::default()) - 254.59).abs() < 10.0);
/// let model = Arc::new(Model::apart(&rules, MEMORY_LIMIT)?);
/// let strategy = estimate.strategy(&model)?;
/// assert!(Evaluator::with_model(&model, &strategy)?.values()?.expected_score() > 253.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The game.
    pub rules: RuleSet,
    /// The two numbers of each category.
    pub boxes: Vec<[f64; 2]>,
    /// The additional worth of each open box if a further n of a kind earns a bonus.
    pub further: f64,
    /// The approximate mean points of each upper category.
    pub upper: Vec<f64>,
    /// The width of the spread of the upper total.
    pub width: f64,
}

/// The TOML of the built-in estimates, by the game that each was fitted to. The first is also used for other games with the same boxes.
const BUILTIN: [(&str, &str); 1] = [("hasbro", include_str!("../../estimates/hasbro.toml"))];

impl Estimate {
    /// The built-in estimate for a game: its own estimate, or else the one of `hasbro`, by the names of the boxes.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if the game has other boxes.
    pub fn builtin(rules: &RuleSet) -> Result<Estimate, RulesError> {
        let of_game = BUILTIN.iter().find(|(name, _)| *name == rules.name());
        Estimate::parse(of_game.unwrap_or(&BUILTIN[0]).1, rules)
    }

    /// Reads an estimate from TOML: `further`, `upper` and `width`, and the two numbers of each box under `[boxes]`.
    ///
    /// # Errors
    ///
    /// [`RulesError`] names the line and the allowed values.
    pub fn parse(toml: &str, rules: &RuleSet) -> Result<Estimate, RulesError> {
        let reader = Reader::new(toml)?;
        let form: EstimateForm = reader.form()?;
        let mut boxes = vec![None; rules.category_count()];
        for (name, numbers) in &form.boxes {
            let category = rules.category_named(name).map_err(|error| reader.error(numbers.span(), error))?;
            boxes[category.index()] = Some(numbers.get_ref().0);
        }
        let missing = |index: usize| {
            let category = rules.categories().nth(index).expect("a category");
            reader.error(0..0, format_args!("no numbers for the box {}", rules.category(category).name))
        };
        let boxes =
            boxes.into_iter().enumerate().map(|(index, numbers)| numbers.ok_or_else(|| missing(index))).collect::<Result<_, _>>()?;
        if form.upper.get_ref().len() != rules.upper_count() {
            return Err(reader.error(form.upper.span(), format_args!("upper: the game has {} upper boxes", rules.upper_count())));
        }
        let upper = form.upper.get_ref().iter().map(|number| number.0).collect();
        Ok(Estimate { rules: rules.clone(), boxes, further: form.further.0, upper, width: form.width.0 })
    }

    /// The estimate of the points to come from a state, the upper bonus included.
    pub fn value(&self, state: &State) -> f64 {
        let open: Vec<_> = self.rules.categories().filter(|category| !state.filled.contains(*category)).collect();
        let count = open.len() as f64;
        let boxes: f64 =
            open.iter().map(|category| self.boxes[category.index()]).map(|[first, second]| first + second * count.sqrt()).sum();
        let further = if state.flag { self.further * count } else { 0.0 };
        let mut before = Points::ZERO;
        let steps = self.rules.upper_bonus().steps().iter().map(|step| {
            let more = f64::from(step.points - std::mem::replace(&mut before, step.points));
            more * self.bonus_chance(state.filled, state.upper_total.into(), step.at.into())
        });
        boxes + further + steps.sum::<f64>()
    }

    /// The approximate chance that the upper total reaches `at`, from the filled boxes and the total.
    fn bonus_chance(&self, filled: Filled, upper_total: f64, at: f64) -> f64 {
        let (mut mean, mut most, mut squares) = (upper_total, upper_total, 0.0);
        for ((category, face), points) in self.rules.categories().zip(self.rules.upper_faces()).zip(&self.upper) {
            if !filled.contains(category) {
                let pips = f64::from(face.pips());
                mean += points;
                most += pips * self.rules.game_dice().most_showing(face) as f64;
                squares += pips * pips;
            }
        }
        match () {
            () if upper_total >= at => 1.0,
            () if most < at => 0.0,
            () => 1.0 / (1.0 + ((at - mean) / (self.width * squares.sqrt())).exp()),
        }
    }

    /// The strategy that looks ahead by this estimate.
    ///
    /// # Errors
    ///
    /// [`FallingEstimate`] if its numbers make the upper bonus less likely as the upper total grows: a negative `width`.
    pub fn strategy(&self, model: &Arc<Model>) -> Result<LookaheadStrategy, FallingEstimate> {
        LookaheadStrategy::new(model, |state| self.value(state))
    }

    /// The estimate as TOML, which [`parse`](Estimate::parse) reads back.
    pub fn toml(&self) -> String {
        let list = |numbers: &[f64]| numbers.iter().map(|number| format!("{number:?}")).collect::<Vec<_>>().join(", ");
        let mut toml = format!("further = {:?}\nupper = [{}]\nwidth = {:?}\n\n[boxes]\n", self.further, list(&self.upper), self.width);
        for (category, numbers) in self.rules.categories().zip(&self.boxes) {
            toml.push_str(&format!("{} = [{}]\n", self.rules.category(category).name, list(numbers)));
        }
        toml
    }
}

/// A finite number.
struct Number(f64);

impl FromToml for Number {
    fn from_toml(value: &TomlValue<'_>) -> Result<Number, Wrong> {
        let text = value
            .get_ref()
            .as_float()
            .map(|number| number.as_str().to_owned())
            .or_else(|| Some(value.get_ref().as_integer()?.as_str().to_owned()));
        let number = text.and_then(|text| text.parse().ok()).filter(|number: &f64| number.is_finite());
        number.map(Number).ok_or_else(|| invalid_type(value, "a number"))
    }
}

/// The numbers of a box.
struct Pair([f64; 2]);

impl FromToml for Pair {
    fn from_toml(value: &TomlValue<'_>) -> Result<Pair, Wrong> {
        match &Vec::<Number>::from_toml(value)?[..] {
            [first, second] => Ok(Pair([first.0, second.0])),
            _ => Err(invalid_type(value, "two numbers")),
        }
    }
}

struct EstimateForm {
    further: Number,
    upper: Spanned<Vec<Number>>,
    width: Number,
    boxes: BTreeMap<String, Spanned<Pair>>,
}

impl FromToml for EstimateForm {
    fn from_toml(value: &TomlValue<'_>) -> Result<EstimateForm, Wrong> {
        let fields = TableFields::of(value, "a table", &["further", "upper", "width", "boxes"])?;
        Ok(EstimateForm {
            further: fields.get("further")?,
            upper: fields.get("upper")?,
            width: fields.get("width")?,
            boxes: fields.get("boxes")?,
        })
    }
}
