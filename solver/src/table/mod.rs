//! Table files: writing the values of a rule set as bytes, and reading them.
//!
//! This room uses `rules`, `space` and `solve`.

pub(crate) mod file;
#[cfg(feature = "fs")]
mod regular_file;
#[cfg(feature = "fs")]
pub(crate) mod stream;
mod values;
#[cfg(feature = "fs")]
mod whole_file;

pub use file::{TableError, TableHeader};
#[cfg(feature = "fs")]
pub use regular_file::{open_regular, read_limited};
#[cfg(feature = "fs")]
pub use whole_file::WholeFile;
