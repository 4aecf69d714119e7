//! What the system gives and asks: memory, threads and signals.

pub(crate) mod interrupt;
pub(crate) mod memory;
