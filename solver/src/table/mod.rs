//! Keep a solved table: the values of a rule set as bytes and as files.

mod error;
pub(crate) mod file;
mod header;
#[cfg(feature = "fs")]
mod leftovers;
mod reader;
#[cfg(feature = "fs")]
mod regular_file;
mod utilities;
mod values;
#[cfg(feature = "fs")]
mod whole_file;

pub use error::TableError;
pub use header::TableHeader;
#[cfg(feature = "fs")]
pub use leftovers::{leftovers, remove_leftovers};
#[cfg(feature = "fs")]
pub use regular_file::{open_regular, read_limited};
#[cfg(feature = "fs")]
pub use whole_file::{LEFTOVER_AGE, WholeFile};
