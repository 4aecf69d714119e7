//! The best actions in the turns of a block of lanes, by the values of the states that follow.
//!
//! The best action is the first option of an `Advice`: among options that tie ([`TIE_TOLERANCE`](crate::solve::TIE_TOLERANCE)), the first
//! in the order of ties. States that share a lane of a row share one strategy. The turn kernel computes the lanes of a block together.

use super::chooser::Chooser;
use super::chosen::{Chosen, TieOrder, TieRule};
use crate::dice::{Lattice, RerollsLeft};
use crate::rules::{Category, Filled, Points, State, VoluntaryZeros};
use crate::solve::{LanesAt, Model, Read, RowPlan, Source, Successors, Turns, UNSHIFTED, Watch, Workspace, counted_dice};

/// A way to score in a row of states. Rolls with the same points there share it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct RowOption {
    /// The points, and the values of the states that follow.
    #[doc(hidden)]
    pub source: Source,
    /// Whether the Yahtzee category holds its points afterwards.
    pub(crate) flag: bool,
}

impl RowOption {
    /// The extra bonus.
    pub(crate) fn bonus(&self) -> Points {
        self.source.points - self.source.written
    }
}

/// The choices of a strategy for each roll, after a throw with some number of rerolls left.
#[derive(Clone, Debug)]
struct Choices<const L: usize> {
    /// The node of the best hold of each roll; the node of the roll itself means scoring it.
    holds: Vec<[u16; L]>,
    /// The best option to score each roll. In a game with spare throws, only where scoring it is best.
    placements: Vec<[u32; L]>,
}

/// The choices after some throws, by the rerolls left, and the scores of rolls then.
#[derive(Clone, Debug)]
struct Throws<const L: usize> {
    /// The option of each roll in each open category where it may be written: two [columns](TieOrder::column) for each category of the first roll,
    /// then of the next roll, and so on. They need 32 bits: of five dice with 20 sides, 4,200 rolls are three alike, each with options of its own.
    option_of: Vec<u32>,
    choices: Vec<Choices<L>>,
}

/// The strategy in the turns of a block of `L` lanes of a row, and its workspace.
///
/// Call [`enter_row`](BlockStrategy::enter_row) first, then [`choose`](BlockStrategy::choose) for each of its blocks.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct BlockStrategy<const L: usize> {
    filled: Filled,
    flag: bool,
    row_plan: RowPlan,
    workspace: Workspace<Chosen<L, 0>>,
    /// The ways to score in the row, by category, then by points; the last ones are of rolls with separate lists.
    options: Vec<RowOption>,
    /// The choices after later throws; in a game that does not pay by throw, after all throws.
    later: Throws<L>,
    /// The choices after first throws, in a game that pays by throw.
    first: Option<Throws<L>>,
    /// Whether the game has spare throws.
    spare: bool,
    rolls: usize,
}

impl<const L: usize> BlockStrategy<L> {
    #[doc(hidden)]
    pub fn new(chooser: &Chooser) -> BlockStrategy<L> {
        let Model { rules, lattice, plan, .. } = &*chooser.model;
        let throws = Throws { option_of: vec![0; 2 * lattice.rolls().len() * rules.category_count()], choices: Vec::new() };
        BlockStrategy {
            filled: Filled::NONE,
            flag: false,
            row_plan: RowPlan::default(),
            workspace: Workspace::new(lattice, plan, &Chosen::default()),
            options: Vec::new(),
            first: plan.pays_by_throw().then(|| throws.clone()),
            later: throws,
            spare: plan.spare().exist(),
            rolls: lattice.rolls().len(),
        }
    }

    /// Finds the scores of rolls in the row with this mask and flag, which must have an open category.
    #[doc(hidden)]
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
        for (throws, score_of) in [(Some(&mut self.later), &chooser.score_of), (self.first.as_mut(), &chooser.first_score_of)] {
            let columns = throws.map_or(&mut [][..], |throws| &mut throws.option_of).chunks_exact_mut(2 * categories);
            for (columns, scores) in columns.zip(score_of.chunks_exact(categories)) {
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
            let column = TieOrder::column(category, Points::ZERO);
            for throws in [Some(&mut self.later), self.first.as_mut()].into_iter().flatten() {
                let zeros = throws.option_of.iter_mut().skip(column).step_by(columns);
                zeros.for_each(|option| *option = self.options.len() as u32);
            }
            self.options.push(row_option(&chooser.model, state, category, Points::ZERO, Points::ZERO));
        }
    }

    /// Finds the scores of a further n of a kind in the row of a state.
    fn enter_further(&mut self, chooser: &Chooser, state: &State) {
        let Model { rules, lattice, plan, .. } = &*chooser.model;
        let columns = 2 * rules.category_count();
        for (throws, is_first) in [(Some(&mut self.later), false), (self.first.as_mut(), true)] {
            let Some(throws) = throws else { continue };
            for &roll in &chooser.further {
                let of_roll = lattice.roll_at(lattice.rolls().start + roll);
                let choices = rules.choices_in_any_order(plan.zeros(), state, &of_roll, RerollsLeft::NONE, is_first);
                for placement in choices.into_iter().filter(|placement| rules.is_open(state.filled, placement.category)) {
                    let column = TieOrder::column(placement.category, placement.points);
                    throws.option_of[columns * roll + column] = self.options.len() as u32;
                    self.options.push(row_option(&chooser.model, state, placement.category, placement.points, placement.bonus));
                }
            }
        }
    }

    /// Computes the strategy of these turns in `L` lanes of each plane, by the values of the states that follow.
    #[inline(always)]
    pub(crate) fn choose(&mut self, chooser: &Chooser, lanes: [usize; L], turns: Turns) {
        let values = chooser.values_after(self.filled, self.flag);
        let successors = Successors { values, shifts: chooser.model.space.shifts() };
        let mut workspace = std::mem::take(&mut self.workspace);
        self.choose_by(chooser, &mut workspace, &Ends(LanesAt { successors, lanes }), turns);
        self.workspace = workspace;
    }

    /// Computes the strategy of `L` lanes by the ends of these turns from `ends`.
    #[inline(always)]
    pub(crate) fn choose_by<const N: usize, T: TieRule<L, N>>(
        &mut self,
        chooser: &Chooser,
        workspace: &mut Workspace<Chosen<L, N, T>>,
        ends: &impl Read<Chosen<L, N, T>>,
        turns: Turns,
    ) {
        let Model { rules, lattice, plan, .. } = &*chooser.model;
        let BlockStrategy { row_plan, later, first, .. } = self;
        for throws in [Some(&mut *later), first.as_mut()].into_iter().flatten() {
            throws.make_room(lattice, turns);
        }
        let columns = 2 * rules.category_count();
        let nodes = lattice.rolls().start as u16;
        let mut keeping = Keeping { ties: &chooser.ties, later, first: first.as_mut(), nodes, columns, spare: plan.spare().exist() };
        workspace.turn(lattice, plan, row_plan, ends, turns, &mut keeping);
    }

    /// The ways to score in the row. These sources have no throws: see [`Source::with_throws`].
    #[doc(hidden)]
    pub fn options(&self) -> &[RowOption] {
        &self.options
    }

    /// The index among the [`options`](BlockStrategy::options) of an allowed placement: of a roll, in this [column](TieOrder::column), after a first
    /// throw of a turn or a later one.
    #[inline(always)]
    pub(crate) fn option_of(&self, roll: usize, column: usize, is_first: bool) -> usize {
        let option_of = &self.throws(is_first).option_of;
        option_of[roll * (option_of.len() / self.rolls) + column] as usize
    }

    fn throws(&self, is_first: bool) -> &Throws<L> {
        match &self.first {
            Some(first) if is_first => first,
            _ => &self.later,
        }
    }

    /// For each roll and lane, the index of the best of the [`options`](BlockStrategy::options) to score it, with this many rerolls left, after a
    /// first throw of a turn or a later one. In a game with spare throws, or that pays by throw, it is valid only if scoring is the best action.
    #[doc(hidden)]
    #[inline(always)]
    pub fn placements(&self, rerolls_left: u8, is_first: bool) -> &[[u32; L]] {
        let by_rerolls = self.spare || (is_first && self.first.is_some());
        &self.throws(is_first).choices[if by_rerolls { usize::from(rerolls_left) } else { 0 }].placements
    }

    /// For each roll and lane, the node of the best hold with this many rerolls left, after a first throw of a turn or a later one; the node of the roll
    /// itself means scoring it.
    #[doc(hidden)]
    #[inline(always)]
    pub fn holds(&self, rerolls_left: u8, is_first: bool) -> &[[u16; L]] {
        &self.throws(is_first).choices[usize::from(rerolls_left)].holds
    }
}

impl<const L: usize> Throws<L> {
    fn make_room(&mut self, lattice: &Lattice, turns: Turns) {
        let rolls = lattice.rolls().len();
        let empty = || Choices { holds: vec![[0; L]; rolls], placements: vec![[0; L]; rolls] };
        let most = self.choices.len().max(usize::from(turns.most) + 1);
        self.choices.resize_with(most, empty);
    }

    /// Stores the chosen actions of the rolls. The nodes of the rolls begin at `nodes`. It stores the placements too if no reroll is left, or on
    /// request.
    #[inline(always)]
    fn keep<const N: usize, T>(&mut self, rerolls_left: u8, rolls: &[Chosen<L, N, T>], nodes: u16, columns: usize, placements: bool) {
        let Throws { option_of, choices } = self;
        let choices = &mut choices[usize::from(rerolls_left)];
        if rerolls_left == 0 || placements {
            for ((roll, options), out) in rolls.iter().zip(option_of.chunks_exact(columns)).zip(&mut choices.placements) {
                for (out, &order) in out.iter_mut().zip(&roll.order.0) {
                    *out = TieOrder::chosen_column(order).map_or(0, |column| options[column]);
                }
            }
        }
        for ((roll, node), out) in rolls.iter().zip(nodes..).zip(&mut choices.holds) {
            for (out, &order) in out.iter_mut().zip(&roll.order.0) {
                *out = TieOrder::node(order, node);
            }
        }
    }
}

/// Chooses while a turn is computed, and stores the actions. It is a type and not two closures, so that it is always inlined.
struct Keeping<'a, const L: usize> {
    ties: &'a TieOrder,
    later: &'a mut Throws<L>,
    first: Option<&'a mut Throws<L>>,
    /// The node of the first roll.
    nodes: u16,
    /// The columns of a roll.
    columns: usize,
    /// Whether the game has spare throws.
    spare: bool,
}

impl<const L: usize, const N: usize, T> Watch<Chosen<L, N, T>> for Keeping<'_, L> {
    #[inline(always)]
    fn best(&mut self, rerolls_left: u8, rolls: &[Chosen<L, N, T>]) {
        // Without spare throws, scoring a roll does not depend on the rerolls left.
        self.later.keep(rerolls_left, rolls, self.nodes, self.columns, self.spare);
    }

    #[inline(always)]
    fn first(&mut self, rerolls_left: u8, rolls: &[Chosen<L, N, T>]) {
        if let Some(first) = &mut self.first {
            first.keep(rerolls_left, rolls, self.nodes, self.columns, true);
        }
    }

    #[inline(always)]
    fn mean(&mut self, rerolls_left: u8, hold: usize, mean: &mut Chosen<L, N, T>) {
        mean.order = self.ties.of_hold(hold, rerolls_left);
    }
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
        points: points + bonus,
        written: points,
        category,
        throws: 0,
        wins: plan.wins(category, points),
        plane: space.plane_width(next.filled) as u32,
    };
    RowOption { source, flag: next.flag }
}

/// Reads the ends of a turn.
struct Ends<'a, const L: usize>(LanesAt<'a, L>);

impl<const L: usize> Read<Chosen<L, 0>> for Ends<'_, L> {
    #[inline(always)]
    fn read(&self, source: &Source) -> Chosen<L, 0> {
        Chosen::new(self.0.read(source), TieOrder::of_placement(source), [])
    }
}
