//! The values of a model in the blocks of a file, and the place of each row in them.

use std::io::{Read, Seek};
use std::sync::Arc;

use super::error::TableError;
use super::header::TableHeader;
use super::reader::{BLOCK_VALUES, Reader};
use crate::rules::{Filled, RuleSet};
use crate::solve::{Arrays, Model, Part};
#[cfg(feature = "fs")]
use crate::space::Row;

/// The meaning of the `N` arrays of a file.
#[derive(Clone, Copy, Debug)]
pub struct Content<const N: usize> {
    /// The objective in its header.
    pub(crate) objective: &'static str,
    /// The least and the greatest number possible in each array with these filled categories.
    pub(crate) bounds: fn(&RuleSet, Filled) -> [(f64, f64); N],
}

/// A file with `N` values for each lane of a model.
pub struct Blocks<R, const N: usize> {
    reader: Reader<R>,
    model: Arc<Model>,
    content: Content<N>,
    /// The number of distinct futures before each row, row after row; the last entry is the number of all.
    futures_before: Vec<u32>,
}

impl<R: Read + Seek, const N: usize> Blocks<R, N> {
    /// Checks that a file has the values of this objective.
    pub fn new(reader: Reader<R>, model: &Arc<Model>, content: Content<N>) -> Result<Blocks<R, N>, TableError> {
        let space = &model.space;
        let mut futures_before = Vec::with_capacity(space.row_count() + 1);
        let mut futures = 0;
        futures_before.push(futures);
        futures_before.extend(space.rows().iter().map(|row| {
            futures += space.future_count(row) as u32;
            futures
        }));
        reader.header().check(&TableHeader::new(model, content.objective, N * futures as usize))?;
        Ok(Blocks { reader, model: Arc::clone(model), content, futures_before })
    }

    /// Reads into a part all blocks that it lacks.
    pub(super) fn read_all(&mut self, part: &mut Part<N>) -> Result<(), TableError> {
        (0..self.reader.blocks()).try_for_each(|block| self.read_block(part, block))
    }

    /// Reads all blocks.
    pub(super) fn into_arrays(mut self) -> Result<Arrays<N>, TableError> {
        let mut part = Part::new(self.model.space.width());
        self.read_all(&mut part)?;
        Ok(part.arrays)
    }

    /// The number of distinct futures of all rows.
    fn futures(&self) -> usize {
        *self.futures_before.last().expect("an entry for all rows") as usize
    }

    /// Reads a block into a part, unless it has it.
    fn read_block(&mut self, part: &mut Part<N>, block: usize) -> Result<(), TableError> {
        let all = self.futures();
        let Blocks { reader, model, content, futures_before } = self;
        let space = &model.space;
        part.blocks.resize(reader.blocks(), false);
        if part.blocks[block] {
            return Ok(());
        }
        let mut values = reader.block(block)?;
        let mut at = block * BLOCK_VALUES;
        let mut index = futures_before.partition_point(|&before| before as usize <= at % all) - 1;
        while !values.is_empty() {
            let row = &space.rows()[index];
            let (lanes, width) = (space.lanes(row).len(), space.plane_width(row.filled));
            let within = at % all - futures_before[index] as usize;
            let (plane, lane) = (within / lanes, within % lanes);
            let (now, later) = values.split_at(values.len().min(lanes - lane));
            let (into, padding) = part.arrays[at / all][row.start + plane * width..][..width].split_at_mut(lanes);
            let (least, most) = (content.bounds)(&model.rules, row.filled)[at / all];
            let mut within = true;
            for (value, bytes) in into[lane..].iter_mut().zip(now) {
                *value = f64::from_le_bytes(*bytes);
                within &= *value >= least && *value <= most;
            }
            if !within {
                return Err(TableError::Content(format!("a value is not from {least} to {most}, as these rules allow")));
            }
            padding.fill(into[lanes - 1]);
            values = later;
            at += now.len();
            match at % all {
                0 => index = 0,
                within if within == futures_before[index + 1] as usize => index += 1,
                _ => {}
            }
        }
        part.blocks[block] = true;
        Ok(())
    }
}

/// Rows one by one.
#[cfg(feature = "fs")]
impl<R: Read + Seek, const N: usize> Blocks<R, N> {
    pub(super) fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Whether the numbers of a row have been read into a part.
    pub(super) fn has(&self, part: &Part<N>, row: &Row) -> bool {
        self.of_row(row).into_iter().flatten().all(|block| part.blocks.get(block) == Some(&true))
    }

    /// Reads into a part the missing blocks of a row.
    pub(super) fn read(&mut self, part: &mut Part<N>, row: &Row) -> Result<(), TableError> {
        self.of_row(row).into_iter().flatten().try_for_each(|block| self.read_block(part, block))
    }

    /// The blocks with the numbers of a row, for each array.
    fn of_row(&self, row: &Row) -> [std::ops::RangeInclusive<usize>; N] {
        let index = self.model.space.rows().partition_point(|other| other.start < row.start);
        let [first, end] = [index, index + 1].map(|index| self.futures_before[index] as usize);
        std::array::from_fn(|array| {
            let before = array * self.futures();
            (before + first) / BLOCK_VALUES..=(before + end - 1) / BLOCK_VALUES
        })
    }
}
