//! Backward induction: from the full card, layer by layer, to the empty one.

use std::sync::Arc;

use multiversion::multiversion;

use super::kernel::{RowWorkspace, Successors};
use super::model::{MEMORY_LIMIT, Model};
use super::plan::RowPlan;
use super::run_options::run_options;
use super::threads::on_threads;
use super::value_table::ValueTable;
use super::walker::{Progress, Walker};
use crate::rules::{RuleSet, RulesError};
use crate::space::Row;

/// The version of the arithmetic, which each table file carries. Raise it with every change after which a value of any rule set may differ by more
/// than rounding: in the rules' meaning, the plan, the kernel, or what follows a strategy. Tables of another version are then computed anew.
pub(crate) const ARITHMETIC: u32 = 1;

/// The vector instructions that the kernel uses. The values are the same to the last bit with each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SimdLevel {
    /// The widest that the machine has.
    #[default]
    Widest,
    /// AVX2 if the machine has it: four values at a time.
    Avx2,
    /// Those that every machine of this architecture has.
    Baseline,
}

impl SimdLevel {
    fn solve_rows(self, model: &Model, done: &[f64], rows: &[Row], out: &mut [f64]) {
        match self {
            SimdLevel::Widest => widest(model, done, rows, out),
            SimdLevel::Avx2 => avx2(model, done, rows, out),
            SimdLevel::Baseline => baseline(model, done, rows, out),
        }
    }
}

/// Solves a rule set.
///
/// ```
/// use yahtzee_solver::{RuleSet, Solver};
/// let rules = RuleSet::builtin("hasbro")?;
/// let table = Solver::new(&rules)?.solve();
/// assert!((table.expected_score() - 254.587728734496).abs() < 1e-9);
/// # Ok::<(), yahtzee_solver::RulesError>(())
/// ```
pub struct Solver<'a> {
    model: Arc<Model>,
    threads: Option<usize>,
    simd: SimdLevel,
    progress: Option<&'a Progress<'a>>,
}

run_options!(Solver, "rows");

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
        Solver { model, threads: None, simd: SimdLevel::Widest, progress: None }
    }

    /// Uses these vector instructions; the default is the widest. The values are the same to the last bit.
    #[must_use]
    pub fn simd(mut self, simd: SimdLevel) -> Solver<'a> {
        self.simd = simd;
        self
    }

    /// Computes the value of every reachable state.
    pub fn solve(self) -> ValueTable {
        let Model { rules, space, .. } = &*self.model;
        let mut values = vec![0.0; space.width()];
        let bonus = rules.upper_bonus();
        on_threads(self.threads, |join| {
            let walker = Walker::new(join, self.progress, space.row_count() as u64);
            let terminal = |upper_total| [bonus.earned(upper_total).into()];
            walker.backward(space, ROWS_A_TASK, [&mut values], terminal, &|[done], rows, [out]| {
                self.simd.solve_rows(&self.model, done, rows, out);
            });
        });
        ValueTable::from_values(self.model, values)
    }
}

/// The number of rows of a task: enough to make the cost of its workspace negligible.
const ROWS_A_TASK: usize = 24;

/// The kernel over some rows; the wrappers below compile it for each vector width.
#[inline(always)]
fn baseline(model: &Model, done: &[f64], rows: &[Row], out: &mut [f64]) {
    let Model { rules, lattice, space, plan } = model;
    let successors = Successors { values: done, shifts: space.shifts() };
    let mut workspace = RowWorkspace::new(lattice, plan);
    let mut row_plan = RowPlan::default();
    for row in rows {
        row_plan.fill(plan, space, row.filled, row.flag);
        let out = &mut out[row.start - rows[0].start..][..space.row_width(row)];
        workspace.solve(lattice, plan, rules.rolls(), &row_plan, &successors, out);
    }
}

#[multiversion(targets("x86_64+avx2"))]
fn avx2(model: &Model, done: &[f64], rows: &[Row], out: &mut [f64]) {
    baseline(model, done, rows, out);
}

#[multiversion(targets("x86_64+avx512f+avx512dq+avx512vl", "x86_64+avx2"))]
fn widest(model: &Model, done: &[f64], rows: &[Row], out: &mut [f64]) {
    baseline(model, done, rows, out);
}

/// Runs the kernel over `rows` rows with half of the categories filled, given the values of all, and returns their sum and the number of
/// lanes. For benchmarks: it is the work of one task of [`Solver::solve`].
pub fn kernel_on_rows(table: &ValueTable, simd: SimdLevel, rows: usize) -> (f64, usize) {
    let model = table.model();
    let middle = model.space.layers().nth(model.rules.category_count() / 2).expect("a layer in the middle");
    let rows = &middle[middle.len() / 3..][..rows.min(middle.len() / 3)];
    let lanes = rows.iter().map(|row| model.space.row_width(row)).sum();
    let mut out = vec![0.0; lanes];
    simd.solve_rows(model, table.values(), rows, &mut out);
    (out.iter().sum(), lanes)
}
