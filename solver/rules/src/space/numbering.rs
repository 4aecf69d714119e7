//! The numbers of the masks of filled categories.
//!
//! A [chain](Chains) of n categories has n + 1 contents: none of them is filled, the first one, the first two, and so on. The number of filled ones in each
//! chain is a digit of the number of a mask; the first chain has the lowest digit. If each category is a chain of its own, the number is the mask itself.
//!
//! If one section is filled first, each section has a number of its own, from 0 for none of it. The number of a mask is their sum: the other section begins when
//! the first one has its highest number.

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
    /// The highest number of the first section; 0 if there is none.
    first: usize,
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
    /// Whether the chain is in the first section.
    is_first: bool,
    /// Whether the chain is filled from its last category on.
    is_reversed: bool,
    /// The number that one more filled category adds.
    weight: usize,
}

impl Digit {
    /// The categories of the chain if this many of them are filled.
    fn filled(&self, count: usize) -> Filled {
        let first = if self.is_reversed { self.first + self.most - count } else { self.first };
        Filled(Filled::all(count).mask() << first)
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
        let [mut of_first, mut of_others] = [1, 1];
        let digits = chains.ranges(categories).map(|range| {
            let chain = Filled(Filled::all(range.len()).mask() << range.start);
            let is_first = chains.is_first(chain);
            let count = if is_first { &mut of_first } else { &mut of_others };
            let (least, is_reversed) = (base.and(chain).count(), chains.is_reversed(chain));
            let digit = Digit { first: range.start, chain, least, most: range.len(), is_first, is_reversed, weight: *count };
            *count *= digit.most - digit.least + 1;
            digit
        });
        let digits = digits.collect();
        let (first, count) = (of_first - 1, of_first - 1 + of_others);
        Numbering { base, chains, digits, first, count, is_mask: chains.are_free() && base == Filled::NONE }
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
        let of_first = number.min(self.first);
        let number = |digit: &Digit| if digit.is_first { of_first } else { number - of_first };
        let content = |digit: &Digit| digit.filled(digit.least + number(digit) / digit.weight % (digit.most - digit.least + 1));
        Filled(self.digits.iter().fold(0, |mask, digit| mask | content(digit).mask()))
    }

    /// Counts the masks without and with `flag`, by their number of filled categories, among those that have exactly these of the first `upper` categories.
    pub(super) fn counter(&self, upper: usize, flag: Option<Category>) -> impl Fn(Filled) -> Counts {
        let categories: usize = self.digits.iter().map(|digit| digit.most).sum();
        let mut none = vec![[0; 2]; categories + 1];
        none[0][0] = 1;
        move |filled_upper| {
            let earlier = self.chains.with_earlier(filled_upper);
            let begun = self.chains.begun(earlier);
            let fits = |digit: &Digit, content: Filled| {
                content.and(Filled::all(upper)) == filled_upper.and(digit.chain)
                    && content.contains_all(earlier.and(digit.chain))
                    && begun.contains_all(content)
            };
            self.digits.iter().fold(none.clone(), |counts, digit| digit.added(&counts, |content| fits(digit, content), flag))
        }
    }
}
