//! Temporary files left by killed programs.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The start and the end of all temporary file names.
pub(super) const PREFIX: &str = ".yahtzee-";
pub(super) const SUFFIX: &str = ".tmp";

/// The temporary files of [`WholeFile`](super::WholeFile) in a folder that were last written before this time and are not locked, sorted. A file dated
/// at least as far in the future as this time is in the past was written before the clock was set; it is one of them too.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn leftovers(folder: &Path, before: SystemTime) -> io::Result<Vec<PathBuf>> {
    left(folder, before, |_| Ok(()))
}

/// Removes the [`leftovers`] of a folder. Returns their paths.
///
/// # Errors
///
/// If the folder cannot be read. A file that cannot be removed is left out.
pub fn remove_leftovers(folder: &Path, before: SystemTime) -> io::Result<Vec<PathBuf>> {
    left(folder, before, |path| fs::remove_file(path))
}

/// The leftovers for which the function succeeds. It is called with a lock on the file.
fn left(folder: &Path, before: SystemTime, then: impl Fn(&Path) -> io::Result<()>) -> io::Result<Vec<PathBuf>> {
    let is_temporary =
        |name: &str| name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX)).is_some_and(|middle| !middle.is_empty());
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    paths.retain(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(is_temporary));
    paths.retain(|path| locked(path, before).and_then(|_lock| then(path)).is_ok());
    paths.sort();
    Ok(paths)
}

/// The file with a lock on it, if it is old and not locked by another program.
fn locked(path: &Path, before: SystemTime) -> io::Result<File> {
    let metadata = fs::symlink_metadata(path)?;
    let (written, now) = (metadata.modified()?, SystemTime::now());
    let age = now.duration_since(before).unwrap_or_default();
    let is_old = written < before || written.duration_since(now).is_ok_and(|ahead| ahead >= age);
    if !metadata.is_file() || !is_old {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let file = File::open(path)?;
    file.try_lock()?;
    Ok(file)
}
