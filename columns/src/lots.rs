//! What the seller of the turns knows of a card: how many boxes of each group are filled. This is the *class* of the card.
//!
//! The more groups, the lower the bound: with a group for each box he knows which boxes are open. But each combination of classes is a turn to compute.

use yahtzee_solver::RuleSet;
use yahtzee_solver::rules::Order;

/// The boxes of a column in lots, and the lots in groups. A lot has a price of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lots {
    /// The lot of each box.
    of_box: Vec<usize>,
    /// The group of each lot.
    groups: Vec<usize>,
    /// The number of boxes in each group.
    sizes: Vec<usize>,
}

impl Lots {
    /// The lots of a column.
    ///
    /// The `alone` boxes with the most points are groups of their own, and the others are one group in each part of the card; for `None` all boxes are one
    /// group. In a column with an order the number of filled boxes says which they are, and one group does. It also does where further rolls of a kind may be
    /// forced into other boxes, because then no box can be looked at alone. A lot is a group, or a box if it is announced: the turn is played for it.
    pub(crate) fn new(rules: &RuleSet, announced: bool, alone: Option<usize>) -> Lots {
        let boxes = rules.category_count();
        let mut by_points: Vec<_> = rules.categories().collect();
        by_points.sort_by_key(|category| std::cmp::Reverse(rules.category(*category).most(rules.game_dice())));
        let mut group_of = vec![0; boxes];
        if let (Some(alone), Order::Any, None) = (alone, rules.order(), rules.further()) {
            let names: Vec<usize> = rules
                .categories()
                .map(|category| match by_points.iter().position(|of| *of == category) {
                    Some(place) if place < alone => 2 + place,
                    _ => usize::from(rules.is_upper(category)),
                })
                .collect();
            let mut different = names.clone();
            different.sort_unstable();
            different.dedup();
            group_of = names.iter().map(|name| different.partition_point(|other| other < name)).collect();
        }
        let mut sizes = vec![0; group_of.iter().max().map_or(0, |most| most + 1)];
        group_of.iter().for_each(|group| sizes[*group] += 1);
        if announced {
            return Lots { of_box: (0..boxes).collect(), groups: group_of, sizes };
        }
        Lots { of_box: group_of, groups: (0..sizes.len()).collect(), sizes }
    }

    /// The number of lots.
    pub(crate) fn count(&self) -> usize {
        self.groups.len()
    }

    /// The lot of a box.
    pub(crate) fn of(&self, category: usize) -> usize {
        self.of_box[category]
    }

    /// The number of classes.
    pub(crate) fn classes(&self) -> usize {
        self.sizes.iter().map(|size| size + 1).product()
    }

    /// The distance between the classes before and after a box of this lot is filled.
    pub(crate) fn stride(&self, lot: usize) -> usize {
        self.stride_of_group(self.groups[lot])
    }

    fn stride_of_group(&self, group: usize) -> usize {
        self.sizes[..group].iter().map(|size| size + 1).product()
    }

    /// The class of a card with these boxes filled.
    pub(crate) fn class(&self, filled: impl Fn(usize) -> bool) -> usize {
        (0..self.of_box.len()).filter(|category| filled(*category)).map(|category| self.stride(self.of_box[category])).sum()
    }

    /// The boxes filled in a group in this class.
    fn filled_in(&self, class: usize, group: usize) -> usize {
        class / self.stride_of_group(group) % (self.sizes[group] + 1)
    }

    /// The number of boxes filled in this class.
    pub(crate) fn filled(&self, class: usize) -> usize {
        (0..self.sizes.len()).map(|group| self.filled_in(class, group)).sum()
    }

    /// The lots of the groups with an open box in this class.
    pub(crate) fn open(&self, class: usize) -> impl Iterator<Item = usize> {
        (0..self.count()).filter(move |lot| self.filled_in(class, self.groups[*lot]) < self.sizes[self.groups[*lot]])
    }
}
