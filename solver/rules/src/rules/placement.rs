//! Placements: the points of a roll, and the categories where it may be written. These are the scoring rules of the rule sheet, in code.

use super::category::Category;
use super::points::Points;
use super::rule_set::{BonusWhen, FurtherCase, Joker, LATER, Order, Place, RuleSet};
use super::state::{Filled, State};
use crate::dice::{Face, RerollsLeft, Roll};

/// Writing a roll into a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The category that is filled.
    pub category: Category,
    /// The points written into it, without the extra bonus.
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
    /// The category is not open yet: this one is filled before it.
    NotNext(Category),
    /// The rules force this roll into one of these categories.
    Forced(Vec<Category>),
    /// The rules allow no voluntary zeros, and the roll scores these points here.
    MustScore(Points),
}

/// A roll that is a further n of a kind in some state.
#[derive(Clone, Copy)]
struct FurtherRoll {
    case: FurtherCase,
    /// The upper category of its face if it is not filled.
    unfilled_upper: Option<Category>,
}

impl RuleSet {
    /// The points of `roll` in `category` as ordinary dice, without jokers, on a throw after the [first ones](RuleSet::first_throws).
    pub fn points(&self, category: Category, roll: &Roll) -> Points {
        self.points_on(category, roll, LATER)
    }

    /// The points of `roll` in `category` as ordinary dice, without jokers, on a throw that follows this many of its turn.
    pub fn points_on(&self, category: Category, roll: &Roll, nth: usize) -> Points {
        self.category(category).points(roll, nth)
    }

    /// The throws before this one, of a turn that begins in `state`, given the rerolls left after it.
    pub fn nth_throw(&self, state: &State, rerolls_left: RerollsLeft) -> usize {
        usize::from(self.rerolls_with(state.throws).get().saturating_sub(rerolls_left.get()))
    }

    /// Whether a category is open: it is not filled, and the order of the rules allows it now.
    pub fn is_open(&self, filled: Filled, category: Category) -> bool {
        self.chains().is_open(filled, category)
    }

    /// Writes `roll` into `category`, with this many rerolls left, for the points given by the rules.
    ///
    /// # Errors
    ///
    /// [`WhyNot`] if the category is filled or not yet open, or the rules force the roll elsewhere.
    pub fn place(&self, state: &State, roll: &Roll, rerolls_left: RerollsLeft, category: Category) -> Result<Placement, WhyNot> {
        self.check_order(state, category)?;
        self.write(state, roll, rerolls_left, self.nth_throw(state, rerolls_left), category, None)
    }

    /// Writes a 0 into `category` even if the roll scores there: a voluntary zero. Most rules [allow](RuleSet::allows_voluntary_zeros) it.
    ///
    /// # Errors
    ///
    /// [`WhyNot`], as for [`place`](RuleSet::place), and if the rules allow no voluntary zeros.
    pub fn place_zero(&self, state: &State, roll: &Roll, rerolls_left: RerollsLeft, category: Category) -> Result<Placement, WhyNot> {
        self.check_order(state, category)?;
        self.write(state, roll, rerolls_left, self.nth_throw(state, rerolls_left), category, Some(Points::ZERO))
    }

    /// Every placement that the rules allow now, for the points they give, in the order of the categories. [`choices`](RuleSet::choices) has all
    /// placements that may be optimal.
    pub fn placements(&self, state: &State, roll: &Roll, rerolls_left: RerollsLeft) -> impl Iterator<Item = Placement> {
        self.categories().filter_map(move |category| self.place(state, roll, rerolls_left, category).ok())
    }

    fn check_order(&self, state: &State, category: Category) -> Result<(), WhyNot> {
        if state.filled.contains(category) || self.is_open(state.filled, category) {
            return Ok(());
        }
        Err(WhyNot::NotNext(self.chains().next(state.filled, category)))
    }

    /// Writes a roll, ignoring the order of the categories. `chosen` replaces the points given by the rules.
    pub(super) fn write(
        &self,
        state: &State,
        roll: &Roll,
        rerolls_left: RerollsLeft,
        nth: usize,
        category: Category,
        chosen: Option<Points>,
    ) -> Result<Placement, WhyNot> {
        if state.filled.contains(category) {
            return Err(WhyNot::Filled);
        }
        let further = self.further_roll(state, roll);
        if let Some(further) = further
            && !self.may_place(state, further, category)
        {
            let allowed = self.categories().filter(|&open| self.is_open(state.filled, open) && self.may_place(state, further, open));
            return Err(WhyNot::Forced(allowed.collect()));
        }
        let ordinary = self.points_on(category, roll, nth);
        let joker = match further {
            Some(further) if further.is_joker() => self.category(category).joker.unwrap_or_default(),
            _ => Points::ZERO,
        };
        let given = ordinary.max(joker);
        let points = chosen.unwrap_or(given);
        if points < given && !self.allows_voluntary_zeros() {
            return Err(WhyNot::MustScore(given));
        }
        let bonus = further.map_or(Points::ZERO, |further| match further.case.bonus_when {
            BonusWhen::Scoring if points == 0 => Points::ZERO,
            _ => further.case.bonus,
        });
        Ok(Placement { category, points, bonus, next: self.after(state, category, points, rerolls_left) })
    }

    /// The state after writing `points` into an open category with this many rerolls left.
    pub fn after(&self, state: &State, category: Category, points: Points, rerolls_left: RerollsLeft) -> State {
        let earns = if self.is_upper(category) { points } else { Points::ZERO };
        State {
            filled: state.filled.with(category),
            upper_total: (state.upper_total + earns).min(self.upper_cap()),
            flag: state.flag || (self.flag_category() == Some(category) && points > 0),
            throws: self.spare_throws().after(state.throws, rerolls_left.get()),
        }
    }

    /// The face of the roll if it is a further n of a kind once the category for it is filled; otherwise `None`.
    pub fn further_face(&self, roll: &Roll) -> Option<Face> {
        let further = self.further()?;
        (self.points(further.category, roll) > 0).then(|| most_common_face(roll))
    }

    fn further_roll(&self, state: &State, roll: &Roll) -> Option<FurtherRoll> {
        let further = self.further().filter(|further| state.filled.contains(further.category))?;
        let face = self.further_face(roll)?;
        let case = if state.flag { further.after_points } else { further.after_zero };
        Some(FurtherRoll { case, unfilled_upper: self.upper_category(face).filter(|&upper| !state.filled.contains(upper)) })
    }

    fn may_place(&self, state: &State, further: FurtherRoll, category: Category) -> bool {
        let lower_is_open = || self.categories().any(|other| !self.is_upper(other) && !state.filled.contains(other));
        // Where one category is open at a time, nothing is forced.
        if matches!(self.order(), Order::AsListed | Order::Reversed) {
            return true;
        }
        let open_upper = further.unfilled_upper.filter(|&upper| self.is_open(state.filled, upper));
        match (further.case.place, open_upper) {
            (Place::Any, _) => true,
            (Place::UpperThenAny | Place::UpperThenLower, Some(upper)) => category == upper,
            (Place::UpperThenAny, None) => true,
            (Place::UpperThenLower, None) | (Place::Lower, _) => !self.is_upper(category) || !lower_is_open(),
        }
    }
}

impl FurtherRoll {
    fn is_joker(&self) -> bool {
        match self.case.joker {
            Joker::Never => false,
            Joker::UpperFilled => self.unfilled_upper.is_none(),
            Joker::Always => true,
        }
    }
}

fn most_common_face(roll: &Roll) -> Face {
    Face::ALL.into_iter().max_by_key(|&face| roll.count(face)).expect("faces")
}
