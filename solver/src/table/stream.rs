//! Reads a table file piece by piece, so that its bytes and its values are never in memory together.
//!
//! This is the fast way for a sound file of the wanted table: it knows the first bytes of such a file. For any other file it returns nothing, and
//! the slow way, [`from_bytes`], then reads the whole file and says what is wrong.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use super::file::{CHECKSUM, TableError, from_bytes, start_of_file};
use crate::solve::Model;
use crate::space::StateSpace;

/// The number of bytes to read at a time.
const CHUNK: usize = 1 << 16;

/// Reads the `N` arrays of values of an objective from a file, into the rows of the state space.
pub(crate) fn load<const N: usize>(model: &Model, objective: &str, path: &Path) -> Result<[Vec<f64>; N], TableError> {
    match read_sound(model, objective, File::open(path)?) {
        Some(rows) => Ok(rows),
        None => from_bytes(model, objective, &std::fs::read(path)?),
    }
}

/// The values of a sound file; `None` for any other file.
fn read_sound<const N: usize>(model: &Model, objective: &str, source: impl Read) -> Option<[Vec<f64>; N]> {
    let (start, length) = start_of_file(model, objective, N);
    let mut file = Checked { source, left: length - CHECKSUM, hasher: Xxh3::new(), buffer: vec![0; CHUNK], at: 0, end: 0 };
    if file.take(start.len())? != start {
        return None;
    }
    let mut arrays = [const { Vec::new() }; N];
    for array in &mut arrays {
        *array = read_rows(&model.space, &mut file)?;
    }
    let checksum = u64::from_le_bytes(file.take(CHECKSUM)?.try_into().ok()?);
    (checksum == file.hasher.digest() && file.take(1).is_none()).then_some(arrays)
}

/// A value for each lane, in the rows of the state space; `None` if the file ends too early or a value is not finite.
fn read_rows(space: &StateSpace, file: &mut Checked<impl Read>) -> Option<Vec<f64>> {
    let mut values = Vec::with_capacity(space.width());
    let mut finite = true;
    for row in space.layers().flatten() {
        let (lanes, _) = file.take(space.lanes(row).len() * size_of::<f64>())?.as_chunks::<8>();
        // Check them now, while they are in the processor's cache.
        finite &= lanes.iter().fold(true, |finite, lane| finite & f64::from_le_bytes(*lane).is_finite());
        values.extend(lanes.iter().map(|lane| f64::from_le_bytes(*lane)));
        let last = *values.last()?;
        values.resize(row.start + space.row_width(row), last);
    }
    finite.then_some(values)
}

/// A file that is read in pieces. All bytes but the last, the checksum, are hashed on the way.
struct Checked<R> {
    source: R,
    /// The number of bytes still to hash.
    left: usize,
    hasher: Xxh3,
    buffer: Vec<u8>,
    /// The bytes read and not yet taken are `buffer[at..end]`.
    at: usize,
    end: usize,
}

impl<R: Read> Checked<R> {
    /// The next bytes, at most [`CHUNK`]; `None` if there are fewer.
    fn take(&mut self, bytes: usize) -> Option<&[u8]> {
        if self.end - self.at < bytes {
            self.buffer.copy_within(self.at..self.end, 0);
            (self.at, self.end) = (0, self.end - self.at);
            while self.end < bytes {
                self.fill()?;
            }
        }
        let taken = self.buffer.get(self.at..self.at + bytes)?;
        self.at += bytes;
        Some(taken)
    }

    /// Reads more bytes; `None` at the end of the file.
    fn fill(&mut self) -> Option<()> {
        let read = loop {
            match self.source.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read.ok()?,
            }
        };
        let hashed = read.min(self.left);
        self.hasher.update(&self.buffer[self.end..self.end + hashed]);
        self.left -= hashed;
        self.end += read;
        (read > 0).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::table;

    /// A reader that gives a few bytes at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let bytes = buffer.len().min(self.0.len()).min(13);
            buffer[..bytes].copy_from_slice(&self.0[..bytes]);
            self.0 = &self.0[bytes..];
            Ok(bytes)
        }
    }

    #[test]
    fn sound_files_are_read_as_the_slow_way_reads_them() {
        for number in [0, 4, 5] {
            let model = table(number).model();
            let bytes = table(number).to_bytes();
            let [slow]: [Vec<f64>; 1] = from_bytes(model, "expected-score", &bytes).unwrap();
            let [fast] = read_sound(model, "expected-score", bytes.as_slice()).unwrap();
            assert_eq!(slow, fast);
            let [in_pieces] = read_sound(model, "expected-score", Slow(&bytes)).unwrap();
            assert_eq!(slow, in_pieces);
        }
    }

    #[test]
    fn other_files_are_left_to_the_slow_way() {
        let model = table(4).model();
        let bytes = table(4).to_bytes();
        let sound = |bytes: &[u8]| read_sound::<1>(model, "expected-score", bytes).is_some();
        assert!(sound(&bytes) && !sound(&[]) && !sound(&table(5).to_bytes()));
        for at in (0..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(!sound(&damaged) && !sound(&bytes[..at]), "{at}");
        }
        assert!(!sound(&[bytes.as_slice(), &[0]].concat()));
        assert!(read_sound::<1>(model, "spread", bytes.as_slice()).is_none());
    }
}
