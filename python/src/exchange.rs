//! What passes between the two halves of the package: questions as dictionaries, answers as JSON.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use pythonize::{Depythonizer, depythonize};
use serde::Serialize;
use yahtzee_dialogue::ask::{Ask, AskedCard};
use yahtzee_solver::RuleSet;

use crate::errors::{Error, ObjectiveError, OrRaise};
use crate::objects::cards::ask_card;

/// JSON in bytes. `msgspec` makes the public classes of it.
pub(crate) type Json<'py> = Bound<'py, PyBytes>;

/// An answer as JSON.
pub(crate) fn json<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Json<'py>> {
    let json = serde_json::to_vec(answer).map_err(|error| Error::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &json))
}

/// The fields of a question besides its position and its card. An error names the invalid field.
pub(crate) fn ask<'a>(fields: &'a Bound<'_, PyDict>) -> PyResult<Ask<'a>> {
    // Any object of Python can be read as a truth value; only one is meant.
    if let Some(why) = fields.get_item("why")?
        && why.extract::<bool>().is_err()
    {
        return Err(Error::new_err(format!("why: {} where True or False is wanted", why.repr()?)));
    }
    depythonize(fields.as_any()).or_else(|_| {
        // It is read again, because tracking the field takes time.
        serde_path_to_error::deserialize(&mut Depythonizer::from_object(fields.as_any())).map_err(|error| {
            let field = error.path().to_string();
            let message = format!("{field}: {}", PyErr::from(error.into_inner()).value(fields.py()));
            if field.starts_with("objective") { ObjectiveError::new_err(message) } else { Error::new_err(message) }
        })
    })
}

/// A question about a card between turns: a card argument, and the other fields.
pub(crate) fn asked_card(card: Option<&Bound<'_, PyAny>>, fields: &Bound<'_, PyDict>, rules: &RuleSet) -> PyResult<AskedCard> {
    let card = card.map(|card| ask_card(card, rules)).transpose()?;
    Ask { card, ..ask(fields)? }.read_card(rules).or_raise()
}
