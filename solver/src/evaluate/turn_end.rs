//! The ends of a turn: the chance of each placement after an option, if a strategy is followed from then on.

use yahtzee_kernel::{Lanes, Throw, follow_one};

use crate::dice::{DiceError, RerollsLeft};
use crate::game::Action;
use crate::rules::{Category, Placement, Points, RuleSet};
use crate::solve::Model;
use crate::sorting::{sort_by, sort_by_key};
use crate::strategy::TurnStrategy;

impl TurnStrategy {
    /// The ends of the turn if `action` is taken with this many rerolls left, and the strategy is followed from then on.
    ///
    /// # Errors
    ///
    /// A [`DiceError`] if a turn of this game has fewer rerolls, or `action` is a hold with no reroll left, or is no hold of it.
    pub fn end_after(&self, action: &Action, rerolls_left: RerollsLeft) -> Result<TurnEnd, DiceError> {
        let hold = match action {
            Action::Hold(hold) => hold,
            Action::Score(placement) => return Ok(TurnEnd { placements: vec![(*placement, 1.0)] }),
        };
        let Model { rules, nodes, lattice, .. } = self.model();
        let left = rules.rerolls_left_with(self.state().throws, rerolls_left.get())?.less_one().ok_or(DiceError::NoRerollLeft)?;
        rules.game_dice().check_hold(hold)?;
        let first_roll = nodes.rolls().start;
        let mut ends = Vec::new();
        let choices = self.block().choices();
        let next = Throw { rerolls_left: left.get(), nth: rules.nth_throw(self.state(), left) };
        follow_one(lattice, choices, nodes.hold(hold).index(), next, &mut |Throw { rerolls_left, .. }, rolls| {
            let rerolls_left = RerollsLeft::new(rerolls_left).expect("at most as many as are left now");
            for (roll, &Lanes([chance])) in rolls.iter().enumerate().filter(|(_, chance)| chance.0[0] > 0.0) {
                ends.push((self.placement(&nodes.roll_at(first_roll + roll), rerolls_left), chance));
            }
        });
        Ok(TurnEnd::of(ends))
    }
}

/// The ends of a turn: every possible placement with its chance.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnEnd {
    placements: Vec<(Placement, f64)>,
}

/// The chance that a turn ends in one category.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CategoryEnd {
    /// The category.
    pub category: Category,
    /// The chance that the turn ends there.
    pub probability: f64,
    /// The mean points written there if the turn ends there, without extra bonuses.
    pub mean: f64,
    /// The chance that the turn ends there with 0 points, as a part of `probability`.
    pub zero: f64,
}

impl TurnEnd {
    fn of(mut placements: Vec<(Placement, f64)>) -> TurnEnd {
        sort_by_key(&mut placements, |(placement, _)| (placement.category, placement.points, placement.bonus, placement.next.throws));
        placements.dedup_by(|(from, chance), (into, sum)| {
            let same = from == into;
            if same {
                *sum += *chance;
            }
            same
        });
        TurnEnd { placements }
    }

    /// The placements with their chances, in the order of categories and points; the chances add up to 1.
    pub fn placements(&self) -> &[(Placement, f64)] {
        &self.placements
    }

    /// The categories in which the turn may end, the most likely first; equally likely ones in the order of the rule set.
    pub fn categories(&self) -> Vec<CategoryEnd> {
        let ends = self.placements.chunk_by(|(a, _), (b, _)| a.category == b.category).map(|ends| {
            let probability: f64 = ends.iter().map(|(_, chance)| chance).sum();
            let points: f64 = ends.iter().map(|(placement, chance)| chance * f64::from(placement.points)).sum();
            let zeros = ends.iter().filter(|(placement, _)| placement.points == 0);
            // The empty sum of f64 is -0.
            let zero = zeros.map(|(_, chance)| chance).sum::<f64>() + 0.0;
            CategoryEnd { category: ends[0].0.category, probability, mean: points / probability, zero }
        });
        let mut ends: Vec<CategoryEnd> = ends.collect();
        sort_by(&mut ends, |a, b| b.probability.total_cmp(&a.probability));
        ends
    }

    /// The mean of `worth` over the placements.
    pub fn mean(&self, worth: impl Fn(&Placement) -> f64) -> f64 {
        self.placements.iter().map(|(placement, chance)| chance * worth(placement)).sum()
    }

    /// The chance that the turn ends with a placement that satisfies `is`.
    pub fn chance(&self, is: impl Fn(&Placement) -> bool) -> f64 {
        self.mean(|placement| f64::from(u8::from(is(placement))))
    }

    /// The mean points that the turn adds to the upper total.
    pub fn upper_points(&self, rules: &RuleSet) -> f64 {
        let upper = |placement: &Placement| if rules.is_upper(placement.category) { placement.points } else { Points::ZERO };
        self.mean(|placement| Points::into(upper(placement)))
    }
}
