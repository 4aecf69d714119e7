//! Backward induction: from the full card, layer by layer, to the empty one.

use std::sync::Arc;

use yahtzee_kernel::{RowWorkspace, SimdLevel, Successors, solve_row};

use super::model::{MEMORY_LIMIT, Model};
use super::plan::RowPlan;
use super::run::{Run, Stopped};
use super::value_table::ValueTable;
use crate::rules::{RuleSet, RulesError, State};
use crate::space::Row;

/// The version of the arithmetic, stored in each table file. Raise it with every change that may move a value of any rule set by more than rounding:
/// in the meaning of the rules, the plan, the kernel, or in following a strategy. Tables of another version are then computed anew.
pub(crate) const ARITHMETIC: u32 = 1;

/// Solves a rule set.
///
/// ```
/// use yahtzee_solver::{RuleSet, Solver};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve()?;
/// assert!((table.expected_score() - 254.587728734496).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'a> {
    pub(crate) model: Arc<Model>,
    pub(crate) simd: SimdLevel,
    pub(crate) run: Run<'a>,
}

impl<'a> Solver<'a> {
    /// A solver of these rules.
    ///
    /// # Errors
    ///
    /// [`RulesError::TooLarge`] if the values would take more than [`MEMORY_LIMIT`].
    pub fn new(rules: &RuleSet) -> Result<Solver<'a>, RulesError> {
        Ok(Solver::of(Arc::new(Model::new(rules, MEMORY_LIMIT)?)))
    }

    /// A solver of an existing model.
    pub fn of(model: Arc<Model>) -> Solver<'a> {
        Solver { model, simd: SimdLevel::Widest, run: Run::new() }
    }

    /// Sets threads and progress. Each row of states is a unit of progress.
    #[must_use]
    pub fn with(self, run: Run<'a>) -> Solver<'a> {
        Solver { run, ..self }
    }

    /// Uses these vector instructions; the default is the widest. The values are the same to the last bit.
    #[must_use]
    pub fn simd(self, simd: SimdLevel) -> Solver<'a> {
        Solver { simd, ..self }
    }

    /// Computes the value of every reachable state.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    pub fn solve(self) -> Result<ValueTable, Stopped> {
        let [values] = self.walk(|full| [self.value_of_full(full)], &|&[done], rows, [out]| self.value_rows(done, rows, out))?;
        Ok(ValueTable::from_values(self.model, values))
    }

    /// The value of a full card.
    pub(super) fn value_of_full(&self, full: &State) -> f64 {
        self.model.rules.at_the_end(full).into()
    }

    /// Computes the values of rows from those of all rows in the previous layers.
    pub(super) fn value_rows(&self, done: &[f64], rows: &[Row], out: &mut [f64]) {
        value_rows(&self.model, self.simd, done, rows, out);
    }

    /// Walks backward over all layers and returns `A` arrays with a number for each lane of each row: see [`Walker::backward`].
    pub(crate) fn walk<const A: usize>(
        &self,
        terminal: impl Fn(&State) -> [f64; A] + Send,
        work: &(impl Fn(&[&[f64]; A], &[Row], [&mut [f64]; A]) + Sync),
    ) -> Result<[Vec<f64>; A], Stopped> {
        let space = &self.model.space;
        let mut arrays = std::array::from_fn(|_| vec![0.0; space.width()]);
        self.run.walk(space.row_count() as u64, |walker| {
            walker.backward(space, ROWS_A_TASK, arrays.each_mut().map(Vec::as_mut_slice), terminal, work);
        })?;
        Ok(arrays)
    }
}

/// The number of rows in a task: enough that the cost of its workspace is negligible.
pub(super) const ROWS_A_TASK: usize = 24;

/// Computes the values of rows of a layer from those of the previous layers.
fn value_rows(Model { lattice, space, plan, .. }: &Model, simd: SimdLevel, done: &[f64], rows: &[Row], out: &mut [f64]) {
    let successors = Successors { values: done, shifts: space.shifts() };
    let mut workspace = RowWorkspace::new(lattice, &plan.kernel);
    let mut row_plan = RowPlan::default();
    for row in rows {
        row_plan.fill(plan, space, row.filled, row.flag);
        let out = &mut out[row.start - rows[0].start..][..space.row_width(row)];
        let of = (lattice, &plan.kernel, &row_plan.kernel);
        solve_row(simd, &mut workspace, of, space.plane_count(row.filled), successors, out);
    }
}

/// Runs the kernel over `rows` rows with half of the categories filled, given the values of all rows, and returns their sum and the number of lanes.
/// For benchmarks: it is the work of one task of [`Solver::solve`].
pub fn kernel_on_rows(table: &ValueTable, simd: SimdLevel, rows: usize) -> (f64, usize) {
    let model = table.model();
    let middle = model.space.layers().nth(model.rules.category_count() / 2).expect("a layer in the middle");
    let rows = &middle[middle.len() / 3..][..rows.min(middle.len() / 3)];
    let lanes = rows.iter().map(|row| model.space.row_width(row)).sum();
    let mut out = vec![0.0; lanes];
    value_rows(model, simd, table.values(), rows, &mut out);
    (out.iter().sum(), lanes)
}
