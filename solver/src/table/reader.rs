//! Reading a table file. No value is used before the checksum of its block matches.

use std::io::{Cursor, Read, Seek, SeekFrom};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::error::TableError;
use super::header::{BLOCK, PREFIX, TableHeader, head_length, read_head};

/// The number of values in a block, except for the last.
const BLOCK_VALUES: usize = BLOCK / size_of::<f64>();

/// A table file with a checked head.
pub(super) struct Reader<R> {
    source: R,
    pub(super) header: TableHeader,
    checksums: Vec<u64>,
    /// The start of the values, in bytes.
    start: u64,
    /// The block that was read last.
    block: Option<usize>,
    bytes: Vec<u8>,
}

impl<'b> Reader<Cursor<&'b [u8]>> {
    pub(super) fn of_bytes(bytes: &'b [u8]) -> Result<Self, TableError> {
        Reader::new(Cursor::new(bytes), bytes.len() as u64)
    }
}

#[cfg(feature = "fs")]
impl Reader<std::fs::File> {
    pub(super) fn of_file(path: &std::path::Path) -> Result<Self, TableError> {
        let file = super::open_regular(path)?;
        let length = file.metadata()?.len();
        Reader::new(file, length)
    }
}

impl<R: Read + Seek> Reader<R> {
    /// Reads and checks the head of a file of this length in bytes.
    fn new(mut source: R, length: u64) -> Result<Reader<R>, TableError> {
        let mut bytes = Vec::new();
        source.by_ref().take(PREFIX as u64).read_to_end(&mut bytes)?;
        let head = head_length(&bytes, length)?;
        source.by_ref().take((head - bytes.len()) as u64).read_to_end(&mut bytes)?;
        let (header, checksums) = read_head(&bytes, length)?;
        Ok(Reader { source, header, checksums, start: head as u64, block: None, bytes: Vec::new() })
    }

    /// The bytes of a block, read and checked.
    fn block(&mut self, block: usize) -> Result<&[u8], TableError> {
        if self.block != Some(block) {
            self.block = None;
            let place = block as u64 * BLOCK as u64;
            self.bytes.resize((8 * self.header.values - place).min(BLOCK as u64) as usize, 0);
            self.source.seek(SeekFrom::Start(self.start + place))?;
            self.source.read_exact(&mut self.bytes)?;
            if xxh3_64(&self.bytes) != self.checksums[block] {
                return Err(TableError::Checksum);
            }
            self.block = Some(block);
        }
        Ok(&self.bytes)
    }

    /// Reads values, from this one on.
    pub(super) fn read(&mut self, mut first: usize, mut into: &mut [f64]) -> Result<(), TableError> {
        while !into.is_empty() {
            let (values, _) = self.block(first / BLOCK_VALUES)?.as_chunks::<8>();
            let values = &values[first % BLOCK_VALUES..];
            let (now, later) = into.split_at_mut(values.len().min(into.len()));
            for (value, bytes) in now.iter_mut().zip(values) {
                *value = f64::from_le_bytes(*bytes);
            }
            (first, into) = (first + now.len(), later);
        }
        Ok(())
    }

    /// The header, and the digest of the values: the XXH3 of all their bytes.
    pub(super) fn digest(mut self) -> Result<(TableHeader, u64), TableError> {
        let mut digest = Xxh3::new();
        (0..self.checksums.len()).try_for_each(|block| self.block(block).map(|bytes| digest.update(bytes)))?;
        Ok((self.header, digest.digest()))
    }
}
