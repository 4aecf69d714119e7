//! The best actions in the turns of a block of lanes, by the values of the states that follow.
//!
//! The best action is the first option of an [`Advice`](crate::Advice): among options that tie ([`TIE_TOLERANCE`](crate::TIE_TOLERANCE)), the first
//! in the order of ties. States that share a lane of a row share one strategy. The turn kernel works out the lanes of a block together.

use super::chooser::Chooser;
use super::chosen::{Choosing, Chosen, TieOrder, TieRule};
use crate::rules::{Category, Filled, Points, State};
use crate::solve::{Model, Read, RowPlan, Source, Successors, UNSHIFTED, Workspace, counted_dice};

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
    filled: Filled,
    flag: bool,
    row_plan: RowPlan,
    workspace: Workspace<Chosen<L, 0>>,
    /// The ways to score in the row, by category, then by points; those of rolls with choices of their own last.
    options: Vec<RowOption>,
    /// The option of each roll in each open category where it may be written: two [columns](TieOrder::column) for each category of the first roll,
    /// then those of the next roll.
    option_of: Vec<u16>,
    /// The best option to score each roll.
    placements: Vec<[u16; L]>,
    /// For one reroll left, then for two, and so on: the node of the best hold of each roll; the node of the roll itself means scoring it.
    holds: Vec<Vec<[u16; L]>>,
}

impl<const L: usize> BlockStrategy<L> {
    pub(crate) fn new(chooser: &Chooser<'_>) -> BlockStrategy<L> {
        let Model { rules, lattice, plan, .. } = &*chooser.model;
        let rolls = lattice.rolls().len();
        BlockStrategy {
            filled: Filled::NONE,
            flag: false,
            row_plan: RowPlan::default(),
            workspace: Workspace::new(lattice, plan, &Chosen::default()),
            options: Vec::new(),
            option_of: vec![0; 2 * rolls * rules.category_count()],
            placements: vec![[0; L]; rolls],
            holds: vec![vec![[0; L]; rolls]; usize::from(rules.rolls()) - 1],
        }
    }

    /// Finds how rolls score in the row with this mask and flag; a category must be open.
    pub(crate) fn enter_row(&mut self, chooser: &Chooser<'_>, filled: Filled, flag: bool) {
        let Model { rules, lattice, space, plan } = &*chooser.model;
        let state = State { filled, upper_total: Points::ZERO, flag };
        (self.filled, self.flag) = (filled, flag);
        self.row_plan.fill(plan, space, filled, flag);
        self.options.clear();
        // The distance between the index of an option of a category and that of its score.
        let mut open: Vec<(Category, usize)> = Vec::with_capacity(rules.category_count());
        for category in rules.categories().filter(|&category| !filled.contains(category)) {
            let scores = &chooser.score_start[category.index()..];
            open.push((category, scores[0] - self.options.len()));
            let scores = &chooser.scores[scores[0]..scores[1]];
            self.options
                .extend(scores.iter().map(|&(category, points)| row_option(&chooser.model, &state, category, points, Points::ZERO)));
        }
        let categories = rules.category_count();
        for (columns, scores) in self.option_of.chunks_exact_mut(2 * categories).zip(chooser.score_of.chunks_exact(categories)) {
            for &(category, apart) in &open {
                columns[2 * category.index()..][..2].fill(scores[category.index()] - apart as u16);
            }
        }
        // While the category of the n of a kind is open, rolls that score in it may have one more choice: a voluntary zero.
        if rules.further().is_some_and(|further| filled.contains(further.category) || rules.zero_may_gain(further.category)) {
            for &roll in &chooser.further {
                for placement in rules.choices(&state, &lattice.roll_at(lattice.rolls().start + roll)) {
                    let column = TieOrder::column(placement.category, placement.points);
                    self.option_of[2 * categories * roll + column] = self.options.len() as u16;
                    self.options.push(row_option(&chooser.model, &state, placement.category, placement.points, placement.bonus));
                }
            }
        }
    }

    /// Works out the strategy of the `L` lanes from `first`, by the values of the states that follow.
    #[inline(always)]
    pub(crate) fn choose(&mut self, chooser: &Chooser<'_>, first: usize) {
        let successors = Successors { values: chooser.values_after(self.filled, self.flag), shifts: chooser.model.space.shifts() };
        let mut workspace = std::mem::take(&mut self.workspace);
        self.choose_by(chooser, &mut workspace, &Ends { successors, first });
        self.workspace = workspace;
    }

    /// Works out the strategy of `L` lanes by what `ends` says of the ends of the turn.
    #[inline(always)]
    pub(crate) fn choose_by<const N: usize, T: TieRule<L, N>>(
        &mut self,
        chooser: &Chooser<'_>,
        workspace: &mut Workspace<Chosen<L, N, T>>,
        ends: &impl Read<Chosen<L, N, T>>,
    ) {
        let Model { rules, lattice, plan, .. } = &*chooser.model;
        let BlockStrategy { row_plan, option_of, placements, holds, .. } = self;
        let columns = 2 * rules.category_count();
        let first_roll = lattice.rolls().start;
        let chosen = |rerolls_left: u8, rolls: &[Chosen<L, N, T>]| {
            if rerolls_left == 0 {
                for ((roll, options), out) in rolls.iter().zip(option_of.chunks_exact(columns)).zip(&mut *placements) {
                    *out = roll.order.0.map(|order| options[TieOrder::chosen_column(order)]);
                }
            } else {
                for ((roll, node), out) in rolls.iter().zip(first_roll as u16..).zip(&mut holds[usize::from(rerolls_left) - 1]) {
                    *out = roll.order.0.map(|order| TieOrder::node(order, node));
                }
            }
        };
        let mut choosing = Choosing { ties: &chooser.ties, chosen };
        workspace.turn(lattice, plan, row_plan, ends, rules.rolls() - 1, &mut choosing);
    }

    /// The ways to score in the row.
    pub(crate) fn options(&self) -> &[RowOption] {
        &self.options
    }

    /// For each roll and lane, the index of the best of the [`options`](BlockStrategy::options) to score it.
    pub(crate) fn placements(&self) -> &[[u16; L]] {
        &self.placements
    }

    /// For each roll and lane, the node of the best hold with this many rerolls left (at least one); the node of the roll itself means scoring it.
    pub(crate) fn holds(&self, rerolls_left: u8) -> &[[u16; L]] {
        &self.holds[usize::from(rerolls_left) - 1]
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

/// Reads the ends of a turn in the lanes from `first`.
struct Ends<'a> {
    successors: Successors<'a>,
    first: usize,
}

impl<const L: usize> Read<Chosen<L, 0>> for Ends<'_> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Chosen<L, 0> {
        let value = self.successors.read(source, self.first);
        Chosen::new(value, TieOrder::of_placement(source), [])
    }
}
