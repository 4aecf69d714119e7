//! The streams of a run and the terminal behind them: output with its style and width, and input.

pub(crate) mod console;
pub(crate) mod failure;
pub(crate) mod lines;
pub(crate) mod output;
pub(crate) mod style;
pub(crate) mod window;
pub(crate) mod wrap;
