//! What optimal play does, beyond the value of a state.

pub(crate) mod distribution;
#[cfg(feature = "exact")]
pub(crate) mod exact;
pub(crate) mod goal;
pub(crate) mod outcome;
pub(crate) mod policy;
pub(crate) mod reasons;
pub(crate) mod simulate;
pub(crate) mod spread;
pub(crate) mod statistics;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod turn_end;
pub(crate) mod verify;
