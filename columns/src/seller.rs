//! The seller of the turns: he knows the class of each column, rolls the dice once in a turn, and sells the final roll to one column for its price.
//!
//! Where the classes of the columns are a *place*, he earns
//!
//! ```text
//! M(place) = one turn, in which the end with roll r is worth the best of: price of r for a lot + M(the place after it), over the lots on sale
//! ```
//!
//! Like a player he sells to a column that takes the first throw only after that throw, and says after the first throw what he will sell to a column in which
//! boxes are announced.

use yahtzee_solver::Run;
use yahtzee_solver::solve::Stopped;

use crate::column::Column;
use crate::game::Game;
use crate::prices::Prices;
use crate::turn::{Ends, IMPOSSIBLE, Turn, soft_maximum};

/// The places of a task.
const PLACES: usize = 32;

/// Something on sale: a roll for a lot of a column.
#[derive(Clone, Copy)]
struct Sale {
    column: usize,
    turn: usize,
    class: usize,
    lot: usize,
    /// The place after it.
    to: usize,
}

/// A way to play a turn: what may be sold in its end.
struct Way {
    sales: Vec<Sale>,
    /// The best that each roll earns, by the throw.
    ends: Ends,
    /// The part of each sale in it, by the throw.
    parts: Vec<Vec<Vec<f64>>>,
}

/// A sale after a throw, and how often each roll is sold.
type Sold = Vec<(Sale, usize, Vec<f64>)>;

impl Game {
    /// The number of places.
    pub(crate) fn places(&self) -> usize {
        self.columns.iter().fold(1, |all, column| all.saturating_mul(column.lots.classes()))
    }

    /// The place of the classes of all columns.
    pub(crate) fn place(&self, classes: &[usize]) -> usize {
        self.columns.iter().zip(classes).rev().fold(0, |place, (column, class)| place * column.lots.classes() + class)
    }

    /// The class of each column at a place.
    fn classes(&self, mut place: usize) -> Vec<usize> {
        let class = |column: &Column| {
            let class = place % column.lots.classes();
            place /= column.lots.classes();
            class
        };
        self.columns.iter().map(class).collect()
    }

    /// The distance between the places before and after a box of a lot of a column is filled.
    pub(crate) fn step(&self, column: usize, lot: usize) -> usize {
        self.columns[..column].iter().map(|column| column.lots.classes()).product::<usize>() * self.columns[column].lots.stride(lot)
    }

    /// The places by their turn: the number of filled boxes.
    fn places_by_turn(&self) -> Vec<Vec<usize>> {
        let mut by_turn = vec![Vec::new(); self.turns + 1];
        for place in 0..self.places() {
            by_turn[self.turn_of(&self.classes(place))].push(place);
        }
        by_turn
    }

    fn turn_of(&self, classes: &[usize]) -> usize {
        self.columns.iter().zip(classes).map(|(column, class)| column.lots.filled(*class)).sum()
    }

    /// What may be sold at a place: together, and each sale that has to be announced for itself.
    fn sales(&self, place: usize) -> Vec<Vec<Sale>> {
        let classes = self.classes(place);
        let turn = self.turn_of(&classes);
        let mut ways = vec![Vec::new()];
        for (nth, (of, &class)) in self.columns.iter().zip(&classes).enumerate() {
            let sales = of.lots.open(class).map(|lot| Sale { column: nth, turn, class, lot, to: place + self.step(nth, lot) });
            if of.announced {
                ways.extend(sales.map(|sale| vec![sale]));
            } else {
                ways[0].extend(sales);
            }
        }
        ways.retain(|sales| !sales.is_empty());
        ways
    }

    /// What the sales of a way earn, with what is earned later, with choices of this softness.
    fn way(&self, sales: Vec<Sale>, prices: &Prices, earned: &[f64], softness: f64) -> Way {
        let rolls = self.lattice().rolls().len();
        let mut ends = vec![vec![IMPOSSIBLE; rolls]; self.throws()];
        let mut parts = vec![vec![vec![0.0; rolls]; sales.len()]; self.throws()];
        for (throw, (best, parts)) in ends.iter_mut().zip(&mut parts).enumerate() {
            for (nth, sale) in sales.iter().enumerate().filter(|(_, sale)| self.takes(sale.column, throw)) {
                let of = prices[self.like[sale.column]].at(sale.turn, sale.class, sale.lot, throw);
                for (roll, price) in of.iter().enumerate() {
                    let (value, part) = soft_maximum(best[roll], price + earned[sale.to], softness);
                    best[roll] = value;
                    parts[..nth].iter_mut().for_each(|others| others[roll] *= 1.0 - part);
                    parts[nth][roll] = part;
                }
            }
        }
        Way { sales, ends, parts }
    }

    /// The ways of a place, each with its part in every first roll, and what the place earns.
    fn ways(&self, turn: &mut Turn<'_>, place: usize, prices: &Prices, earned: &[f64], softness: f64) -> (Vec<(Way, Vec<f64>)>, f64) {
        let mut best = vec![IMPOSSIBLE; turn.chances.len()];
        let mut ways: Vec<(Way, Vec<f64>)> = Vec::new();
        for sales in self.sales(place) {
            let way = self.way(sales, prices, earned, softness);
            turn.value(&way.ends, softness);
            let mut mine = vec![0.0; best.len()];
            for (roll, (best, value)) in best.iter_mut().zip(turn.first()).enumerate() {
                let (value, part) = soft_maximum(*best, *value, softness);
                *best = value;
                ways.iter_mut().for_each(|(_, others)| others[roll] *= 1.0 - part);
                mine[roll] = part;
            }
            ways.push((way, mine));
        }
        let mean = best.iter().zip(&turn.chances).map(|(value, chance)| value * chance).sum();
        (ways, mean)
    }

    /// What the seller earns from each place on, with choices of this softness.
    pub(crate) fn seller(&self, prices: &Prices, softness: f64, run: Run<'_>) -> Result<Vec<f64>, Stopped> {
        let mut earned = vec![0.0; self.places()];
        run.walk(self.turns as u64, |walker| {
            for places in self.places_by_turn()[..self.turns].iter().rev() {
                let parts: Vec<&[usize]> = places.chunks(PLACES).collect();
                let mut earns: Vec<Vec<f64>> = vec![Vec::new(); parts.len()];
                walker.layer(1, &parts, &mut earns[..], &|parts, earns| {
                    let mut turn = Turn::new(self.lattice(), self.rerolls);
                    for (part, earns) in parts.iter().zip(earns) {
                        *earns = part.iter().map(|place| self.ways(&mut turn, *place, prices, &earned, softness).1).collect();
                    }
                });
                for (place, earns) in parts.iter().zip(&earns).flat_map(|(places, earns)| places.iter().zip(earns)) {
                    earned[*place] = *earns;
                }
                walker.advance(1);
            }
        })?;
        Ok(earned)
    }

    /// How often the seller sells each roll, in the order of the prices, with choices of this softness.
    pub(crate) fn sold(&self, prices: &Prices, softness: f64, run: Run<'_>) -> Result<Prices, Stopped> {
        let earned = self.seller(prices, softness, run)?;
        let mut sold = self.zero_prices();
        let mut chance = vec![0.0; earned.len()];
        chance[0] = 1.0;
        run.walk(self.turns as u64, |walker| {
            for places in &self.places_by_turn()[..self.turns] {
                let places: Vec<usize> = places.iter().copied().filter(|place| chance[*place] > 0.0).collect();
                let parts: Vec<&[usize]> = places.chunks(PLACES).collect();
                let mut of_parts: Vec<Vec<Sold>> = vec![Vec::new(); parts.len()];
                walker.layer(1, &parts, &mut of_parts[..], &|parts, of_parts| {
                    let mut turn = Turn::new(self.lattice(), self.rerolls);
                    for (part, of_part) in parts.iter().zip(of_parts) {
                        *of_part = part.iter().map(|place| self.sold_at(&mut turn, *place, prices, &earned, softness)).collect();
                    }
                });
                for (place, of_place) in places.iter().zip(of_parts.into_iter().flatten()) {
                    for (sale, throw, of_sale) in of_place {
                        let here = chance[*place];
                        chance[sale.to] += here * of_sale.iter().sum::<f64>();
                        let sold = sold[self.like[sale.column]].at_mut(sale.turn, sale.class, sale.lot, throw);
                        sold.iter_mut().zip(&of_sale).for_each(|(sold, of_sale)| *sold += here * of_sale);
                    }
                }
                walker.advance(1);
            }
        })?;
        Ok(sold)
    }

    /// How often each roll is sold in a turn from a place.
    fn sold_at(&self, turn: &mut Turn<'_>, place: usize, prices: &Prices, earned: &[f64], softness: f64) -> Sold {
        let (ways, _) = self.ways(turn, place, prices, earned, softness);
        let mut sold = Vec::new();
        for (way, parts) in ways {
            let first: Vec<f64> = parts.iter().zip(&turn.chances).map(|(part, chance)| part * chance).collect();
            if first.iter().all(|chance| *chance == 0.0) {
                continue;
            }
            turn.value(&way.ends, softness);
            let mut last: Ends = way.ends.iter().map(|ends| vec![0.0; ends.len()]).collect();
            turn.follow(&first, &way.ends, &mut last);
            for (throw, (last, parts)) in last.iter().zip(&way.parts).enumerate() {
                let of_sale = |parts: &Vec<f64>| last.iter().zip(parts).map(|(last, part)| last * part).collect();
                sold.extend(way.sales.iter().zip(parts).map(|(sale, parts)| (*sale, throw, of_sale(parts))));
            }
        }
        sold
    }
}
