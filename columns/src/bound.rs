//! The bound: what all columns together earn at most, if each has dice of its own and buys the turns that it uses.
//!
//! In the game each turn serves one column. Let every column have dice of its own instead, and let it pay a price for using the roll `r` as the final roll of
//! turn `t`, which also depends on the class of its card. Column `c` is then a game of its own, worth `V_c`. The *seller* of the turns (`seller.rs`) knows only
//! the class of each column. He rolls the dice once in a turn, sells the final roll to one column for its price, and so earns `M` on average, if he keeps dice
//! and chooses columns for the highest earnings. For any prices
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

/// What prices are worth.
#[derive(Clone, Debug)]
pub(crate) struct Valued {
    /// The bound.
    pub(crate) bound: f64,
    /// What the seller earns, by the classes of the columns: see `seller.rs`.
    pub(crate) seller: Vec<f64>,
    /// The values of each column; columns that are alike share one.
    pub(crate) columns: Vec<ColumnValues>,
}

impl Game {
    /// The values of all columns under these prices, and the bound.
    pub(crate) fn value(&self, prices: &Prices, effort: &Effort<'_>) -> Result<Valued, Stopped> {
        let seller = self.seller(prices, 0.0, effort.run)?;
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
        self.different().map(|column| ColumnPrices::zero(self.turns, column)).collect()
    }
}
