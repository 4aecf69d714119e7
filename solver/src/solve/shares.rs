//! Solving in shares: several solvers that have no memory in common solve a game together, layer by layer.
//!
//! ```text
//! each solver, for each layer from the cards with one open category to the empty card:
//!     work out its own share of the layer
//!     send it to the others
//!     take theirs                              # the next layer needs all of this one
//! ```

use std::ops::Range;
use std::sync::Arc;

use super::model::Model;
use super::run_options::run_options;
use super::simd::SimdLevel;
use super::solver::{ROWS_A_TASK, ValueRows, value_of_full_card};
use super::threads::on_threads;
use super::value_table::ValueTable;
use super::walker::{Progress, Walker, fill_full_cards};
use crate::space::Row;

/// Solves a rule set together with other solvers that have no memory in common, such as the workers of a web page.
///
/// A layer is the states with the same number of filled categories. The solvers need the same rules and the same number of shares. Each has all values
/// at the end, the same to the last bit as those of a [`Solver`](crate::Solver).
///
/// ```
/// use std::sync::Arc;
/// use yahtzee_solver::{Model, RuleSet, SharedSolver};
/// let model = Arc::new(Model::new(&RuleSet::builtin("crag")?, 1_000_000_000)?);
/// let [mut one, mut other] = [0, 1].map(|share| SharedSolver::new(model.clone(), share, 2).unwrap());
/// for _ in 0..one.layers() {
///     let (of_one, of_other) = (one.work().unwrap().to_vec(), other.work().unwrap().to_vec());
///     one.take(1, &of_other).unwrap();
///     other.take(0, &of_one).unwrap();
/// }
/// assert!((other.finish().unwrap().expected_score() - 149.847593231641).abs() < 1e-9);
/// # Ok::<(), yahtzee_solver::RulesError>(())
/// ```
pub struct SharedSolver<'a> {
    model: Arc<Model>,
    values: Vec<f64>,
    /// The share of this solver.
    share: usize,
    /// For each share whether its values of the last layer are here.
    has: Vec<bool>,
    /// The number of layers that were worked on, the full cards included.
    layers: usize,
    threads: Option<usize>,
    progress: Option<&'a Progress<'a>>,
}

run_options!(SharedSolver, "rows");

/// What is wrong with the values of a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShareError {
    /// There is no such share, or it is the solver's own where that of another is asked for.
    #[error("there is no share {share} of another solver: there are {shares} shares, counted from 0")]
    NoShare {
        /// The share.
        share: usize,
        /// The number of shares.
        shares: usize,
    },
    /// A share has another number of values.
    #[error("share {share} of this layer has {expected} values, but {found} came")]
    Length {
        /// The share.
        share: usize,
        /// The number of values that it has.
        expected: usize,
        /// The number of values that came.
        found: usize,
    },
    /// No layer is left to work on, or none was worked on.
    #[error("there is no such layer: work on one for each category, and take its values afterwards")]
    NoLayer,
    /// The values of a share, or whole layers, are missing.
    #[error("the values of share {share} of layer {layer} are missing")]
    Missing {
        /// The first share that is missing.
        share: usize,
        /// The layer, from 1.
        layer: usize,
    },
}

impl<'a> SharedSolver<'a> {
    /// The solver of one of `shares` shares, which are counted from 0.
    ///
    /// # Errors
    ///
    /// [`ShareError::NoShare`] if there is no such share.
    pub fn new(model: Arc<Model>, share: usize, shares: usize) -> Result<SharedSolver<'a>, ShareError> {
        if share >= shares {
            return Err(ShareError::NoShare { share, shares });
        }
        let mut values = vec![0.0; model.space.width()];
        fill_full_cards(&model.space, &mut [&mut values], value_of_full_card(&model));
        Ok(SharedSolver { model, values, share, has: vec![true; shares], layers: 1, threads: None, progress: None })
    }

    /// The number of layers that are worked out: as many as there are categories.
    pub fn layers(&self) -> usize {
        self.model.space.layers().count() - 1
    }

    /// Works out the share of the next layer, and returns its values. They may be none: the last layer has one row.
    ///
    /// # Errors
    ///
    /// [`ShareError::Missing`] if values of the layer before are missing, and [`ShareError::NoLayer`] if no layer is left.
    #[cfg_attr(target_arch = "wasm32", inline)]
    pub fn work(&mut self) -> Result<&[f64], ShareError> {
        if let Some(share) = self.missing() {
            return Err(ShareError::Missing { share, layer: self.layers - 1 });
        }
        let Model { space, .. } = &*self.model;
        let layer = space.layers().nth(self.layers).ok_or(ShareError::NoLayer)?;
        let (rows, values) = share_of(layer, space.row_width(&layer[layer.len() - 1]), self.share, self.has.len());
        let rows = &layer[rows];
        let done: usize = space.layers().take(self.layers).skip(1).map(<[Row]>::len).sum();
        on_threads(self.threads, |join| {
            let walker = Walker::new(join, self.progress, space.row_count() as u64);
            walker.advance(done as u64);
            walker.fill(space, ROWS_A_TASK, [&mut self.values[..]], rows, &|&[done], rows, [out]| {
                SimdLevel::Widest.run(ValueRows { model: &self.model, done, rows, out });
            });
        });
        self.layers += 1;
        self.has.fill(false);
        self.has[self.share] = true;
        Ok(&self.values[values])
    }

    /// Takes the values of another share of the layer that was worked on last.
    ///
    /// # Errors
    ///
    /// [`ShareError`] if they cannot be those of that share.
    pub fn take(&mut self, share: usize, values: &[f64]) -> Result<(), ShareError> {
        let shares = self.has.len();
        if share >= shares || share == self.share {
            return Err(ShareError::NoShare { share, shares });
        }
        let space = &self.model.space;
        // The full cards are no layer that is worked on.
        let layer = space.layers().nth(self.layers - 1).filter(|_| self.layers > 1).ok_or(ShareError::NoLayer)?;
        let (_, places) = share_of(layer, space.row_width(&layer[layer.len() - 1]), share, shares);
        if places.len() != values.len() {
            return Err(ShareError::Length { share, expected: places.len(), found: values.len() });
        }
        self.values[places].copy_from_slice(values);
        self.has[share] = true;
        Ok(())
    }

    /// The table, after the last layer.
    ///
    /// # Errors
    ///
    /// [`ShareError::Missing`] if layers, or shares of the last one, are missing.
    pub fn finish(self) -> Result<ValueTable, ShareError> {
        match self.missing() {
            Some(share) => Err(ShareError::Missing { share, layer: self.layers - 1 }),
            None if self.layers <= self.layers() => Err(ShareError::Missing { share: 0, layer: self.layers }),
            None => Ok(ValueTable::from_values(self.model, self.values)),
        }
    }

    /// The first share of the last layer that is missing.
    fn missing(&self) -> Option<usize> {
        self.has.iter().position(|has| !has)
    }
}

/// The rows of a share of a layer, and the places of their values. The shares have about as many values each.
fn share_of(layer: &[Row], last_width: usize, share: usize, shares: usize) -> (Range<usize>, Range<usize>) {
    let first = layer[0].start;
    let end = layer[layer.len() - 1].start + last_width;
    let bound = |share: usize| layer.partition_point(|row| (row.start - first) * shares < (end - first) * share);
    let rows = bound(share)..bound(share + 1);
    let start = |row: usize| layer.get(row).map_or(end, |row| row.start);
    let values = start(rows.start)..start(rows.end);
    (rows, values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TABLES, table};

    /// Solves with this many solvers, which send each other their values.
    fn together(model: &Arc<Model>, shares: usize) -> Vec<ValueTable> {
        let mut solvers: Vec<_> =
            (0..shares).map(|share| SharedSolver::new(Arc::clone(model), share, shares).unwrap().threads(1)).collect();
        for _ in 0..solvers[0].layers() {
            let sent: Vec<Vec<f64>> = solvers.iter_mut().map(|solver| solver.work().unwrap().to_vec()).collect();
            for (to, solver) in solvers.iter_mut().enumerate() {
                for (from, values) in sent.iter().enumerate().filter(|(from, _)| *from != to) {
                    solver.take(from, values).unwrap();
                }
            }
        }
        solvers.into_iter().map(|solver| solver.finish().unwrap()).collect()
    }

    #[test]
    fn shares_give_the_values_of_the_solver() {
        for number in 0..TABLES {
            let table = table(number);
            for shares in [1, 2, 3, 7] {
                for shared in together(table.model(), shares) {
                    assert_eq!(shared.values(), table.values(), "{shares} shares of {}", table.rules().name());
                }
            }
        }
    }

    #[test]
    fn wrong_shares_have_messages() {
        let solver = |share, shares| SharedSolver::new(Arc::clone(table(0).model()), share, shares);
        let no_share = |share| Err(ShareError::NoShare { share, shares: 2 });
        assert_eq!(solver(2, 2).map(drop), no_share(2));
        let mut one = solver(0, 2).unwrap();
        assert_eq!(one.take(1, &[]), Err(ShareError::NoLayer));
        let own = one.work().unwrap().len();
        assert_eq!([one.take(0, &[]), one.take(2, &[])], [no_share(0), no_share(2)]);
        let found = own + 1_000_000;
        let wrong = one.take(1, &vec![0.0; found]);
        assert!(matches!(wrong, Err(ShareError::Length { share: 1, found: length, .. }) if length == found));
        let missing = ShareError::Missing { share: 1, layer: 1 };
        assert_eq!(one.work().map(drop), Err(missing));
        assert_eq!(missing.to_string(), "the values of share 1 of layer 1 are missing");
        assert_eq!(one.finish().map(drop), Err(missing));
        let mut alone = solver(0, 1).unwrap();
        alone.work().unwrap();
        assert_eq!(alone.finish().map(drop), Err(ShareError::Missing { share: 0, layer: 2 }));
        let mut done = solver(0, 1).unwrap();
        for _ in 0..done.layers() {
            done.work().unwrap();
        }
        assert_eq!(done.work().map(drop), Err(ShareError::NoLayer));
    }
}
