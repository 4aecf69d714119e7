//! States: everything between turns that determines the future of a game.

use super::category::Category;
use super::points::Points;

/// The filled categories of a scorecard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Filled(pub(crate) u32);

impl Filled {
    /// No category is filled.
    pub const NONE: Filled = Filled(0);

    /// The categories of this mask: bit i for category i.
    pub const fn from_mask(mask: u32) -> Filled {
        Filled(mask)
    }

    /// All of the first `categories` are filled.
    pub const fn all(categories: usize) -> Filled {
        Filled((1 << categories) - 1)
    }

    /// Whether `category` is filled.
    pub const fn contains(self, category: Category) -> bool {
        self.0 >> category.index() & 1 == 1
    }

    /// With `category` filled too.
    pub const fn with(self, category: Category) -> Filled {
        Filled(self.0 | 1 << category.index())
    }

    /// With `category` open.
    pub const fn without(self, category: Category) -> Filled {
        Filled(self.0 & !(1 << category.index()))
    }

    /// Whether every category filled in `other` is filled here.
    pub const fn contains_all(self, other: Filled) -> bool {
        self.0 & other.0 == other.0
    }

    /// The categories that are filled in both.
    pub const fn and(self, other: Filled) -> Filled {
        Filled(self.0 & other.0)
    }

    /// The filled categories, in their order.
    pub fn categories(self) -> impl Iterator<Item = Category> + use<> {
        (0..u32::BITS as usize).map(Category::from_index).filter(move |&category| self.contains(category))
    }

    /// The number of filled categories.
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The mask: bit i for category i.
    pub const fn mask(self) -> u32 {
        self.0
    }

    /// The part of the mask for the first `upper` categories.
    pub(crate) const fn upper(self, upper: usize) -> usize {
        (self.0 & ((1 << upper) - 1)) as usize
    }
}

/// The state of a game between turns: everything that determines its future.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The filled categories.
    pub filled: Filled,
    /// The points in the upper categories, capped at the threshold of the last step of the bonus.
    pub upper_total: Points,
    /// The Yahtzee flag: whether the Yahtzee category holds its points. Always false in a rule set where it makes no difference.
    pub flag: bool,
    /// The throws saved in earlier turns; in a game with a stock of extra throws, those used so far. Always 0 in other games.
    pub throws: u8,
}
