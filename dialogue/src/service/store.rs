//! Storage for results from one run to the next.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use yahtzee_solver::TableError;

/// Stores files by name: in a folder, a database of a browser, or a map in memory. Whatever it loses is computed again.
pub trait Store: Debug + Send + Sync {
    /// The names with this prefix.
    fn names(&self, prefix: &str) -> Vec<String>;

    /// The bytes stored under a name, if there are any.
    fn read(&self, name: &str) -> Option<Vec<u8>>;

    /// Stores bytes under a name, replacing earlier ones.
    fn write(&self, name: &str, bytes: &[u8]);

    /// Reports that the entry of a name is unusable, and why. It is computed again.
    fn unusable(&self, name: &str, error: &TableError);

    /// The file of a table under this name, whether it is there or not. `None` if the store keeps no tables, which are large.
    fn file(&self, _name: &str) -> Option<PathBuf> {
        None
    }

    /// Lets a table write its file.
    fn save(&self, _name: &str, _save: &dyn Fn(&Path) -> Result<u64, TableError>) {}
}
