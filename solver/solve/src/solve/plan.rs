//! The scores of rolls, compiled for the kernel.
//!
//! Unless the rules force a roll somewhere, what it may score depends only on its points in each category. Some categories are in a *part* of the card
//! (`parts.rs`); rolls that score alike in all categories of a part share a *menu* there. The best placement of a roll is the best of its menus and of
//! its scores in the categories of no part. The zeros are included: a zero has the same value for every roll. The rolls that score in the category of
//! the n of a kind have lists of their own: once it is filled they may be forced somewhere or be jokers, and while it is open a voluntary zero in it may
//! gain ([`RuleSet::zero_may_gain`]), which it does in no other category.
//!
//! For an objective that falls somewhere, these lists have every voluntary zero; if the rules allow none, every roll has a list.
//!
//! A [`Scoring`] holds all this. A game that pays by throw has two of them: one for the first throw of a turn, and one for later throws.

mod row;

use std::collections::BTreeSet;

use super::parts::{self, Menus, PARTS};
use crate::dice::{Face, Lattice, RerollsLeft, Roll};
use crate::rules::{BonusWhen, Category, Chains, Filled, FurtherCase, Points, RuleSet, SpareThrows, State, VoluntaryZeros};

pub use row::{OpenRow, RowPlan};

/// A way to score: the points, and the row of the state that follows, from which its value is read.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    /// The start of the row that follows.
    pub start: usize,
    /// The offset of its shift among the shifts of the state space; `UNSHIFTED` if each lane is followed by the same lane.
    pub shift: u32,
    /// Points written, with the extra bonus.
    #[doc(hidden)]
    pub points: Points,
    /// Points written, without the extra bonus.
    #[doc(hidden)]
    pub written: Points,
    /// The category to write in.
    #[doc(hidden)]
    pub category: Category,
    /// The [throws](State::throws) of the state after it.
    #[doc(hidden)]
    pub throws: u8,
    /// Whether it wins the game at once; never in a model that counts points only.
    #[doc(hidden)]
    pub wins: bool,
    /// Length of a plane of the row that follows.
    pub(crate) plane: u32,
}

pub(crate) const UNSHIFTED: u32 = u32::MAX;

impl Source {
    /// This source with this number of throws. It must have none yet.
    #[doc(hidden)]
    #[inline(always)]
    pub fn with_throws(self, throws: u8) -> Source {
        Source { start: self.start + usize::from(throws) * self.plane as usize, throws, ..self }
    }

    /// The lane that follows a lane, given the shifts of the state space.
    #[doc(hidden)]
    #[inline(always)]
    pub fn lane_after(&self, shifts: &[u16], lane: usize) -> usize {
        if self.shift == UNSHIFTED { lane } else { shifts[self.shift as usize + lane].into() }
    }

    /// The index among all values of the value that a lane reads.
    #[doc(hidden)]
    #[inline(always)]
    pub fn position(&self, shifts: &[u16], lane: usize) -> usize {
        self.start + self.lane_after(shifts, lane)
    }
}

/// A number of points that rolls score in a category, and its menus or rolls.
#[derive(Clone, Debug)]
struct Score {
    points: Points,
    /// The number of matching dice, in an upper category.
    count: u32,
    /// The end of its menus or rolls in [`Column::raised`].
    end: usize,
}

/// A category in the plan.
#[derive(Clone, Debug, Default)]
struct Column {
    scores: Vec<Score>,
    /// The targets that each score raises: the menus of a category in a part, the rolls of a category in no part.
    raised: Vec<u16>,
}

/// A placement in the list of a roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListedPlacement {
    pub(super) category: Category,
    /// Points written, with the extra bonus.
    pub(super) points: Points,
    /// Points written, without the extra bonus.
    written: Points,
    count: u32,
    flag: bool,
    /// Whether the same state follows as after a zero in the category.
    pub(super) follows_as_zero: bool,
}

/// A roll with a list of its own: it is a further n of a kind once its category is filled, or no zero may be written for it where it scores.
#[derive(Clone, Debug)]
pub(super) struct ListedRoll {
    /// Its index among the rolls.
    pub(super) roll: usize,
    /// The upper category of its face.
    upper: Option<Category>,
    /// Its placements in each [`Situation`], over all categories.
    placements: Vec<Vec<ListedPlacement>>,
}

impl ListedRoll {
    /// Its placements in the situation with this index, over all categories.
    #[inline(always)]
    pub(super) fn placements(&self, situation: usize) -> &[ListedPlacement] {
        &self.placements[situation]
    }
}

/// How the rolls of a rule set score.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Plan {
    /// The voluntary zeros among the placements of rolls.
    zeros: VoluntaryZeros,
    /// The part of each category, if it has one.
    part_of: Vec<Option<usize>>,
    further_category: Option<Category>,
    /// The category whose points set the Yahtzee flag.
    flag_category: Option<Category>,
    /// The extra bonus of a further n of a kind for a zero, without and with the Yahtzee flag.
    zero_bonus: [Points; 2],
    /// Mask of the lower categories.
    lower: u32,
    chains: Chains,
    /// The rerolls of a turn, without spare throws.
    rerolls: u8,
    spare: SpareThrows,
    /// By category, the points of the rolls that win the game at once; none if all rolls count as their points.
    winning: Vec<Option<Points>>,
    /// The scores of rolls on later throws; in a game that does not pay by throw, on all throws.
    later: Scoring,
    /// The scores of rolls on the first throw of a turn, in a game that pays by throw.
    first: Option<Scoring>,
}

/// The scores of the rolls of a rule set on some throws.
#[derive(Clone, Debug)]
pub struct Scoring {
    columns: Vec<Column>,
    /// The menus of each part.
    menus: Vec<Menus>,
    listed: Vec<ListedRoll>,
}

/// The throw after which a roll is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The [throws](State::throws) of the state after it.
    pub throws: u8,
    /// Whether it is the first of its turn, in a game that pays by throw.
    pub is_first: bool,
}

impl Plan {
    /// The plan of a rule set. Rolls that win the game count as their points.
    pub(crate) fn new(rules: &RuleSet, lattice: &Lattice, zeros: VoluntaryZeros) -> Plan {
        let rolls: Vec<Roll> = lattice.rolls().map(|index| lattice.roll_at(index)).collect();
        // Of boxes that are filled alike at most one is open, so they share a place in a part.
        let firsts = rules.categories().filter(|&category| !rules.is_repeat(category)).map(Category::index);
        let mut parts = parts::choose(&parts::points(rules, &rolls, false), firsts);
        for part in &mut parts {
            let boxes = part.iter().flat_map(|&first| rules.boxes_like(Category::from_index(first)));
            *part = boxes.map(Category::index).collect();
        }
        let part_of = |category| parts.iter().position(|categories| categories.contains(&category));
        Plan {
            zeros,
            part_of: (0..rules.category_count()).map(part_of).collect(),
            further_category: rules.further().map(|further| further.category),
            flag_category: rules.flag_category(),
            zero_bonus: rules.further().map_or([Points::ZERO; 2], |further| [further.after_zero, further.after_points].map(zero_bonus)),
            lower: Filled::all(rules.category_count()).mask() & !Filled::all(rules.upper_count()).mask(),
            chains: rules.chains(),
            rerolls: rules.rolls() - 1,
            spare: rules.spare_throws(),
            winning: vec![None; rules.category_count()],
            later: Scoring::new(rules, &rolls, &parts, zeros, false),
            first: rules.pays_by_throw().then(|| Scoring::new(rules, &rolls, &parts, zeros, true)),
        }
    }

    /// The same plan, in which rolls that win the game do so.
    pub(crate) fn to_win(&self, rules: &RuleSet) -> Plan {
        Plan { winning: rules.categories().map(|category| rules.winning_points(category)).collect(), ..self.clone() }
    }

    /// The categories, each with whether it is in a part.
    pub(super) fn categories(&self) -> impl Iterator<Item = (Category, bool)> {
        self.part_of.iter().enumerate().map(|(index, part)| (Category::from_index(index), part.is_some()))
    }

    /// Whether it is a lower category.
    pub(super) fn is_lower(&self, category: Category) -> bool {
        Filled::NONE.with(category).mask() & self.lower != 0
    }

    /// Whether these points win the game at once in a category.
    #[inline(always)]
    pub(crate) fn wins(&self, category: Category, written: Points) -> bool {
        self.winning[category.index()] == Some(written)
    }

    /// Whether some roll wins the game at once.
    #[doc(hidden)]
    pub fn has_winning_rolls(&self) -> bool {
        self.winning.iter().any(Option::is_some)
    }

    /// The voluntary zeros among the placements of rolls.
    pub(crate) fn zeros(&self) -> VoluntaryZeros {
        self.zeros
    }

    /// The scores of rolls on a first or a later throw.
    #[inline(always)]
    pub fn scoring(&self, is_first: bool) -> &Scoring {
        match &self.first {
            Some(first) if is_first => first,
            _ => &self.later,
        }
    }

    /// Whether the first throw of a turn pays other points than later ones.
    #[doc(hidden)]
    #[inline(always)]
    pub fn pays_by_throw(&self) -> bool {
        self.first.is_some()
    }

    /// The throws beyond those of a single turn. With them, scoring a roll later leads to another state.
    #[doc(hidden)]
    #[inline(always)]
    pub fn spare(&self) -> SpareThrows {
        self.spare
    }

    /// The rerolls left after the first throw of a turn whose state has this number of throws.
    #[doc(hidden)]
    #[inline(always)]
    pub fn rerolls(&self, throws: u8) -> u8 {
        self.rerolls + self.spare.in_hand(throws)
    }

    /// Number of menus of all parts.
    pub(crate) fn menus(&self) -> usize {
        let last = |scoring: &Scoring| scoring.menus.last().map_or(0, |menus| menus.all.end);
        last(&self.later).max(self.first.as_ref().map_or(0, last))
    }

    /// The throws after which a turn may end, whose state has this number of throws. Those with equal scores that lead to the same states count once.
    pub(crate) fn ends(&self, throws: u8) -> impl Iterator<Item = Throw> + use<> {
        let first = self.rerolls(throws);
        let by_throw = self.pays_by_throw();
        let later = if by_throw { first } else { first + 1 };
        let spare = self.spare;
        let ends = (0..later).map(move |rerolls_left| spare.after(throws, rerolls_left));
        let first = Throw { throws: spare.after(throws, first), is_first: true };
        distinct(ends).map(|throws| Throw { throws, is_first: false }).chain(by_throw.then_some(first))
    }
}

/// These numbers, each once where equal ones follow each other.
fn distinct(numbers: impl Iterator<Item = u8>) -> impl Iterator<Item = u8> {
    let mut before = None;
    numbers.filter(move |number| before.replace(*number) != Some(*number))
}

/// The extra bonus for a zero.
fn zero_bonus(case: FurtherCase) -> Points {
    if case.bonus_when == BonusWhen::Always { case.bonus } else { Points::ZERO }
}

impl Scoring {
    fn new(rules: &RuleSet, rolls: &[Roll], parts: &[Vec<usize>], zeros: VoluntaryZeros, is_first: bool) -> Scoring {
        let points = parts::points(rules, rolls, is_first);
        let column = |category: usize, raised: &[u16]| Column::new(rules, Category::from_index(category), &points[category], raised);
        let rolls_themselves: Vec<u16> = (0..rolls.len() as u16).collect();
        let mut columns: Vec<Column> = (0..points.len()).map(|category| column(category, &rolls_themselves)).collect();
        let mut menus = Vec::with_capacity(parts.len());
        let mut start = 0;
        for categories in parts {
            let part = Menus::new(categories, &points, start);
            for &category in categories {
                columns[category] = column(category, &part.of_roll);
            }
            start = part.all.end;
            menus.push(part);
        }
        // A zero has no value for a roll that scores everywhere, if it may not be voluntary.
        let all_apart = zeros == VoluntaryZeros::All && !rules.allows_voluntary_zeros();
        let listed = rolls.iter().enumerate().filter_map(|(index, roll)| {
            let face = rules.further_face(roll);
            if face.is_none() && !all_apart {
                return None;
            }
            let upper = face.and_then(|face| rules.upper_category(face));
            let placements = Situation::all().map(|situation| situation.placements(rules, roll, zeros, is_first, upper));
            Some(ListedRoll { roll: index, upper, placements: placements.collect() })
        });
        let listed = listed.collect();
        Scoring { columns, menus, listed }
    }
}

impl Scoring {
    /// The rolls with lists of their own.
    pub(super) fn listed(&self) -> &[ListedRoll] {
        &self.listed
    }

    /// The menus of these parts.
    #[inline(always)]
    pub(super) fn menus(&self, parts: [bool; PARTS]) -> impl Iterator<Item = &Menus> {
        self.menus.iter().zip(parts).filter(|(_, is_open)| *is_open).map(|(menus, _)| menus)
    }

    /// Every number of points that rolls score in a category, the dice that make them in an upper category, and the menus or the rolls that they raise.
    #[inline(always)]
    pub(super) fn scores(&self, category: Category) -> impl ExactSizeIterator<Item = (Points, u32, &[u16])> {
        let column = &self.columns[category.index()];
        let mut start = 0;
        column.scores.iter().map(move |score| {
            let raised = &column.raised[start..score.end];
            start = score.end;
            (score.points, score.count, raised)
        })
    }
}

impl Column {
    /// The column of a category, given the points of each roll and its targets.
    fn new(rules: &RuleSet, category: Category, points: &[Points], raised: &[u16]) -> Column {
        let by_points = points.iter().copied().zip(raised.iter().copied()).filter(|(points, _)| *points > 0);
        let mut column = Column::default();
        for (points, raised) in by_points.collect::<BTreeSet<_>>() {
            column.raised.push(raised);
            let end = column.raised.len();
            match column.scores.last_mut() {
                Some(score) if score.points == points => score.end = end,
                _ => column.scores.push(Score { points, count: counted_dice(rules, category, points), end }),
            }
        }
        column
    }
}

/// The number of dice that make `points` in an upper category; 0 in a lower one.
#[doc(hidden)]
pub fn counted_dice(rules: &RuleSet, category: Category, points: Points) -> u32 {
    rules.upper_faces().nth(category.index()).map_or(0, |face: Face| points.get() / u32::from(face.pips()))
}

/// The situation of a roll with a list: everything, apart from the category itself being open, that decides where it may go.
#[derive(Clone, Copy)]
struct Situation {
    filled: bool,
    flag: bool,
    upper_open: bool,
    lower_open: bool,
}

/// Number of situations.
pub(super) const SITUATIONS: usize = 16;

impl Situation {
    /// All situations, in the order of their indices.
    fn all() -> impl Iterator<Item = Situation> {
        let has = |index: usize, bit: usize| index >> bit & 1 != 0;
        (0..SITUATIONS).map(move |index| Situation {
            filled: has(index, 0),
            flag: has(index, 1),
            upper_open: has(index, 2),
            lower_open: has(index, 3),
        })
    }

    fn index(self) -> usize {
        usize::from(self.filled) | usize::from(self.flag) << 1 | usize::from(self.upper_open) << 2 | usize::from(self.lower_open) << 3
    }

    /// The placements of `roll` in this situation, by category. It asks the rules for a card with few other open categories.
    fn placements(
        self,
        rules: &RuleSet,
        roll: &Roll,
        zeros: VoluntaryZeros,
        is_first: bool,
        upper: Option<Category>,
    ) -> Vec<ListedPlacement> {
        let further = rules.further().map(|further| further.category);
        if self.flag && !(self.filled && rules.flag_category().is_some()) {
            return Vec::new();
        }
        let is_lower = |category: Category| !rules.is_upper(category);
        let some_lower = rules.categories().find(|&category| is_lower(category) && Some(category) != further);
        let in_category = |category: Category| {
            let possible = match category {
                category if Some(category) == further => !self.filled,
                category if Some(category) == upper => self.upper_open,
                category if is_lower(category) => self.lower_open,
                _ => true,
            };
            let open = move |other: Category| {
                other == category
                    || (Some(other) == upper && self.upper_open)
                    || (Some(other) == further && !self.filled)
                    || (Some(other) == some_lower && self.lower_open && !is_lower(category))
            };
            let filled = rules.categories().filter(|&other| !open(other)).fold(Filled::NONE, Filled::with);
            let state = State { filled, upper_total: Points::ZERO, flag: self.flag, throws: 0 };
            // Any category may be the open one of its chain. The throws of what follows do not matter here.
            let choices = rules.choices_in_any_order(zeros, &state, roll, RerollsLeft::NONE, is_first);
            let choices = choices.into_iter().filter(move |placement| possible && placement.category == category);
            choices.map(move |placement| {
                let (count, flag) = (counted_dice(rules, category, placement.points), placement.next.flag);
                ListedPlacement {
                    category,
                    points: placement.points + placement.bonus,
                    written: placement.points,
                    count,
                    flag,
                    follows_as_zero: count == 0 && flag == self.flag,
                }
            })
        };
        rules.categories().flat_map(in_category).collect()
    }
}
