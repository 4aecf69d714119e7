//! Follows a column under prices: how often it uses each roll in each turn.
//!
//! The chances of its states are carried forward, turn by turn. While there are few states this is exact. Of many, light ones are thinned at random: one
//! that weighs less than a share stays with the chance weight / share, and then weighs a share. So the mean is right, and the work is bounded.

use yahtzee_solver::Run;
use yahtzee_solver::dice::Seed;
use yahtzee_solver::solve::Stopped;

use crate::column::{Column, ColumnValues};
use crate::prices::ColumnPrices;
use crate::turn::{Ends, Turn};
use crate::uses::{Use, Uses, UsesByThrow};

/// The states of a task.
const STATES: usize = 64;

/// The states of a column and their chances, in ascending order of their positions.
type Crowd = Vec<(usize, f64)>;

/// What a part of a crowd does in a turn.
#[derive(Clone, Default)]
struct Moved {
    /// The chance that it uses each roll, by the boxes that it has filled.
    used: Vec<f64>,
    /// The states that follow.
    to: Crowd,
}

/// The chance that a column uses each roll, in the order of its prices, by its values under these prices, with at most about `most` states followed in a turn.
pub(crate) fn used(
    column: &Column,
    values: &ColumnValues,
    prices: &ColumnPrices,
    most: usize,
    seed: Seed,
    run: Run<'_>,
) -> Result<Vec<f64>, Stopped> {
    let turns = values.len() - 1;
    let mut crowd: Crowd = vec![(column.start(), 1.0)];
    let mut used = Vec::new();
    run.walk(turns as u64, |walker| {
        for turn in 0..turns {
            let parts: Vec<&[(usize, f64)]> = crowd.chunks(STATES).collect();
            let mut moved = vec![Moved::default(); parts.len()];
            let of_turn = OfTurn { column, after: &values[turn + 1], prices, turn, turns_left: turns - turn };
            walker.layer(1, &parts, &mut moved[..], &|parts, moved| {
                for (part, moved) in parts.iter().zip(moved) {
                    *moved = of_turn.follow(part);
                }
            });
            let mut of_rolls = vec![0.0; prices.all().len() / turns];
            for moved in &moved {
                of_rolls.iter_mut().zip(&moved.used).for_each(|(all, used)| *all += used);
            }
            used.extend(of_rolls);
            crowd = thinned(merged(moved.into_iter().flat_map(|moved| moved.to).collect()), most, seed, turn);
            walker.advance(1);
        }
    })?;
    Ok(used)
}

/// The same states, each once.
fn merged(mut crowd: Crowd) -> Crowd {
    crowd.sort_unstable_by_key(|(position, _)| *position);
    crowd.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    crowd
}

/// At most about `most` of these states.
fn thinned(crowd: Crowd, most: usize, seed: Seed, turn: usize) -> Crowd {
    if crowd.len() <= most {
        return crowd;
    }
    let mut choices = seed.choices(turn as u64);
    let share = 1.0 / most as f64;
    let stays = |(position, weight): (usize, f64)| {
        let chance = choices.below(1 << 30) as f64 / f64::from(1 << 30);
        if weight >= share { Some((position, weight)) } else { (chance * share < weight).then_some((position, share)) }
    };
    let crowd: Crowd = crowd.into_iter().filter_map(stays).collect();
    let all: f64 = crowd.iter().map(|(_, weight)| weight).sum();
    crowd.into_iter().map(|(position, weight)| (position, weight / all)).collect()
}

/// A column in one turn.
struct OfTurn<'a> {
    column: &'a Column,
    after: &'a [f64],
    prices: &'a ColumnPrices,
    turn: usize,
    turns_left: usize,
}

impl OfTurn<'_> {
    fn follow(&self, crowd: &[(usize, f64)]) -> Moved {
        let lattice = &self.column.model.lattice;
        let mut turn = Turn::new(lattice, self.column.model.plan.rerolls(0));
        let mut uses = Uses::new(self.column);
        let mut moved = Moved { used: vec![0.0; self.prices.all().len() / (self.turn + self.turns_left)], to: Vec::new() };
        let chances = turn.chances.clone();
        for &(position, weight) in crowd {
            let open = uses.open(position);
            if open == 0 {
                moved.to.push((position, weight));
                continue;
            }
            let pass = if Column::may_pass(open, self.turns_left) { self.after[position] } else { f64::NEG_INFINITY };
            let at = At { position, weight, pass };
            let class = uses.class(position);
            if !self.column.announced {
                let mut paid: Vec<Vec<Paid>> = Vec::new();
                for (lot, by_throw) in uses.each_lot(position, self.after) {
                    let of_lot = self.paid(class, lot, &by_throw);
                    if paid.is_empty() {
                        paid = of_lot;
                        continue;
                    }
                    for (paid, of_lot) in paid.iter_mut().flatten().zip(of_lot.into_iter().flatten()) {
                        if of_lot.worth > paid.worth {
                            *paid = of_lot;
                        }
                    }
                }
                self.end(&mut turn, &at, &paid, &chances, &mut moved);
                continue;
            }
            let boxes = uses.each_box(position, self.after);
            let boxes: Vec<Vec<Vec<Paid>>> =
                boxes.iter().map(|(category, by_throw)| self.paid(class, self.column.lots.of(category.index()), by_throw)).collect();
            // For each first roll the best box; no box, and then a pass, if none is better.
            let mut best: Vec<(f64, Option<usize>)> = vec![(pass, None); chances.len()];
            let named = At { pass: f64::NEG_INFINITY, ..at };
            for (nth, paid) in boxes.iter().enumerate() {
                turn.value(&named.ends(paid), 0.0);
                for (best, &value) in best.iter_mut().zip(turn.first()) {
                    if value > best.0 {
                        *best = (value, Some(nth));
                    }
                }
            }
            let first_of = |chosen: Option<usize>| -> Vec<f64> {
                best.iter().zip(&chances).map(|((_, nth), chance)| if *nth == chosen { *chance } else { 0.0 }).collect()
            };
            let passes: f64 = first_of(None).iter().sum();
            if passes > 0.0 {
                moved.to.push((position, weight * passes));
            }
            for (nth, paid) in boxes.iter().enumerate() {
                let first = first_of(Some(nth));
                if first.iter().any(|chance| *chance > 0.0) {
                    self.end(&mut turn, &named, paid, &first, &mut moved);
                }
            }
        }
        moved.to = merged(moved.to);
        moved
    }

    /// The uses of rolls in a lot of boxes, less their prices.
    fn paid(&self, class: usize, lot: usize, by_throw: &UsesByThrow) -> Vec<Vec<Paid>> {
        let of_throw = |(throw, uses): (usize, &Vec<Use>)| {
            let (prices, place) = (self.prices.at(self.turn, class, lot, throw), self.prices.place(0, class, lot, throw));
            let paid = |(roll, of_roll): (usize, &Use)| Paid { worth: of_roll.worth - prices[roll], to: of_roll.to, place: place + roll };
            uses.iter().enumerate().map(paid).collect()
        };
        by_throw.iter().enumerate().map(of_throw).collect()
    }

    /// Follows a state from these first rolls to the ends of its turn.
    fn end(&self, turn: &mut Turn<'_>, at: &At, paid: &[Vec<Paid>], first: &[f64], moved: &mut Moved) {
        let ends = at.ends(paid);
        turn.value(&ends, 0.0);
        let mut last: Ends = ends.iter().map(|ends| vec![0.0; ends.len()]).collect();
        turn.follow(first, &ends, &mut last);
        let mut passes = 0.0;
        for (paid, chance) in paid.iter().flatten().zip(last.iter().flatten()).filter(|(_, chance)| **chance > 0.0) {
            if paid.worth > at.pass {
                moved.used[paid.place] += at.weight * chance;
                moved.to.push((paid.to, at.weight * chance));
            } else {
                passes += chance;
            }
        }
        if passes > 0.0 {
            moved.to.push((at.position, at.weight * passes));
        }
    }
}

/// A use of a roll for its price.
#[derive(Clone, Copy)]
struct Paid {
    worth: f64,
    to: usize,
    /// Its place among the prices of a turn.
    place: usize,
}

/// A state of a crowd.
#[derive(Clone, Copy)]
struct At {
    position: usize,
    weight: f64,
    /// What a pass is worth.
    pass: f64,
}

impl At {
    /// What the column gets for each roll: a use, or a pass.
    fn ends(&self, paid: &[Vec<Paid>]) -> Ends {
        paid.iter().map(|paid| paid.iter().map(|paid| paid.worth.max(self.pass)).collect()).collect()
    }
}
