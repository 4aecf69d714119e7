//! Voluntary zeros that may gain: writing 0 where the roll would score more.
//!
//! A zero is worth no more than the points if every play after it can be matched after the points: on the same dice, with a final score at least as
//! high. Then the zero never gains, for the expected score and for any other non-decreasing function of the final score.
//!
//! **In a category that does not decide which case of the `further` rule applies**, every play can be matched: the two states that follow differ only
//! in the upper total, which never restricts the allowed actions. So the same actions are allowed, they score the same, and the upper total stays at
//! least as high. The extra bonus of the zero itself is no higher either.
//!
//! **In the category that decides** (the flag category), the points lead to `after-points` and a zero to `after-zero`. Call the player who wrote the
//! points *p*, the player who wrote the zero *z*. Player *p* holds what *z* holds, and scores when *z* scores. Two conditions are always needed, so
//! that a further n of a kind that both write into the same category, with the same categories filled before, scores *p* no less:
//!
//! - `after-points` makes a joker whenever `after-zero` does;
//! - `after-points` pays the bonus whenever `after-zero` does, and at least as much.
//!
//! Each of the following two conditions is then sufficient.
//!
//! 1. `after-points` allows every place that `after-zero` allows. Then *p* writes every roll where *z* writes it.
//!
//! 2. `after-points` may force rolls elsewhere, but pays for it: no place is `lower`, the n of a kind needs all dice, the bonus of `after-points` is paid always, and it
//!    exceeds the bonus of `after-zero` by at least M, the most that any other lower category can hold. Here *p* writes where *z* writes if that is
//!    allowed. If not, *p* writes into a category that *z* has filled and *p* has not, if one is allowed; otherwise into any allowed category. At the
//!    end, compare the points of both in each category:
//!
//!    - Both wrote it in the same turn: *p* holds no less. (If the roll was a joker for *z* only, because the upper category of its face was open on
//!      the card of *p*, then *p* was forced there, and they did not write the same category.)
//!    - Player *z* wrote it first. Then *p* was forced elsewhere, by a further n of a kind. If it is an upper category, it is not the one of the
//!      roll's face (*p* is only ever forced out of the others), so *z* wrote 0 there. If it is a lower one, *z* holds at most M there.
//!    - Player *p* wrote it first, by a further n of a kind. If it is an upper category, it is that of the roll's face, and all dice count: *p* holds
//!      the most possible. If it is a lower one, *z* later holds at most M there; this happens only where *p* is forced into the lower section, so
//!      that *z* wrote an upper category in this turn, which loses nothing, or one that *p* had written first, which was counted then.
//!
//!    So each further n of a kind loses *p* at most M, and it earns *p* a bonus at least M higher than that of *z*. No upper category of *p* holds
//!    less than that of *z*, so the upper bonus is no lower.
//!
//! An order of the categories changes nothing. Then a roll is forced out of an open category only if the lower section comes first, and is full. Until
//! then *p* and *z* fill the same categories; after that they may fill the upper ones in any order.
//!
//! A zero that fails both may still never gain; it is then tried in vain.

use super::category::{Category, Pattern};
use super::placement::Placement;
use super::points::Points;
use super::rule_set::{BonusWhen, Further, FurtherCase, Joker, Place, RuleSet};
use super::state::State;
use crate::dice::{RerollsLeft, Roll};

/// The voluntary zeros among the choices for a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoluntaryZeros {
    /// Those that may gain if more points are never worth less.
    Gaining,
    /// All, for a function of the final score that falls somewhere.
    All,
}

impl RuleSet {
    /// Whether a voluntary zero in `category` may gain, for the expected score or for any other non-decreasing function of the final score. If false,
    /// a zero is proved to be worth no more than the points, for every card and roll.
    ///
    /// ```
    /// use yahtzee_solver::RuleSet;
    /// let rules = RuleSet::builtin("hasbro")?;
    /// assert!(rules.categories().all(|category| !rules.zero_may_gain(category)));
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn zero_may_gain(&self, category: Category) -> bool {
        self.category_of_zeros() == Some(category)
    }

    /// The category in which a voluntary zero may gain; there is at most one, the [flag category](RuleSet::flag_category).
    pub(crate) fn category_of_zeros(&self) -> Option<Category> {
        *self.fields.derived.category_of_zeros.get_or_init(|| {
            let category = self.flag_category()?;
            let never = !self.allows_voluntary_zeros() || self.further().is_some_and(|further| self.points_match_a_zero(further));
            (!never).then_some(category)
        })
    }

    /// Every placement that may be optimal, in the order of the categories: [`placements`](RuleSet::placements), and after the points of a category
    /// the voluntary zero there, if it [may gain](RuleSet::zero_may_gain).
    pub fn choices(&self, state: &State, roll: &Roll, rerolls_left: RerollsLeft) -> impl Iterator<Item = Placement> {
        self.choices_with(VoluntaryZeros::Gaining, state, roll, rerolls_left)
    }

    /// The [`placements`](RuleSet::placements), and after the points of a category the voluntary zero there, if it is one of these.
    pub fn choices_with(
        &self,
        zeros: VoluntaryZeros,
        state: &State,
        roll: &Roll,
        rerolls_left: RerollsLeft,
    ) -> impl Iterator<Item = Placement> + use<> {
        let nth = self.nth_throw(state, rerolls_left);
        let open = self.categories().filter(|&category| self.is_open(state.filled, category));
        let choices: Vec<Placement> = open.flat_map(|category| self.choices_in(category, zeros, state, roll, rerolls_left, nth)).collect();
        choices.into_iter()
    }

    /// The [`choices_with`](RuleSet::choices_with) these zeros in a category as if it were open unless it is filled, on a throw that follows this many of
    /// its turn. It need not be the throw that leaves these rerolls, which matter only for the state that follows.
    pub fn choices_in(
        &self,
        category: Category,
        zeros: VoluntaryZeros,
        state: &State,
        roll: &Roll,
        rerolls_left: RerollsLeft,
        nth: usize,
    ) -> impl Iterator<Item = Placement> + use<> {
        let write = |points| self.write(state, roll, rerolls_left, nth, category, points).ok();
        let given = write(None);
        let scores = given.is_some_and(|placement| placement.points > 0);
        let has_zero = scores && (zeros == VoluntaryZeros::All || self.zero_may_gain(category));
        given.into_iter().chain(has_zero.then(|| write(Some(Points::ZERO))).flatten())
    }

    /// Whether the player who wrote points in the flag category can match every play of the player who wrote 0, as the module documentation proves.
    fn points_match_a_zero(&self, further: &Further) -> bool {
        let Further { category, after_points: points, after_zero: zero } = *further;
        let all_dice = matches!(&self.category(category).pattern, Pattern::Groups { sizes, .. } if sizes[..] == [self.dice() as u8]);
        let paid = points.bonus_when == BonusWhen::Always && points.bonus >= zero.bonus + self.most_in_other_lower(category);
        let no_lower = ![points.place, zero.place].contains(&Place::Lower);
        let place = points.place.allows_all_of(zero.place) || (no_lower && all_dice && paid);
        points.joker.includes(zero.joker) && points.pays_whenever(zero) && place
    }

    /// An upper bound of the points in any lower category other than this one.
    fn most_in_other_lower(&self, category: Category) -> Points {
        let others = self.categories().filter(|&other| !self.is_upper(other) && other != category);
        others.map(|other| self.category(other).most(self.game_dice())).max().unwrap_or_default()
    }
}

impl Joker {
    /// Whether a roll is a joker whenever it is one under `other`, on the same card.
    fn includes(self, other: Joker) -> bool {
        let rank = |joker| match joker {
            Joker::Never => 0,
            Joker::UpperFilled => 1,
            Joker::Always => 2,
        };
        rank(self) >= rank(other)
    }
}

impl Place {
    /// Whether a roll may be written wherever `other` allows it, on the same card.
    fn allows_all_of(self, other: Place) -> bool {
        self == other || matches!((self, other), (Place::Any, _) | (Place::UpperThenAny, Place::UpperThenLower))
    }
}

impl FurtherCase {
    /// Whether it pays at least the bonus of `other` for a roll that scores at least as many points.
    fn pays_whenever(self, other: FurtherCase) -> bool {
        let as_often = self.bonus_when == BonusWhen::Always || other.bonus_when == BonusWhen::Scoring;
        other.bonus == 0 || (as_often && self.bonus >= other.bonus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game of two dice with these rules for a further pair.
    fn gains(after_points: &str, after_zero: &str) -> bool {
        let case = |name: &str, fields: &str| {
            let [place, joker, bonus] = fields.split(' ').collect::<Vec<_>>()[..] else { panic!("{fields}") };
            format!(
                "[further.{name}]\nplace = '{place}'\njoker = '{joker}'\n{}\n",
                bonus.replace(':', "\nbonus-when = ").replacen("", "bonus = ", 1)
            )
        };
        let rules = RuleSet::parse(&format!(
            "name = 't'\ndice = 2\n[[upper]]\nname = 'ones'\nface = 1\n[[lower]]\nname = 'pair'\ngroups = [2]\npoints = 5\n[[lower]]\nname = 'run'\n\
             straight = 2\npoints = 12\njoker = 20\n[further]\ncategory = 'pair'\n{}{}",
            case("after-points", after_points),
            case("after-zero", after_zero)
        ))
        .unwrap();
        let pair = rules.category_named("pair").unwrap();
        assert!(rules.categories().all(|category| category == pair || !rules.zero_may_gain(category)));
        rules.zero_may_gain(pair)
    }

    #[test]
    fn each_condition_is_needed() {
        assert!(!gains("any never 0", "any never 0"));
        assert!(!gains("any always 7", "upper-then-lower upper-filled 7:'scoring'"));
        assert!(gains("any upper-filled 7", "any always 0"), "jokers");
        assert!(gains("any always 6", "any always 7"), "the bonus");
        assert!(gains("any always 7:'scoring'", "any always 7"), "when it is paid");
        assert!(gains("upper-then-any always 19", "any always 0"), "places, not paid for");
        assert!(!gains("upper-then-any always 20", "any always 0"), "places, paid for");
        assert!(gains("upper-then-lower always 26", "any always 7"), "places, less than the difference");
        assert!(!gains("upper-then-lower always 27", "upper-then-any always 7"), "places, paid for by the difference");
        assert!(gains("upper-then-any always 50:'scoring'", "any always 0"), "places, paid for only if it scores");
    }

    #[test]
    fn zeros_never_gain_in_the_built_in_rule_sets() {
        for name in RuleSet::builtin_names() {
            let rules = RuleSet::builtin(name).unwrap();
            assert_eq!(rules.category_of_zeros(), None, "{name}");
            let roll = rules.roll_of_pips(vec![6; rules.dice()]).unwrap();
            let state = State::default();
            assert!(rules.choices(&state, &roll, rules.rerolls()).eq(rules.placements(&state, &roll, rules.rerolls())));
        }
    }
}
