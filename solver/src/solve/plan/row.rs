//! The plan of one row of states: its open categories, and the states that follow.

use yahtzee_kernel::{Open, OpenRow, Row, Source, UNSHIFTED};

use super::{Plan, Situation};
use crate::rules::{Category, Filled, Points};
use crate::space::StateSpace;

/// The plan of one row: the successors of its open categories.
#[derive(Clone, Debug, Default)]
pub struct RowPlan {
    /// The same in numbers.
    pub kernel: Row,
    /// The extra bonus of a further n of a kind for a zero.
    zero_bonus: Points,
}

impl Plan {
    /// Fills in the open categories of a row, reusing the memory of the previous one.
    pub fn fill(&self, space: &StateSpace, filled: Filled, flag: bool, row: &mut OpenRow) {
        let is_open = |category: Category| self.chains.is_open(filled, category);
        let with_points = self.flag_category.filter(|&category| is_open(category)).map(|category| self.open(space, filled, category, true));
        let further_filled = self.further_category.is_some_and(|category| filled.contains(category));
        let but_further = self.further_category.map_or(filled, |category| filled.with(category));
        let lower_open = but_further.mask() & self.lower != self.lower;
        // Until the category of the n of a kind is filled, such a roll forces nothing: the list for a card with all categories open has all its placements.
        let free = !further_filled;
        let situations = self.upper_of_listed.iter().map(|upper| {
            let upper_open = free || upper.is_some_and(|upper| !filled.contains(upper));
            Situation { filled: further_filled, flag, upper_open, lower_open: free || lower_open }.index() as u8
        });
        row.begin(flag, with_points, situations);
        for category in (0..self.winning.len()).map(Category::from_index).filter(|&category| is_open(category)) {
            row.add(&self.kernel, self.open(space, filled, category, flag));
        }
    }

    /// An open category of the row with this mask, with the states that have this flag afterwards.
    #[inline(always)]
    fn open(&self, space: &StateSpace, filled: Filled, category: Category, flag: bool) -> Open {
        let after = filled.with(category);
        let is_lower = self.lower >> category.index() & 1 != 0;
        let (shift, stride) = if is_lower { (UNSHIFTED, 0) } else { space.shift(filled, category) };
        let zero = Source {
            start: space.row_start(after, flag),
            shift,
            points: 0,
            written: 0,
            column: category.index() as u8,
            throws: 0,
            wins: false,
            plane: space.plane_width(after) as u32,
        };
        let winning = self.winning[category.index()].map(Points::get);
        Open { zero, stride, winning, in_a_part: self.kernel.part_of[category.index()].is_some() }
    }
}

impl RowPlan {
    /// Fills in the plan of a row, reusing the memory of the previous one.
    pub fn fill(&mut self, plan: &Plan, space: &StateSpace, filled: Filled, flag: bool) {
        let further_filled = plan.further_category.is_some_and(|category| filled.contains(category));
        self.zero_bonus = if further_filled { plan.zero_bonus[usize::from(flag)] } else { Points::ZERO };
        self.kernel.fill(&plan.kernel, |open| plan.fill(space, filled, flag, open));
    }

    /// All possible ends of a turn of a state of the row with this number of throws, some of them repeated. It includes voluntary zeros that never
    /// gain, because a question may be about them.
    pub(crate) fn sources(&self, plan: &Plan, throws: u8) -> impl Iterator<Item = Source> {
        let plan = &plan.kernel;
        plan.ends(throws).flat_map(move |throw| {
            let zeros = self.kernel.open().iter().map(move |open| open.zero(throw.throws));
            let scores = self.kernel.open().iter().flat_map(move |open| open.scores(plan, throw)).map(|(source, _)| source);
            let listed = self.kernel.all_listed(throw.nth);
            // A further n of a kind may be a voluntary zero, with its bonus, wherever it is allowed.
            let may_be_zero = move |open: &&Open| self.zero_bonus > 0 && listed.iter().any(|source| source.column == open.zero.column);
            let bonus = self.zero_bonus.get();
            let with_bonus =
                self.kernel.open().iter().filter(may_be_zero).map(move |open| Source { points: bonus, ..open.zero(throw.throws) });
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
