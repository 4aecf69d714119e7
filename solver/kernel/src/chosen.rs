//! Actions that compete by their values, each with numbers that follow the choice.
//!
//! The turn kernel works on elements of any kind. With [`Chosen`] as its element it chooses an action for every roll while it computes the values:
//!
//! ```text
//! to choose between two actions:
//!     if their values differ by less than the tolerance: take the one that comes first in the order of ties
//!     otherwise: take the one of higher value
//!     the value is the higher one in any case
//! ```
//!
//! A [`TieRule`] defines ties. Among equal chances to win, for example, the higher expected score comes first.
//!
//! So the values equal the solved ones, to the last bit. Ties are found pair by pair, up the hold lattice. The chosen action is the first of all
//! actions that tie with the best one, provided that ties come from rounding only: in a chain of actions, each within the tolerance of the next, the
//! ends may differ by more.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::carrying::Carrying;
use super::element::{Element, Lanes, mask};
use super::lattice::{Lattice, MOST_DICE};
use super::plan::Source;
use super::watch::Watch;

/// Actions whose values differ by less than this, in points, are ties. The smallest true gap between best and second best in a built-in rule set of at
/// most two million states is 20 times larger, and in the games of `docs/examples` 6 times: `docs/trust.md` has them.
pub const TIE_TOLERANCE: f64 = 1e-10;

/// Actions whose worths differ by less than this, relative to their size, are ties.
pub const WORTH_TIE_TOLERANCE: f64 = 1e-12;

/// Whether two worths are equal except for rounding.
#[inline(always)]
pub fn worths_tie(a: f64, b: f64) -> bool {
    (a - b).abs() <= WORTH_TIE_TOLERANCE * a.abs().max(b.abs())
}

/// The best action of a node, in each of `L` lanes, and `N` numbers that follow the choice.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<const L: usize, const N: usize, T = ByScore> {
    /// Its value, and the numbers that follow it.
    pub best: Carrying<L, N>,
    /// The place of the action in the order of ties: see [`TieOrder`].
    pub order: Lanes<L>,
    ties: PhantomData<T>,
}

/// A rule that compares two actions in a lane.
pub trait TieRule<const L: usize, const N: usize>: Copy + Debug {
    /// Whether `other` is better than `mine`.
    fn takes(mine: &Chosen<L, N, Self>, other: &Chosen<L, N, Self>, lane: usize) -> bool;
}

/// Values are points. Differences below the tolerance are ties, and the order of ties decides.
#[derive(Clone, Copy, Debug)]
pub struct ByScore;

/// Values are worths of the final score under an objective. Of equal worths, the first carried number decides: the expected points.
#[derive(Clone, Copy, Debug)]
pub struct ByWorth;

impl<const L: usize, const N: usize> TieRule<L, N> for ByScore {
    #[inline(always)]
    fn takes(mine: &Chosen<L, N, Self>, other: &Chosen<L, N, Self>, lane: usize) -> bool {
        has_more([&mine.best.value, &other.best.value], [&mine.order, &other.order], lane)
    }
}

impl<const L: usize, const N: usize> TieRule<L, N> for ByWorth {
    #[inline(always)]
    fn takes(mine: &Chosen<L, N, Self>, other: &Chosen<L, N, Self>, lane: usize) -> bool {
        let [worth, others] = [mine, other].map(|action| action.best.value.0[lane]);
        if worths_tie(worth, others) {
            has_more([&mine.best.carried[0], &other.best.carried[0]], [&mine.order, &other.order], lane)
        } else {
            others > worth
        }
    }
}

/// Whether the second of two actions has more points, or as many points and an earlier place in the order of ties.
#[inline(always)]
fn has_more<const L: usize>([mine, other]: [&Lanes<L>; 2], [order, others]: [&Lanes<L>; 2], lane: usize) -> bool {
    let margin = if others.0[lane] < order.0[lane] { -TIE_TOLERANCE } else { TIE_TOLERANCE };
    other.0[lane] - mine.0[lane] > margin
}

impl<const L: usize, const N: usize, T> Chosen<L, N, T> {
    /// An action with its value, its place in the order of ties, and its carried numbers.
    #[inline(always)]
    pub fn new(value: Lanes<L>, order: Lanes<L>, carried: [Lanes<L>; N]) -> Self {
        Chosen { best: Carrying { value, carried }, order, ties: PhantomData }
    }
}

impl<const L: usize, const N: usize, T> Default for Chosen<L, N, T> {
    fn default() -> Self {
        Chosen::new(Lanes::default(), Lanes::default(), [Lanes::default(); N])
    }
}

/// A mean has no order; [`ChoosesInOrder`] sets it.
impl<const L: usize, const N: usize, T: TieRule<L, N>> Element for Chosen<L, N, T> {
    const LARGE: bool = true;

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        self.best.add(&other.best);
    }

    #[inline(always)]
    fn add_times(&mut self, other: &Self, times: u32) {
        self.best.add_times(&other.best, times);
    }

    #[inline(always)]
    fn divide(&mut self, by: u32) {
        self.best.divide(by);
    }

    #[inline(always)]
    fn raise_to(&mut self, other: &Self) {
        let mut takes = [0; L];
        for (lane, takes) in takes.iter_mut().enumerate() {
            *takes = mask(T::takes(self, other, lane));
        }
        self.best.value.raise_to(&other.best.value);
        self.order.take(&other.order, &takes);
        for (mine, others) in self.best.carried.iter_mut().zip(&other.best.carried) {
            mine.take(others, &takes);
        }
    }
}

/// The order of ties as numbers, lower ones first: placements by their column, points before a
/// voluntary zero; then the holds, larger ones first. The holds of a turn with fewer
/// rerolls left come last: with one more reroll the same hold is worth at least as much, and is chosen instead.
///
/// The number n is stored as 2^52 + n. Such numbers compare like values, and their low bits are n.
#[derive(Clone, Debug)]
pub struct TieOrder {
    /// The number of each hold, with no reroll left.
    holds: Vec<f64>,
}

/// More than the number of nodes of any lattice, and than the number of columns. The number of a hold is its node plus a multiple of this.
const NODES: u32 = 1 << 16;

/// The distance between the numbers of a hold with one reroll left and with two.
const A_REROLL: u32 = NODES * (MOST_DICE as u32 + 1);

/// The first number, as a value.
const BASE: f64 = (1u64 << 52) as f64;

#[inline(always)]
fn number(order: f64) -> u32 {
    order.to_bits() as u32
}

impl TieOrder {
    /// The order on this lattice.
    pub fn new(lattice: &Lattice) -> TieOrder {
        let number = |hold| A_REROLL * u32::from(u8::MAX) + NODES * (MOST_DICE - lattice.dice_of(hold)) as u32 + hold as u32;
        TieOrder { holds: lattice.holds().map(|hold| BASE + f64::from(number(hold))).collect() }
    }

    /// The order of a placement, in each lane.
    #[inline(always)]
    pub fn of_placement<const L: usize>(source: &Source) -> Lanes<L> {
        Lanes([BASE + TieOrder::column(source.column.into(), source.written) as f64; L])
    }

    /// The order of a hold with this many rerolls left, in each lane.
    #[inline(always)]
    pub fn of_hold<const L: usize>(&self, hold: usize, rerolls_left: u8) -> Lanes<L> {
        Lanes([self.holds[hold] - f64::from(A_REROLL) * f64::from(rerolls_left); L])
    }

    /// The number of a placement: each column has one for points and, after it, one for a zero.
    #[inline(always)]
    pub fn column(column: usize, points: u32) -> usize {
        2 * column + usize::from(points == 0)
    }

    /// The number of the chosen placement; `None` if a hold was chosen.
    #[inline(always)]
    pub(crate) fn chosen_column(order: f64) -> Option<usize> {
        Some(number(order)).filter(|&number| number < NODES).map(|number| number as usize)
    }

    /// The node of a hold, or `roll`, the node of the roll, for scoring it.
    #[inline(always)]
    pub(crate) fn node(order: f64, roll: u16) -> u16 {
        if number(order) < NODES { roll } else { (number(order) % NODES) as u16 }
    }
}

/// Chooses while a turn is computed: it numbers the holds, and shows the chosen actions.
pub struct ChoosesInOrder<'a, F> {
    /// The order of ties.
    pub ties: &'a TieOrder,
    /// Called with the rerolls left and the chosen action of each roll after the first throw of a turn.
    pub first: F,
}

impl<const L: usize, const N: usize, T, F: FnMut(u8, &[Chosen<L, N, T>])> Watch<Chosen<L, N, T>> for ChoosesInOrder<'_, F> {
    #[inline(always)]
    fn first(&mut self, rerolls_left: u8, rolls: &[Chosen<L, N, T>]) {
        (self.first)(rerolls_left, rolls);
    }

    #[inline(always)]
    fn mean(&mut self, rerolls_left: u8, hold: usize, mean: &mut Chosen<L, N, T>) {
        mean.order = self.ties.of_hold(hold, rerolls_left);
    }
}
