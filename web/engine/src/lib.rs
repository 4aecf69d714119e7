//! The engine of the page: the solver and the dialogue behind functions that JavaScript can call. It computes no game logic and has no words of its
//! own; the views are what the page draws.
//!
//! An engine is for one rule set. It lives in a Web Worker, whose end frees its memory: so what it solves may live as long as the program.

#![expect(unreachable_pub, reason = "JavaScript calls the public items, no other crate")]

mod advise;
mod boundary;
mod card;
mod chances;
mod play;
mod progress;
mod quiz;
mod review;
mod rules;
#[cfg(test)]
mod tests;
mod view;

use wasm_bindgen::prelude::wasm_bindgen;
use yahtzee_dialogue::session::Session;
use yahtzee_solver::{Follower, Model, SharedSolver, SpreadTable, ValueTable};

/// The most memory that the values of a rule set may take in a browser, in bytes.
const MEMORY: u64 = 512_000_000;

/// The most memory of values that several workers may hold at once, each all of them, in bytes.
const TOGETHER: u64 = 100_000_000;

/// A rule set that is being solved: by one worker, or by several that each work out a share of every layer.
#[wasm_bindgen]
pub struct Solving {
    /// `None` if another worker solves it alone.
    solver: Option<SharedSolver<'static>>,
    alone: bool,
}

impl Solving {
    /// Begins to solve a rule set, the name of a built-in one or the TOML of another, as one of `shares` workers. The first one solves a large one alone.
    ///
    /// # Errors
    ///
    /// What is wrong with the rules, or with the number of the share.
    pub fn new(rules: &str, share: usize, shares: usize) -> Result<Solving, String> {
        let rules = rules::read(rules).map_err(|error| error.to_string())?;
        let model = Model::new(&rules, MEMORY).map_err(|error| error.to_string())?;
        let alone = shares == 1 || model.bytes_needed() > TOGETHER;
        if alone && share > 0 {
            return Ok(Solving { solver: None, alone });
        }
        let solver = SharedSolver::new(model.into(), share, if alone { 1 } else { shares }).map_err(|error| error.to_string())?;
        Ok(Solving { solver: Some(solver.progress(&progress::report)), alone })
    }

    /// The solver.
    ///
    /// # Errors
    ///
    /// Says so if another worker solves these rules alone.
    pub(crate) fn solver(&mut self) -> Result<&mut SharedSolver<'static>, String> {
        self.solver.as_mut().ok_or_else(|| ELSEWHERE.to_owned())
    }

    /// The engine, once all layers are worked out.
    ///
    /// # Errors
    ///
    /// Which values are missing.
    pub fn finish(self) -> Result<Engine, String> {
        let table = self.solver.ok_or(ELSEWHERE)?.finish().map_err(|error| error.to_string())?;
        let table: &'static ValueTable = Box::leak(Box::new(table));
        Ok(Engine { table, spread: None, chances: chances::Chances::new(table), session: None })
    }
}

const ELSEWHERE: &str = "another worker solves these rules";

/// A solved rule set, with the game that is being played by it.
#[wasm_bindgen]
pub struct Engine {
    table: &'static ValueTable,
    spread: Option<&'static SpreadTable>,
    chances: chances::Chances,
    session: Option<Session<'static>>,
}

impl Engine {
    /// Works out how final scores spread. Afterwards the answers say how much risk an option has.
    pub fn find_spread(&mut self) {
        let spread = || Follower::new(self.table).progress(&progress::report).spread_table();
        self.spread.get_or_insert_with(|| Box::leak(Box::new(spread())));
    }
}
