//! Tables and solved objectives in a folder. They are a cache: an unusable file is replaced, and the oldest objectives are removed when there are too many.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use yahtzee_solver::solve::UtilityValues;
use yahtzee_solver::table::{WholeFile, read_limited};
use yahtzee_solver::{Statistics, TableError};

use super::store::Store;

/// The most bytes of all solved objectives in a folder; above it the oldest are removed.
const MOST: u64 = 100_000_000;
/// The most bytes of a solved objective.
const LARGEST: u64 = 20_000_000;

/// A folder of tables and solved objectives. As a [`Store`] it recomputes what it cannot read, and does not report what it cannot write.
#[derive(Debug)]
pub struct FolderStore {
    folder: PathBuf,
    most: u64,
}

impl FolderStore {
    /// A store in this folder, which is created with the first file.
    pub fn new(folder: PathBuf) -> FolderStore {
        FolderStore { folder, most: MOST }
    }

    /// The file of a name.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The bytes under a name, if there are any.
    ///
    /// # Errors
    ///
    /// If they cannot be read, or exceed the limit.
    pub fn get(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match read_limited(&self.path(name), LARGEST) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    /// Stores bytes under a name, unless they exceed the limit.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written.
    pub fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() as u64 > LARGEST.min(self.most) {
            return Ok(());
        }
        let path = self.path(name);
        std::fs::create_dir_all(&self.folder)?;
        let mut file = WholeFile::create(&path)?;
        file.write_all(bytes)?;
        file.persist()?;
        self.make_room(&path)
    }

    /// Lets a table write its file. Returns its length in bytes.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written.
    pub fn save(&self, name: &str, save: &dyn Fn(&Path) -> Result<u64, TableError>) -> Result<u64, TableError> {
        std::fs::create_dir_all(&self.folder)?;
        save(&self.path(name))
    }

    /// Removes a useless solved objective: the solution may get another name, and this file would stay.
    pub fn remove(&self, name: &str, error: &TableError) {
        if is_solved_objective(name)
            && matches!(error, TableError::NotATable | TableError::Length { .. } | TableError::Checksum | TableError::Content(_))
        {
            let _ = std::fs::remove_file(self.path(name));
        }
    }

    /// Removes the oldest solved objectives until the rest is within the limit. The file just written stays.
    fn make_room(&self, written: &Path) -> io::Result<()> {
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
pub fn objective_named(after_fingerprint: &str) -> Option<&'static str> {
    let objectives = [UtilityValues::OBJECTIVE, Statistics::OBJECTIVE];
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
        self.get(name).ok().flatten()
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let _ = self.put(name, bytes);
    }

    fn unusable(&self, name: &str, error: &TableError) {
        self.remove(name, error);
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        Some(self.path(name))
    }

    fn save(&self, name: &str, save: &dyn Fn(&Path) -> Result<u64, TableError>) {
        let _ = FolderStore::save(self, name, save);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] =
        ["a-0000000000000000.utility-1-2.yzt", "a-0000000000000000.statistics-0.yzt", "b-0000000000000000.utility-3.yzt"];

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
        assert_eq!(names, [others[1], NAMES[1], others[0]]);
        store.write(NAMES[0], &[0; 300]);
        assert_eq!(are_there(&NAMES), [false, true, true], "it is too large by itself");
    }
}
