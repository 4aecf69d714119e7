//! The numbers of the masks of filled categories.
//!
//! A [chain](Chains) of n categories has n + 1 contents: none of them is filled, the first one, the first two, and so on. The number of filled ones in each
//! chain is a digit of the number of a mask; the first chain has the lowest digit. If each category is a chain of its own, the number is the mask itself.

use crate::rules::{Category, Chains, Filled};

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

    /// All masks, in ascending order of their numbers.
    pub(super) fn masks(&self) -> impl Iterator<Item = Filled> {
        (0..self.count).map(|number| self.mask(number))
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

    /// For each number of filled categories, the number of masks without and with `flag`, among those that have exactly these of the first `upper` categories.
    pub(super) fn by_count(&self, upper: usize, filled_upper: Filled, flag: Option<Category>) -> Vec<[u64; 2]> {
        let categories: usize = self.digits.iter().map(|digit| digit.most).sum();
        let mut masks = vec![[0; 2]; categories + 1];
        masks[0][0] = 1;
        for digit in &self.digits {
            let mut longer = vec![[0; 2]; categories + 1];
            let has_upper = |content: Filled| content.and(Filled::all(upper)) == filled_upper.and(digit.chain);
            for count in (digit.least..=digit.most).filter(|&count| has_upper(digit.filled(count))) {
                let with_flag = flag.is_some_and(|flag| digit.filled(count).contains(flag));
                for before in 0..=digit.first {
                    let [without, with] = masks[before];
                    let flagged = if with_flag { [0, without + with] } else { [without, with] };
                    longer[before + count][0] += flagged[0];
                    longer[before + count][1] += flagged[1];
                }
            }
            masks = longer;
        }
        masks
    }
}
