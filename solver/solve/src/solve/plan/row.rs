//! The plan of one row of states: how its open categories score, and the states that follow.

use super::{Menus, PARTS, Plan, Scoring, Situation, Source, Throw, UNSHIFTED};
use crate::rules::{Category, Filled, Points};
use crate::space::StateSpace;

/// An open category of a row.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Open {
    category: Category,
    in_a_part: bool,
    /// The source of a zero.
    zero: Source,
    /// The distance between the shifts of consecutive counts; 0 in a lower category.
    stride: u32,
    /// The points that win the game at once here.
    winning: Option<Points>,
}

impl Open {
    /// The source of a zero.
    #[inline(always)]
    pub fn zero(&self, throws: u8) -> Source {
        self.zero.with_throws(throws)
    }

    /// The category.
    #[doc(hidden)]
    #[inline(always)]
    pub fn category(&self) -> Category {
        self.category
    }

    /// Whether the category is in a part: its scores raise menus. Otherwise they raise the rolls.
    #[inline(always)]
    pub(crate) fn in_a_part(&self) -> bool {
        self.in_a_part
    }

    /// The source of some points; in an upper category, `count` dice make them.
    #[doc(hidden)]
    #[inline(always)]
    pub fn score(&self, throws: u8, points: Points, count: u32) -> Source {
        let zero = self.zero(throws);
        let wins = self.winning == Some(points);
        Source { shift: zero.shift.wrapping_add(self.stride * count), points, written: points, wins, ..zero }
    }

    /// Every number of points that rolls can score here after a throw, as a source, with the menus or the rolls that it raises.
    #[inline(always)]
    pub fn scores<'a>(&self, plan: &'a Plan, throw: Throw) -> impl Iterator<Item = (Source, &'a [u16])> + use<'a> {
        let open = *self;
        let scores = plan.scoring(throw.is_first).scores(self.category);
        scores.map(move |(points, count, raised)| (open.score(throw.throws, points, count), raised))
    }
}

/// The placements of the rolls with lists.
#[derive(Clone, Debug, Default)]
struct ListedRolls {
    /// The placements, roll after roll.
    placements: Vec<Source>,
    /// For each such roll its index, and the end of its placements.
    rolls: Vec<(usize, usize)>,
}

/// The plan of one row: the successors of its open categories.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct RowPlan {
    open: Vec<Open>,
    later: ListedRolls,
    /// The placements on the first throw of a turn, in a game that pays by throw.
    first: ListedRolls,
    /// The extra bonus of a further n of a kind for a zero.
    zero_bonus: Points,
    part_is_open: [bool; PARTS],
}

impl RowPlan {
    /// Fills in the plan of a row, reusing the memory of the previous one.
    #[doc(hidden)]
    #[inline]
    pub fn fill(&mut self, plan: &Plan, space: &StateSpace, filled: Filled, flag: bool) {
        self.open.clear();
        self.part_is_open = [false; PARTS];
        let is_open = |category: Category| plan.chains.is_open(filled, category);
        let source = |category: Category, flag: bool| {
            let after = filled.with(category);
            let (shift, stride) = if plan.is_lower(category) { (UNSHIFTED, 0) } else { space.shift(filled, category) };
            let zero = Source {
                start: space.row_start(after, flag),
                shift,
                points: Points::ZERO,
                written: Points::ZERO,
                category,
                throws: 0,
                wins: false,
                plane: space.plane_width(after) as u32,
            };
            (zero, stride)
        };
        for (index, &part) in plan.part_of.iter().enumerate() {
            let category = Category::from_index(index);
            if is_open(category) {
                let (zero, stride) = source(category, flag);
                let winning = plan.winning[index];
                self.open.push(Open { category, in_a_part: part.is_some(), zero, stride, winning });
                if let Some(part) = part {
                    self.part_is_open[part] = true;
                }
            }
        }
        let further_filled = plan.further_category.is_some_and(|category| filled.contains(category));
        self.zero_bonus = if further_filled { plan.zero_bonus[usize::from(flag)] } else { Points::ZERO };
        let but_further = plan.further_category.map_or(filled, |category| filled.with(category));
        let lower_open = but_further.mask() & plan.lower != plan.lower;
        for (scoring, into) in [(Some(&plan.later), &mut self.later), (plan.first.as_ref(), &mut self.first)] {
            into.placements.clear();
            into.rolls.clear();
            for listed in scoring.map_or(&[][..], |scoring| &scoring.listed) {
                let upper_open = listed.upper.is_some_and(|upper| !filled.contains(upper));
                let situation = Situation { filled: further_filled, flag, upper_open, lower_open };
                for placement in listed.placements[situation.index()].iter().filter(|placement| is_open(placement.category)) {
                    let (mut to, stride) = source(placement.category, placement.flag);
                    to.points = placement.points;
                    to.written = placement.written;
                    to.wins = plan.wins(placement.category, placement.written);
                    to.shift = to.shift.wrapping_add(stride * placement.count);
                    into.placements.push(to);
                }
                into.rolls.push((listed.roll, into.placements.len()));
            }
        }
    }

    /// The menus of the parts in which a category is open.
    #[inline(always)]
    pub fn menus<'a>(&self, scoring: &'a Scoring) -> impl Iterator<Item = &'a Menus> {
        scoring.menus(self.part_is_open)
    }

    /// Marks the parts in which a category is open.
    #[inline(always)]
    pub(crate) fn add_open_parts(&self, is_open: &mut [bool; PARTS]) {
        for (all, mine) in is_open.iter_mut().zip(self.part_is_open) {
            *all |= mine;
        }
    }

    /// The open categories.
    #[doc(hidden)]
    #[inline(always)]
    pub fn open(&self) -> &[Open] {
        &self.open
    }

    #[inline(always)]
    fn listed_rolls(&self, plan: &Plan, is_first: bool) -> &ListedRolls {
        if is_first && plan.pays_by_throw() { &self.first } else { &self.later }
    }

    /// The rolls with a list of their own, each with all its placements. These sources save nothing: see [`Source::saving`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn listed(&self, plan: &Plan, is_first: bool) -> impl Iterator<Item = (usize, &[Source])> {
        let ListedRolls { placements, rolls } = self.listed_rolls(plan, is_first);
        let mut start = 0;
        rolls.iter().map(move |&(roll, end)| {
            let placements = &placements[start..end];
            start = end;
            (roll, placements)
        })
    }

    /// All possible ends of a turn of a state of the row with this number of throws, some of them repeated. It includes voluntary zeros that never
    /// gain, because a question may be about them.
    pub(crate) fn sources(&self, plan: &Plan, throws: u8) -> impl Iterator<Item = Source> {
        plan.ends(throws).flat_map(move |throw| {
            let zeros = self.open.iter().map(move |open| open.zero(throw.throws));
            let scores = self.open.iter().flat_map(move |open| open.scores(plan, throw)).map(|(source, _)| source);
            let listed = &self.listed_rolls(plan, throw.is_first).placements;
            // A further n of a kind may be a voluntary zero, with its bonus, wherever it is allowed.
            let may_be_zero = move |open: &&Open| self.zero_bonus > 0 && listed.iter().any(|source| source.category == open.category);
            let with_bonus =
                self.open.iter().filter(may_be_zero).map(move |open| Source { points: self.zero_bonus, ..open.zero(throw.throws) });
            zeros.chain(scores).chain(with_bonus).chain(listed.iter().map(move |source| source.with_throws(throw.throws)))
        })
    }

    /// The rows, shifts and points of all possible ends of a turn of the row, each once.
    pub(crate) fn distinct_sources(&self, plan: &Plan, throws: u8) -> Vec<Source> {
        let key = |source: &Source| (source.start, source.shift, source.points, source.wins);
        let mut sources: Vec<Source> = self.sources(plan, throws).collect();
        sources.sort_unstable_by_key(key);
        sources.dedup_by_key(|source| key(source));
        sources
    }
}
