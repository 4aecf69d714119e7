//! Reading a table file block by block: all of it, or only the blocks of some rows. Its bytes are never in memory beside all its values, and no block
//! is used before its checksum matches.

use std::io::{ErrorKind, Read, Seek, SeekFrom};

use xxhash_rust::xxh3::xxh3_64;

use super::error::TableError;
use super::header::{FILE_BLOCK, Head, PREFIX, Prefix, TableHeader};
use crate::rules::State;
use crate::solve::Model;

/// The number of values in a block, except for the last.
const VALUES: usize = FILE_BLOCK / size_of::<f64>();

/// A table file whose head is sound.
pub(super) struct Reader<R> {
    source: R,
    head: Head,
    /// Where the values start, in bytes.
    start: u64,
    /// Where the next byte is read from.
    place: u64,
    /// The block that was read last.
    block: Option<usize>,
    bytes: Vec<u8>,
}

impl<R: Read + Seek> Reader<R> {
    /// Reads and checks the head of a file of this length in bytes.
    pub(super) fn open(mut source: R, length: u64) -> Result<Reader<R>, TableError> {
        let mut bytes = Vec::with_capacity(FILE_BLOCK);
        source.by_ref().take(PREFIX as u64).read_to_end(&mut bytes)?;
        let Prefix { head } = Prefix::decode(&bytes, length)?;
        source.by_ref().take((head - bytes.len()) as u64).read_to_end(&mut bytes)?;
        if bytes.len() < head {
            return Err(TableError::Length { found: bytes.len() as u64, wanted: length });
        }
        Ok(Reader { source, head: Head::decode(&bytes, length)?, start: head as u64, place: head as u64, block: None, bytes })
    }

    pub(super) fn into_header(self) -> TableHeader {
        self.head.header
    }

    /// Reads and checks all blocks.
    pub(super) fn check(&mut self) -> Result<(), TableError> {
        (0..self.head.checksums.len()).try_for_each(|block| self.enter(block))
    }

    /// Reads the `N` values of each lane of all rows, or of those that the turn of a state may lead to. The arrays are as long as the space; they are 0
    /// in the rows that are not read.
    pub(super) fn read<const N: usize>(
        &mut self,
        model: &Model,
        objective: &str,
        turn: Option<&State>,
    ) -> Result<[Vec<f64>; N], TableError> {
        self.head.header.check(&TableHeader::new(model, objective, N))?;
        let space = &model.space;
        let mut arrays = [(); N].map(|()| vec![0.0; space.width()]);
        let mut at = 0;
        for array in &mut arrays {
            for row in space.layers().flatten() {
                if turn.is_none_or(|turn| space.follows(row.filled, row.flag, turn.filled, turn.flag)) {
                    let mut from = at;
                    for plane in space.planes(row) {
                        let (lanes, padding) = array[plane.start..][..space.plane_width(row.filled)].split_at_mut(plane.len());
                        self.read_values(from, lanes)?;
                        padding.fill(*lanes.last().expect("a lane"));
                        from += lanes.len();
                    }
                }
                at += space.future_count(row);
            }
        }
        Ok(arrays)
    }

    /// Reads the values from the one with this number.
    fn read_values(&mut self, mut at: usize, mut values: &mut [f64]) -> Result<(), TableError> {
        while !values.is_empty() {
            self.enter(at / VALUES)?;
            let (block, _) = self.bytes.as_chunks::<8>();
            let block = block.get(at % VALUES..).unwrap_or_default();
            let (now, later) = values.split_at_mut(values.len().min(block.len()));
            if now.is_empty() {
                return Err(TableError::Content("fewer values than its header says".to_owned()));
            }
            for (value, bytes) in now.iter_mut().zip(block) {
                *value = f64::from_le_bytes(*bytes);
            }
            at += now.len();
            values = later;
        }
        Ok(())
    }

    /// Reads a block, unless it is the last that was read, and checks it.
    fn enter(&mut self, block: usize) -> Result<(), TableError> {
        if self.block == Some(block) {
            return Ok(());
        }
        let Some(checksum) = self.head.checksums.get(block) else {
            return Err(TableError::Content("fewer blocks than its header says".to_owned()));
        };
        self.block = None;
        let first = (block * VALUES) as u64;
        let left = self.head.header.values - first;
        self.bytes.resize(left.min(VALUES as u64) as usize * 8, 0);
        let place = self.start + first * 8;
        if self.place != place {
            self.source.seek(SeekFrom::Start(place))?;
        }
        self.source.read_exact(&mut self.bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => TableError::Length { found: place, wanted: place + left * 8 },
            _ => error.into(),
        })?;
        self.place = place + self.bytes.len() as u64;
        if xxh3_64(&self.bytes) != *checksum {
            return Err(TableError::Checksum);
        }
        // Looked at while they are in the processor's cache.
        let (values, _) = self.bytes.as_chunks::<8>();
        if !values.iter().fold(true, |finite, value| finite & f64::from_le_bytes(*value).is_finite()) {
            return Err(TableError::Content("a value is not finite".to_owned()));
        }
        self.block = Some(block);
        Ok(())
    }
}
