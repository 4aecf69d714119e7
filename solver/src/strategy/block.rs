//! The best actions in the turns of a block of lanes, by the values of the states that follow.
//!
//! The best action is the first option of an `Advice`: among options that tie ([`TIE_TOLERANCE`](crate::solve::TIE_TOLERANCE)), the first
//! in the order of ties. States that share a lane of a row share one strategy. The turn kernel computes the lanes of a block together.

use yahtzee_kernel::{
    ByScores, ByWorths, Choices, Choosing, Source, Successors, TieOrder, Turns, UNSHIFTED, Workspace, Worths, choose_block,
    choose_block_by_worth, choose_one, choose_one_by_worth,
};

use super::chooser::Chooser;
use crate::dice::RerollsLeft;
use crate::rules::{Category, Filled, Points, State, VoluntaryZeros};
use crate::solve::{Model, RowPlan, counted_dice};
use crate::space::BLOCK;

/// A way to score in a row of states. Rolls with the same points there share it.
#[derive(Clone, Copy, Debug)]
pub struct RowOption {
    /// The points, and the values of the states that follow.
    pub source: Source,
    /// Whether the Yahtzee category holds its points afterwards.
    pub(crate) flag: bool,
}

impl RowOption {
    /// The extra bonus.
    pub(crate) fn bonus(&self) -> Points {
        Points::new(self.source.points - self.source.written)
    }

    /// The category.
    pub fn category(&self) -> Category {
        Category::from_index(self.source.column.into())
    }

    /// The points written, without the extra bonus.
    pub fn written(&self) -> Points {
        Points::new(self.source.written)
    }
}

/// The strategy in the turns of a block of `L` lanes of a row, and its workspace.
///
/// Call [`enter_row`](BlockStrategy::enter_row) first, then [`choose`](BlockStrategy::choose) for each of its blocks.
#[derive(Clone, Debug)]
pub struct BlockStrategy<const L: usize> {
    filled: Filled,
    flag: bool,
    row_plan: RowPlan,
    workspace: ByScores<L>,
    /// The ways to score in the row, by category, then by points; the last ones are of rolls with separate lists.
    options: Vec<RowOption>,
    choices: Choices<L>,
}

impl<const L: usize> BlockStrategy<L> {
    pub fn new(chooser: &Chooser) -> BlockStrategy<L> {
        let Model { lattice, plan, .. } = &*chooser.model;
        BlockStrategy {
            filled: Filled::NONE,
            flag: false,
            row_plan: RowPlan::default(),
            workspace: Workspace::default(),
            options: Vec::new(),
            choices: Choices::new(lattice, &plan.kernel),
        }
    }

    /// Finds the scores of rolls in the row with this mask and flag, which must have an open category.
    pub fn enter_row(&mut self, chooser: &Chooser, filled: Filled, flag: bool) {
        let Model { rules, space, plan, .. } = &*chooser.model;
        let state = State { filled, upper_total: Points::ZERO, flag, throws: 0 };
        (self.filled, self.flag) = (filled, flag);
        self.row_plan.fill(plan, space, filled, flag);
        self.options.clear();
        // The distance between the index of an option of a category and the index of its score.
        let mut open: Vec<(Category, usize)> = Vec::with_capacity(rules.category_count());
        for category in rules.categories().filter(|&category| rules.is_open(filled, category)) {
            let scores = &chooser.score_start[category.index()..];
            open.push((category, scores[0] - self.options.len()));
            let scores = &chooser.scores[scores[0]..scores[1]];
            self.options
                .extend(scores.iter().map(|&(category, points)| row_option(&chooser.model, &state, category, points, Points::ZERO)));
        }
        let categories = rules.category_count();
        for (option_of, score_of) in self.choices.options_of_rolls().zip(&chooser.score_of) {
            for (columns, scores) in option_of.chunks_exact_mut(2 * categories).zip(score_of.chunks_exact(categories)) {
                for &(category, apart) in &open {
                    columns[2 * category.index()..][..2].fill(u32::from(scores[category.index()]) - apart as u32);
                }
            }
        }
        let all_zeros = plan.zeros() == VoluntaryZeros::All;
        if all_zeros {
            self.enter_zeros(chooser, &state);
        }
        // While the category of the n of a kind is open, rolls that score in it may have an additional choice: a voluntary zero.
        let may_gain = |category| all_zeros || rules.zero_may_gain(category);
        if rules.further().is_some_and(|further| filled.contains(further.category) || may_gain(further.category)) {
            self.enter_further(chooser, &state);
        }
    }

    /// Adds a zero in each open category for all rolls of the row of a state.
    fn enter_zeros(&mut self, chooser: &Chooser, state: &State) {
        let rules = &chooser.model.rules;
        let columns = 2 * rules.category_count();
        for category in rules.categories().filter(|&category| rules.is_open(state.filled, category)) {
            let column = TieOrder::column(category.index(), 0);
            for option_of in self.choices.options_of_rolls() {
                option_of.iter_mut().skip(column).step_by(columns).for_each(|option| *option = self.options.len() as u32);
            }
            self.options.push(row_option(&chooser.model, state, category, Points::ZERO, Points::ZERO));
        }
    }

    /// Finds the scores of a further n of a kind in the row of a state.
    fn enter_further(&mut self, chooser: &Chooser, state: &State) {
        let Model { rules, nodes, plan, .. } = &*chooser.model;
        let columns = 2 * rules.category_count();
        for (nth, option_of) in self.choices.options_of_rolls().enumerate() {
            for &roll in &chooser.further {
                let of_roll = nodes.roll_at(nodes.rolls().start + roll);
                let open = rules.categories().filter(|&category| rules.is_open(state.filled, category));
                let choices = |category| rules.choices_in(category, plan.zeros(), state, &of_roll, RerollsLeft::NONE, nth);
                for placement in open.flat_map(choices) {
                    let column = TieOrder::column(placement.category.index(), placement.points.get());
                    option_of[columns * roll + column] = self.options.len() as u32;
                    self.options.push(row_option(&chooser.model, state, placement.category, placement.points, placement.bonus));
                }
            }
        }
    }

    /// The ways to score in the row. These sources have no throws: see [`Source::with_throws`].
    pub fn options(&self) -> &[RowOption] {
        &self.options
    }

    /// The chosen actions. The options of scoring are numbers among the [`options`](BlockStrategy::options).
    pub fn choices(&self) -> &Choices<L> {
        &self.choices
    }
}

impl BlockStrategy<BLOCK> {
    /// Chooses in some lanes of the row, by the values of the states that follow.
    pub fn choose(&mut self, chooser: &Chooser, lanes: [usize; BLOCK], turns: Turns) {
        let values = chooser.values_after(self.filled, self.flag);
        let successors = Successors { values, shifts: chooser.model.space.shifts() };
        let BlockStrategy { row_plan, choices, workspace, .. } = self;
        choose_block(choices, workspace, choosing(chooser, row_plan, turns), successors, lanes);
    }

    /// The same by the worths of the ends of the turns, each with the expected points that decide between equal worths.
    pub fn choose_by_worth(
        &mut self,
        chooser: &Chooser,
        workspace: &mut Workspace<ByWorths>,
        ends: &dyn Fn(&Source) -> ByWorths,
        turns: Turns,
    ) {
        choose_block_by_worth(&mut self.choices, workspace, choosing(chooser, &self.row_plan, turns), ends);
    }
}

impl BlockStrategy<1> {
    /// Chooses in one lane of the row, by the values of the states that follow.
    pub(super) fn choose_one(&mut self, chooser: &Chooser, lane: usize, turns: Turns) {
        let values = chooser.values_after(self.filled, self.flag);
        let successors = Successors { values, shifts: chooser.model.space.shifts() };
        let BlockStrategy { row_plan, choices, workspace, .. } = self;
        choose_one(choices, workspace, choosing(chooser, row_plan, turns), successors, lane);
    }

    /// The same by the worths of the ends of the turns.
    pub(super) fn choose_one_by_worth(&mut self, chooser: &Chooser, ends: &dyn Fn(&Source) -> Worths<1>, turns: Turns) {
        choose_one_by_worth(&mut self.choices, choosing(chooser, &self.row_plan, turns), ends);
    }
}

/// What the kernel chooses with in these turns of a row.
fn choosing<'a>(chooser: &'a Chooser, row_plan: &'a RowPlan, turns: Turns) -> Choosing<'a> {
    let Model { lattice, plan, .. } = &*chooser.model;
    Choosing { lattice, plan: &plan.kernel, row: &row_plan.kernel, ties: &chooser.ties, turns }
}

/// The option of scoring these points in a category of a row.
fn row_option(model: &Model, state: &State, category: Category, points: Points, bonus: Points) -> RowOption {
    let Model { rules, space, plan, .. } = model;
    let next = State { throws: 0, ..rules.after(state, category, points, RerollsLeft::NONE) };
    let shift = if rules.is_upper(category) {
        let (start, stride) = space.shift(state.filled, category);
        start + stride * counted_dice(rules, category, points)
    } else {
        UNSHIFTED
    };
    let source = Source {
        start: space.row_start(next.filled, next.flag),
        shift,
        points: (points + bonus).get(),
        written: points.get(),
        column: category.index() as u8,
        throws: 0,
        wins: plan.wins(category, points),
        plane: space.plane_width(next.filled) as u32,
    };
    RowOption { source, flag: next.flag }
}
