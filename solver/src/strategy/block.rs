//! The optimal strategy in the turns of a block of states.

use super::optimal::OptimalStrategy;
use crate::dice::Element;
use crate::dice::Lanes;
use crate::rules::{Category, Filled, Points, State};
use crate::solve::{Model, Source, Successors, TIE_TOLERANCE, UNSHIFTED, counted_dice};

/// A way to score in a row of states: rolls that are written there for the same points share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowOption {
    pub(crate) category: Category,
    /// Points written.
    pub(crate) points: Points,
    /// The extra bonus.
    pub(crate) bonus: Points,
    /// Whether the Yahtzee category holds its points afterwards.
    pub(crate) flag: bool,
    /// The values of the states that follow.
    pub(crate) source: Source,
}

/// The policy in the turns of a block of `L` lanes of a row, and the room in which it is worked out.
///
/// First [`enter_row`](BlockStrategy::enter_row), then [`choose`](BlockStrategy::choose) for each of its blocks.
#[derive(Clone, Debug)]
pub(crate) struct BlockStrategy<const L: usize> {
    /// The ways to score in the row, by category, then by points; those of further n of a kind last.
    options: Vec<RowOption>,
    /// The options of each roll, roll after roll, in the order of categories.
    of_roll: Vec<u16>,
    /// Where the options of each roll end.
    of_roll_end: Vec<usize>,
    values: Vec<Lanes<L>>,
    /// The best option to score each roll.
    placements: Vec<[u16; L]>,
    /// The value of scoring each roll.
    scored: Vec<Lanes<L>>,
    nodes: Vec<Lanes<L>>,
    hold_values: Vec<Lanes<L>>,
    /// For one reroll left, then for two, and so on: what to hold of each roll, as a node; the roll's own node says to score it.
    holds: Vec<Vec<[u16; L]>>,
}

impl<const L: usize> BlockStrategy<L> {
    pub(crate) fn new(policy: &OptimalStrategy<'_>) -> BlockStrategy<L> {
        let Model { rules, lattice, .. } = &**policy.table.model();
        let rolls = lattice.rolls().len();
        BlockStrategy {
            options: Vec::new(),
            of_roll: Vec::new(),
            of_roll_end: Vec::new(),
            values: Vec::new(),
            placements: vec![[0; L]; rolls],
            scored: vec![Lanes([0.0; L]); rolls],
            nodes: vec![Lanes([0.0; L]); lattice.len()],
            hold_values: vec![Lanes([0.0; L]); lattice.holds().len()],
            holds: vec![vec![[0; L]; rolls]; usize::from(rules.rolls()) - 1],
        }
    }

    /// Looks up how rolls score in the row of a mask and flag; a category must be open.
    pub(crate) fn enter_row(&mut self, policy: &OptimalStrategy<'_>, filled: Filled, flag: bool) {
        let Model { rules, lattice, space, .. } = &**policy.table.model();
        let state = State { filled, upper_total: 0, flag };
        self.options.clear();
        self.of_roll.clear();
        self.of_roll_end.clear();
        let option = |category: Category, points: Points, bonus: Points| {
            let next = rules.after(&state, category, points);
            let shift = if rules.is_upper(category) {
                let (start, stride) = space.shift(filled, category);
                start + stride * counted_dice(rules, category, points)
            } else {
                UNSHIFTED
            };
            let source = Source { start: space.row_start(next.filled, next.flag), shift, points: points + bonus };
            RowOption { category, points, bonus, flag: next.flag, source }
        };
        // How far the options of a category stand from its scores.
        let mut open: Vec<(Category, usize)> = Vec::with_capacity(rules.category_count());
        for category in rules.categories().filter(|&category| !filled.contains(category)) {
            let scores = &policy.score_start[category.index()..];
            open.push((category, scores[0] - self.options.len()));
            self.options.extend(policy.scores[scores[0]..scores[1]].iter().map(|&(category, points)| option(category, points, 0)));
        }
        let is_further = rules.further().is_some_and(|further| filled.contains(further.category));
        for roll in 0..lattice.rolls().len() {
            if is_further && policy.further.contains(&roll) {
                for placement in rules.placements(&state, &lattice.roll_at(lattice.rolls().start + roll)) {
                    self.of_roll.push(self.options.len() as u16);
                    self.options.push(option(placement.category, placement.points, placement.bonus));
                }
            } else {
                let scores = &policy.score_of[roll * rules.category_count()..];
                self.of_roll.extend(open.iter().map(|&(category, apart)| scores[category.index()] - apart as u16));
            }
            self.of_roll_end.push(self.of_roll.len());
        }
    }

    /// Works out the policy of the `L` lanes from `first`.
    #[inline(always)]
    pub(crate) fn choose(&mut self, policy: &OptimalStrategy<'_>, first: usize) {
        let Model { lattice, space, .. } = &**policy.table.model();
        let successors = Successors { values: policy.table.values(), shifts: space.shifts() };
        self.values.clear();
        self.values.extend(self.options.iter().map(|option| successors.read(&option.source, first)));
        self.choose_placements();
        self.nodes[lattice.rolls()].copy_from_slice(&self.scored);
        for reroll in 0..self.holds.len() {
            lattice.expect(&mut self.nodes);
            self.hold_values.copy_from_slice(&self.nodes[lattice.holds()]);
            lattice.best(&mut self.nodes);
            self.choose_holds(policy, reroll, lattice.rolls().start);
        }
    }

    #[inline(always)]
    fn choose_placements(&mut self) {
        let mut start = 0;
        for ((&end, scored), placement) in self.of_roll_end.iter().zip(&mut self.scored).zip(&mut self.placements) {
            let options = &self.of_roll[start..end];
            start = end;
            let value = |option: u16| &self.values[usize::from(option)];
            let mut best = *value(options[0]);
            for &option in &options[1..] {
                best.raise_to(value(option));
            }
            let mut choice = [0; L];
            for &option in options.iter().rev() {
                choose_where_tied(&mut choice, option, &best, value(option));
            }
            *scored = best;
            *placement = choice.map(|option| option as u16);
        }
    }

    #[inline(always)]
    fn choose_holds(&mut self, policy: &OptimalStrategy<'_>, reroll: usize, first_roll: usize) {
        let mut start = 0;
        for (roll, (&end, out)) in policy.holds_end.iter().zip(&mut self.holds[reroll]).enumerate() {
            let best = &self.nodes[first_roll + roll];
            let mut choice = [0; L];
            for &hold in &policy.holds[start..end] {
                choose_where_tied(&mut choice, hold, best, &self.hold_values[usize::from(hold)]);
            }
            choose_where_tied(&mut choice, (first_roll + roll) as u16, best, &self.scored[roll]);
            *out = choice.map(|node| node as u16);
            start = end;
        }
    }

    /// The ways to score in the row.
    pub(crate) fn options(&self) -> &[RowOption] {
        &self.options
    }

    /// For each roll and lane the best of the [`options`](BlockStrategy::options) to write it.
    pub(crate) fn placements(&self) -> &[[u16; L]] {
        &self.placements
    }

    /// For each roll and lane what to hold with this many rerolls left (at least one), as a node of the lattice: the roll's own says to score it.
    pub(crate) fn holds(&self, rerolls_left: u8) -> &[[u16; L]] {
        &self.holds[usize::from(rerolls_left) - 1]
    }
}

/// Chooses `option` in the lanes in which it is as good as the best. As wide as a value, so that lanes of both go together.
#[inline(always)]
fn choose_where_tied<const L: usize>(choice: &mut [u64; L], option: u16, best: &Lanes<L>, value: &Lanes<L>) {
    for ((choice, best), value) in choice.iter_mut().zip(&best.0).zip(&value.0) {
        *choice = if best - value < TIE_TOLERANCE { option.into() } else { *choice };
    }
}
