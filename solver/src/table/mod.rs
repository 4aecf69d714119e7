//! Table files: writing the values of a rule set as bytes, and reading them.
//!
//! This room uses `rules`, `space` and `solve`.

pub(crate) mod file;
#[cfg(feature = "fs")]
mod leftovers;
#[cfg(feature = "fs")]
mod regular_file;
#[cfg(feature = "fs")]
pub(crate) mod stream;
#[cfg(feature = "fs")]
mod system;
mod values;
#[cfg(feature = "fs")]
mod whole_file;

pub use file::{TableError, TableHeader};
#[cfg(feature = "fs")]
pub use leftovers::remove_leftovers;
#[cfg(feature = "fs")]
pub use regular_file::{open_regular, read_limited};
#[cfg(feature = "fs")]
pub use whole_file::{LEFTOVER_AGE, WholeFile};
