//! What the tests of this crate need of its inside. They are not unit tests, for which the kernels would be compiled again.

pub use crate::evaluate::inside::*;
pub use crate::solve::inside::*;
#[cfg(feature = "fs")]
pub use crate::table::inside::*;
