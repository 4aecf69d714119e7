//! The native half of the Python package: the solver behind classes that Python can call. It contains no game logic; values and words come from the
//! libraries. The Python half (`yahtzee/`) has the public classes, which it makes of JSON.

#![expect(clippy::needless_pass_by_value, reason = "PyO3 makes the arguments for the call")]

mod batches;
mod columns;
mod errors;
mod exchange;
mod frames;
mod games;
mod language;
mod measure;
mod model;
mod numbered;
mod objects;
mod observations;
mod policy;
mod questions;
mod released;
mod solved;
mod table;
mod training;

/// The native half of the package `yahtzee`.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::{
        batches::room,
        columns::{ColumnGame, ColumnTable},
        errors::{
            ActionError, ArrayError, CardError, DiceError, Error, GameError, HistoryError, ObjectiveError, PositionError, RulesError,
            StateError,
        },
        games::Games,
        language::set_language,
        model::Model,
        objects::{cards::Scorecard, positions::Position, rules::RuleSet},
        observations::{decode, encode, observed_width},
        policy::Policy,
        questions::duel,
        solved::Solved,
        table::Table,
        training::{Deck, History},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
