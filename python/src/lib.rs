//! The native half of the Python package: the solver behind classes that Python can call. It contains no game logic; values and words come from the
//! libraries. The Python half (`yahtzee/`) has the public classes, which it makes of JSON.

mod batches;
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
    use crate::batches::room;
    #[pymodule_export]
    use crate::errors::{
        ActionError, ArrayError, CardError, DiceError, Error, GameError, HistoryError, ObjectiveError, PositionError, RulesError,
        StateError,
    };
    #[pymodule_export]
    use crate::games::Games;
    #[pymodule_export]
    use crate::language::set_language;
    #[pymodule_export]
    use crate::model::Model;
    #[pymodule_export]
    use crate::objects::cards::Scorecard;
    #[pymodule_export]
    use crate::objects::positions::Position;
    #[pymodule_export]
    use crate::objects::rules::RuleSet;
    #[pymodule_export]
    use crate::observations::{decode, encode, observed_width};
    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::questions::duel;
    #[pymodule_export]
    use crate::solved::Solved;
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::training::{Deck, History};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
