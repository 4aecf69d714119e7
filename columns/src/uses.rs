//! What a column makes of each final roll in one state: its best box, and the state that follows.

use yahtzee_kernel::{Element, LastThrow, Row as KernelRow, Source, Workspace};
use yahtzee_solver::Model;
use yahtzee_solver::rules::Category;
use yahtzee_solver::solve::RowPlan;
use yahtzee_solver::space::Row;

use crate::column::{Column, OneBox};

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
const NOWHERE: Use = Use { worth: f64::NEG_INFINITY, to: 0, category: Category::from_index(0), points: 0 };

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
    one_box: OneBox,
    workspace: Workspace<Use>,
}

impl<'a> Uses<'a> {
    pub(crate) fn new(column: &'a Column) -> Uses<'a> {
        let Model { plan, lattice, .. } = &*column.model;
        let workspace = Workspace::new(lattice, &plan.kernel, &NOWHERE);
        Uses { column, row: None, row_plan: RowPlan::default(), one_box: OneBox::default(), workspace }
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

    /// The best use of each roll in the state at this position, given the values of the states after the turn. It must have an open box.
    pub(crate) fn best(&mut self, position: usize, after: &[f64]) -> UsesByThrow {
        let row = self.row(position);
        uses_in(self.column, &mut self.workspace, &self.row_plan.kernel, position - row.start, after)
    }

    /// The use of each roll in each open box alone.
    pub(crate) fn each_box(&mut self, position: usize, after: &[f64]) -> Vec<(Category, UsesByThrow)> {
        let row = self.row(position);
        let plan = &self.column.model.plan.kernel;
        let each = self.row_plan.kernel.open().iter().map(|open| {
            let of_box = self.one_box.row(plan, row.flag, *open);
            let uses = uses_in(self.column, &mut self.workspace, of_box, position - row.start, after);
            (Category::from_index(open.column()), uses)
        });
        each.collect()
    }
}

fn uses_in(column: &Column, workspace: &mut Workspace<Use>, row: &KernelRow, lane: usize, after: &[f64]) -> UsesByThrow {
    let Model { space, plan, lattice, .. } = &*column.model;
    let read = |source: &Source| {
        let to = source.position(space.shifts(), lane);
        Use { worth: f64::from(source.points) + after[to], to, category: Category::from_index(source.column.into()), points: source.points }
    };
    let by_throw = (0..=plan.kernel.first_throws()).map(|nth| {
        workspace.score_rolls(lattice, &plan.kernel, row, LastThrow { throws: 0, nth }, &read);
        workspace.nodes[lattice.rolls()].to_vec()
    });
    by_throw.collect()
}
