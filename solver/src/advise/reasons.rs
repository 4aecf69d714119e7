//! Why an option is the best: what it leads to, beside what its rival leads to.

use super::advisor::{Advice, Advisor};
use crate::dice::{Face, RerollsLeft};
use crate::evaluate::TurnEnd;
use crate::game::{Action, CardError, Scorecard};
use crate::rules::{Category, Points, RuleSet, State};
use crate::solve::TurnOption;
use crate::strategy::OptimalStrategy;

/// How a card stands with the upper bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpperStanding {
    /// The rule set has no upper bonus.
    NoBonus,
    /// It is earned.
    Reached,
    /// The open upper categories cannot bring it any more.
    OutOfReach,
    /// It can still be earned.
    Open {
        /// The points that the upper total still lacks; at least 1.
        needed: Points,
        /// The most that the open upper categories can bring; at least `needed`.
        most: Points,
    },
}

impl UpperStanding {
    /// How a state stands with the upper bonus.
    pub fn of(rules: &RuleSet, state: &State) -> UpperStanding {
        let bonus = rules.upper_bonus();
        if bonus.points == 0 {
            return UpperStanding::NoBonus;
        }
        let needed = bonus.at.saturating_sub(state.upper_total);
        let open = rules.categories().zip(rules.upper_faces()).filter(|(category, _)| !state.filled.contains(*category));
        let most = open.map(|(_, face): (Category, Face)| Points::from(face.pips()) * rules.dice() as Points).sum();
        match needed {
            0 => UpperStanding::Reached,
            _ if most < needed => UpperStanding::OutOfReach,
            _ => UpperStanding::Open { needed, most },
        }
    }
}

/// An option, and what comes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The option.
    pub option: TurnOption,
    /// Where the turn ends after it.
    pub end: TurnEnd,
    /// The chance that the upper bonus is earned when the turn has ended.
    pub bonus_reached: f64,
    /// The chance that the upper bonus is out of reach when the turn has ended.
    pub bonus_out_of_reach: f64,
}

impl Reason {
    /// What the option aims at: to write the roll now, or to roll on; and the category where the turn is likeliest to end.
    fn aim(&self) -> (bool, Category) {
        (matches!(self.option.action, Action::Score(_)), self.end.categories()[0].category)
    }
}

/// Why the best option is the best.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// How the card stands with the upper bonus before the turn ends.
    pub upper: UpperStanding,
    /// The best option.
    pub best: Reason,
    /// The option that it was asked to be compared with. Else the best of the options with another aim (rolling on or writing now, and the
    /// likeliest category); where all aim at the same, the second best. `None` where there is nothing else to do.
    pub rival: Option<Reason>,
}

impl Advisor<'_> {
    /// Why the best option for `roll` is the best: where the turn ends after it, and after its rival: that of the caller, which must
    /// be one for the same roll, or else the one that [`Reasons::rival`] describes.
    ///
    /// ```
    /// use yahtzee_solver::{Advisor, RuleSet, Scorecard, Solver};
    /// let rules = RuleSet::builtin("kniffel")?;
    /// let table = Solver::new(&rules)?.solve();
    /// let (advisor, card) = (Advisor::new(&table), Scorecard::new(&rules));
    /// let (roll, rerolls_left) = (rules.parse_roll("23455")?, rules.rerolls_left(2)?);
    /// let advice = advisor.advise(&card, roll, rerolls_left)?;
    /// let reasons = advisor.reasons(&card, &advice, rerolls_left, None)?;
    /// let likeliest = reasons.best.end.categories()[0];
    /// assert_eq!(rules.category(likeliest.category).name, "large-straight");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`CardError::Full`] where no category is open.
    pub fn reasons(
        &self,
        card: &Scorecard,
        advice: &Advice,
        rerolls_left: RerollsLeft,
        rival: Option<&TurnOption>,
    ) -> Result<Reasons, CardError> {
        let rules = self.table().rules();
        let state = card.state(rules);
        let turn = OptimalStrategy::new(self.table()).turn(&state)?;
        let reason = |option: &TurnOption| {
            let end = turn.end_after(&option.action, rerolls_left);
            let chance = |standing| end.chance(|placement| UpperStanding::of(rules, &placement.next) == standing);
            Reason {
                option: *option,
                bonus_reached: chance(UpperStanding::Reached),
                bonus_out_of_reach: chance(UpperStanding::OutOfReach),
                end,
            }
        };
        let best = reason(advice.best());
        let others = || advice.options[1..].iter().map(reason);
        let rival = match rival {
            Some(rival) => Some(reason(rival)),
            None => others().find(|other| other.aim() != best.aim()).or_else(|| others().next()),
        };
        Ok(Reasons { upper: UpperStanding::of(rules, &state), best, rival })
    }
}
