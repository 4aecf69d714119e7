//! The numbers of the masks of filled categories.
//!
//! A [chain](Chains) of n categories has n + 1 contents: none of them is filled, the first one, the first two, and so on. The number of filled ones in each
//! chain is a digit of the number of a mask; the first chain has the lowest digit. If each category is a chain of its own, the number is the mask itself.

use crate::rules::{Category, Chains, Filled};

/// For each number of filled categories, the number of masks without and with a flag.
type Counts = Vec<[u64; 2]>;

/// The masks of a rule set, in the order of their numbers.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// Filled in every mask.
    pub(super) base: Filled,
    chains: Chains,
    digits: Vec<Digit>,
    /// The number of masks.
    count: usize,
    is_mask: bool,
}

/// A digit of the number: the filled categories of a chain, without those that always are.
#[derive(Clone, Debug)]
struct Digit {
    first: usize,
    /// The categories of the chain.
    chain: Filled,
    least: usize,
    most: usize,
    /// The number that one more filled category adds.
    weight: usize,
}

impl Digit {
    /// The categories of the chain if this many of them are filled.
    fn filled(&self, count: usize) -> Filled {
        Filled(Filled::all(count).mask() << self.first)
    }

    /// The counts of masks with this digit too, from those without it. It has only contents that are possible.
    fn added(&self, masks: &[[u64; 2]], is_possible: impl Fn(Filled) -> bool, flag: Option<Category>) -> Counts {
        let mut longer = vec![[0; 2]; masks.len()];
        for count in (self.least..=self.most).filter(|&count| is_possible(self.filled(count))) {
            let with_flag = flag.is_some_and(|flag| self.filled(count).contains(flag));
            for (sum, [without, with]) in longer[count..].iter_mut().zip(masks) {
                let flagged = if with_flag { [0, without + with] } else { [*without, *with] };
                sum[0] += flagged[0];
                sum[1] += flagged[1];
            }
        }
        longer
    }
}

impl Numbering {
    /// The masks in which at least the categories of `base` are filled, and those that these wait for.
    pub(super) fn new(chains: Chains, categories: usize, base: Filled) -> Numbering {
        let base = chains.with_earlier(base);
        let mut count = 1;
        let digits = chains.ranges(categories).map(|range| {
            let chain = Filled(Filled::all(range.len()).mask() << range.start);
            let digit = Digit { first: range.start, chain, least: base.and(chain).count(), most: range.len(), weight: count };
            count *= digit.most - digit.least + 1;
            digit
        });
        let digits = digits.collect();
        Numbering { base, chains, digits, count, is_mask: chains.are_single() && base == Filled::NONE }
    }

    /// All masks with their numbers, in ascending order of these.
    pub(super) fn masks(&self) -> impl Iterator<Item = (u32, Filled)> {
        (0..self.count as u32).map(|number| (number, self.mask(number as usize)))
    }

    /// Whether a mask has a number.
    #[inline]
    pub(super) fn contains(&self, filled: Filled) -> bool {
        // No branch: it would often be mispredicted for states in no order.
        (self.chains.early(filled) == Filled::NONE) & filled.contains_all(self.base)
    }

    /// The number of a mask that has one.
    #[inline]
    pub(super) fn number(&self, filled: Filled) -> usize {
        if self.is_mask {
            return filled.mask() as usize;
        }
        self.digits.iter().map(|digit| (filled.and(digit.chain).count() - digit.least) * digit.weight).sum()
    }

    /// The mask of a number.
    pub(super) fn mask(&self, number: usize) -> Filled {
        if self.is_mask {
            return Filled(number as u32);
        }
        let content = |digit: &Digit| digit.filled(digit.least + number / digit.weight % (digit.most - digit.least + 1));
        Filled(self.digits.iter().fold(0, |mask, digit| mask | content(digit).mask()))
    }

    /// Counts the masks without and with `flag`, by their number of filled categories, among those that have exactly these of the first `upper` categories.
    pub(super) fn counter(&self, upper: usize, flag: Option<Category>) -> impl Fn(Filled) -> Counts {
        let has_upper = move |digit: &&Digit| digit.first < upper;
        let categories: usize = self.digits.iter().map(|digit| digit.most).sum();
        let mut none = vec![[0; 2]; categories + 1];
        none[0][0] = 1;
        // Most digits have no upper category: they are the same for all of these.
        let others = self.digits.iter().filter(|digit| !has_upper(digit)).fold(none, |counts, digit| digit.added(&counts, |_| true, flag));
        move |filled_upper| {
            let fits = |digit: &Digit, content: Filled| content.and(Filled::all(upper)) == filled_upper.and(digit.chain);
            let digits = self.digits.iter().filter(has_upper);
            digits.fold(others.clone(), |counts, digit| digit.added(&counts, |content| fits(digit, content), flag))
        }
    }
}
