//! Why an option is the best: the ends of the turn after it, compared with its rival.

use super::advisor::{Advice, Advisor};
use crate::dice::{DiceError, Face};
use crate::evaluate::TurnEnd;
use crate::game::Action;
use crate::rules::{BonusStep, Category, OtherRules, Placement, Points, RuleSet, State};
use crate::solve::{TIE_TOLERANCE, TurnOption};
use crate::strategy::{OptimalStrategy, Strategy, TurnStrategy};

/// The progress of a card towards the upper bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpperStanding {
    /// The rule set has no upper bonus.
    NoBonus,
    /// It is earned.
    Reached,
    /// It can no longer be earned.
    OutOfReach,
    /// It can still be earned.
    Open {
        /// The points still needed in the upper section; at least 1.
        needed: Points,
        /// The most points that the open upper categories can add; at least `needed`.
        most: Points,
        /// The points of the bonus then.
        points: Points,
    },
}

impl UpperStanding {
    /// The progress of a state towards the upper bonus.
    ///
    /// If it has several steps, this is the progress towards the first one that is not reached; where that is out of reach and an earlier one is reached,
    /// the bonus is [`Reached`](UpperStanding::Reached).
    pub fn of(rules: &RuleSet, state: &State) -> UpperStanding {
        let bonus = rules.upper_bonus();
        match bonus.next(state.upper_total) {
            None if bonus.is_none() => UpperStanding::NoBonus,
            None => UpperStanding::Reached,
            Some(step) => match UpperStanding::towards(step, rules, state) {
                UpperStanding::OutOfReach if bonus.earned(state.upper_total) > 0 => UpperStanding::Reached,
                standing => standing,
            },
        }
    }

    /// The progress of a state towards a step of the bonus.
    fn towards(step: BonusStep, rules: &RuleSet, state: &State) -> UpperStanding {
        let needed = step.at.checked_sub(state.upper_total).unwrap_or_default();
        let open = rules.categories().zip(rules.upper_faces()).filter(|(category, _)| !state.filled.contains(*category));
        let most = open.map(|(_, face): (Category, Face)| Points::from(face.pips()) * rules.game_dice().most_showing(face) as u32).sum();
        match needed {
            Points::ZERO => UpperStanding::Reached,
            _ if most < needed => UpperStanding::OutOfReach,
            _ => UpperStanding::Open { needed, most, points: step.points },
        }
    }
}

/// An option and the ends of the turn after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The option.
    pub option: TurnOption,
    /// Where the turn ends after it.
    pub end: TurnEnd,
    /// The chance that the upper bonus, or its next step, is earned by the end of the turn, from 0 to 1.
    pub bonus_reached: f64,
    /// The chance that it is out of reach at the end of the turn, from 0 to 1.
    pub bonus_out_of_reach: f64,
    /// The gain of the option, if it is a voluntary zero with a higher value than the points.
    pub gaining_zero: Option<GainingZero>,
}

/// A voluntary zero with a higher value than the points ([`RuleSet::zero_may_gain`]).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GainingZero {
    /// The points that the roll would score in the category.
    pub given_up: Points,
    /// How much more the later turns are worth after the zero than after these points, in points; more than `given_up`.
    pub gained_later: f64,
}

impl GainingZero {
    fn of(zero: &TurnOption, advice: &Advice) -> Option<GainingZero> {
        let placement = |option: &TurnOption| match option.action {
            Action::Score(placement) => Some(placement),
            Action::Hold(_) => None,
        };
        let category = placement(zero).filter(|placement| placement.points == 0)?.category;
        let mut others = advice.options.iter().filter_map(|option| Some((option.loss, placement(option)?)));
        let (loss, Placement { points: given_up, .. }) = others.find(|(_, other)| other.category == category && other.points > 0)?;
        let gained = loss - zero.loss;
        (gained >= TIE_TOLERANCE).then(|| GainingZero { given_up, gained_later: f64::from(given_up) + gained })
    }
}

/// Why the best option is the best.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The progress towards the upper bonus before the turn ends.
    pub upper: UpperStanding,
    /// The best option.
    pub best: Reason,
    /// The option that the best is compared with: the requested one, or else the runner-up. `None` if there is no other option.
    pub rival: Option<Reason>,
}

impl Advisor<'_> {
    /// Explains why the best option of an advice is the best: it compares the ends of the turn after it with those after its rival. The rival must be
    /// an option of the same position; the default is the runner-up.
    ///
    /// ```
    /// use yahtzee_solver::{Advisor, Position, RuleSet, Solver};
    /// let rules = RuleSet::builtin("kniffel")?;
    /// let table = Solver::new(&rules)?.solve()?;
    /// let advisor = Advisor::new(&table);
    /// let advice = advisor.advise(&Position::parse("23455", &rules)?)?;
    /// let reasons = advisor.reasons(&advice, None)?;
    /// let likeliest = reasons.best.end.categories()[0];
    /// assert_eq!(rules.category(likeliest.category).name, "large-straight");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`ReasonError`] if the advice is of another game than the table, or the rival is not an option of its position.
    pub fn reasons(&self, advice: &Advice, rival: Option<&TurnOption>) -> Result<Reasons, ReasonError> {
        let rules = self.table().rules();
        let position = &advice.position;
        rules.check_same_game(position.rules())?;
        let strategy = OptimalStrategy::new(self.table());
        let turn = match advice.worths() {
            Some(worths) => TurnStrategy::by_worths(strategy.chooser(), worths),
            None => strategy.turn(position.state()).expect("a position has an open category"),
        };
        let next = rules.upper_bonus().next(position.state().upper_total);
        let reason = |option: &TurnOption| {
            let end = turn.end_after(&option.action, position.rerolls_left())?;
            // The step that counts is the one before the turn, even where the turn goes beyond it.
            let after = |state: &State| match next {
                Some(step) => UpperStanding::towards(step, rules, state),
                None => UpperStanding::of(rules, state),
            };
            let chance = |standing| end.chance(|placement| after(&placement.next) == standing);
            Ok::<Reason, ReasonError>(Reason {
                option: *option,
                gaining_zero: GainingZero::of(option, advice),
                bonus_reached: chance(UpperStanding::Reached),
                bonus_out_of_reach: chance(UpperStanding::OutOfReach),
                end,
            })
        };
        Ok(Reasons {
            upper: UpperStanding::of(rules, position.state()),
            best: reason(advice.best())?,
            rival: rival.or(advice.options.get(1)).map(reason).transpose()?,
        })
    }
}

/// Why reasons could not be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReasonError {
    /// The advice is of another game than the table.
    #[error(transparent)]
    OtherRules(#[from] OtherRules),
    /// The rival is not an option of the position.
    #[error(transparent)]
    Dice(#[from] DiceError),
}
