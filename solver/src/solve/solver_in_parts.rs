//! Solving by workers that share no memory.

use std::ops::{ControlFlow, Range};

use super::run::Stopped;
use super::solver::{ROWS_A_TASK, Solver};
use super::value_table::ValueTable;
use super::walker::fill_full_cards;
use crate::space::{Row, StateSpace};

/// A solver whose layers have parts, which are computed here or elsewhere: for workers that share no memory, as those of a page. Before the next layer
/// begins, each worker takes the parts of this one that others have computed. The values are the same to the last bit for any parts.
///
/// ```
/// use yahtzee_solver::{RuleSet, Solver};
/// let rules = RuleSet::builtin("crag")?;
/// let (mut one, mut other) = (Solver::new(&rules)?.in_parts(2), Solver::new(&rules)?.in_parts(2));
/// while let (Some(first), Some(second)) = (one.compute(0)?, other.compute(1)?) {
///     one.take(1, &second);
///     other.take(0, &first);
/// }
/// assert_eq!(one.table().values(), Solver::new(&rules)?.solve()?.values());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SolverInParts<'a> {
    solver: Solver<'a>,
    values: Vec<f64>,
    /// The layer to compute.
    layer: usize,
    /// The parts of this layer that are known.
    known: Vec<bool>,
}

impl<'a> Solver<'a> {
    /// Solves by layers of this many parts (0 counts as 1).
    pub fn in_parts(self, parts: usize) -> SolverInParts<'a> {
        let space = &self.model.space;
        let mut values = vec![0.0; space.width()];
        fill_full_cards(space, &mut [&mut values[..]], |full| [self.value_of_full(full)]);
        SolverInParts { solver: self, values, layer: 1, known: vec![false; parts.max(1)] }
    }
}

impl SolverInParts<'_> {
    /// Computes a part of the layer, from 0, and returns its values; `None` if no layer is left. The progress counts rows of all parts, as if those with
    /// lower numbers were known.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the progress callback stops it.
    ///
    /// # Panics
    ///
    /// If there is no such part.
    pub fn compute(&mut self, part: usize) -> Result<Option<Vec<f64>>, Stopped> {
        let SolverInParts { solver, values, layer, known } = self;
        let space = &solver.model.space;
        let Some(of_layer) = space.layers().nth(*layer) else { return Ok(None) };
        let (rows, places) = part_of(space, of_layer, part, known.len());
        let before = space.layers().take(*layer).map(<[Row]>::len).sum::<usize>() + rows.start;
        let report = |done: u64, _| match solver.run.report(before as u64 + done, space.row_count() as u64) {
            Ok(()) => ControlFlow::Continue(()),
            Err(Stopped) => ControlFlow::Break(()),
        };
        if !rows.is_empty() {
            solver.run.unheard().progress(&report).walk(rows.len() as u64, |walker| {
                let work = |&[done]: &[&[f64]; 1], rows: &[Row], [out]: [&mut [f64]; 1]| solver.value_rows(done, rows, out);
                walker.fill_rows(space, ROWS_A_TASK, [values], &of_layer[rows], &work);
            })?;
        }
        let computed = values[places].to_vec();
        self.knows(part);
        Ok(Some(computed))
    }

    /// Takes the values of a part of the layer from another worker.
    ///
    /// # Panics
    ///
    /// If there is no such part, or it has another number of values.
    pub fn take(&mut self, part: usize, values: &[f64]) {
        let space = &self.solver.model.space;
        let of_layer = space.layers().nth(self.layer).expect("a layer that is not complete");
        let (_, places) = part_of(space, of_layer, part, self.known.len());
        self.values[places].copy_from_slice(values);
        self.knows(part);
    }

    /// The values of all layers.
    ///
    /// # Panics
    ///
    /// If a layer is missing.
    pub fn table(self) -> ValueTable {
        assert!(self.solver.model.space.layers().nth(self.layer).is_none(), "a layer is missing");
        ValueTable::from_values(self.solver.model, self.values)
    }

    /// Notes that a part of the layer is known. With the last one the next layer begins.
    fn knows(&mut self, part: usize) {
        self.known[part] = true;
        if self.known.iter().all(|&known| known) {
            self.known.fill(false);
            self.layer += 1;
        }
    }
}

/// The rows of a part of a layer, and the places of their values. The parts have about as many values each.
fn part_of(space: &StateSpace, layer: &[Row], part: usize, parts: usize) -> (Range<usize>, Range<usize>) {
    assert!(part < parts, "part {part} of {parts}");
    let start = layer[0].start;
    let last = layer[layer.len() - 1];
    let end = last.start + space.row_width(&last);
    let row = |part: usize| layer.partition_point(|row| row.start < start + ((end - start) as u64 * part as u64 / parts as u64) as usize);
    let place = |row: usize| layer.get(row).map_or(end, |row| row.start);
    let rows = row(part)..row(part + 1);
    let places = place(rows.start)..place(rows.end);
    (rows, places)
}
