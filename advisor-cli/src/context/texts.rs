//! Texts that somebody else may have written: they are no longer than the memory limit allows.

use std::io::{self, ErrorKind, Read};
use std::path::Path;

use yahtzee_solver::table::read_limited;
use yahtzee_solver::tr;

use super::Context;
use crate::terminal::console;

/// The memory that reading a text may take, for each of its bytes. The most was measured with TOML of many short keys with dots; games of which many moves
/// were taken back have 140.
const A_BYTE: u64 = 250;
/// The length that may be read under every limit. The texts of people have less.
const SHORT: u64 = 20_000;

impl Context {
    /// Reads the file of a text.
    ///
    /// # Errors
    ///
    /// As for [`read_limited`], also if the text is longer than the memory limit allows.
    pub(crate) fn read(&self, path: &Path, longest: u64) -> io::Result<Vec<u8>> {
        let most = self.most_read(longest);
        read_limited(path, most).map_err(|error| if error.kind() == ErrorKind::FileTooLarge { too_long(most, longest) } else { error })
    }

    /// Reads a text from stdin.
    ///
    /// # Errors
    ///
    /// As for [`read`](Context::read).
    pub(crate) fn read_stdin(&self, longest: u64) -> io::Result<Vec<u8>> {
        let most = self.most_read(longest);
        let mut bytes = Vec::new();
        console::stdin().take(most + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most { Err(too_long(most, longest)) } else { Ok(bytes) }
    }

    /// The most bytes of a text of which at most `longest` are read.
    fn most_read(&self, longest: u64) -> u64 {
        (self.memory() / A_BYTE).max(SHORT).min(longest)
    }
}

fn too_long(most: u64, longest: u64) -> io::Error {
    let message = match most == longest {
        true => tr!("it is longer than {} bytes, the most that is read", most),
        false => tr!("it is longer than {} bytes, the most that the limit of memory allows: raise it with --memory", most),
    };
    io::Error::new(ErrorKind::FileTooLarge, message)
}
