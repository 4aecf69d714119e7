//! Table files: writing the values of a rule set as bytes, and reading them.
//!
//! This room uses `rules`, `space` and `solve`.

pub(crate) mod file;
#[cfg(feature = "fs")]
pub(crate) mod stream;
mod values;

pub use file::{TableError, TableHeader};
