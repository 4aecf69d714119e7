//! What the tests of this crate need of its inside. As unit tests they would compile the kernels again.

pub use crate::evaluate::inside::*;
pub use crate::solve::inside::*;
