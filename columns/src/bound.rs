//! The bound: what all columns together earn at most, if each has dice of its own and buys the turns that it uses.
//!
//! In the game each turn serves one column. Let every column have dice of its own instead, and let it pay a price for using the roll `r` as the final roll of
//! turn `t`, which also depends on the number of boxes that it has filled. Column `c` is then a game of its own, worth `V_c`. The *seller* of the turns knows
//! only how many boxes each column has filled. He rolls the dice once in a turn, sells the final roll to one column for its price, and so earns `M` on
//! average, if he keeps dice and chooses columns for the highest earnings. For any prices
//!
//! ```text
//! the best play of the whole game <= M + sum over c of V_c
//! ```
//!
//! because a way to play the whole game is also a way to play each column, and a way to sell. The bound is lowest where the market clears: where each roll is
//! sold to a column as often as the column uses it. So a price goes up while more is used than sold, and down while less is.

use yahtzee_solver::solve::Stopped;

use crate::column::{Column, ColumnValues};
use crate::crowd;
use crate::game::{Effort, Game};
use crate::prices::{ColumnPrices, Prices};
use crate::turn::{Turn, soft_maximum};

/// What prices are worth.
#[derive(Clone, Debug)]
pub(crate) struct Valued {
    /// The bound.
    pub(crate) bound: f64,
    /// What the seller earns, by the boxes filled in each column: see [`Game::counts`].
    pub(crate) seller: Vec<f64>,
    /// The values of each column; columns that are alike share one.
    pub(crate) columns: Vec<ColumnValues>,
}

impl Game {
    /// The values of all columns under these prices, and the bound.
    pub(crate) fn value(&self, prices: &Prices, effort: &Effort<'_>) -> Result<Valued, Stopped> {
        let seller = self.seller(prices, 0.0);
        let mut columns = Vec::new();
        let mut bound = seller[0];
        for (column, like) in self.columns.iter().zip(&self.like) {
            if *like == columns.len() {
                columns.push(column.values(self.turns, &prices[*like].in_units_of(column.times), effort.run)?);
            }
            bound += column.times * columns[*like][0][column.start()];
        }
        Ok(Valued { bound, seller, columns })
    }

    /// The number of combinations of boxes filled in each column.
    pub(crate) fn combinations(&self) -> usize {
        self.columns.iter().fold(1, |all, column| all.saturating_mul(column.boxes + 1))
    }

    /// The place of a combination of boxes filled in each column, among all.
    pub(crate) fn place(&self, filled: &[usize]) -> usize {
        self.columns.iter().zip(filled).rev().fold(0, |place, (column, filled)| place * (column.boxes + 1) + filled)
    }

    /// The boxes filled in each column at a place.
    fn counts(&self, mut place: usize) -> Vec<usize> {
        let count = |column: &Column| {
            let filled = place % (column.boxes + 1);
            place /= column.boxes + 1;
            filled
        };
        self.columns.iter().map(count).collect()
    }

    /// The distance between the places before and after a box of a column is filled.
    pub(crate) fn step(&self, column: usize) -> usize {
        self.columns[..column].iter().map(|column| column.boxes + 1).product()
    }

    /// What the seller earns, by the place of the boxes filled in each column, with choices of this softness.
    pub(crate) fn seller(&self, prices: &Prices, softness: f64) -> Vec<f64> {
        let mut turn = Turn::new(self.lattice(), self.rerolls);
        let mut earned = vec![0.0; self.combinations()];
        // A box more is a later place.
        for place in (0..earned.len() - 1).rev() {
            turn.value(&vec![self.offers(place, prices, &earned, softness).0], softness);
            earned[place] = turn.mean();
        }
        earned
    }

    /// The best that the seller gets for each roll, with what he earns later, and the part of each column in it, by softness.
    fn offers(&self, place: usize, prices: &Prices, earned: &[f64], softness: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
        let filled = self.counts(place);
        let turn = filled.iter().sum();
        let mut best = vec![f64::NEG_INFINITY; self.lattice().rolls().len()];
        let mut parts = vec![vec![0.0; best.len()]; self.columns.len()];
        for (nth, _) in self.columns.iter().enumerate().filter(|(nth, column)| filled[*nth] < column.boxes) {
            let later = earned[place + self.step(nth)];
            for (roll, price) in prices[self.like[nth]].at(turn, filled[nth]).iter().enumerate() {
                let (value, part) = soft_maximum(best[roll], price + later, softness);
                best[roll] = value;
                parts[..nth].iter_mut().for_each(|others| others[roll] *= 1.0 - part);
                parts[nth][roll] = part;
            }
        }
        (best, parts)
    }

    /// How often the seller sells each roll to each column, in the order of its prices, with choices of this softness.
    pub(crate) fn sold(&self, prices: &Prices, softness: f64) -> Prices {
        let mut turn = Turn::new(self.lattice(), self.rerolls);
        let first = turn.chances.clone();
        let earned = self.seller(prices, softness);
        let mut sold = self.zero_prices();
        let mut chance = vec![0.0; earned.len()];
        chance[0] = 1.0;
        for place in 0..earned.len() - 1 {
            if chance[place] == 0.0 {
                continue;
            }
            let (offers, parts) = self.offers(place, prices, &earned, softness);
            let ends = vec![offers];
            turn.value(&ends, softness);
            let mut last = vec![vec![0.0; first.len()]];
            turn.follow(&first, &ends, &mut last);
            let filled = self.counts(place);
            let nth_turn = filled.iter().sum();
            for (nth, parts) in parts.iter().enumerate().filter(|(nth, _)| filled[*nth] < self.columns[*nth].boxes) {
                let of_column = sold[self.like[nth]].at_mut(nth_turn, filled[nth]);
                let mut all = 0.0;
                for ((sold, part), last) in of_column.iter_mut().zip(parts).zip(&last[0]) {
                    *sold += chance[place] * part * last;
                    all += part * last;
                }
                chance[place + self.step(nth)] += chance[place] * all;
            }
        }
        sold
    }

    /// How often the columns use each roll, in the order of their prices.
    pub(crate) fn used(&self, prices: &Prices, valued: &Valued, round: u64, effort: &Effort<'_>) -> Result<Prices, Stopped> {
        let mut used = self.zero_prices();
        for (like, used) in used.iter_mut().enumerate() {
            let columns: Vec<&Column> =
                self.columns.iter().zip(&self.like).filter(|(_, of)| **of == like).map(|(column, _)| column).collect();
            let prices = prices[like].in_units_of(columns[0].times);
            let of_one = crowd::used(columns[0], &valued.columns[like], &prices, effort.states, effort.seed_of(round), effort.run)?;
            used.all_mut().iter_mut().zip(&of_one).for_each(|(used, of_one)| *used = columns.len() as f64 * of_one);
        }
        Ok(used)
    }

    /// Prices of 0 for all columns.
    pub(crate) fn zero_prices(&self) -> Prices {
        let mut prices: Prices = Vec::new();
        for (column, like) in self.columns.iter().zip(&self.like) {
            if *like == prices.len() {
                prices.push(ColumnPrices::zero(self.turns, column.boxes, self.lattice().rolls().len()));
            }
        }
        prices
    }
}
