//! The plain objects: rules, cards and positions.

pub(crate) mod rules;
