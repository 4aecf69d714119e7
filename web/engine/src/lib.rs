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
use yahtzee_solver::{Follower, Model, RuleSet, Solver, SpreadTable, ValueTable};

/// The most memory that the values of a rule set may take in a browser, in bytes.
const MEMORY: u64 = 512_000_000;

/// A solved rule set, with the game that is being played by it.
#[wasm_bindgen]
pub struct Engine {
    table: &'static ValueTable,
    spread: Option<&'static SpreadTable>,
    chances: chances::Chances,
    session: Option<Session<'static>>,
}

impl Engine {
    /// Solves a rule set: the name of a built-in one, or the TOML of another.
    ///
    /// # Errors
    ///
    /// What is wrong with the rules.
    pub fn new(rules: &str) -> Result<Engine, String> {
        let rules = rules::read(rules).map_err(|error| error.to_string())?;
        Engine::solve(&rules)
    }

    /// Works out how final scores spread. Afterwards the answers say how much risk an option has.
    pub fn find_spread(&mut self) {
        let spread = || Follower::new(self.table).progress(&progress::report).spread_table();
        self.spread.get_or_insert_with(|| Box::leak(Box::new(spread())));
    }
}

impl Engine {
    fn solve(rules: &RuleSet) -> Result<Engine, String> {
        let model = Model::new(rules, MEMORY).map_err(|error| error.to_string())?;
        let table = Solver::of(model.into()).progress(&progress::report).solve();
        let table: &'static ValueTable = Box::leak(Box::new(table));
        Ok(Engine { table, spread: None, chances: chances::Chances::new(table), session: None })
    }
}
