//! Possible cards: the points that a category can hold, and whether an extra bonus may have come with them.

use super::category::Category;
use super::derived::Facts;
use super::points::Points;
use super::rule_set::{BonusWhen, FurtherCase, Joker, RuleSet};
use super::state::Filled;
use crate::dice::Roll;

impl RuleSet {
    fn facts(&self) -> &Facts {
        self.fields.derived.facts.get_or_init(|| {
            let rolls: Vec<Roll> = self.all_rolls().collect();
            Facts {
                possible_points: self.categories().map(|category| self.find_possible_points(category, &rolls)).collect(),
                further_rolls: rolls.into_iter().filter(|roll| self.further_face(roll).is_some()).collect(),
            }
        })
    }

    /// Every number of points that `category` can hold, in ascending order: the points of each roll, those of a joker, and a voluntary 0.
    pub fn possible_points(&self, category: Category) -> &[Points] {
        &self.facts().possible_points[category.index()]
    }

    /// The rolls that are a further n of a kind once the category for it is filled.
    pub(super) fn further_rolls(&self) -> impl Iterator<Item = &Roll> {
        self.facts().further_rolls.iter()
    }

    /// Computes [`possible_points`](RuleSet::possible_points).
    pub(super) fn find_possible_points(&self, category: Category, rolls: &[Roll]) -> Vec<Points> {
        let joker = self.category(category).joker.filter(|_| self.has_joker(category));
        let zero = self.allows_voluntary_zeros().then_some(Points::ZERO);
        // They are few.
        let mut distinct = Vec::new();
        for points in self.points_of(category, rolls).chain(joker).chain(zero) {
            if let Err(place) = distinct.binary_search(&points) {
                distinct.insert(place, points);
            }
        }
        distinct
    }

    /// The points of these rolls in `category` as ordinary dice, on each throw that pays other points, and on later ones.
    fn points_of<'a>(&self, category: Category, rolls: impl IntoIterator<Item = &'a Roll>) -> impl Iterator<Item = Points> {
        let throws = self.category(category).by_throw.len();
        rolls.into_iter().flat_map(move |roll| (0..=throws).map(move |nth| self.points_on(category, roll, nth)))
    }

    /// Whether a roll that is not served may score these points in `category`, or a joker at least as much.
    pub(super) fn scores_otherwise(&self, category: Category, points: Points) -> bool {
        let joker = self.category(category).joker.filter(|_| self.has_joker(category));
        let is_paid = |roll: &Roll| (1..=self.first_throws().max(1)).any(|nth| self.points_on(category, roll, nth) == points);
        self.all_rolls().any(|roll| is_paid(&roll)) || joker.is_some_and(|joker| joker >= points)
    }

    /// Whether a further n of a kind can be a joker in `category`.
    fn has_joker(&self, category: Category) -> bool {
        let is_joker = |case: FurtherCase| case.joker != Joker::Never;
        self.further()
            .is_some_and(|further| further.category != category && (is_joker(further.after_points) || is_joker(further.after_zero)))
    }

    /// The rules for a further n of a kind on a card whose category for it holds `points`; `None` if it counts as any other roll.
    pub(crate) fn further_case(&self, points: Points) -> Option<FurtherCase> {
        self.further().map(|further| if points > 0 { further.after_points } else { further.after_zero })
    }

    /// Whether `category` may hold `points` from a further n of a kind that earned the extra bonus of `case`.
    pub(crate) fn may_hold_extra(&self, case: FurtherCase, category: Category, points: Points) -> bool {
        if self.further().is_none_or(|further| further.category == category) {
            return false;
        }
        if points == 0 && case.bonus_when == BonusWhen::Scoring {
            return false;
        }
        let joker = self.category(category).joker.unwrap_or_default();
        let zero = self.allows_voluntary_zeros().then_some(Points::ZERO);
        let paid = self.points_of(category, self.further_rolls()).flat_map(|ordinary| {
            let without = (case.joker != Joker::Always).then_some(ordinary);
            without.into_iter().chain((case.joker != Joker::Never).then_some(ordinary.max(joker)))
        });
        paid.chain(zero).any(|possible| possible == points)
    }

    /// An upper bound of the points that a card with these filled categories may still get: the most points in each open category with an extra
    /// bonus, and the most that it can earn at the end.
    pub fn most_after(&self, filled: Filled) -> Points {
        let open = self.categories().filter(|&category| !filled.contains(category));
        let most = |category| self.possible_points(category).last().copied().unwrap_or_default() + self.most_extra();
        open.map(most).sum::<Points>() + self.most_at_the_end()
    }

    /// The highest extra bonus, in points.
    fn most_extra(&self) -> Points {
        self.further().map_or(Points::ZERO, |further| further.after_points.bonus.max(further.after_zero.bonus))
    }

    /// The most points of a placement, extra bonus included.
    pub fn most_points(&self) -> Points {
        let of_category = self.categories().map(|category| self.category(category).most(self.game_dice()));
        of_category.max().unwrap_or_default() + self.most_extra()
    }
}
