//! One column under prices: a game of its own, that uses some turns and passes in the others.

use std::sync::Arc;

use yahtzee_kernel::{
    Adjust, Lanes, Lattice, Open, OpenRow, Row as KernelRow, RowWorkspace, SimdLevel, Successors, Values, solve_row_adjusted,
};
use yahtzee_solver::rules::{Category, GameColumn, RulesError};
use yahtzee_solver::solve::{MemoryLimit, RowPlaces, RowPlan, Stopped};
use yahtzee_solver::space::Row;
use yahtzee_solver::{Model, Run};

use crate::lots::Lots;
use crate::prices::ColumnPrices;

/// The rows of a task.
const ROWS: usize = 24;

/// A column with everything derived from its rules.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// Its states and how rolls score in it.
    pub(crate) model: Arc<Model>,
    /// How often its points count.
    pub(crate) times: f64,
    /// Whether its box is named after the first throw.
    pub(crate) announced: bool,
    /// Its boxes.
    pub(crate) boxes: usize,
    /// What prices tell apart.
    pub(crate) lots: Lots,
}

/// The values of a column: for each turn, those of its states before it, in points of the column (not multiplied), less the prices still to be paid.
/// A state that cannot be there in that turn has 0.
pub(crate) type ColumnValues = Vec<Vec<f64>>;

impl Column {
    pub(crate) fn new(rules: &GameColumn, limit: MemoryLimit) -> Result<Column, RulesError> {
        let model = Arc::new(Model::new(&rules.rules, limit)?);
        let lots = Lots::new(&rules.rules, rules.announced, None);
        Ok(Column { boxes: rules.rules.category_count(), times: rules.times.into(), announced: rules.announced, model, lots })
    }

    /// The class of the cards of a row.
    pub(crate) fn class(&self, row: &Row) -> usize {
        self.lots.class(|category| row.filled.contains(Category::from_index(category)))
    }

    /// The position of the empty card.
    pub(crate) fn start(&self) -> usize {
        self.model.space.rows().last().expect("the row of the empty card").start
    }

    /// Whether it has the same values as another column under all prices.
    pub(crate) fn is_like(&self, other: &Column) -> bool {
        self.times == other.times && self.announced == other.announced && self.model.rules.fingerprint() == other.model.rules.fingerprint()
    }

    /// Whether a state with so many open boxes may pass before this many turns are left: enough of them remain for its boxes.
    pub(crate) fn may_pass(open: usize, turns_left: usize) -> bool {
        open < turns_left
    }

    /// The values before each of `turns` turns, and after the last one, under prices in points of the column.
    pub(crate) fn values(&self, turns: usize, prices: &ColumnPrices, run: Run<'_>) -> Result<ColumnValues, Stopped> {
        let space = &self.model.space;
        let mut values: ColumnValues = Vec::with_capacity(turns + 1);
        run.walk(turns as u64, |walker| {
            values.push(self.full_cards());
            for turn in (0..turns).rev() {
                let after = values.last().expect("the values after the turn");
                let mut here = self.full_cards();
                for (open, rows) in space.layers().enumerate().skip(1) {
                    if open > turns - turn || self.boxes - open > turn {
                        continue;
                    }
                    let of_turn = OfTurn { column: self, after, prices, turn, passes: Column::may_pass(open, turns - turn) };
                    let (start, width) = (rows[0].start, rows.iter().map(|row| space.row_width(row)).sum());
                    let places = RowPlaces { arrays: [&mut here[start..][..width]] };
                    walker.layer(ROWS, rows, places, &|rows, mut places: RowPlaces<'_, f64, 1>| of_turn.fill(rows, &mut places));
                }
                values.push(here);
                walker.advance(1);
            }
            values.reverse();
        })?;
        Ok(values)
    }

    /// The values of its states if all turns are its own.
    pub(crate) fn alone(&self, run: Run<'_>) -> Result<Vec<f64>, Stopped> {
        let by_turn = self.values(self.boxes, &ColumnPrices::zero(self.boxes, self), run)?;
        let mut values = by_turn[self.boxes].clone();
        // Each state is there in one turn only.
        for row in self.model.space.rows().iter().filter(|row| row.filled.count() < self.boxes) {
            let of_row = row.start..row.start + self.model.space.row_width(row);
            values[of_row.clone()].copy_from_slice(&by_turn[row.filled.count()][of_row]);
        }
        Ok(values)
    }

    /// The values of full cards, and 0 for all others.
    pub(crate) fn full_cards(&self) -> Vec<f64> {
        let Model { space, rules, .. } = &*self.model;
        let mut values = vec![0.0; space.width()];
        for row in space.layers().next().expect("the layer of full cards") {
            for (lane, state) in space.padded_lanes(row).enumerate() {
                values[row.start + lane] = rules.at_the_end(&state).into();
            }
        }
        values
    }
}

/// The work of a column in one turn.
struct OfTurn<'a> {
    column: &'a Column,
    /// The values after the turn.
    after: &'a [f64],
    /// In points of the column.
    prices: &'a ColumnPrices,
    turn: usize,
    passes: bool,
}

impl OfTurn<'_> {
    fn fill(&self, rows: &[Row], places: &mut RowPlaces<'_, f64, 1>) {
        let Model { space, plan, lattice, .. } = &*self.column.model;
        let mut workspace = RowWorkspace::new(lattice, &plan.kernel);
        let mut row_plan = RowPlan::default();
        let (mut some_boxes, mut best, rolls) = (SomeBoxes::default(), Vec::new(), lattice.rolls().len());
        for row in rows {
            row_plan.fill(plan, space, row.filled, row.flag);
            let width = space.row_width(row);
            let [out] = places.take(width);
            // Of each roll, after each throw that pays otherwise.
            let ends = (plan.kernel.first_throws() + 1) * rolls;
            best.clear();
            match self.passes {
                true => (0..ends).for_each(|_| best.extend_from_slice(&self.after[row.start..][..width])),
                false => best.resize(ends * width, f64::NEG_INFINITY),
            }
            let class = self.column.class(row);
            for lot in 0..self.column.lots.count() {
                let prices = |throw| self.prices.at(self.turn, class, lot, throw);
                let Some(row) = some_boxes.of_lot(self.column, lot, row.flag, &row_plan.kernel) else { continue };
                let successors = Successors { values: self.after, shifts: space.shifts() };
                let mut buying = Buying { prices, best: &mut best, width, announced: self.column.announced };
                solve_row_adjusted(SimdLevel::Widest, &mut workspace, (lattice, &plan.kernel, row), 1, successors, &mut buying, out);
            }
        }
    }
}

/// A row of which only some boxes are taken as open.
#[derive(Default)]
pub(crate) struct SomeBoxes {
    open: OpenRow,
    row: KernelRow,
}

impl SomeBoxes {
    /// The row with the open boxes of a lot, if there are any.
    pub(crate) fn of_lot<'a>(&'a mut self, column: &Column, lot: usize, flag: bool, row: &'a KernelRow) -> Option<&'a KernelRow> {
        if column.lots.count() == 1 {
            return Some(row);
        }
        self.row(column, flag, row.open().iter().copied().filter(|open| column.lots.of(open.column()) == lot))
    }

    /// The row with these open boxes, if there are any. The game has no rolls with placements of their own.
    pub(crate) fn row(&mut self, column: &Column, flag: bool, open: impl IntoIterator<Item = Open>) -> Option<&KernelRow> {
        let plan = &column.model.plan.kernel;
        self.open.begin(flag, None, std::iter::empty());
        open.into_iter().for_each(|open| self.open.add(plan, open));
        self.row.fill_from(plan, &self.open);
        (!self.open.open().is_empty()).then_some(&self.row)
    }
}

/// Takes the price from each roll that is used, and keeps the best of a pass and of the lots so far: of each roll that may end the turn, or of each first
/// roll where the box is named then.
struct Buying<'a, P> {
    /// The prices of rolls, by the throw.
    prices: P,
    /// The best of each roll, by the throw, in each lane.
    best: &'a mut [f64],
    width: usize,
    announced: bool,
}

impl<P> Buying<'_, P> {
    /// Raises the lanes from `first` on of a roll to the best so far, which they become.
    #[inline(always)]
    fn raise<const L: usize>(&mut self, roll: usize, first: usize, lanes: &mut Lanes<L>) {
        for (value, best) in lanes.0.iter_mut().zip(&mut self.best[roll * self.width + first..][..L]) {
            *value = if *best > *value { *best } else { *value };
            *best = *value;
        }
    }
}

impl<'p, P: Fn(usize) -> &'p [f64]> Adjust for Buying<'_, P> {
    #[inline(always)]
    fn scored<const L: usize>(&mut self, nth: usize, first: usize, rolls: &mut [Values<L>]) {
        let before = nth * rolls.len();
        for (roll, (values, price)) in rolls.iter_mut().zip((self.prices)(nth)).enumerate() {
            values.value.0.iter_mut().for_each(|value| *value -= price);
            if !self.announced {
                self.raise(before + roll, first, &mut values.value);
            }
        }
    }

    #[inline(always)]
    fn mean<const L: usize>(&mut self, lattice: &Lattice, first: usize, rolls: &[Values<L>]) -> Values<L> {
        if !self.announced {
            return lattice.mean(rolls, |roll| roll);
        }
        let best_of = |(roll, values): (usize, &Values<L>)| {
            let mut lanes = values.value;
            self.raise(roll, first, &mut lanes);
            lanes
        };
        let best: Vec<Lanes<L>> = rolls.iter().enumerate().map(best_of).collect();
        Values { value: lattice.mean(&best, |lanes| lanes), carried: [] }
    }
}
