//! Reading files named by a user: only regular ones, and only up to a limit.

use std::fs::{self, File, FileType};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens a regular file for reading.
///
/// A pipe would wait for a writer and a device may have no end, so both are refused before they are opened. If another program replaces the file by
/// one of these in between, it is refused too.
///
/// ```
/// use yahtzee_solver::table::open_regular;
/// let folder = tempfile::tempdir()?;
/// let error = open_regular(folder.path()).unwrap_err();
/// assert_eq!(error.to_string(), "it is a folder, not a file");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// As [`File::open`]; and for anything but a regular file [`IsADirectory`](ErrorKind::IsADirectory) for a folder, otherwise
/// [`InvalidInput`](ErrorKind::InvalidInput).
pub fn open_regular(path: &Path) -> io::Result<File> {
    check_regular(fs::metadata(path)?.file_type())?;
    let mut options = File::options();
    // If a pipe has taken the name meanwhile, this does not wait for its writer.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    let file = options.read(true).open(path)?;
    check_regular(file.metadata()?.file_type())?;
    Ok(file)
}

/// Reads a regular file of at most `limit` bytes. A longer one is refused before it is read.
///
/// ```
/// use yahtzee_solver::table::read_limited;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("notes");
/// std::fs::write(&path, "nine bytes")?;
/// assert_eq!(read_limited(&path, 10)?, b"nine bytes");
/// assert_eq!(read_limited(&path, 9).unwrap_err().to_string(), "it is longer than 9 bytes, the most that is read");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// As [`open_regular`], and [`FileTooLarge`](ErrorKind::FileTooLarge) for a longer file.
pub fn read_limited(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let too_large = || io::Error::new(ErrorKind::FileTooLarge, format!("it is longer than {limit} bytes, the most that is read"));
    let file = open_regular(path)?;
    let length = file.metadata()?.len();
    if length > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    // The length may change, and is 0 for files in /proc.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

pub(super) fn check_regular(kind: FileType) -> io::Result<()> {
    if kind.is_file() {
        Ok(())
    } else if kind.is_dir() {
        Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder, not a file"))
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, "it is a pipe or a device, not a regular file"))
    }
}
