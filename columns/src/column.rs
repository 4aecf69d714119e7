//! One column under prices: a game of its own, that uses some turns and passes in the others.

use std::sync::Arc;

use yahtzee_kernel::{
    Adjust, Lanes, Lattice, Open, OpenRow, Plan, Row as KernelRow, RowWorkspace, SimdLevel, Successors, Values, solve_row_adjusted,
};
use yahtzee_solver::rules::{GameColumn, RulesError};
use yahtzee_solver::solve::{MemoryLimit, RowPlaces, RowPlan, Stopped};
use yahtzee_solver::space::Row;
use yahtzee_solver::{Model, Run};

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
}

/// The values of a column: for each turn, those of its states before it, in points of the column (not multiplied), less the prices still to be paid.
/// A state that cannot be there in that turn has 0.
pub(crate) type ColumnValues = Vec<Vec<f64>>;

impl Column {
    pub(crate) fn new(rules: &GameColumn, limit: MemoryLimit) -> Result<Column, RulesError> {
        let model = Arc::new(Model::new(&rules.rules, limit)?);
        Ok(Column { boxes: rules.rules.category_count(), times: rules.times.into(), announced: rules.announced, model })
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
                    let of_turn = OfTurn {
                        column: self,
                        after,
                        prices: prices.at(turn, self.boxes - open),
                        passes: Column::may_pass(open, turns - turn),
                    };
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

    /// The values of full cards, and 0 for all others.
    fn full_cards(&self) -> Vec<f64> {
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
    /// The price of each roll, in points of the column.
    prices: &'a [f64],
    passes: bool,
}

impl OfTurn<'_> {
    fn fill(&self, rows: &[Row], places: &mut RowPlaces<'_, f64, 1>) {
        let Model { space, plan, lattice, .. } = &*self.column.model;
        let mut workspace = RowWorkspace::new(lattice, &plan.kernel);
        let mut row_plan = RowPlan::default();
        let mut one_box = OneBox::default();
        for row in rows {
            row_plan.fill(plan, space, row.filled, row.flag);
            let width = space.row_width(row);
            let [out] = places.take(width);
            let pass = self.passes.then(|| &self.after[row.start..][..width]);
            if self.column.announced {
                let mut announced = Announced::new(self.prices, pass, lattice.rolls().len(), width);
                for open in row_plan.kernel.open() {
                    let row = one_box.row(&plan.kernel, row.flag, *open);
                    self.solve(&mut workspace, row, &mut announced, out);
                }
            } else {
                self.solve(&mut workspace, &row_plan.kernel, &mut Priced { prices: self.prices, pass }, out);
            }
        }
    }

    fn solve(&self, workspace: &mut RowWorkspace, row: &KernelRow, adjust: &mut impl Adjust, out: &mut [f64]) {
        let Model { space, plan, lattice, .. } = &*self.column.model;
        let successors = Successors { values: self.after, shifts: space.shifts() };
        solve_row_adjusted(SimdLevel::Widest, workspace, (lattice, &plan.kernel, row), 1, successors, adjust, out);
    }
}

/// A row of which one box alone is open.
#[derive(Default)]
pub(crate) struct OneBox {
    open: OpenRow,
    row: KernelRow,
}

impl OneBox {
    /// The row of this open box. Its game has no rolls with placements of their own.
    pub(crate) fn row(&mut self, plan: &Plan, flag: bool, open: Open) -> &KernelRow {
        self.open.begin(flag, None, std::iter::empty());
        self.open.add(plan, open);
        self.row.fill_from(plan, &self.open);
        &self.row
    }
}

/// Takes the price from each roll that is used, where the column may also pass.
struct Priced<'a> {
    prices: &'a [f64],
    pass: Option<&'a [f64]>,
}

impl Adjust for Priced<'_> {
    #[inline(always)]
    fn scored<const L: usize>(&mut self, first: usize, rolls: &mut [Values<L>]) {
        for (roll, price) in rolls.iter_mut().zip(self.prices) {
            for (lane, value) in roll.value.0.iter_mut().enumerate() {
                *value -= price;
                if let Some(pass) = self.pass {
                    *value = if pass[first + lane] > *value { pass[first + lane] } else { *value };
                }
            }
        }
    }
}

/// The same where a box is named after the first throw: the row is solved once for each box, and each first roll keeps the best of them.
struct Announced<'a> {
    prices: &'a [f64],
    /// The best of each first roll so far, in each lane.
    best: Vec<f64>,
    width: usize,
}

impl<'a> Announced<'a> {
    fn new(prices: &'a [f64], pass: Option<&[f64]>, rolls: usize, width: usize) -> Announced<'a> {
        let best = pass.map_or_else(|| vec![f64::NEG_INFINITY; rolls * width], |pass| pass.repeat(rolls));
        Announced { prices, best, width }
    }
}

impl Adjust for Announced<'_> {
    #[inline(always)]
    fn scored<const L: usize>(&mut self, first: usize, rolls: &mut [Values<L>]) {
        Priced { prices: self.prices, pass: None }.scored(first, rolls);
    }

    #[inline(always)]
    fn mean<const L: usize>(&mut self, lattice: &Lattice, first: usize, rolls: &[Values<L>]) -> Values<L> {
        let best: Vec<Lanes<L>> = (0..rolls.len())
            .map(|roll| {
                let mut lanes = Lanes([0.0; L]);
                for (lane, value) in lanes.0.iter_mut().enumerate() {
                    let best = &mut self.best[roll * self.width + first + lane];
                    *best = best.max(rolls[roll].value.0[lane]);
                    *value = *best;
                }
                lanes
            })
            .collect();
        Values { value: lattice.mean(&best, |lanes| lanes), carried: [] }
    }
}
