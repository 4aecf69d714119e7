//! The program's input and output files.

pub(crate) mod csv;
pub(crate) mod file;
pub(crate) mod locked;
pub(crate) mod rule_file;
pub(crate) mod store;
