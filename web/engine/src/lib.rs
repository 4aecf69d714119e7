//! The engine of the page: the solver and the dialogue behind functions for JavaScript. It contains no game logic and no texts; the views are the
//! data that the page draws.
//!
//! An engine is for one rule set.

#![expect(unreachable_pub, reason = "JavaScript calls the public items, no other crate")]

mod advise;
mod boundary;
mod card;
mod cards;
mod chances;
mod history;
mod play;
mod progress;
mod quiz;
mod review;
mod rules;
#[cfg(test)]
mod tests;
mod view;

use std::sync::Arc;

use wasm_bindgen::prelude::wasm_bindgen;
use yahtzee_dialogue::Service;
use yahtzee_dialogue::session::Session;
use yahtzee_solver::{Model, Solver, SolverInParts, ValueTable};

/// The memory limit for the values of a rule set in a browser, in bytes.
const MEMORY: u64 = 512_000_000;
/// The memory limit for the values with all that is worked out for them, in bytes: what WebAssembly can address. The spread alone takes four times the values.
const ADDRESSABLE: u64 = 1 << 32;

/// A solved rule set, with the current game under it.
#[wasm_bindgen]
pub struct Engine {
    service: Service,
    session: Option<Session>,
    begun: Option<quiz::BegunQuiz>,
}

impl Engine {
    /// Solves a rule set: the name of a built-in one, or TOML.
    ///
    /// # Errors
    ///
    /// An error in the rules.
    pub fn solve(rules: &str) -> Result<Engine, String> {
        Ok(Engine::new(solver(rules)?.solve().expect("nobody ends it")))
    }

    /// The engine of rules solved by another worker: `table` is the [`table`](Engine::table) of its engine.
    ///
    /// # Errors
    ///
    /// An error in the rules or the table.
    pub fn open(rules: &str, table: &[u8]) -> Result<Engine, String> {
        ValueTable::from_bytes(&model(rules)?, table).map(Engine::new).map_err(|error| error.to_string())
    }

    fn new(table: ValueTable) -> Engine {
        Engine { service: Service::prompt(table).limited_to(ADDRESSABLE), session: None, begun: None }
    }

    /// The values as the bytes of a table file.
    pub fn table(&self) -> Vec<u8> {
        self.service.table().to_bytes()
    }

    /// Computes the spread of final scores. Afterwards the answers include the risk of an option.
    ///
    /// # Errors
    ///
    /// If the game is too large.
    pub fn find_spread(&self) -> Result<(), String> {
        self.service.find_spread(&progress::reporting()).map(drop).map_err(|error| error.to_string())
    }
}

/// A rule set that is being solved, by several workers.
#[wasm_bindgen]
pub struct Solving(SolverInParts<'static>);

impl Solving {
    /// Begins to solve a rule set: the name of a built-in one, or TOML. Each layer has so many parts.
    ///
    /// # Errors
    ///
    /// An error in the rules.
    pub fn begin(rules: &str, parts: usize) -> Result<Solving, String> {
        Ok(Solving(solver(rules)?.in_parts(parts)))
    }

    /// Computes the values of a part of the layer; nothing if there is no layer left.
    pub fn compute(&mut self, part: usize) -> Option<Vec<f64>> {
        self.0.compute(part).expect("nobody ends it")
    }

    /// Takes the values of a part from another worker.
    pub fn take(&mut self, part: usize, values: &[f64]) {
        self.0.take(part, values);
    }

    /// The engine, once all layers are known.
    pub fn engine(self) -> Engine {
        Engine::new(self.0.table())
    }
}

/// A solver that reports its progress.
fn solver(rules: &str) -> Result<Solver<'static>, String> {
    Ok(Solver::of(model(rules)?).with(progress::reporting().run))
}

fn model(rules: &str) -> Result<Arc<Model>, String> {
    let rules = rules::read(rules).map_err(|error| error.to_string())?;
    Model::new(&rules, MEMORY).map(Arc::new).map_err(|error| error.to_string())
}
