//! The parts of several views: options, sentences, explanations.

use serde::Serialize;
use tsify::Tsify;
use yahtzee_dialogue::answer::spoken::loss_in_table;
use yahtzee_dialogue::words::reasons::Explanation;
use yahtzee_dialogue::{Measure, words};
use yahtzee_solver::dice::Roll;
use yahtzee_solver::evaluate::Spread;
use yahtzee_solver::{Action, Dice, Position, RuleSet, TurnOption};

/// An option, in words and numbers.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct OptionView {
    #[serde(flatten)]
    choice: ChoiceView,
    /// The card afterwards, if the roll is scored.
    #[tsify(type = "string | null")]
    card: Option<String>,
    /// Its amount, in the unit of the measure.
    amount: String,
    /// Its loss: empty for the best, `tie` for a tied one.
    loss: String,
    /// The loss as a share of the worst option's, from 0 to 1.
    share: f64,
    tie: bool,
    /// The expected final score.
    value: f64,
    /// The same, if another measure ranks the options.
    #[tsify(type = "number | null")]
    expected: Option<f64>,
    /// The standard deviation of the final score, and the chance of the upper bonus, if known.
    #[tsify(type = "[number, string] | null")]
    risk: Option<(f64, String)>,
}

impl OptionView {
    /// The options of a list, best first. `risk` gives the uncertainty of the final score after one.
    pub(crate) fn all(
        options: &[TurnOption],
        position: &Position,
        measure: Measure,
        risk: impl Fn(&TurnOption) -> Option<Spread>,
    ) -> Vec<OptionView> {
        let lost = |option: &TurnOption| option.worth.map_or(option.loss, |worth| worth.loss);
        let most = options.iter().map(lost).fold(f64::MIN_POSITIVE, f64::max);
        let best = options.first().map(|option| option.action);
        let view = |option: &TurnOption| OptionView {
            loss: loss_in_table(option, Some(option.action) == best, measure),
            share: lost(option) / most,
            risk: risk(option).map(|Spread { sd, upper_bonus }| (sd, words::percent(upper_bonus))),
            ..OptionView::new(option, position, measure)
        };
        options.iter().map(view).collect()
    }

    /// A single option, without a comparison.
    pub(crate) fn new(option: &TurnOption, position: &Position, measure: Measure) -> OptionView {
        let card = match option.action {
            Action::Hold(_) => None,
            Action::Score(placement) => {
                let mut card = position.card().clone();
                card.write(&placement).is_ok().then(|| card.to_string())
            }
        };
        OptionView {
            choice: ChoiceView::new(&option.action, &position.roll(), position.rules()),
            card,
            amount: measure.amount(option),
            loss: measure.loss(option).unwrap_or_default(),
            share: 0.0,
            tie: option.ties_with_best(),
            value: option.expected_final,
            expected: (measure != Measure::Points).then_some(option.expected_final),
            risk: None,
        }
    }
}

/// A possible or past action of a player.
#[derive(Serialize, Tsify)]
pub struct ChoiceView {
    words: String,
    /// The typed form of the action.
    typed: String,
    /// For each die in ascending order of their faces, whether it is kept; empty if the roll is scored.
    kept: Vec<bool>,
    /// The category in which the roll is scored.
    #[tsify(type = "number | null")]
    category: Option<usize>,
    points: u32,
    bonus: u32,
}

impl ChoiceView {
    pub(crate) fn new(action: &Action, roll: &Roll, rules: &RuleSet) -> ChoiceView {
        let (kept, scored) = match action {
            Action::Hold(hold) => (words::kept_dice(roll, hold), None),
            Action::Score(placement) => (Vec::new(), Some(placement)),
        };
        ChoiceView {
            words: words::in_words(action, roll, rules),
            typed: action.display(rules).to_string(),
            kept,
            category: scored.map(|placement| placement.category.index()),
            points: scored.map_or(0, |placement| placement.points.get()),
            bonus: scored.map_or(0, |placement| placement.bonus.get()),
        }
    }
}

/// Several explanations.
#[derive(Serialize, Tsify)]
pub struct ExplanationList(pub(crate) Vec<Explanation>);

/// The points and the extra bonus that the roll of a position would score in each category.
pub(crate) fn would_score(position: &Position) -> Vec<Option<[u32; 2]>> {
    let (rules, roll) = (position.rules(), position.roll());
    let place = |category| rules.place(position.state(), &roll, position.rerolls_left(), category).ok();
    rules.categories().map(|category| place(category).map(|place| [place.points.get(), place.bonus.get()])).collect()
}

/// The faces of dice, in ascending order.
pub(crate) fn faces(dice: &Dice) -> Vec<u8> {
    dice.faces().map(|face| face.pips()).collect()
}
