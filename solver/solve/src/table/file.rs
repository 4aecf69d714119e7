//! Table files as a whole: their bytes, and reading and writing them.

use std::convert::Infallible;
use std::io::{Cursor, Read, Seek};
use std::sync::Arc;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::blocks::{Blocks, Content};
use super::error::TableError;
use super::header::{FILE_BLOCK, Head, TableHeader};
#[cfg(feature = "fs")]
use super::lazy::Lazy;
use super::reader::Reader;
#[cfg(feature = "fs")]
use crate::solve::Rows;
use crate::solve::{Arrays, Model};

/// Calls `show` with these values as bytes, block by block.
fn blocks<E>(mut values: impl Iterator<Item = f64>, mut show: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    let mut block = Vec::with_capacity(FILE_BLOCK);
    values.try_for_each(|value| {
        block.extend(value.to_le_bytes());
        if block.len() == FILE_BLOCK {
            show(&block)?;
            block.clear();
        }
        Ok(())
    })?;
    if block.is_empty() { Ok(()) } else { show(&block) }
}

/// The values of these arrays, each in the rows of the state space, in the order of the file.
fn in_rows(model: &Model, arrays: &[&[f64]]) -> impl Iterator<Item = f64> {
    let places = || model.space.layers().flatten().flat_map(|row| model.space.planes(row)).flatten();
    arrays.iter().flat_map(move |array| places().map(|place| array[place]))
}

/// The head of the file with these values.
fn head(header: TableHeader, values: impl Iterator<Item = f64>) -> Vec<u8> {
    let mut checksums = Vec::new();
    let Ok(()) = blocks(values, |block| {
        checksums.push(xxh3_64(block));
        Ok::<(), Infallible>(())
    });
    Head { header, checksums }.encode()
}

/// The bytes of a file with these values.
fn whole<I: Iterator<Item = f64>>(header: TableHeader, values: impl Fn() -> I) -> Vec<u8> {
    let mut bytes = head(header, values());
    let Ok(()) = blocks(values(), |block| {
        bytes.extend(block);
        Ok::<(), Infallible>(())
    });
    bytes
}

/// The bytes of a file with these arrays of values, each in the rows of the state space.
pub(crate) fn to_bytes(model: &Model, objective: &str, arrays: &[&[f64]]) -> Vec<u8> {
    whole(TableHeader::new(model, objective, arrays.len() * model.space.distinct()), || in_rows(model, arrays))
}

/// The bytes of a file with numbers that answer a question instead of values of states.
pub(crate) fn numbers_to_bytes<I: Iterator<Item = f64>>(model: &Model, objective: &str, numbers: impl Fn() -> I) -> Vec<u8> {
    whole(TableHeader::of_numbers(model, objective, numbers().count() as u64), numbers)
}

/// Reads numbers that answer a question from the bytes of a file.
pub(crate) fn numbers_from_bytes(model: &Model, objective: &str, bytes: &[u8]) -> Result<Vec<f64>, TableError> {
    let mut reader = open_bytes(bytes)?;
    reader.header().check(&TableHeader::of_numbers(model, objective, reader.header().values))?;
    let mut numbers = Vec::with_capacity(bytes.len() / 8);
    for block in 0..reader.blocks() {
        numbers.extend(reader.block(block)?.iter().map(|number| f64::from_le_bytes(*number)));
    }
    Ok(numbers)
}

/// Reads the `N` arrays of values of an objective from the bytes of a file, into the rows of the state space.
pub(crate) fn from_bytes<const N: usize>(model: &Arc<Model>, content: Content<N>, bytes: &[u8]) -> Result<Arrays<N>, TableError> {
    Blocks::new(open_bytes(bytes)?, model, content)?.into_arrays()
}

fn open_bytes(bytes: &[u8]) -> Result<Reader<Cursor<&[u8]>>, TableError> {
    Reader::open(Cursor::new(bytes), bytes.len() as u64)
}

/// The header of a file and the digest of its values, after checking all blocks.
fn checked(mut reader: Reader<impl Read + Seek>) -> Result<(TableHeader, u64), TableError> {
    let mut digest = Xxh3::new();
    (0..reader.blocks()).try_for_each(|block| reader.block(block).map(|values| digest.update(values.as_flattened())))?;
    Ok((reader.header().clone(), digest.digest()))
}

impl TableHeader {
    /// Reads the header from the bytes of a file, after checking length and checksums.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::from_bytes`](crate::ValueTable::from_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<TableHeader, TableError> {
        checked(open_bytes(bytes)?).map(|(header, _)| header)
    }

    /// Reads the header of a file, after checking length and checksums. Returns it with a digest of the values: the XXH3 of all their bytes.
    ///
    /// # Errors
    ///
    /// A [`TableError`] that names the error.
    #[cfg(feature = "fs")]
    pub fn load(path: &std::path::Path) -> Result<(TableHeader, u64), TableError> {
        checked(open_file(path)?)
    }
}

#[cfg(feature = "fs")]
fn open_file(path: &std::path::Path) -> Result<Reader<std::fs::File>, TableError> {
    let file = super::open_regular(path)?;
    let length = file.metadata()?.len();
    Reader::open(file, length)
}

/// Reads the `N` arrays of values of an objective from a file.
#[cfg(feature = "fs")]
pub(crate) fn load<const N: usize>(model: &Arc<Model>, content: Content<N>, path: &std::path::Path) -> Result<Arrays<N>, TableError> {
    Blocks::new(open_file(path)?, model, content)?.into_arrays()
}

/// Opens a file with `N` arrays of values of an objective. They are read on demand; once that fails, `instead` computes all.
#[cfg(feature = "fs")]
pub(crate) fn open<const N: usize>(
    model: &Arc<Model>,
    content: Content<N>,
    path: &std::path::Path,
    instead: impl FnOnce(&Arc<Model>, &TableError) -> Arrays<N> + Send + 'static,
) -> Result<Rows<N>, TableError> {
    let blocks = Blocks::new(open_file(path)?, model, content)?;
    Ok(Rows::read(Box::new(Lazy::new(blocks, Box::new(instead)))))
}

/// Writes a file atomically: a reader sees all of it or nothing. Returns its length in bytes.
#[cfg(feature = "fs")]
pub(crate) fn save(model: &Model, objective: &str, arrays: &[&[f64]], path: &std::path::Path) -> Result<u64, TableError> {
    use std::io::Write;
    let mut file = super::WholeFile::create(path)?;
    let head = head(TableHeader::new(model, objective, arrays.len() * model.space.distinct()), in_rows(model, arrays));
    let mut length = head.len();
    file.write_all(&head)?;
    blocks(in_rows(model, arrays), |block| {
        length += block.len();
        file.write_all(block)
    })?;
    file.keep()?;
    Ok(length as u64)
}
