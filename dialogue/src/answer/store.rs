//! Where what was worked out is kept from one run to the next.

use std::fmt::Debug;

use yahtzee_solver::TableError;

/// Keeps files by name: a folder, a database of a browser, or a map in memory. What it cannot keep is worked out again.
pub trait Store: Debug + Send + Sync {
    /// The names that begin with this.
    fn names(&self, prefix: &str) -> Vec<String>;

    /// The bytes that are kept under a name, if there are any.
    fn read(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps bytes under a name, instead of those that are there.
    fn write(&self, name: &str, bytes: &[u8]);

    /// Is told that what it keeps under a name cannot be used, and why. It is worked out anew.
    fn unusable(&self, name: &str, error: &TableError);
}
