//! The system: memory, threads and signals.

pub(crate) mod interrupt;
pub(crate) mod memory;
