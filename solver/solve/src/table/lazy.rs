//! A table file whose blocks are read on demand.

use std::io::{Read, Seek};
use std::sync::Arc;

use super::blocks::Blocks;
use super::error::TableError;
use crate::solve::{Arrays, Model, Part, RowSource};
use crate::space::Row;

/// Computes the numbers of all rows of a model after reading the file failed.
type Instead<const N: usize> = Box<dyn FnOnce(&Arc<Model>, &TableError) -> Arrays<N> + Send>;

/// The rows of a table file; each is read when it is first needed.
pub struct Lazy<R, const N: usize> {
    blocks: Blocks<R, N>,
    /// `None` after its call.
    instead: Option<Instead<N>>,
}

impl<R: Read + Seek, const N: usize> Lazy<R, N> {
    /// `instead` computes all numbers if reading fails.
    pub fn new(blocks: Blocks<R, N>, instead: Instead<N>) -> Lazy<R, N> {
        Lazy { blocks, instead: Some(instead) }
    }

    fn or_instead(&mut self, read: Result<(), TableError>) -> Result<(), Arrays<N>> {
        read.map_err(|error| {
            let instead = self.instead.take().expect("nothing is read after an error");
            instead(self.blocks.model(), &error)
        })
    }
}

impl<R: Read + Seek + Send, const N: usize> RowSource<N> for Lazy<R, N> {
    fn has(&self, part: &Part<N>, row: &Row) -> bool {
        self.blocks.has(part, row)
    }

    fn read(&mut self, part: &mut Part<N>, row: &Row) -> Result<(), Arrays<N>> {
        let read = self.blocks.read(part, row);
        self.or_instead(read)
    }

    fn read_all(&mut self, part: &mut Part<N>) -> Result<(), Arrays<N>> {
        let read = self.blocks.read_all(part);
        self.or_instead(read)
    }
}
