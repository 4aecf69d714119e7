//! The bound: what all columns together earn at most, if each has dice of its own and buys the turns that it uses.
//!
//! In the game each turn serves one column. Let every column have dice of its own instead, and let it pay `w(t, r)` for using the roll `r` as the final
//! roll of turn `t`. Column `c` is then a game of its own, worth `V_c`. Who sells turn `t` rolls the dice once, and earns `W(t)` on average if he keeps
//! dice for the highest price. For any prices
//!
//! ```text
//! the best play of the whole game <= sum over t of W(t) + sum over c of V_c
//! ```
//!
//! because a way to play the whole game is also a way to play each column, and its final rolls earn at most `W(t)`. The bound is lowest where the market
//! clears: where each roll is sold as often as the columns use it. So a price goes up while more is used than sold, and down while less is.

use yahtzee_solver::solve::Stopped;

use crate::column::ColumnValues;
use crate::game::{Effort, Game};
use crate::prices::Prices;
use crate::turn::Turn;

/// What prices are worth.
#[derive(Clone, Debug)]
pub(crate) struct Valued {
    /// The bound.
    pub(crate) bound: f64,
    /// The values of each column; columns that are alike share one.
    pub(crate) columns: Vec<ColumnValues>,
}

impl Game {
    /// The values of all columns under these prices, and the bound.
    pub(crate) fn value(&self, prices: &Prices, effort: &Effort<'_>) -> Result<Valued, Stopped> {
        let mut columns = Vec::new();
        let mut bound: f64 = self.earned(prices).iter().sum();
        for (column, like) in self.columns.iter().zip(&self.like) {
            if *like == columns.len() {
                columns.push(column.values(self.turns, &prices.in_units_of(column.times), effort.quiet())?);
            }
            bound += column.times * columns[*like][0][column.start()];
        }
        Ok(Valued { bound, columns })
    }

    /// What the seller of each turn earns.
    pub(crate) fn earned(&self, prices: &Prices) -> Vec<f64> {
        let mut turn = Turn::new(self.lattice(), self.rerolls);
        let of_turn = |nth: usize| {
            turn.value(&vec![prices.turn(nth).to_vec()], 0.0);
            turn.mean()
        };
        (0..self.turns).map(of_turn).collect()
    }

    /// How often the sellers sell each roll in each turn, with choices of this softness.
    pub(crate) fn sold(&self, prices: &Prices, softness: f64) -> Vec<f64> {
        let mut turn = Turn::new(self.lattice(), self.rerolls);
        let chances = turn.chances.clone();
        let mut sold = Vec::with_capacity(prices.all().len());
        for nth in 0..self.turns {
            let ends = vec![prices.turn(nth).to_vec()];
            turn.value(&ends, softness);
            let mut last = vec![vec![0.0; chances.len()]];
            turn.follow(&chances, &ends, &mut last);
            sold.append(&mut last[0]);
        }
        sold
    }

    /// How often the columns use each roll in each turn.
    pub(crate) fn used(&self, prices: &Prices, valued: &Valued, round: u64, effort: &Effort<'_>) -> Result<Vec<f64>, Stopped> {
        let mut used = vec![0.0; prices.all().len()];
        let mut of_like: Vec<Vec<f64>> = Vec::new();
        for (column, like) in self.columns.iter().zip(&self.like) {
            if *like == of_like.len() {
                let prices = prices.in_units_of(column.times);
                of_like.push(crate::crowd::used(
                    column,
                    &valued.columns[*like],
                    &prices,
                    effort.states,
                    effort.seed_of(round),
                    effort.quiet(),
                )?);
            }
            used.iter_mut().zip(&of_like[*like]).for_each(|(all, used)| *all += used);
        }
        Ok(used)
    }
}
