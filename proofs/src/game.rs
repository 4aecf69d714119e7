//! A game in plain form, ready to compute with: its states, and the rolls that may follow each hold, one by one.

use std::collections::HashMap;

use yahtzee_solver::dice::MAX_FACES;
use yahtzee_solver::rules::{Filled, Points, State};

use crate::plain::{PlainRoll, PlainRules};
use crate::whole;

/// A game, ready to compute with.
pub(crate) struct PlainGame {
    pub(crate) rules: PlainRules,
    pub(crate) states: States,
    /// The dice of each hold: larger ones first, those of one size in ascending order. The hold of no dice is the last.
    pub(crate) holds: Vec<Vec<u8>>,
    /// For each roll, the holds that a player may choose, in their order.
    pub(crate) holds_in: Vec<Vec<u32>>,
    /// For each hold, the rolls that may follow it, each with its weight. The weights of a hold add up to [`outcomes`](PlainGame::outcomes).
    pub(crate) after: Vec<Vec<(u32, u64)>>,
    /// The number of outcomes of all dice.
    pub(crate) outcomes: u64,
}

/// A state between turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlainState {
    /// Its mask, as an index into [`States::masks`].
    pub(crate) mask: usize,
    /// Whether the category of the further rule holds points; false if that makes no difference.
    pub(crate) flag: bool,
    /// The upper total, at most the cap.
    pub(crate) total: usize,
}

/// The states of a game, numbered: by the number of filled categories, then by mask, flag and upper total, the full cards last.
#[derive(Debug)]
pub(crate) struct States {
    pub(crate) categories: usize,
    /// The masks of filled categories, by their number, then by value.
    pub(crate) masks: Vec<u32>,
    /// The index of the first state of each mask; the last entry is the number of all.
    pub(crate) first: Vec<usize>,
    /// For each mask of filled upper categories: the possible totals.
    totals: Vec<Vec<usize>>,
    /// The place of each total among them.
    place: Vec<Vec<usize>>,
    /// The category whose points set the flag.
    pub(crate) flag: Option<usize>,
    upper: usize,
}

/// The dice of every multiset of this size, in ascending order.
fn multisets(size: usize, faces: u8) -> Vec<Vec<u8>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let extend = |dice: Vec<u8>| {
        let least = dice.last().copied().unwrap_or(1);
        (least..=faces).map(move |face| [&dice[..], &[face]].concat())
    };
    multisets(size - 1, faces).into_iter().flat_map(extend).collect()
}

impl PlainGame {
    pub(crate) fn new(rules: PlainRules) -> PlainGame {
        let (dice, faces) = (rules.dice, rules.sides.len() as u8);
        let place: HashMap<&[u8], u32> = rules.rolls.iter().zip(0..).map(|(roll, index)| (&roll.pips[..], index)).collect();
        let holds: Vec<Vec<u8>> = (0..dice).rev().flat_map(|size| multisets(size, faces)).collect();
        let mut after = Vec::with_capacity(holds.len());
        for hold in &holds {
            let scale = rules.all_sides().pow(hold.len() as u32);
            let mut outcomes: Vec<(u32, u64)> = multisets(dice - hold.len(), faces)
                .into_iter()
                .map(|thrown| {
                    let mut roll = [&hold[..], &thrown].concat();
                    roll.sort_unstable();
                    (place[&roll[..]], scale * ways(&thrown, &rules.sides))
                })
                .collect();
            outcomes.sort_unstable();
            after.push(outcomes);
        }
        let counts_of_holds: Vec<Counts> = holds.iter().map(|hold| counts(hold)).collect();
        let holds_in_roll = |roll: &PlainRoll| {
            let dice = counts(&roll.pips);
            (0..).zip(&counts_of_holds).filter(|(_, hold)| contains(&dice, hold)).map(|(number, _)| number).collect()
        };
        let holds_in = rules.rolls.iter().map(holds_in_roll).collect();
        let outcomes = rules.all_sides().pow(dice as u32);
        PlainGame { states: States::new(&rules), holds, holds_in, after, outcomes, rules }
    }

    /// The number of powers of the number of sides in the unit of a state with this many open categories.
    pub(crate) fn exponent(&self, open: usize) -> u32 {
        (self.rules.dice * self.rules.throws * open) as u32
    }

    /// The number of limbs of the values of a state with this many open categories.
    pub(crate) fn limbs(&self, open: usize) -> usize {
        let unit = whole::power(self.rules.all_sides(), self.exponent(open));
        (whole::big(&unit).bits() + whole::big(&[self.rules.most() + 1]).bits()).div_ceil(64) as usize
    }
}

/// The number of dice that show each face.
type Counts = [u8; MAX_FACES];

fn counts(dice: &[u8]) -> Counts {
    let mut counts = [0; MAX_FACES];
    dice.iter().for_each(|&face| counts[usize::from(face) - 1] += 1);
    counts
}

fn contains(dice: &Counts, fewer: &Counts) -> bool {
    dice.iter().zip(fewer).all(|(count, fewer)| count >= fewer)
}

/// The number of ways to throw these dice with distinguishable dice of these sides.
fn ways(dice: &[u8], sides: &[u64]) -> u64 {
    // One die after the other: the last of n dice, of which k show its face, may be any of the n; those of one face are counted k times each.
    let mut ways = 1;
    let mut alike = 0;
    for (index, &face) in dice.iter().enumerate() {
        alike = if index > 0 && dice[index - 1] == face { alike + 1 } else { 1 };
        ways = ways * (index as u64 + 1) / alike * sides[usize::from(face) - 1];
    }
    ways
}

impl States {
    pub(crate) fn new(rules: &PlainRules) -> States {
        let (all, upper) = (rules.categories.len(), rules.upper);
        let totals: Vec<Vec<usize>> = (0..1usize << upper).map(|mask| totals(rules, mask)).collect();
        let place = totals.iter().map(|totals| {
            let mut place = vec![usize::MAX; rules.cap() + 1];
            totals.iter().enumerate().for_each(|(index, &total)| place[total] = index);
            place
        });
        let place = place.collect();
        let before: Vec<u32> = (0..all).map(|category| rules.before(category)).collect();
        let in_order = |mask: &u32| (0..all).all(|category| mask >> category & 1 == 0 || before[category] & !mask == 0);
        let mut masks: Vec<u32> = (0..=u32::MAX >> (32 - all)).filter(in_order).collect();
        masks.sort_by_key(|mask| mask.count_ones());
        let flag = rules.further.as_ref().filter(|further| further.has_flag()).map(|further| further.category);
        let mut states = States { categories: all, first: vec![0], masks, totals, place, flag, upper };
        for &mask in &states.masks {
            let totals = states.totals_of(mask).len();
            let flags = 1 + usize::from(states.may_be_set(mask));
            states.first.push(states.first[states.first.len() - 1] + flags * totals);
        }
        states
    }

    fn totals_of(&self, mask: u32) -> &[usize] {
        &self.totals[mask as usize & ((1 << self.upper) - 1)]
    }

    fn may_be_set(&self, mask: u32) -> bool {
        self.flag.is_some_and(|category| mask >> category & 1 == 1)
    }

    /// The number of states.
    pub(crate) fn len(&self) -> usize {
        self.first[self.masks.len()]
    }

    /// The index of a mask; `None` if no game fills these categories in this order.
    pub(crate) fn find_mask(&self, mask: u32) -> Option<usize> {
        self.masks.binary_search_by_key(&(mask.count_ones(), mask), |&other| (other.count_ones(), other)).ok()
    }

    /// A state of the program in plain form; `None` if no game fills its categories in this order.
    pub(crate) fn plain(&self, state: &State) -> Option<PlainState> {
        let mask = self.find_mask(state.filled.mask())?;
        Some(PlainState { mask, flag: state.flag, total: state.upper_total.get() as usize })
    }

    /// A state as one of the program.
    pub(crate) fn of_program(&self, state: &PlainState) -> State {
        State {
            filled: Filled::from_mask(self.masks[state.mask]),
            upper_total: Points::new(state.total as u32),
            flag: state.flag,
            throws: 0,
        }
    }

    /// The index of the mask of a state.
    pub(crate) fn mask_index(&self, mask: u32) -> usize {
        self.find_mask(mask).expect("categories are filled in order")
    }

    /// The index of a state; `None` if it cannot be reached.
    pub(crate) fn find(&self, state: &PlainState) -> Option<usize> {
        let mask = self.masks[state.mask];
        let has_flag = !state.flag || self.may_be_set(mask);
        let has_total = self.totals_of(mask).binary_search(&state.total).is_ok();
        (has_flag && has_total).then(|| self.index(state))
    }

    /// The index of a state.
    pub(crate) fn index(&self, state: &PlainState) -> usize {
        let upper = self.masks[state.mask] as usize & ((1 << self.upper) - 1);
        let flagged = if state.flag { self.totals[upper].len() } else { 0 };
        self.first[state.mask] + flagged + self.place[upper][state.total]
    }

    /// The states of each mask and flag, in their order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.masks.iter().zip(&self.first).flat_map(|(&mask, &first)| {
            let totals = self.totals_of(mask).len();
            (0..=usize::from(self.may_be_set(mask))).map(move |flag| first + flag * totals..first + (flag + 1) * totals)
        })
    }

    /// The state with an index.
    pub(crate) fn state(&self, index: usize) -> PlainState {
        let mask = self.first.partition_point(|&first| first <= index) - 1;
        self.of_mask(mask).nth(index - self.first[mask]).expect("the index of a state")
    }

    /// The masks with this many filled categories, as a range of indices.
    pub(crate) fn layer(&self, filled: usize) -> std::ops::Range<usize> {
        let before = |most: usize| self.masks.partition_point(|mask| (mask.count_ones() as usize) < most);
        before(filled)..before(filled + 1)
    }

    /// The states of a mask, in their order.
    pub(crate) fn of_mask(&self, mask: usize) -> impl Iterator<Item = PlainState> {
        let flags: &[bool] = if self.may_be_set(self.masks[mask]) { &[false, true] } else { &[false] };
        let totals = self.totals_of(self.masks[mask]);
        flags.iter().flat_map(move |&flag| totals.iter().map(move |&total| PlainState { mask, flag, total }))
    }
}

/// The upper totals that these upper categories can have together, at most the cap, in ascending order.
fn totals(rules: &PlainRules, mask: usize) -> Vec<usize> {
    let cap = rules.cap();
    let mut can_be = vec![false; cap + 1];
    can_be[0] = true;
    for category in (0..rules.upper).filter(|category| mask >> category & 1 == 1) {
        let points = rules.rolls.iter().flat_map(|roll| &roll.points).filter_map(|points| points.get(category));
        let mut points: Vec<usize> = points.map(|&points| points as usize).chain([0]).collect();
        points.sort_unstable();
        points.dedup();
        let before = can_be.clone();
        for total in (0..=cap).filter(|&total| before[total]) {
            points.iter().for_each(|points| can_be[(total + points).min(cap)] = true);
        }
    }
    (0..=cap).filter(|&total| can_be[total]).collect()
}
