//! Finds prices: first what rolls are worth to the player, then until the market clears.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicUsize, Ordering};

use yahtzee_solver::solve::Stopped;

use crate::bound::Valued;
use crate::game::{Effort, Game};
use crate::player::Mean;
use crate::prices::Prices;
use crate::table::Table;

/// A game of several columns with prices, and what they prove.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The best prices found.
    pub prices: Prices,
    /// No way to play earns more on average.
    pub bound: f64,
    /// What the player earns, in seeded games.
    pub player: Mean,
    /// The steps that were made.
    pub steps: usize,
    pub(crate) valued: Valued,
}

/// Prices to go on from.
#[derive(Clone, Debug)]
pub struct Begun {
    /// The prices.
    pub prices: Prices,
    /// The steps that led to them.
    pub steps: usize,
    /// The bound that they prove.
    pub bound: f64,
}

/// A step towards the lowest bound.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The steps so far.
    pub steps: usize,
    /// The bound of this step.
    pub bound: f64,
    /// The lowest so far.
    pub lowest: f64,
}

/// Is told each step and the best prices so far. Returns whether to go on.
pub type Seen<'a> = &'a mut dyn FnMut(Step, &Prices) -> bool;

/// The first steps take as prices what rolls were worth to the player.
const WORTHS: usize = 3;
/// The games of one of these steps.
const GAMES: usize = 320;
/// From so many places of the seller on, the first half of the steps changes the prices of all classes alike.
const MANY_PLACES: usize = 1_000;

impl Game {
    /// Looks for prices with a low bound, from these on, or from none. `seen` may stop it: what was found by then is the result.
    ///
    /// In a large game the first half of the steps changes the prices of all classes alike, because fewer numbers clear the market sooner.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the run is stopped from outside, or has no step to make.
    pub fn solve(&self, from: Option<Begun>, effort: &Effort<'_>, seen: Seen<'_>) -> Result<Solved, Stopped> {
        let first = from.as_ref().map_or(0, |begun| begun.steps);
        let done = AtomicUsize::new(first);
        let in_steps = |_, _| match effort.run.report(done.load(Ordering::Relaxed) as u64, effort.steps as u64) {
            Ok(()) => ControlFlow::Continue(()),
            Err(Stopped) => ControlFlow::Break(()),
        };
        let of_step = Effort { run: effort.run.progress(&in_steps), ..*effort };
        let best = self.steps(first..effort.steps, from, &of_step, &mut |step, prices| {
            done.store(step.steps, Ordering::Relaxed);
            seen(step, prices)
        })?;
        let Begun { prices, steps, bound } = best.ok_or(Stopped)?;
        let valued = self.value(&prices, &of_step)?;
        let (player, _) = self.played(&valued, u64::from(u32::MAX), effort.games, effort)?;
        Ok(Solved { prices, bound, player, steps, valued })
    }

    /// Makes these steps from the given prices on, or from none, and returns the best prices.
    fn steps(&self, these: Range<usize>, mut best: Option<Begun>, effort: &Effort<'_>, seen: Seen<'_>) -> Result<Option<Begun>, Stopped> {
        let mut prices = best.as_ref().map_or_else(|| self.zero_prices(), |best| best.prices.clone());
        let mut push = self.zero_prices();
        let mut usual = push.clone();
        for step in these {
            let valued = self.value(&prices, effort)?;
            let steps = step + 1;
            let lowest = match best.take() {
                Some(best) if best.bound <= valued.bound => Begun { steps, ..best },
                _ => Begun { prices: prices.clone(), steps, bound: valued.bound },
            };
            let lowest = best.insert(lowest);
            if !seen(Step { steps, bound: valued.bound, lowest: lowest.bound }, &lowest.prices) {
                break;
            }
            let a_turn = valued.bound / self.turns as f64;
            if step == 0 {
                // For nothing, a column uses every turn, and earns too much: what a turn is worth is some part of it, less and less.
                for prices in &mut prices {
                    let in_a_turn = prices.all().len() / self.turns;
                    for (nth, price) in prices.all_mut().iter_mut().enumerate() {
                        *price = a_turn * (0.5 - 0.25 * (nth / in_a_turn) as f64 / self.turns as f64);
                    }
                }
                continue;
            }
            if step <= WORTHS {
                let (_, worths) = self.played(&valued, step as u64, GAMES, effort)?;
                let part = if step == 1 { 1.0 } else { 0.5 };
                for prices in &mut prices {
                    let rolls = worths.len() / self.turns;
                    let in_a_turn = prices.all().len() / self.turns;
                    for (nth, price) in prices.all_mut().iter_mut().enumerate() {
                        *price += part * (worths[nth / in_a_turn * rolls + nth % rolls] - *price);
                    }
                }
                continue;
            }
            // Both are parts of what a turn earns, and become smaller.
            let done = step as f64 / effort.steps as f64;
            let softness = a_turn * 0.02 * 0.1_f64.powf(done);
            let stride = a_turn * 0.1 * 0.05_f64.powf(done);
            let mut sold = self.sold(&prices, softness, effort.run)?;
            let mut used = self.used(&prices, &valued, step as u64, effort)?;
            if self.places() >= MANY_PLACES && step < effort.steps / 2 {
                sold.iter_mut().chain(&mut used).for_each(|of_column| of_column.pool_classes());
            }
            for (like, prices) in prices.iter_mut().enumerate() {
                for (nth, price) in prices.all_mut().iter_mut().enumerate() {
                    let (sold, used) = (sold[like].all()[nth], used[like].all()[nth]);
                    let (usual, push) = (&mut usual[like].all_mut()[nth], &mut push[like].all_mut()[nth]);
                    // Where a column is all but indifferent, it uses a roll always or never: only the mean over some steps says how often a roll is used.
                    let both = (sold + used) / 2.0;
                    *usual = if *usual == 0.0 { both } else { 0.95 * *usual + 0.05 * both };
                    let wanted = ((used - sold) / (*usual + 1e-6)).clamp(-2.0, 2.0);
                    *push = 0.5 * *push + 0.5 * wanted;
                    *price += stride * *push;
                }
            }
        }
        Ok(best)
    }

    /// The table of the game: the one that is given if as many steps were made for it, or else a new one, solved on from it. Says too whether it is new.
    ///
    /// # Errors
    ///
    /// As [`solve`](Game::solve).
    pub fn solve_on(&self, before: Option<Table>, effort: &Effort<'_>, seen: Seen<'_>) -> Result<(Table, bool), Stopped> {
        match before {
            Some(table) if table.is_whole() && table.steps() >= effort.steps => Ok((table, false)),
            before => Ok((self.table(&self.solve(before.map(|table| self.begun(&table)), effort, seen)?), true)),
        }
    }
}
