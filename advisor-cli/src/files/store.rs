//! The tables folder, with a warning if one cannot be used or stored.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use yahtzee_dialogue::{FolderStore, Store};
use yahtzee_solver::{TableError, tr};

use super::file::shown;
use crate::system::interrupt::writing;
use crate::terminal::failure::warn;

/// The tables folder as a store.
#[derive(Debug)]
pub(crate) struct WarningStore {
    store: FolderStore,
    /// Whether it has warned that the folder cannot be written.
    has_warned: AtomicBool,
}

impl WarningStore {
    pub(crate) fn new(folder: PathBuf) -> WarningStore {
        WarningStore { store: FolderStore::new(folder), has_warned: AtomicBool::new(false) }
    }
}

impl Store for WarningStore {
    fn names(&self, prefix: &str) -> Vec<String> {
        self.store.names(prefix)
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        self.store.get(name).unwrap_or_else(|error| {
            self.unusable(name, &error.into());
            None
        })
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        if let Err(error) = writing(|| self.store.put(name, bytes))
            && !self.has_warned.swap(true, Ordering::Relaxed)
        {
            warn(tr!("cannot keep what was solved as {}: {}", shown(&self.store.path(name)), error));
        }
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        Some(self.store.path(name))
    }

    fn save(&self, name: &str, save: &dyn Fn(&Path) -> Result<u64, TableError>) {
        if let Err(error) = writing(|| self.store.save(name, save)) {
            warn(tr!("cannot keep the table as {}: {}", self.store.path(name).display(), error));
        }
    }

    fn unusable(&self, name: &str, error: &TableError) {
        warn(tr!("{}: {}; solving anew", shown(&self.store.path(name)), error));
        writing(|| self.store.remove(name, error));
    }
}
