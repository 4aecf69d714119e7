//! Tests of all rooms together.

mod asked;
mod hostile;
