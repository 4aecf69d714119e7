//! Table files: writing the values of a rule set as bytes, and reading them.
//!
//! This room uses `rules`, `space` and `solve`.

pub(crate) mod file;
mod values;

pub use file::{TableError, TableHeader};
