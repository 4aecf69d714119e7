//! The plan of one row of states: how its open categories score, and the states that follow.

use super::{ListedPlacement, ListedRoll, Menus, PARTS, Plan, Scoring, Situation, Source, Throw, UNSHIFTED};
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
    #[inline(always)]
    fn new(plan: &Plan, space: &StateSpace, filled: Filled, category: Category, flag: bool) -> Open {
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
        Open { category, in_a_part: plan.part_of[category.index()].is_some(), zero, stride, winning: plan.winning[category.index()] }
    }

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

/// The open categories of a row.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct OpenRow {
    filled: Filled,
    flag: bool,
    open: Vec<Open>,
    /// The category whose points set the flag, if it is open, with the states that follow such points.
    with_points: Option<Open>,
    /// The place of each category among the open ones.
    place_of: [Option<u8>; u32::BITS as usize],
    part_is_open: [bool; PARTS],
    further_filled: bool,
    lower_open: bool,
}

impl OpenRow {
    /// Fills in the open categories of a row, reusing the memory of the previous one.
    #[doc(hidden)]
    #[inline]
    pub fn fill(&mut self, plan: &Plan, space: &StateSpace, filled: Filled, flag: bool) {
        self.open.clear();
        let is_open = |category: Category| plan.chains.is_open(filled, category);
        let sets_flag = plan.flag_category.filter(|&category| is_open(category));
        let but_further = plan.further_category.map_or(filled, |category| filled.with(category));
        *self = OpenRow {
            filled,
            flag,
            open: std::mem::take(&mut self.open),
            with_points: sets_flag.map(|category| Open::new(plan, space, filled, category, true)),
            place_of: [None; u32::BITS as usize],
            part_is_open: [false; PARTS],
            further_filled: plan.further_category.is_some_and(|category| filled.contains(category)),
            lower_open: but_further.mask() & plan.lower != plan.lower,
        };
        for (category, _) in plan.categories().filter(|&(category, _)| is_open(category)) {
            self.place_of[category.index()] = Some(self.open.len() as u8);
            self.open.push(Open::new(plan, space, filled, category, flag));
            if let Some(part) = plan.part_of[category.index()] {
                self.part_is_open[part] = true;
            }
        }
    }

    /// The open categories.
    #[doc(hidden)]
    #[inline(always)]
    pub fn open(&self) -> &[Open] {
        &self.open
    }

    /// The open category, unless this one is not open.
    #[inline(always)]
    pub(crate) fn open_in(&self, category: Category) -> Option<&Open> {
        self.place_of[category.index()].map(|place| &self.open[usize::from(place)])
    }

    /// Marks the parts in which a category is open.
    #[inline(always)]
    pub(crate) fn add_open_parts(&self, is_open: &mut [bool; PARTS]) {
        for (all, mine) in is_open.iter_mut().zip(self.part_is_open) {
            *all |= mine;
        }
    }

    /// The index of the [`Situation`] here of a roll with a list.
    #[inline(always)]
    pub(in crate::solve) fn situation(&self, listed: &ListedRoll) -> usize {
        // Until the category of the n of a kind is filled, such a roll forces nothing: the list for a card with all categories open has all its placements.
        let (filled, free) = (self.further_filled, !self.further_filled);
        let upper_open = free || listed.upper.is_some_and(|upper| !self.filled.contains(upper));
        Situation { filled, flag: self.flag, upper_open, lower_open: free || self.lower_open }.index()
    }

    /// The placements of a roll with a list.
    #[inline(always)]
    fn placements<'a>(&'a self, listed: &'a ListedRoll) -> impl Iterator<Item = Source> + 'a {
        listed.placements(self.situation(listed)).iter().filter_map(|placement| self.source(placement))
    }

    /// The placements of a roll, if it has a list of its own.
    #[doc(hidden)]
    pub fn placements_of<'a>(&'a self, plan: &'a Plan, roll: usize, is_first: bool) -> Option<impl Iterator<Item = Source> + 'a> {
        let listed = plan.scoring(is_first).listed.iter().find(|listed| listed.roll == roll)?;
        Some(self.placements(listed))
    }

    /// A placement of a roll with a list as a source, if its category is open.
    #[inline(always)]
    pub(in crate::solve) fn source(&self, placement: &ListedPlacement) -> Option<Source> {
        let open = if placement.flag == self.flag { self.open_in(placement.category)? } else { self.with_points.as_ref()? };
        Some(Source { points: placement.points, ..open.score(0, placement.written, placement.count) })
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
    row: OpenRow,
    later: ListedRolls,
    /// The placements on the first throw of a turn, in a game that pays by throw.
    first: ListedRolls,
    /// The extra bonus of a further n of a kind for a zero.
    zero_bonus: Points,
}

impl RowPlan {
    /// Fills in the plan of a row, reusing the memory of the previous one.
    #[doc(hidden)]
    #[inline]
    pub fn fill(&mut self, plan: &Plan, space: &StateSpace, filled: Filled, flag: bool) {
        self.row.fill(plan, space, filled, flag);
        self.list(plan);
    }

    /// Fills in the plan of the row of these open categories.
    #[doc(hidden)]
    pub fn fill_from(&mut self, plan: &Plan, row: &OpenRow) {
        self.row.clone_from(row);
        self.list(plan);
    }

    #[inline(always)]
    fn list(&mut self, plan: &Plan) {
        let RowPlan { row, later, first, zero_bonus } = self;
        *zero_bonus = if row.further_filled { plan.zero_bonus[usize::from(row.flag)] } else { Points::ZERO };
        for (scoring, into) in [(Some(&plan.later), later), (plan.first.as_ref(), first)] {
            into.placements.clear();
            into.rolls.clear();
            for listed in scoring.map_or(&[][..], |scoring| &scoring.listed) {
                into.placements.extend(row.placements(listed));
                into.rolls.push((listed.roll, into.placements.len()));
            }
        }
    }

    /// The open categories.
    #[doc(hidden)]
    #[inline(always)]
    pub fn open(&self) -> &[Open] {
        self.row.open()
    }

    /// The menus of the parts in which a category is open.
    #[inline(always)]
    pub fn menus<'a>(&self, scoring: &'a Scoring) -> impl Iterator<Item = &'a Menus> {
        scoring.menus(self.row.part_is_open)
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
            let zeros = self.row.open.iter().map(move |open| open.zero(throw.throws));
            let scores = self.row.open.iter().flat_map(move |open| open.scores(plan, throw)).map(|(source, _)| source);
            let listed = &self.listed_rolls(plan, throw.is_first).placements;
            // A further n of a kind may be a voluntary zero, with its bonus, wherever it is allowed.
            let may_be_zero = move |open: &&Open| self.zero_bonus > 0 && listed.iter().any(|source| source.category == open.category);
            let with_bonus =
                self.row.open.iter().filter(may_be_zero).map(move |open| Source { points: self.zero_bonus, ..open.zero(throw.throws) });
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
