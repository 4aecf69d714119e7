//! The plain objects: rules, cards and positions.

pub(crate) mod cards;
pub(crate) mod dice;
mod fields;
pub(crate) mod html;
pub(crate) mod positions;
pub(crate) mod rules;
