//! Temporary files left by killed programs.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The start of all temporary file names.
pub(super) const PREFIX: &str = ".yahtzee-";
pub(super) const SUFFIX: &str = ".tmp";

/// Whether a file name is the name of a temporary file of [`WholeFile`](super::WholeFile).
fn is_temporary_name(name: &str) -> bool {
    name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX)).is_some_and(|middle| !middle.is_empty())
}

/// Removes the temporary files in a folder that were last written before this time and are not locked. Returns their paths, sorted. A file dated at
/// least as far in the future as this time is in the past was written before the clock was set; it is removed too.
///
/// # Errors
///
/// If the folder cannot be read. A file that cannot be removed is left out.
pub fn remove_leftovers(folder: &Path, before: SystemTime) -> io::Result<Vec<PathBuf>> {
    remove_leftovers_named(folder, PREFIX, before)
}

/// The files that [`remove_leftovers`] would remove now, sorted.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn leftovers(folder: &Path, before: SystemTime) -> io::Result<Vec<PathBuf>> {
    select(folder, PREFIX, |path| Ok(left(path, before)?.is_some()))
}

/// As [`remove_leftovers`], for names with this beginning.
pub(super) fn remove_leftovers_named(folder: &Path, prefix: &str, before: SystemTime) -> io::Result<Vec<PathBuf>> {
    select(folder, prefix, |path| match left(path, before)? {
        // The lock lasts until the file is removed.
        Some(_lock) => fs::remove_file(path).map(|()| true),
        None => Ok(false),
    })
}

/// The temporary files with this beginning for which the function returns true, sorted.
fn select(folder: &Path, prefix: &str, is_selected: impl Fn(&Path) -> io::Result<bool>) -> io::Result<Vec<PathBuf>> {
    let mut selected = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(prefix) && is_temporary_name(name)) {
            let path = entry.path();
            if is_selected(&path).unwrap_or(false) {
                selected.push(path);
            }
        }
    }
    selected.sort();
    Ok(selected)
}

/// Whether a time is before another one, or at least as far in the future as that one is in the past.
fn is_far_from_now(time: SystemTime, before: SystemTime) -> bool {
    let now = SystemTime::now();
    let age = now.duration_since(before).unwrap_or_default();
    time < before || time.duration_since(now).is_ok_and(|ahead| ahead >= age)
}

/// The file with a lock on it, if it is old and not locked by another program.
fn left(path: &Path, before: SystemTime) -> io::Result<Option<File>> {
    let metadata = fs::symlink_metadata(path)?;
    if !metadata.is_file() || !is_far_from_now(metadata.modified()?, before) {
        return Ok(None);
    }
    let file = File::open(path)?;
    Ok(file.try_lock().is_ok().then_some(file))
}
