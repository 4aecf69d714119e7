//! The long computations of the page. Only this crate is compiled for speed: functions that the solver marks `#[inline]` for the web are compiled in
//! the calling crate, which is this one. The rest of the page is compiled for size.

mod chances;
mod progress;

use std::sync::Arc;

use yahtzee_solver::cards::{CardStrategy, RuleCard};
use yahtzee_solver::evaluate::Evaluator;
use yahtzee_solver::{AimSolver, Distribution, Follower, Game, Model, Solver, SpreadTable, ValueTable};

pub use chances::Chances;

/// Solves a game.
pub fn solve(model: Arc<Model>) -> ValueTable {
    Solver::of(model).with(progress::reporting()).solve().expect("nobody ends it")
}

/// The spread of final scores.
pub fn spread(table: &ValueTable) -> SpreadTable {
    Follower::new(table).with(progress::reporting()).spread_table().expect("nobody ends it")
}

/// The distribution of the final scores of optimal play, from the start of a game.
///
/// # Errors
///
/// If the game is another one than the table's.
pub fn optimal_scores(game: &Game, table: &ValueTable) -> Result<Distribution, String> {
    let solver = AimSolver::new(table).with(progress::reporting());
    solver.optimal_scores(game).map_err(|error| error.to_string())
}

/// The exact expected score of a card of rules, in at most this many bytes of memory.
///
/// # Errors
///
/// If the game is too large.
pub fn rule_card_value(card: &RuleCard, memory: u64) -> Result<f64, String> {
    let model = Model::apart(&card.rules, memory).map_err(|error| error.to_string())?.into();
    let strategy = CardStrategy::new(card, &model);
    let evaluator = Evaluator::with_model(&model, &strategy).map_err(|error| error.to_string())?;
    let values = evaluator.with(progress::reporting()).values().map_err(|error| error.to_string())?;
    Ok(values.expected_score())
}
