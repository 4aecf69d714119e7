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
mod house;
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
use yahtzee_solver::rules::Filled;
use yahtzee_solver::solve::MemoryLimit;
use yahtzee_solver::space::Outline;
use yahtzee_solver::{Model, RuleSet, Scorecard, Solver, SolverInParts, ValueTable};

/// The memory limit for the values of a rule set in a browser, in bytes.
const MEMORY: u64 = 512_000_000;
/// The memory limit for the values with all that is worked out for them, in bytes: what WebAssembly can address. The spread alone takes four times the values.
const ADDRESSABLE: u64 = 1 << 32;

/// A solved rule set, with the current game under it.
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
        Ok(Engine::new(solver(rules, "")?.solve().expect("nobody ends it")))
    }

    /// The engine of rules that are not solved yet. It reads cards.
    ///
    /// # Errors
    ///
    /// An error in the rules.
    pub fn unsolved(rules: &str) -> Result<Engine, String> {
        let rules = read(rules)?;
        let full = Filled::all(rules.category_count());
        Ok(Engine::new(Solver::of(model(&rules, full)?).solve().expect("nobody ends it")))
    }

    /// Whether all that may follow a card is solved.
    fn knows(&self, card: &Scorecard) -> bool {
        self.service.table().space().is_reachable(&card.state())
    }

    /// The work to solve what may follow a card, in the unit of the work for the whole game; 0 if it is solved.
    ///
    /// # Errors
    ///
    /// The error in the card, and the correct form.
    pub fn work_from(&self, card: &str) -> Result<f64, String> {
        let rules = self.service.rules();
        let card = Scorecard::parse(card, rules).map_err(|error| error.to_string())?;
        let bytes = || Outline::from(rules, card.state().filled).bytes_with_values();
        Ok(if self.knows(&card) { 0.0 } else { rules::work(rules, bytes()) })
    }

    /// The engine of rules solved by another worker: `table` is the [`table`](Engine::table) of its engine.
    ///
    /// # Errors
    ///
    /// An error in the rules or the table.
    pub fn open(rules: &str, table: &[u8]) -> Result<Engine, String> {
        ValueTable::from_bytes(&model(&read(rules)?, Filled::NONE)?, table).map(Engine::new).map_err(|error| error.to_string())
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
    /// Begins to solve what may follow a card, by a rule set: the name of a built-in one, or TOML. Each layer has so many parts.
    ///
    /// # Errors
    ///
    /// An error in the rules or the card.
    pub fn begin(rules: &str, card: &str, parts: usize) -> Result<Solving, String> {
        Ok(Solving(solver(rules, card)?.in_parts(parts)))
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

/// A solver of what may follow a card, which reports its progress.
fn solver(rules: &str, card: &str) -> Result<Solver<'static>, String> {
    let rules = read(rules)?;
    let card = Scorecard::parse(card, &rules).map_err(|error| error.to_string())?;
    Ok(Solver::of(model(&rules, card.state().filled)?).with(progress::reporting().run))
}

fn model(rules: &RuleSet, filled: Filled) -> Result<Arc<Model>, String> {
    Model::from(rules, filled, MemoryLimit { bytes: MEMORY, threads: 1 }).map(Arc::new).map_err(|error| error.to_string())
}

fn read(rules: &str) -> Result<RuleSet, String> {
    rules::read(rules).map_err(|error| error.to_string())
}
