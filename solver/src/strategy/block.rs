//! The best actions in the turns of a block of lanes, by the values of the states that follow.
//!
//! The best action is the first option of an [`Advice`](crate::Advice): among options that tie ([`TIE_TOLERANCE`](crate::TIE_TOLERANCE)), the first
//! in the order of ties. States that share a lane of a row share one strategy. The turn kernel works out the lanes of a block together.

use std::ops::ControlFlow;

use super::chooser::Chooser;
use crate::dice::Lanes;
use crate::rules::{Category, Filled, Points, State};
use crate::solve::{Model, RowPlan, Source, Successors, TIE_TOLERANCE, UNSHIFTED, Watch, Workspace, counted_dice};

/// A way to score in a row of states. Rolls that score the same points there share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowOption {
    /// The points, and the values of the states that follow.
    pub(crate) source: Source,
    /// Whether the Yahtzee category holds its points afterwards.
    pub(crate) flag: bool,
}

impl RowOption {
    /// The extra bonus.
    pub(crate) fn bonus(&self) -> Points {
        self.source.points - self.source.written
    }
}

/// The strategy in the turns of a block of `L` lanes of a row, and its workspace.
///
/// Call [`enter_row`](BlockStrategy::enter_row) first, then [`choose`](BlockStrategy::choose) for each of its blocks.
#[derive(Clone, Debug)]
pub(crate) struct BlockStrategy<const L: usize> {
    row_plan: RowPlan,
    workspace: Workspace<Lanes<L>>,
    /// The ways to score in the row, by category, then by points; those of rolls with choices of their own last.
    options: Vec<RowOption>,
    /// The options of each roll, roll after roll, in the order of categories.
    of_roll: Vec<u16>,
    /// The end of the options of each roll.
    of_roll_end: Vec<usize>,
    /// The value of each option.
    values: Vec<Lanes<L>>,
    chosen: Chosen<L>,
}

/// The chosen actions, and the values that they are chosen by.
#[derive(Clone, Debug)]
struct Chosen<const L: usize> {
    /// The best option to score each roll.
    placements: Vec<[u16; L]>,
    /// The value of scoring each roll.
    scored: Vec<Lanes<L>>,
    hold_values: Vec<Lanes<L>>,
    /// For one reroll left, then for two, and so on: the node of the best hold of each roll; the node of the roll itself means scoring it.
    holds: Vec<Vec<[u16; L]>>,
}

impl<const L: usize> BlockStrategy<L> {
    pub(crate) fn new(chooser: &Chooser<'_>) -> BlockStrategy<L> {
        let Model { rules, lattice, plan, .. } = &*chooser.model;
        let rolls = lattice.rolls().len();
        BlockStrategy {
            row_plan: RowPlan::default(),
            workspace: Workspace::new(lattice, plan, &Lanes([0.0; L])),
            options: Vec::new(),
            of_roll: Vec::new(),
            of_roll_end: Vec::new(),
            values: Vec::new(),
            chosen: Chosen {
                placements: vec![[0; L]; rolls],
                scored: vec![Lanes([0.0; L]); rolls],
                hold_values: vec![Lanes([0.0; L]); lattice.holds().len()],
                holds: vec![vec![[0; L]; rolls]; usize::from(rules.rolls()) - 1],
            },
        }
    }

    /// Finds how rolls score in the row with this mask and flag; a category must be open.
    pub(crate) fn enter_row(&mut self, chooser: &Chooser<'_>, filled: Filled, flag: bool) {
        let Model { rules, lattice, space, plan } = &*chooser.model;
        let state = State { filled, upper_total: 0, flag };
        self.row_plan.fill(plan, space, filled, flag);
        self.options.clear();
        self.of_roll.clear();
        self.of_roll_end.clear();
        // The distance between the index of an option of a category and that of its score.
        let mut open: Vec<(Category, usize)> = Vec::with_capacity(rules.category_count());
        for category in rules.categories().filter(|&category| !filled.contains(category)) {
            let scores = &chooser.score_start[category.index()..];
            open.push((category, scores[0] - self.options.len()));
            let scores = &chooser.scores[scores[0]..scores[1]];
            self.options.extend(scores.iter().map(|&(category, points)| row_option(&chooser.model, &state, category, points, 0)));
        }
        // While the category of the n of a kind is open, rolls that score in it may have one more choice: a voluntary zero.
        let have_own = rules.further().is_some_and(|further| filled.contains(further.category) || rules.zero_may_gain(further.category));
        for roll in 0..lattice.rolls().len() {
            if have_own && chooser.further.contains(&roll) {
                for placement in rules.choices(&state, &lattice.roll_at(lattice.rolls().start + roll)) {
                    self.of_roll.push(self.options.len() as u16);
                    self.options.push(row_option(&chooser.model, &state, placement.category, placement.points, placement.bonus));
                }
            } else {
                let scores = &chooser.score_of[roll * rules.category_count()..];
                self.of_roll.extend(open.iter().map(|&(category, apart)| scores[category.index()] - apart as u16));
            }
            self.of_roll_end.push(self.of_roll.len());
        }
    }

    /// Works out the strategy of the `L` lanes from `first`.
    #[inline(always)]
    pub(crate) fn choose(&mut self, chooser: &Chooser<'_>, first: usize) {
        let Model { rules, lattice, space, plan } = &*chooser.model;
        let successors = Successors { values: &chooser.values, shifts: space.shifts() };
        let BlockStrategy { row_plan, workspace, options, of_roll, of_roll_end, values, chosen } = self;
        values.clear();
        values.extend(options.iter().map(|option| successors.read(&option.source, first)));
        let mut choosing = Choosing { chooser, of_roll, of_roll_end, values, chosen };
        workspace.turn(lattice, plan, row_plan, &successors.from(first), rules.rolls() - 1, &mut choosing);
    }

    /// The ways to score in the row.
    pub(crate) fn options(&self) -> &[RowOption] {
        &self.options
    }

    /// For each roll and lane, the index of the best of the [`options`](BlockStrategy::options) to score it.
    pub(crate) fn placements(&self) -> &[[u16; L]] {
        &self.chosen.placements
    }

    /// For each roll and lane, the node of the best hold with this many rerolls left (at least one); the node of the roll itself means scoring it.
    pub(crate) fn holds(&self, rerolls_left: u8) -> &[[u16; L]] {
        &self.chosen.holds[usize::from(rerolls_left) - 1]
    }
}

/// The option of scoring these points in a category of a row.
fn row_option(model: &Model, state: &State, category: Category, points: Points, bonus: Points) -> RowOption {
    let Model { rules, space, .. } = model;
    let next = rules.after(state, category, points);
    let shift = if rules.is_upper(category) {
        let (start, stride) = space.shift(state.filled, category);
        start + stride * counted_dice(rules, category, points)
    } else {
        UNSHIFTED
    };
    let start = space.row_start(next.filled, next.flag);
    RowOption { source: Source { start, shift, points: points + bonus, written: points, category }, flag: next.flag }
}

/// Chooses the actions while a turn is worked out.
struct Choosing<'a, const L: usize> {
    chooser: &'a Chooser<'a>,
    of_roll: &'a [u16],
    of_roll_end: &'a [usize],
    values: &'a [Lanes<L>],
    chosen: &'a mut Chosen<L>,
}

impl<const L: usize> Watch<Lanes<L>> for Choosing<'_, L> {
    #[inline(always)]
    fn best(&mut self, rerolls_left: u8, rolls: &[Lanes<L>]) {
        match rerolls_left {
            0 => self.choose_placements(rolls),
            _ => self.choose_holds(rerolls_left, rolls),
        }
    }

    #[inline(always)]
    fn held(&mut self, _: u8, nodes: &mut [Lanes<L>]) -> ControlFlow<()> {
        self.chosen.hold_values.copy_from_slice(&nodes[self.chooser.model.lattice.holds()]);
        ControlFlow::Continue(())
    }
}

impl<const L: usize> Choosing<'_, L> {
    #[inline(always)]
    fn choose_placements(&mut self, best: &[Lanes<L>]) {
        self.chosen.scored.copy_from_slice(best);
        let mut start = 0;
        for ((&end, best), placement) in self.of_roll_end.iter().zip(best).zip(&mut self.chosen.placements) {
            let mut choice = [0; L];
            for &option in self.of_roll[start..end].iter().rev() {
                choose_where_tied(&mut choice, option, best, &self.values[usize::from(option)]);
            }
            *placement = choice.map(|option| option as u16);
            start = end;
        }
    }

    #[inline(always)]
    fn choose_holds(&mut self, rerolls_left: u8, best: &[Lanes<L>]) {
        let Chosen { scored, hold_values, holds, .. } = &mut *self.chosen;
        let first_roll = hold_values.len();
        let mut start = 0;
        for (roll, (&end, out)) in self.chooser.holds_end.iter().zip(&mut holds[usize::from(rerolls_left) - 1]).enumerate() {
            let mut choice = [0; L];
            for &hold in &self.chooser.holds[start..end] {
                choose_where_tied(&mut choice, hold, &best[roll], &hold_values[usize::from(hold)]);
            }
            choose_where_tied(&mut choice, (first_roll + roll) as u16, &best[roll], &scored[roll]);
            *out = choice.map(|node| node as u16);
            start = end;
        }
    }
}

/// Chooses `option` in the lanes in which it ties with the best. A choice is as wide as a value, so that their lanes match.
#[inline(always)]
fn choose_where_tied<const L: usize>(choice: &mut [u64; L], option: u16, best: &Lanes<L>, value: &Lanes<L>) {
    for ((choice, best), value) in choice.iter_mut().zip(&best.0).zip(&value.0) {
        *choice = if best - value < TIE_TOLERANCE { option.into() } else { *choice };
    }
}
