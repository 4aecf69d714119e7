//! Facts that follow from the rules and that every card needs. They are computed once, then looked up.

use std::sync::OnceLock;

use super::category::Category;
use super::points::Points;
use super::vocabulary::Vocabulary;
use crate::dice::Roll;

/// Facts that follow from the fields of a rule set, computed on first use.
#[derive(Clone, Debug, Default)]
pub(super) struct Derived {
    pub(super) facts: OnceLock<Facts>,
    pub(super) fingerprint: OnceLock<u64>,
    pub(super) is_builtin: OnceLock<bool>,
    /// The category in which a voluntary zero may gain.
    pub(super) category_of_zeros: OnceLock<Option<Category>>,
    /// The names of the categories.
    pub(super) vocabulary: OnceLock<Vocabulary>,
}

#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// For each category the points that it can hold, ascending.
    pub(super) possible_points: Vec<Vec<Points>>,
    /// The rolls that are a further n of a kind once the category for it is filled.
    pub(super) further_rolls: Vec<Roll>,
}
