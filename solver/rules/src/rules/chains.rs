//! Chains: categories that are filled one after the other. And sections: categories that are all filled before the others.
//!
//! A category that may be filled at any time is a chain of its own. The boxes of a category that has several are alike, so it makes no difference which of
//! them is filled first: they are a chain, and a state has only the number of them that are filled. In a game from top to bottom, all categories are one
//! chain; in a game from bottom to top too, which begins with the last one.
//!
//! In a game with a first section, the chains of the other one open when it is full. All chains of a section are in the same section.

use std::ops::Range;

use super::category::Category;
use super::rule_set::{Order, RuleSet};
use super::state::Filled;

/// Which categories wait for others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chains {
    /// Each waits for the category listed before it.
    waiting: Filled,
    /// Each waits for the category listed after it.
    reversed: Filled,
    /// The first section: all other categories wait for it. Empty if there is none.
    first: Filled,
}

impl Chains {
    /// The chains of a game with this many categories, of which some are upper ones, and some are one more box of the category before them.
    pub(super) fn new(order: Order, categories: usize, upper: usize, repeats: Filled) -> Chains {
        let (all, upper) = (Filled::all(categories), Filled::all(upper));
        let free = Chains { waiting: repeats, ..Chains::default() };
        // The first category never waits, nor does the last one in reversed order.
        match order {
            Order::Any => free,
            Order::AsListed => Chains { waiting: Filled(all.0 & !1), ..free },
            Order::Reversed => Chains { waiting: Filled::NONE, reversed: Filled(all.0 >> 1), ..free },
            Order::UpperFirst => Chains { first: upper, ..free },
            Order::LowerFirst => Chains { first: Filled(all.0 & !upper.0), ..free },
        }
    }

    /// Whether each category may be filled at any time.
    pub(crate) fn are_free(self) -> bool {
        self == Chains::default()
    }

    /// The categories of the sections that have begun: the first one, and the other when that is full.
    #[inline(always)]
    pub(crate) fn begun(self, filled: Filled) -> Filled {
        if filled.contains_all(self.first) { Filled(!0) } else { self.first }
    }

    /// Whether a chain is in the first section.
    pub(crate) fn is_first(self, chain: Filled) -> bool {
        chain.and(self.first) != Filled::NONE
    }

    /// Whether a category is open: it is not filled, the one that it waits for is, and its section has begun.
    #[inline(always)]
    pub fn is_open(self, filled: Filled, category: Category) -> bool {
        let follows = Filled((filled.0 << 1 | !self.waiting.0) & (filled.0 >> 1 | !self.reversed.0));
        Filled(!filled.0).and(follows).and(self.begun(filled)).contains(category)
    }

    /// The filled categories that wait for one that is open.
    #[inline(always)]
    pub(crate) fn early(self, filled: Filled) -> Filled {
        let waits = self.waiting.0 & !(filled.0 << 1) | self.reversed.0 & !(filled.0 >> 1);
        Filled(filled.0 & (waits | !self.begun(filled).0))
    }

    /// These categories, and those that must be filled before them.
    pub(crate) fn with_earlier(self, filled: Filled) -> Filled {
        let earlier = |filled: Filled| Filled(filled.0 | (filled.0 & self.waiting.0) >> 1 | (filled.0 & self.reversed.0) << 1);
        let mut all = if self.first.contains_all(filled) { filled } else { Filled(filled.0 | self.first.0) };
        while earlier(all) != all {
            all = earlier(all);
        }
        all
    }

    /// The category that must be filled next on the way to an unfilled category: of its chain, or one of the first section.
    pub(crate) fn next(self, filled: Filled, category: Category) -> Category {
        if !self.begun(filled).contains(category) {
            return self.first.categories().find(|&first| !filled.contains(first)).expect("the section is not full");
        }
        let mut next = category;
        while let Some(before) = self.before(next).filter(|&before| !filled.contains(before)) {
            next = before;
        }
        next
    }

    /// The category of its chain that a category waits for.
    fn before(self, category: Category) -> Option<Category> {
        if self.reversed.contains(category) {
            return Some(Category::from_index(category.index() + 1));
        }
        self.waiting.contains(category).then(|| Category::from_index(category.index() - 1))
    }

    /// Whether a chain is filled from its last category on.
    pub(crate) fn is_reversed(self, chain: Filled) -> bool {
        chain.and(self.reversed) != Filled::NONE
    }

    /// The chains of a game with this many categories, as ranges of indices.
    pub(crate) fn ranges(self, categories: usize) -> impl Iterator<Item = Range<usize>> {
        let waiting = self.waiting.0 | self.reversed.0 << 1;
        let begins = move |index: &usize| !Filled(waiting).contains(Category::from_index(*index));
        let first = (0..categories).filter(begins);
        first.map(move |first| first..(first + 1..categories).find(begins).unwrap_or(categories))
    }
}

impl RuleSet {
    /// The chains of the categories.
    pub fn chains(&self) -> Chains {
        self.fields.chains
    }

    /// Whether a category is a further box of the one before it.
    pub fn is_repeat(&self, category: Category) -> bool {
        self.fields.repeats.contains(category)
    }

    /// The boxes that are filled alike: this one and the others that the rules define with it by `boxes`. They follow one another.
    ///
    /// ```
    /// use yahtzee_solver::RuleSet;
    /// let toml = "name = 'two'\n[[lower]]\nname = 'chance'\nany = true\npoints = 'all-dice'\nboxes = 2\n";
    /// let rules = RuleSet::parse(toml)?;
    /// let [first, second] = ["chance", "chance-2"].map(|name| rules.category_exact(name).unwrap());
    /// assert_eq!(rules.boxes_like(second).collect::<Vec<_>>(), [first, second]);
    /// # Ok::<(), yahtzee_solver::RulesError>(())
    /// ```
    pub fn boxes_like(&self, category: Category) -> impl Iterator<Item = Category> + use<> {
        let repeats = self.fields.repeats;
        let first = self.first_box(category);
        let more = (first.index() + 1..).map(Category::from_index).take_while(move |&category| repeats.contains(category));
        std::iter::once(first).chain(more)
    }

    /// The first of the [boxes](RuleSet::boxes_like) that are filled alike.
    pub fn first_box(&self, category: Category) -> Category {
        let mut first = category;
        while self.is_repeat(first) {
            first = Category::from_index(first.index() - 1);
        }
        first
    }

    /// The open one of the [boxes](RuleSet::boxes_like) that are filled alike; the given one if none is open.
    pub fn open_box(&self, filled: Filled, category: Category) -> Category {
        if self.fields.repeats == Filled::NONE {
            return category;
        }
        self.boxes_like(category).find(|&like| self.is_open(filled, like)).unwrap_or(category)
    }
}
