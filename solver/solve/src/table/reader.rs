//! Reading a table file block by block. No block is used before its checksum matches.

use std::io::{ErrorKind, Read, Seek, SeekFrom};

use xxhash_rust::xxh3::xxh3_64;

use super::error::TableError;
use super::header::{FILE_BLOCK, Head, PREFIX, Prefix, TableHeader};

/// The number of values in a block, except for the last.
pub(super) const BLOCK_VALUES: usize = FILE_BLOCK / size_of::<f64>();

/// A table file with a checked head.
pub struct Reader<R> {
    source: R,
    head: Head,
    /// The start of the values, in bytes.
    start: u64,
    /// The place of the next byte to read.
    place: u64,
    /// The buffer for a block.
    bytes: Vec<u8>,
}

impl<R: Read + Seek> Reader<R> {
    /// Reads and checks the head of a file of this length in bytes.
    pub fn open(mut source: R, length: u64) -> Result<Reader<R>, TableError> {
        let mut bytes = Vec::with_capacity(FILE_BLOCK);
        source.by_ref().take(PREFIX as u64).read_to_end(&mut bytes)?;
        let Prefix { head } = Prefix::decode(&bytes, length)?;
        source.by_ref().take((head - bytes.len()) as u64).read_to_end(&mut bytes)?;
        if bytes.len() < head {
            return Err(TableError::Length { found: bytes.len() as u64, wanted: length });
        }
        let start = head as u64;
        Ok(Reader { source, head: Head::decode(&bytes, length)?, start, place: start, bytes: vec![0; FILE_BLOCK] })
    }

    pub(super) fn header(&self) -> &TableHeader {
        &self.head.header
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.head.checksums.len()
    }

    /// Reads a block and checks it. Returns its values.
    pub(super) fn block(&mut self, block: usize) -> Result<&[[u8; 8]], TableError> {
        let first = (block * BLOCK_VALUES) as u64;
        let left = self.head.header.values - first;
        let bytes = &mut self.bytes[..left.min(BLOCK_VALUES as u64) as usize * 8];
        let place = self.start + first * 8;
        if self.place != place {
            self.source.seek(SeekFrom::Start(place))?;
        }
        // After an error the place is unknown.
        self.place = u64::MAX;
        self.source.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => TableError::Length { found: place, wanted: place + left * 8 },
            _ => error.into(),
        })?;
        self.place = place + bytes.len() as u64;
        if xxh3_64(bytes) != self.head.checksums[block] {
            return Err(TableError::Checksum);
        }
        // Checked while they are in the processor's cache.
        let (values, _) = bytes.as_chunks::<8>();
        if !values.iter().fold(true, |finite, value| finite & f64::from_le_bytes(*value).is_finite()) {
            return Err(TableError::Content("a value is not finite".to_owned()));
        }
        Ok(values)
    }
}
