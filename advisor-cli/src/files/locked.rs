//! Files that one program at a time uses. The system releases a lock when the program ends in any way.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use yahtzee_solver::table::open_regular;

/// Opens a file, new if there is none, and locks it. If another program has the lock, it waits, or returns `None` if it is not to wait.
pub(crate) fn locked(path: &Path, wait: bool) -> io::Result<Option<File>> {
    loop {
        // A pipe or a device must not be opened for writing.
        match open_regular(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        match if wait { file.lock().map_err(TryLockError::Error) } else { file.try_lock() } {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // Another program may have removed the file meanwhile: a lock on it then keeps no program out.
        if is_at(&file, path) {
            return Ok(Some(file));
        }
    }
}

/// Whether this is the file of that name.
#[cfg(unix)]
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    use super::file::identity;
    let same = || Ok::<_, io::Error>(identity(&std::fs::metadata(path)?) == identity(&file.metadata()?));
    same().unwrap_or(false)
}

/// Whether there is a file of that name. There is no way to tell whether it is this one.
#[cfg(not(unix))]
pub(crate) fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
