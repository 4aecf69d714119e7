//! What may be done with a roll: the rule sheet's paragraphs on scoring, in code.

use super::{BonusWhen, FurtherCase, Joker, Place, RuleSet};
use crate::category::{Category, Pays, Points};
use crate::dice::{Face, Roll};
use crate::state::State;

/// Writing a roll into a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The category that is filled.
    pub category: Category,
    /// What is written into it.
    pub points: Points,
    /// The extra bonus of a further n of a kind; 0 for any other roll.
    pub bonus: Points,
    /// The state that follows.
    pub next: State,
}

/// Why a roll may not be written into a category now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// The category is filled.
    Filled,
    /// The rules force this roll into one of these categories.
    Forced(Vec<Category>),
}

/// A roll that is a further n of a kind in some state.
#[derive(Clone, Copy)]
struct FurtherRoll {
    case: FurtherCase,
    /// The upper category of its face, where that is open.
    open_upper: Option<Category>,
}

impl RuleSet {
    /// What `roll` pays in `category` as ordinary dice.
    pub fn points(&self, category: Category, roll: &Roll) -> Points {
        let rule = self.category(category);
        rule.pattern.points(rule.pays, roll)
    }

    /// Writes `roll` into `category` for what the rules give.
    ///
    /// # Errors
    ///
    /// [`WhyNot`] where the category is filled or the rules force the roll elsewhere.
    pub fn place(&self, state: &State, roll: &Roll, category: Category) -> Result<Placement, WhyNot> {
        self.write(state, roll, category, None)
    }

    /// Writes a 0 into `category`, though the roll may be worth more there: a player may always do so.
    ///
    /// # Errors
    ///
    /// [`WhyNot`], as for [`place`](RuleSet::place).
    pub fn place_zero(&self, state: &State, roll: &Roll, category: Category) -> Result<Placement, WhyNot> {
        self.write(state, roll, category, Some(0))
    }

    /// Every placement that the rules allow now, in the order of the categories.
    pub fn placements(&self, state: &State, roll: &Roll) -> impl Iterator<Item = Placement> {
        self.categories().filter_map(|category| self.place(state, roll, category).ok())
    }

    fn write(&self, state: &State, roll: &Roll, category: Category, chosen: Option<Points>) -> Result<Placement, WhyNot> {
        if state.filled.contains(category) {
            return Err(WhyNot::Filled);
        }
        let further = self.further_roll(state, roll);
        if let Some(further) = further
            && !self.may_place(state, further, category)
        {
            let allowed = self.categories().filter(|&open| !state.filled.contains(open) && self.may_place(state, further, open));
            return Err(WhyNot::Forced(allowed.collect()));
        }
        let ordinary = self.points(category, roll);
        let joker = match further {
            Some(further) if further.is_joker() => self.category(category).joker.unwrap_or(0),
            _ => 0,
        };
        let points = chosen.unwrap_or(ordinary.max(joker));
        let bonus = further.map_or(0, |further| match further.case.bonus_when {
            BonusWhen::Scoring if points == 0 => 0,
            _ => further.case.bonus,
        });
        Ok(Placement { category, points, bonus, next: self.after(state, category, points) })
    }

    /// The state after writing `points` into an open category.
    pub fn after(&self, state: &State, category: Category, points: Points) -> State {
        let earns = if self.is_upper(category) { points } else { 0 };
        State {
            filled: state.filled.with(category),
            upper_total: (state.upper_total + earns).min(self.upper_cap()),
            flag: state.flag || (self.flag_category() == Some(category) && points > 0),
        }
    }

    /// The face of a roll that is a further n of a kind wherever the category for it is filled.
    pub fn further_face(&self, roll: &Roll) -> Option<Face> {
        let further = self.further()?;
        (self.points(further.category, roll) > 0).then(|| most_common_face(roll))
    }

    fn further_roll(&self, state: &State, roll: &Roll) -> Option<FurtherRoll> {
        let further = self.further().filter(|further| state.filled.contains(further.category))?;
        let face = self.further_face(roll)?;
        let case = if state.flag { further.after_points } else { further.after_zero };
        Some(FurtherRoll { case, open_upper: self.upper_category(face).filter(|&upper| !state.filled.contains(upper)) })
    }

    fn may_place(&self, state: &State, further: FurtherRoll, category: Category) -> bool {
        let lower_is_open = || self.categories().any(|other| !self.is_upper(other) && !state.filled.contains(other));
        match (further.case.place, further.open_upper) {
            (Place::Any, _) => true,
            (Place::UpperThenAny | Place::UpperThenLower, Some(upper)) => category == upper,
            (Place::UpperThenAny, None) => true,
            (Place::UpperThenLower, None) => !self.is_upper(category) || !lower_is_open(),
        }
    }

    /// [`possible_points`](RuleSet::possible_points), worked out.
    pub(super) fn find_possible_points(&self, category: Category, rolls: &[Roll]) -> Vec<Points> {
        let joker = self.category(category).joker.filter(|_| self.has_joker(category));
        let mut points: Vec<Points> = rolls.iter().map(|roll| self.points(category, roll)).chain(joker).chain([0]).collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// Whether a further n of a kind can be a joker in `category`.
    fn has_joker(&self, category: Category) -> bool {
        let is_joker = |case: FurtherCase| case.joker != Joker::Never;
        self.further()
            .is_some_and(|further| further.category != category && (is_joker(further.after_points) || is_joker(further.after_zero)))
    }

    /// What a further n of a kind is on a card whose category for it holds `points`; `None` where the rules have no such thing.
    pub(crate) fn further_case(&self, points: Points) -> Option<FurtherCase> {
        self.further().map(|further| if points > 0 { further.after_points } else { further.after_zero })
    }

    /// Whether `category` may hold `points` from a further n of a kind that earned the extra bonus of `case`.
    pub(crate) fn may_hold_extra(&self, case: FurtherCase, category: Category, points: Points) -> bool {
        if self.further().is_none_or(|further| further.category == category) {
            return false;
        }
        let joker = if case.joker == Joker::Never { None } else { self.category(category).joker };
        let zero = (case.bonus_when == BonusWhen::Always).then_some(0);
        self.further_rolls()
            .map(|roll| self.points(category, roll))
            .chain(joker)
            .filter(|&points| points > 0)
            .chain(zero)
            .any(|possible| possible == points)
    }

    /// The most points that any one placement can write, extra bonus included.
    pub fn most_points(&self) -> Points {
        let of_dice = 6 * self.dice() as Points;
        let of_category = self.categories().map(|category| {
            let rule = self.category(category);
            let fixed = if let Pays::Fixed(points) = rule.pays { points } else { of_dice };
            fixed.max(rule.joker.unwrap_or(0))
        });
        let bonus = self.further().map_or(0, |further| further.after_points.bonus.max(further.after_zero.bonus));
        of_category.max().unwrap_or(0) + bonus
    }
}

impl FurtherRoll {
    fn is_joker(&self) -> bool {
        match self.case.joker {
            Joker::Never => false,
            Joker::UpperFilled => self.open_upper.is_none(),
            Joker::Always => true,
        }
    }
}

fn most_common_face(roll: &Roll) -> Face {
    Face::ALL.into_iter().max_by_key(|&face| roll.count(face)).expect("six faces")
}
