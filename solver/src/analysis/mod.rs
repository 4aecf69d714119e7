//! What optimal play does, beyond the value of a state.

#[cfg(feature = "exact")]
pub(crate) mod exact;
pub(crate) mod goal;
#[allow(dead_code, reason = "what follows whole rows is to come")]
pub(crate) mod policy;
pub(crate) mod reasons;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod turn_end;
