//! Backward induction: from the full card, layer by layer, to the empty one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use multiversion::multiversion;

use super::kernel::{RowWorkspace, Successors};
use super::model::{MEMORY_LIMIT, Model};
use super::plan::RowPlan;
use super::threads::{Join, Work, on_threads};
use super::value_table::ValueTable;
use crate::rules::{RuleSet, RulesError};
use crate::space::Row;

/// The vector instructions that the kernel is compiled for. Which are used changes no bit of the values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SimdLevel {
    /// The widest that the machine has.
    #[default]
    Widest,
    /// AVX2 where the machine has it: four values at a time.
    Avx2,
    /// What every machine of this architecture has.
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

/// Told how many rows are done, and how many there are.
pub(crate) type Progress<'a> = dyn Fn(usize, usize) + Sync + 'a;

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

impl<'a> Solver<'a> {
    /// A solver of these rules.
    ///
    /// # Errors
    ///
    /// [`RulesError::TooLarge`] where the values would take more than [`MEMORY_LIMIT`].
    pub fn new(rules: &RuleSet) -> Result<Solver<'a>, RulesError> {
        Ok(Solver::of(Arc::new(Model::new(rules, MEMORY_LIMIT)?)))
    }

    /// A solver of a model that is there already.
    pub fn of(model: Arc<Model>) -> Solver<'a> {
        Solver { model, threads: None, simd: SimdLevel::Widest, progress: None }
    }

    /// On this many threads (0 counts as 1), rather than on as many as the machine has cores. The values are the same to the last bit.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Solver<'a> {
        self.threads = Some(threads.max(1));
        self
    }

    /// With these vector instructions, rather than the widest. The values are the same to the last bit.
    #[must_use]
    pub fn simd(mut self, simd: SimdLevel) -> Solver<'a> {
        self.simd = simd;
        self
    }

    /// Calls `progress` now and then, from any thread, with the number of rows done and of all rows.
    #[must_use]
    pub fn progress(mut self, progress: &'a Progress<'a>) -> Solver<'a> {
        self.progress = Some(progress);
        self
    }

    /// Solves: the value of every reachable state.
    pub fn solve(self) -> ValueTable {
        let mut values = vec![0.0; self.model.space.width()];
        let job = Job { model: &self.model, simd: self.simd, progress: self.progress, done: AtomicUsize::new(0) };
        on_threads(self.threads, Layers { job: &job, values: &mut values });
        ValueTable::from_values(self.model, values)
    }
}

/// Rows that one task solves: enough that its workspace costs nothing.
const ROWS_A_TASK: usize = 24;

struct Layers<'a, 'b> {
    job: &'a Job<'b>,
    values: &'a mut [f64],
}

impl Work for Layers<'_, '_> {
    fn run(self, join: &impl Join) {
        self.job.solve(self.values, join);
    }
}

struct Job<'a> {
    model: &'a Model,
    simd: SimdLevel,
    progress: Option<&'a Progress<'a>>,
    done: AtomicUsize,
}

impl Job<'_> {
    fn solve(&self, values: &mut [f64], join: &impl Join) {
        let space = &self.model.space;
        let mut layers = space.layers();
        for row in layers.next().expect("the layer of full cards") {
            let bonus = self.model.rules.upper_bonus();
            let lanes = space.lanes(row);
            let last = *lanes.last().expect("a lane");
            let totals = lanes.iter().copied().chain(std::iter::repeat(last));
            for (value, total) in values[row.start..][..space.row_width(row)].iter_mut().zip(totals) {
                *value = bonus.earned(total.into()).into();
            }
        }
        for rows in layers {
            let (done, rest) = values.split_at_mut(rows[0].start);
            let width: usize = rows.iter().map(|row| space.row_width(row)).sum();
            self.solve_rows(done, rows, &mut rest[..width], join);
        }
    }

    /// Solves rows of one layer, whose values are `out`, given those of all layers before.
    fn solve_rows(&self, done: &[f64], rows: &[Row], out: &mut [f64], join: &impl Join) {
        if rows.len() > ROWS_A_TASK {
            let (first, second) = rows.split_at(rows.len() / 2);
            let (out_first, out_second) = out.split_at_mut(second[0].start - first[0].start);
            join.join(|| self.solve_rows(done, first, out_first, join), || self.solve_rows(done, second, out_second, join));
            return;
        }
        self.simd.solve_rows(self.model, done, rows, out);
        if let Some(progress) = self.progress {
            let before = self.done.fetch_add(rows.len(), Ordering::Relaxed);
            progress(before + rows.len(), self.model.space.row_count());
        }
    }
}

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
