//! The reasons in an answer.

use serde::Serialize;
use yahtzee_solver::advise::{GainingZero, Reason, Reasons, UpperStanding};
use yahtzee_solver::evaluate::CategoryEnd;
use yahtzee_solver::{Points, TurnOption, tr};

use super::option::NamedOption;
use super::{LossParts, Worked};
use crate::words::reasons::Explanation;

/// Why the best option is the best, compared with the chosen one, or else with the runner-up.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Why {
    /// The upper bonus before the turn.
    pub upper_bonus: Standing,
    /// The best option.
    pub best: Reasoned,
    /// The chosen option if it is not the best, or else the runner-up; null if there is only one option.
    pub rival: Option<Reasoned>,
    /// Without an objective: the loss of the rival, in parts that add up to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<LossParts>,
    /// With an objective: the same loss in worth by the category in which the turn ends, the largest part first. An option's amount in a category is the
    /// probability that the turn ends there times the mean worth after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts_by_category: Option<Vec<PartOfLoss>>,
    /// The reasons in words.
    pub said: Vec<Explanation>,
}

/// How the upper bonus stands; of several steps, the next one.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
#[serde(tag = "standing", rename_all = "kebab-case")]
pub enum Standing {
    /// The game has none.
    None,
    /// It is reached.
    Reached,
    /// It can no longer be reached.
    OutOfReach,
    /// It can be reached.
    Open {
        /// The upper points still needed.
        needed: Points,
        /// The most that the open upper categories can score.
        most: Points,
        /// The points of the next step, if the bonus has several.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "tsify", tsify(type = "number | undefined"))]
        points: Option<Points>,
    },
}

/// An option with the ends of the turn after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Reasoned {
    /// The option.
    pub option: NamedOption,
    /// Where the turn may end under optimal play after the option, the likeliest first.
    pub ends: Vec<End>,
    /// The mean points that the turn adds to the upper total.
    pub upper_points: f64,
    /// The probability that the turn reaches the upper bonus.
    pub bonus_reached: f64,
    /// The probability that it puts the upper bonus out of reach.
    pub bonus_out_of_reach: f64,
    /// If it writes a 0 that gains: what it gives up, and gains.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "tsify", tsify(optional, type = "{ given_up: number; gained_later: number }"))]
    pub gaining_zero: Option<GainingZero>,
}

/// A category in which the turn may end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct End {
    /// The name of the category.
    pub category: String,
    /// The probability that the turn ends there.
    pub probability: f64,
    /// The mean points then, with zeros and without extra bonuses.
    pub mean: f64,
    /// The part of `probability` with 0 points.
    pub zero: f64,
}

/// The part of a category in a loss.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct PartOfLoss {
    /// The name of the category.
    pub category: String,
    /// What the best option has more there; negative if it has less.
    pub loss: f64,
}

impl Why {
    /// `named` gives an option its names.
    pub(super) fn new(reasons: &Reasons, worked: &Worked<'_>, named: impl Fn(&TurnOption) -> NamedOption) -> Why {
        let rules = worked.rules;
        let name = |category| rules.category(category).name.clone();
        let reason = |reason: &Reason| {
            let end = |CategoryEnd { category, probability, mean, zero }| End { category: name(category), probability, mean, zero };
            Reasoned {
                option: named(&reason.option),
                ends: reason.end.categories().into_iter().map(end).collect(),
                upper_points: reason.end.upper_points(rules),
                bonus_reached: reason.bonus_reached,
                bonus_out_of_reach: reason.bonus_out_of_reach,
                gaining_zero: reason.gaining_zero,
            }
        };
        Why {
            upper_bonus: match reasons.upper {
                UpperStanding::NoBonus => Standing::None,
                UpperStanding::Reached => Standing::Reached,
                UpperStanding::OutOfReach => Standing::OutOfReach,
                UpperStanding::Open { needed, most, points } => {
                    Standing::Open { needed, most, points: rules.upper_bonus().only_step().is_none().then_some(points) }
                }
            },
            best: reason(&reasons.best),
            rival: reasons.rival.as_ref().map(reason),
            parts: worked.loss_parts(),
            parts_by_category: worked
                .worth_parts()
                .map(|parts| parts.by_category.iter().map(|&(category, loss)| PartOfLoss { category: name(category), loss }).collect()),
            said: worked.explained(&tr!("Why"), tr!("your choice")),
        }
    }
}
