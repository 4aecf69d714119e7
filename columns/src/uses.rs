//! What a column makes of each final roll in one state: its best box, and the state that follows.

use yahtzee_kernel::{Element, LastThrow, Open, Source, Workspace};
use yahtzee_solver::Model;
use yahtzee_solver::rules::Category;
use yahtzee_solver::solve::RowPlan;
use yahtzee_solver::space::Row;

use crate::column::Column;
use crate::turn::IMPOSSIBLE;

/// A roll written into a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    /// Its points and the value of the state that follows, in points of the column.
    pub(crate) worth: f64,
    /// The position of the state that follows.
    pub(crate) to: usize,
    pub(crate) category: Category,
    /// The points written, with an extra bonus.
    pub(crate) points: u32,
}

/// No use at all.
const NOWHERE: Use = Use { worth: IMPOSSIBLE, to: 0, category: Category::from_index(0), points: 0 };

/// Only the largest is asked for.
impl Element for Use {
    fn add(&mut self, _: &Use) {
        unreachable!("uses are compared, not added");
    }

    fn add_times(&mut self, _: &Use, _: u32) {
        unreachable!("uses are compared, not added");
    }

    fn divide(&mut self, _: u32) {
        unreachable!("uses are compared, not divided");
    }

    fn raise_to(&mut self, other: &Use) {
        if other.worth > self.worth {
            *self = *other;
        }
    }
}

/// The uses of the rolls in one state, by the throw after which the turn ends, as far as it matters.
pub(crate) type UsesByThrow = Vec<Vec<Use>>;

/// Finds the uses of rolls in the states of a column.
pub(crate) struct Uses<'a> {
    column: &'a Column,
    row: Option<Row>,
    row_plan: RowPlan,
    workspace: Workspace<Use>,
}

impl<'a> Uses<'a> {
    pub(crate) fn new(column: &'a Column) -> Uses<'a> {
        let Model { plan, lattice, .. } = &*column.model;
        let workspace = Workspace::new(lattice, &plan.kernel, &NOWHERE);
        Uses { column, row: None, row_plan: RowPlan::default(), workspace }
    }

    /// The open boxes of the state at this position.
    pub(crate) fn open(&mut self, position: usize) -> usize {
        self.column.boxes - self.row(position).filled.count()
    }

    /// The row of the state at this position, which becomes the current one.
    fn row(&mut self, position: usize) -> Row {
        let Model { space, plan, .. } = &*self.column.model;
        match self.row {
            Some(row) if (row.start..row.start + space.row_width(&row)).contains(&position) => row,
            _ => {
                let row = space.rows()[space.rows().partition_point(|row| row.start <= position) - 1];
                self.row_plan.fill(plan, space, row.filled, row.flag);
                *self.row.insert(row)
            }
        }
    }

    /// The class of the state at this position.
    pub(crate) fn class(&mut self, position: usize) -> usize {
        let row = self.row(position);
        self.column.class(&row)
    }

    /// The best use of each roll in each lot with an open box, in the state at this position, given the values of the states after the turn.
    pub(crate) fn each_lot(&mut self, position: usize, after: &[f64]) -> Vec<(usize, UsesByThrow)> {
        self.row(position);
        let lots = &self.column.lots;
        let mut open: Vec<usize> = self.row_plan.kernel.open().iter().map(|open| lots.of(open.column())).collect();
        open.sort_unstable();
        open.dedup();
        open.into_iter().map(|lot| (lot, self.uses(position, after, |category| lots.of(category) == lot))).collect()
    }

    /// The use of each roll in each open box alone.
    pub(crate) fn each_box(&mut self, position: usize, after: &[f64]) -> Vec<(Category, UsesByThrow)> {
        self.row(position);
        let open: Vec<usize> = self.row_plan.kernel.open().iter().map(Open::column).collect();
        open.into_iter().map(|of| (Category::from_index(of), self.uses(position, after, |category| category == of))).collect()
    }

    /// The best use of each roll in the open boxes that `takes` names.
    fn uses(&mut self, position: usize, after: &[f64], takes: impl Fn(usize) -> bool) -> UsesByThrow {
        let row = self.row(position);
        let Model { space, plan, lattice, .. } = &*self.column.model;
        let read = |source: &Source| {
            let category = usize::from(source.column);
            if !takes(category) {
                return NOWHERE;
            }
            let to = source.position(space.shifts(), position - row.start);
            Use { worth: f64::from(source.points) + after[to], to, category: Category::from_index(category), points: source.points }
        };
        let by_throw = (0..=plan.kernel.first_throws()).map(|nth| {
            self.workspace.score_rolls(lattice, &plan.kernel, &self.row_plan.kernel, LastThrow { throws: 0, nth }, &read);
            self.workspace.nodes[lattice.rolls()].to_vec()
        });
        by_throw.collect()
    }
}
