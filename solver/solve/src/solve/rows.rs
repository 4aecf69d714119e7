//! The numbers of a table: all in memory, or read from a file on demand.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::model::Model;
use crate::rules::{Filled, State};
use crate::space::Row;

/// `N` arrays as long as the state space, each with a number for each lane of each row, padding included.
pub type Arrays<const N: usize> = [Vec<f64>; N];

/// The numbers of a table. A clone shares them.
#[derive(Clone, Debug)]
pub enum Rows<const N: usize> {
    /// All of them.
    All(Arc<Arrays<N>>),
    /// The numbers read so far, and a file with all of them.
    #[cfg_attr(not(feature = "fs"), expect(dead_code, reason = "only files are read in part"))]
    Read(Arc<ReadRows<N>>),
}

/// A file of numbers.
pub trait RowSource<const N: usize>: Send {
    /// Whether the numbers of a row have been read into this part.
    fn has(&self, part: &Part<N>, row: &Row) -> bool;

    /// Reads the numbers of a row into this part, unless it has them. If reading fails, returns replacements for the numbers of all rows.
    fn read(&mut self, part: &mut Part<N>, row: &Row) -> Result<(), Arrays<N>>;

    /// [`read`](RowSource::read) for all rows.
    fn read_all(&mut self, part: &mut Part<N>) -> Result<(), Arrays<N>>;
}

/// The numbers read from a file so far.
#[doc(hidden)]
#[derive(Debug)]
pub struct Part<const N: usize> {
    /// 0 for unread numbers.
    pub(crate) arrays: Arrays<N>,
    /// For each block of the file, whether its numbers are in the arrays. Only as long as needed so far.
    pub(crate) blocks: Vec<bool>,
}

impl<const N: usize> Part<N> {
    /// An empty part, for arrays of this length. The system allocates only the written pages.
    pub(crate) fn new(width: usize) -> Part<N> {
        Part { arrays: [(); N].map(|()| vec![0.0; width]), blocks: Vec::new() }
    }
}

/// Numbers that are read on demand.
pub struct ReadRows<const N: usize> {
    /// Set while `reading` is locked; `reading` is unused after that.
    all: OnceLock<Arrays<N>>,
    reading: Mutex<Reading<N>>,
}

struct Reading<const N: usize> {
    source: Box<dyn RowSource<N>>,
    /// `None` before the first question.
    part: Option<Arc<Part<N>>>,
}

impl<const N: usize> std::fmt::Debug for ReadRows<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReadRows").field("all", &self.all.get().is_some()).finish_non_exhaustive()
    }
}

/// The numbers of some rows, and maybe of more, in arrays as long as the state space.
#[doc(hidden)]
#[derive(Debug)]
pub enum Held<'a, const N: usize> {
    All(&'a Arrays<N>),
    Part(Arc<Part<N>>),
}

impl<const N: usize> Deref for Held<'_, N> {
    type Target = Arrays<N>;

    fn deref(&self) -> &Arrays<N> {
        match self {
            Held::All(arrays) => arrays,
            Held::Part(part) => &part.arrays,
        }
    }
}

impl<const N: usize> Rows<N> {
    /// All numbers, in memory.
    pub(crate) fn in_memory(arrays: Arrays<N>) -> Rows<N> {
        Rows::All(Arc::new(arrays))
    }

    /// Numbers that are read from a file on demand.
    #[cfg(feature = "fs")]
    pub fn read(source: Box<dyn RowSource<N>>) -> Rows<N> {
        Rows::Read(Arc::new(ReadRows { all: OnceLock::new(), reading: Mutex::new(Reading { source, part: None }) }))
    }

    /// The arrays with the numbers of all rows.
    pub fn all(&self, model: &Model) -> &Arrays<N> {
        match self {
            Rows::All(arrays) => arrays,
            Rows::Read(rows) => rows.all(model),
        }
    }

    #[cfg(feature = "fs")]
    pub(crate) fn into_all(self, model: &Model) -> Arrays<N> {
        match self {
            Rows::All(arrays) => Arc::unwrap_or_clone(arrays),
            Rows::Read(rows) => rows.all(model).clone(),
        }
    }

    /// Arrays with the numbers of the rows that the turn of a row may lead to.
    pub fn after(&self, model: &Model, filled: Filled, flag: bool) -> Held<'_, N> {
        match self {
            Rows::All(arrays) => Held::All(arrays),
            Rows::Read(rows) => rows.some(model, model.space.rows_after(filled, flag)),
        }
    }

    /// The numbers of a reachable state.
    pub fn at(&self, model: &Model, state: &State) -> [f64; N] {
        let arrays = match self {
            Rows::All(arrays) => Held::All(arrays),
            Rows::Read(rows) => rows.some(model, std::iter::once(model.space.row(state.filled, state.flag))),
        };
        let position = model.space.position(state);
        arrays.each_ref().map(|array| array[position])
    }
}

impl<const N: usize> ReadRows<N> {
    fn all(&self, model: &Model) -> &Arrays<N> {
        if let Some(all) = self.all.get() {
            return all;
        }
        let mut reading = self.reading();
        self.all.get_or_init(|| {
            let Reading { source, part } = &mut *reading;
            let mut part = part.take().and_then(Arc::into_inner).unwrap_or_else(|| Part::new(model.space.width()));
            match source.read_all(&mut part) {
                Ok(()) => part.arrays,
                Err(all) => all,
            }
        })
    }

    fn some(&self, model: &Model, rows: impl Iterator<Item = Row> + Clone) -> Held<'_, N> {
        if let Some(all) = self.all.get() {
            return Held::All(all);
        }
        let mut reading = self.reading();
        // Another thread that held the lock may have read all.
        if let Some(all) = self.all.get() {
            return Held::All(all);
        }
        let Reading { source, part } = &mut *reading;
        let new = || Arc::new(Part::new(model.space.width()));
        let part = part.get_or_insert_with(new);
        if !rows.clone().all(|row| source.has(part, &row)) {
            // A part in use elsewhere cannot change: start another one.
            if Arc::get_mut(part).is_none() {
                *part = new();
            }
            let part = Arc::get_mut(part).expect("nobody else holds it");
            for row in rows {
                if let Err(all) = source.read(part, &row) {
                    return Held::All(self.all.get_or_init(|| all));
                }
            }
        }
        Held::Part(Arc::clone(part))
    }

    fn reading(&self) -> MutexGuard<'_, Reading<N>> {
        self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
