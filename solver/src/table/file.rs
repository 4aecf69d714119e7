//! Table files as a whole: their bytes, and reading and writing them.

use std::io::{self, Read, Seek, Write};
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::error::TableError;
use super::header::{BLOCK, TableHeader};
use super::reader::Reader;
#[cfg(feature = "fs")]
use crate::rules::State;
use crate::rules::{Filled, RuleSet};
use crate::solve::{Arrays, Model, Rows};
use crate::space::Row;

/// The meaning of the `N` arrays of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Content<const N: usize> {
    /// The objective in its header.
    pub(crate) objective: &'static str,
    /// The least and the greatest number possible in each array with these filled categories.
    pub(crate) bounds: fn(&RuleSet, Filled) -> [(f64, f64); N],
}

/// Calls `show` with these values as bytes, block by block.
fn blocks(mut values: impl Iterator<Item = f64>, mut show: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut block = Vec::with_capacity(BLOCK);
    values.try_for_each(|value| {
        block.extend(value.to_le_bytes());
        if block.len() == BLOCK {
            show(&block)?;
            block.clear();
        }
        Ok::<(), io::Error>(())
    })?;
    if block.is_empty() { Ok(()) } else { show(&block) }
}

/// Writes a file with these values, which are asked for twice. Returns its length in bytes.
fn write<I: Iterator<Item = f64>>(header: &TableHeader, values: impl Fn() -> I, mut file: impl Write) -> io::Result<u64> {
    let mut checksums = Vec::new();
    blocks(values(), |block| {
        checksums.push(xxh3_64(block));
        Ok(())
    })?;
    let head = header.head(&checksums);
    file.write_all(&head)?;
    blocks(values(), |block| file.write_all(block))?;
    Ok(head.len() as u64 + 8 * header.values)
}

/// Writes a file with these arrays of values, each in the rows of the state space.
pub(crate) fn write_arrays(model: &Model, objective: &str, arrays: &[&[f64]], file: impl Write) -> io::Result<u64> {
    let places = || model.space.rows().iter().flat_map(|row| model.space.planes(row)).flatten();
    let values = || arrays.iter().flat_map(|array| places().map(|place| array[place]));
    write(&TableHeader::new(model, objective, arrays.len() * model.space.distinct()), values, file)
}

/// The bytes of a file with these arrays of values.
pub(crate) fn to_bytes(model: &Model, objective: &str, arrays: &[&[f64]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_arrays(model, objective, arrays, &mut bytes).expect("memory takes any number of bytes");
    bytes
}

/// Writes a file atomically: a reader sees all of it or nothing. Returns its length in bytes.
#[cfg(feature = "fs")]
pub(crate) fn save(model: &Model, objective: &str, arrays: &[&[f64]], path: &std::path::Path) -> Result<u64, TableError> {
    let mut file = super::WholeFile::create(path)?;
    let length = write_arrays(model, objective, arrays, &mut file)?;
    file.persist()?;
    Ok(length)
}

/// The bytes of a file with numbers that answer a question instead of values of states.
pub(crate) fn numbers_to_bytes<I: Iterator<Item = f64>>(model: &Model, objective: &str, numbers: impl Fn() -> I) -> Vec<u8> {
    let mut bytes = Vec::new();
    let header = TableHeader::of_numbers(model, objective, numbers().count() as u64);
    write(&header, numbers, &mut bytes).expect("memory takes any number of bytes");
    bytes
}

/// Reads numbers that answer a question from the bytes of a file.
pub(crate) fn numbers_from_bytes(model: &Model, objective: &str, bytes: &[u8]) -> Result<Vec<f64>, TableError> {
    let mut reader = Reader::of_bytes(bytes)?;
    reader.header.check(&TableHeader::of_numbers(model, objective, reader.header.values))?;
    let mut numbers = vec![0.0; reader.header.values as usize];
    reader.read(0, &mut numbers)?;
    Ok(numbers)
}

/// Reads the `N` arrays of values of an objective: in the wanted rows, asked for in their order for each array, and 0 elsewhere.
fn read<const N: usize>(
    mut reader: Reader<impl Read + Seek>,
    model: &Model,
    content: Content<N>,
    mut is_wanted: impl FnMut(&Row) -> bool,
) -> Result<Arrays<N>, TableError> {
    let space = &model.space;
    reader.header.check(&TableHeader::new(model, content.objective, N * space.distinct()))?;
    let mut arrays = [(); N].map(|()| vec![0.0; space.width()]);
    let mut first = 0;
    for (number, array) in arrays.iter_mut().enumerate() {
        for row in space.rows() {
            if is_wanted(row) {
                let (lanes, width) = (space.lanes(row).len(), space.plane_width(row.filled));
                let (least, most) = (content.bounds)(&model.rules, row.filled)[number];
                for (plane, values) in array[row.start..][..space.row_width(row)].chunks_mut(width).enumerate() {
                    let (values, padding) = values.split_at_mut(lanes);
                    reader.read(first + plane * lanes, values)?;
                    // All of them, without a branch.
                    if !values.iter().fold(true, |within, value| within & (least..=most).contains(value)) {
                        return Err(TableError::Content(format!("a value is not from {least} to {most}, as these rules allow")));
                    }
                    padding.fill(values[lanes - 1]);
                }
            }
            first += space.future_count(row);
        }
    }
    Ok(arrays)
}

/// Reads the `N` arrays of values of an objective from the bytes of a file.
pub(crate) fn from_bytes<const N: usize>(model: &Arc<Model>, content: Content<N>, bytes: &[u8]) -> Result<Rows<N>, TableError> {
    read(Reader::of_bytes(bytes)?, model, content, |_| true).map(Rows::of_all)
}

/// Reads the `N` arrays of values of an objective from a file: all, or what a turn in this state needs, with the value of a new game.
#[cfg(feature = "fs")]
pub(crate) fn load<const N: usize>(
    model: &Model,
    content: Content<N>,
    path: &std::path::Path,
    turn: Option<&State>,
) -> Result<Rows<N>, TableError> {
    let reader = Reader::of_file(path)?;
    let space = &model.space;
    let Some(state) = turn.filter(|state| space.is_reachable(state)) else {
        return read(reader, model, content, |_| true).map(Rows::of_all);
    };
    let states = [*state, State::default()].into_iter().filter(|state| space.is_reachable(state));
    let mut rows: Vec<Row> =
        space.rows_after(state.filled, state.flag).chain(states.map(|state| space.row(state.filled, state.flag))).collect();
    rows.sort_by_key(|row| row.start);
    rows.dedup();
    let mut next = rows.iter().cycle().peekable();
    let arrays = read(reader, model, content, |row| next.next_if_eq(&row).is_some())?;
    Ok(Rows::of_some(arrays, rows))
}

impl TableHeader {
    /// Reads the header from the bytes of a file, after checking length and checksums.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::from_bytes`](crate::ValueTable::from_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<TableHeader, TableError> {
        Reader::of_bytes(bytes)?.digest().map(|(header, _)| header)
    }

    /// Reads the header of a file, after checking length and checksums. Returns it with a digest of the values: the XXH3 of all their bytes.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that names the error.
    #[cfg(feature = "fs")]
    pub fn load(path: &std::path::Path) -> Result<(TableHeader, u64), TableError> {
        Reader::of_file(path)?.digest()
    }
}
