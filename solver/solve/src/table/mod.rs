//! Keep a solved table: the values of a rule set as bytes and as files.

mod blocks;
mod error;
pub(crate) mod file;
mod header;
#[cfg(feature = "fs")]
mod lazy;
#[cfg(feature = "fs")]
mod leftovers;
mod reader;
#[cfg(feature = "fs")]
mod regular_file;
mod utilities;
mod values;
#[cfg(feature = "fs")]
mod whole_file;

#[cfg(feature = "fs")]
#[doc(hidden)]
pub mod inside {
    //! For tests.
    pub use super::blocks::{Blocks, Content};
    pub use super::header::FILE_BLOCK;
    pub use super::lazy::Lazy;
    pub use super::reader::Reader;
}
pub(crate) use blocks::Content;
pub use error::TableError;
pub use header::TableHeader;
#[cfg(feature = "fs")]
pub use leftovers::{leftovers, remove_leftovers};
#[cfg(feature = "fs")]
pub use regular_file::{open_regular, read_limited};
#[cfg(feature = "fs")]
pub use whole_file::{LEFTOVER_AGE, WholeFile};
