//! The engine of the page as one WebAssembly file. It is a crate of its own because the level of the crate that is linked last decides how far the linker
//! optimises all of them: the loops of `yahtzee-web-long` are vectorised here.

pub use yahtzee_web_engine::*;
