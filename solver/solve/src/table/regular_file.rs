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
    open_at_once(path)
}

/// Opens a regular file. Anything else is opened without waiting for a writer, and then refused.
fn open_at_once(path: &Path) -> io::Result<File> {
    let mut options = File::options();
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
        Err(io::Error::new(ErrorKind::InvalidInput, format!("it is {}, not a regular file", special(kind))))
    }
}

#[cfg(unix)]
fn special(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> &'static str {
    "something special"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(path: &Path) -> String {
        let [opened, read] = [open_regular(path).map(|_| ()), read_limited(path, 100).map(|_| ())].map(|result| result.unwrap_err());
        assert_eq!((opened.kind(), opened.to_string()), (read.kind(), read.to_string()));
        opened.to_string()
    }

    #[test]
    fn a_file_is_read_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for length in [0, 1, 99, 100, 101, 5000] {
            fs::write(&path, vec![7; length]).unwrap();
            match read_limited(&path, 100) {
                Ok(bytes) => assert!(length <= 100 && bytes == vec![7; length]),
                Err(error) => assert!(length > 100 && error.kind() == ErrorKind::FileTooLarge, "{error}"),
            }
        }
        // A sparse file of this length takes no disk space.
        File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(read_limited(&path, 1 << 39).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert_eq!(read_limited(&folder.path().join("none"), 9).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_that_does_not_know_its_length_is_limited_too() {
        let path = Path::new("/proc/self/smaps");
        assert_eq!(read_limited(path, 1000).unwrap_err().kind(), ErrorKind::FileTooLarge);
        assert!(read_limited(Path::new("/proc/self/comm"), 1000).is_ok());
    }

    #[test]
    #[cfg(unix)]
    fn what_is_no_regular_file_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let [pipe, socket, link] = ["pipe", "socket", "link"].map(|name| folder.path().join(name));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        assert_eq!(error(folder.path()), "it is a folder, not a file");
        assert_eq!(error(&pipe), "it is a pipe, not a regular file");
        assert_eq!(error(&link), "it is a pipe, not a regular file");
        assert_eq!(error(&socket), "it is a socket, not a regular file");
        assert_eq!(error(Path::new("/dev/zero")), "it is a device, not a regular file");
        // As if a pipe took the name after the first check.
        assert_eq!(open_at_once(&pipe).unwrap_err().to_string(), "it is a pipe, not a regular file");
    }
}
