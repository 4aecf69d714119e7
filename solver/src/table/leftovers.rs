//! Temporary files that killed programs left.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How the names of all temporary files begin and end.
pub(super) const PREFIX: &str = ".yahtzee-";
pub(super) const SUFFIX: &str = ".tmp";

/// Whether a file name is that of a temporary file of [`WholeFile`](super::WholeFile).
fn is_temporary_name(name: &str) -> bool {
    name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX)).is_some_and(|middle| !middle.is_empty())
}

/// Removes the temporary files in a folder that were last written before this time and that nobody has locked. Returns their paths, sorted.
///
/// # Errors
///
/// If the folder cannot be read. A file that cannot be removed is left out.
pub fn remove_leftovers(folder: &Path, before: SystemTime) -> io::Result<Vec<PathBuf>> {
    remove_leftovers_named(folder, PREFIX, before)
}

/// As [`remove_leftovers`], for names with this beginning.
pub(super) fn remove_leftovers_named(folder: &Path, prefix: &str, before: SystemTime) -> io::Result<Vec<PathBuf>> {
    let mut removed = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(prefix) && is_temporary_name(name)) {
            let path = entry.path();
            if remove_if_left(&path, before).unwrap_or(false) {
                removed.push(path);
            }
        }
    }
    removed.sort();
    Ok(removed)
}

/// Removes a file if it is old and nobody has it locked, and says whether it did.
fn remove_if_left(path: &Path, before: SystemTime) -> io::Result<bool> {
    let metadata = fs::symlink_metadata(path)?;
    if !metadata.is_file() || metadata.modified()? >= before {
        return Ok(false);
    }
    let file = File::open(path)?;
    if file.try_lock().is_err() {
        return Ok(false);
    }
    fs::remove_file(path)?;
    Ok(true)
}
