//! The system: memory, threads, signals and typed keys.

pub(crate) mod hidden;
pub(crate) mod interrupt;
pub(crate) mod memory;
