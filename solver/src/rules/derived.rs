//! What follows from the rules alone and is asked for with every card: looked up, not worked out each time.

use std::sync::OnceLock;

use super::RuleSet;
use crate::category::{Category, Points};
use crate::dice::Roll;

/// What follows from the fields of a rule set; worked out when it is first asked for. Rule sets are equal whether it has been or not.
#[derive(Clone, Debug, Default)]
pub(super) struct Derived(OnceLock<Facts>);

impl PartialEq for Derived {
    fn eq(&self, _: &Derived) -> bool {
        true
    }
}

impl Eq for Derived {}

#[derive(Clone, Debug)]
struct Facts {
    /// For each category the points that it can hold, ascending.
    possible_points: Vec<Vec<Points>>,
    /// The rolls that are a further n of a kind wherever the category for it is filled.
    further_rolls: Vec<Roll>,
}

impl RuleSet {
    fn facts(&self) -> &Facts {
        self.derived.0.get_or_init(|| {
            let rolls: Vec<Roll> = Roll::all(self.dice()).collect();
            Facts {
                possible_points: self.categories().map(|category| self.find_possible_points(category, &rolls)).collect(),
                further_rolls: rolls.into_iter().filter(|roll| self.further_face(roll).is_some()).collect(),
            }
        })
    }

    /// Every number of points that `category` can hold, in ascending order: 0, what some roll pays there, and what a joker pays.
    pub fn possible_points(&self, category: Category) -> &[Points] {
        &self.facts().possible_points[category.index()]
    }

    /// The rolls that are a further n of a kind wherever the category for it is filled.
    pub(super) fn further_rolls(&self) -> impl Iterator<Item = &Roll> {
        self.facts().further_rolls.iter()
    }
}
