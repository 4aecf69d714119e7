//! Solved objectives in the tables folder. They are a cache: what is damaged is reported and replaced, and the oldest go where there are too many.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use yahtzee_dialogue::Store;
use yahtzee_solver::solve::UtilityValues;
use yahtzee_solver::table::{WholeFile, read_limited};
use yahtzee_solver::{Distribution, TableError};

use crate::failure::warn;
use crate::interrupt::writing;

/// The most bytes of all solved objectives in a tables folder. The oldest are removed above it.
pub(crate) const MOST: u64 = 100_000_000;
/// The most bytes of a solved objective.
const LARGEST: u64 = 20_000_000;

/// The tables folder, as a place for solved objectives.
#[derive(Debug)]
pub(crate) struct FolderStore {
    folder: PathBuf,
    most: u64,
    /// Whether it was said that the folder cannot be written.
    has_warned: AtomicBool,
}

impl FolderStore {
    pub(crate) fn new(folder: PathBuf) -> FolderStore {
        FolderStore { folder, most: MOST, has_warned: AtomicBool::new(false) }
    }

    /// Removes the oldest solved objectives until the others are not too many. The file that was just written stays.
    fn make_room(&self, written: &Path) -> std::io::Result<()> {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(is_solved_objective) && entry.path() != written {
                let metadata = entry.metadata()?;
                files.push((metadata.modified()?, metadata.len(), entry.path()));
            }
        }
        files.sort();
        let mut bytes = files.iter().map(|(_, bytes, _)| bytes).sum::<u64>() + std::fs::metadata(written)?.len();
        for (_, length, path) in files {
            if bytes <= self.most {
                break;
            }
            std::fs::remove_file(path)?;
            bytes -= length;
        }
        Ok(())
    }
}

/// The objective in the header of a solved objective's file, by the file's name.
pub(crate) fn objective_named(after_fingerprint: &str) -> Option<&'static str> {
    let objectives = [UtilityValues::OBJECTIVE, Distribution::OBJECTIVE];
    objectives.into_iter().find(|objective| after_fingerprint.strip_prefix(objective).is_some_and(|rest| rest.starts_with('-')))
}

fn is_solved_objective(name: &str) -> bool {
    name.strip_suffix(".yzt").and_then(|stem| stem.split_once('.')).is_some_and(|(_, rest)| objective_named(rest).is_some())
}

impl Store for FolderStore {
    fn names(&self, prefix: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.filter(|name| name.starts_with(prefix)).collect()
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        match read_limited(&self.folder.join(name), LARGEST) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => {
                self.unusable(name, &error.into());
                None
            }
        }
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        if bytes.len() as u64 > LARGEST.min(self.most) {
            return;
        }
        let path = self.folder.join(name);
        let kept = writing(|| {
            std::fs::create_dir_all(&self.folder)?;
            let mut file = WholeFile::create(&path)?;
            file.write_all(bytes)?;
            file.keep()?;
            self.make_room(&path)
        });
        if let Err(error) = kept
            && !self.has_warned.swap(true, Ordering::Relaxed)
        {
            warn(format_args!("cannot keep what was solved as {}: {error}", crate::file::shown(&path)));
        }
    }

    fn unusable(&self, name: &str, error: &TableError) {
        let path = self.folder.join(name);
        warn(format_args!("{}: {error}; solving anew", crate::file::shown(&path)));
        // The solution may get another name, and then this file would stay.
        if matches!(error, TableError::NotATable | TableError::Length { .. } | TableError::Checksum | TableError::Content(_)) {
            let _ = writing(|| std::fs::remove_file(path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] =
        ["a-0000000000000000.utility-1-2.yzt", "a-0000000000000000.final-score-0-0-0-0-0.yzt", "b-0000000000000000.utility-3.yzt"];

    #[test]
    fn the_oldest_go_where_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        let others = ["a-0000000000000000.yzt", "a-0000000000000000.spread.yzt", "notes.txt"];
        others.iter().for_each(|name| std::fs::write(folder.path().join(name), [0; 500]).unwrap());
        let store = FolderStore { most: 250, ..FolderStore::new(folder.path().to_owned()) };
        for (age, name) in [(2, NAMES[0]), (1, NAMES[1]), (0, NAMES[2])] {
            store.write(name, &[0; 100]);
            let file = std::fs::File::options().write(true).open(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() - std::time::Duration::from_secs(60 * age)).unwrap();
        }
        let are_there = |names: &[&str]| names.iter().map(|name| folder.path().join(name).exists()).collect::<Vec<_>>();
        assert_eq!(are_there(&NAMES), [false, true, true]);
        assert_eq!(are_there(&others), [true; 3]);
        let mut names = store.names("a-");
        names.sort();
        assert_eq!(names, [NAMES[1], others[1], others[0]]);
        store.write(NAMES[0], &[0; 300]);
        assert_eq!(are_there(&NAMES), [false, true, true], "it is too large by itself");
    }
}
