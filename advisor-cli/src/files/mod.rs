//! Files that the program reads and writes.

pub(crate) mod csv;
pub(crate) mod file;
pub(crate) mod rule_file;
pub(crate) mod store;
