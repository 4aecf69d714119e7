//! The fields of a rule set's file as values of Python.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyList, PyMapping, PyString, PyTuple};
use pythonize::pythonize;
use yahtzee_solver::RuleSet;

use crate::errors::{OrRaise, RulesError};

/// The deepest nesting of the values of a field. A rule set's file has less.
const DEEPEST: usize = 16;
/// The field whose steps may be given as pairs, as `RuleSet.upper_bonus` has them.
const BONUS: &str = "upper-bonus";

/// The fields of the file that the rules were read from.
pub(super) fn fields_of(rules: &RuleSet) -> toml::Table {
    rules.toml().parse().expect("the TOML that the rules were read from")
}

/// The same as a dictionary.
pub(super) fn dictionary<'py>(py: Python<'py>, rules: &RuleSet) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize(py, &fields_of(rules))?)
}

/// The rules with these fields. The error of a field in a list names the category, because nobody has seen the lines of this file.
pub(super) fn parsed<T>(fields: &toml::Table, parse: fn(&str) -> Result<T, yahtzee_solver::RulesError>) -> PyResult<T> {
    let text = toml::to_string(fields).map_err(|error| RulesError::new_err(error.to_string()))?;
    parse(&text).or_else(|error| match error {
        yahtzee_solver::RulesError::Form { line, message } => Err(RulesError::new_err(format!("{}{message}", section(&text, line)))),
        error => Err(error).or_raise(),
    })
}

/// The name of the category at a line, with a colon; empty for a line of no category.
fn section(text: &str, line: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let Some(begin) = lines.iter().take(line).rposition(|line| line.starts_with('[')) else { return String::new() };
    let entries = lines[begin + 1..].iter().take_while(|line| !line.starts_with('['));
    let name = entries.filter_map(|line| line.strip_prefix("name = ")).next();
    name.map(|name| format!("{}: ", name.trim_matches('"'))).unwrap_or_default()
}

/// Puts the fields of a dictionary into a table, where `_` stands for `-`. `None` leaves a field out.
pub(super) fn put(table: &mut toml::Table, fields: &Bound<'_, PyMapping>) -> PyResult<()> {
    let mut names = Vec::new();
    for item in fields.items()? {
        let (name, given): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let name = key(&name)?.replace('_', "-");
        if names.contains(&name) {
            return Err(RulesError::new_err(format!("{name}: it is there twice, with - and with _")));
        }
        if given.is_none() {
            table.remove(&name);
        } else {
            let value = value(&name, &given, 0)?;
            table.insert(name.clone(), if name == BONUS { steps(&value) } else { value });
        }
        names.push(name);
    }
    Ok(())
}

fn key(name: &Bound<'_, PyAny>) -> PyResult<String> {
    name.extract().map_err(|_| {
        RulesError::new_err(format!("{}: it is no name of a field", name.str().map(|name| name.to_string()).unwrap_or_default()))
    })
}

fn value(path: &str, given: &Bound<'_, PyAny>, depth: usize) -> PyResult<toml::Value> {
    if depth > DEEPEST {
        return Err(RulesError::new_err(format!("{path}: its values are nested too deeply")));
    }
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(toml::Value::String(text.extract()?));
    }
    if let Ok(truth) = given.cast::<PyBool>() {
        return Ok(toml::Value::Boolean(truth.is_true()));
    }
    if let Ok(number) = given.cast::<PyFloat>() {
        return Ok(toml::Value::Float(number.extract()?));
    }
    if let Ok(fields) = given.cast::<PyMapping>() {
        let items = fields.items()?;
        let table: PyResult<toml::Table> = items
            .iter()
            .map(|item| {
                let (name, given): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
                let name = key(&name)?;
                let value = value(&format!("{path}.{name}"), &given, depth + 1)?;
                Ok((name, value))
            })
            .collect();
        return table.map(toml::Value::Table);
    }
    if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
        let items: PyResult<Vec<toml::Value>> =
            given.try_iter()?.enumerate().map(|(place, item)| value(&format!("{path}[{place}]"), &item?, depth + 1)).collect();
        return items.map(toml::Value::Array);
    }
    // Also the numbers of numpy.
    given.extract::<i64>().map(toml::Value::Integer).map_err(|_| {
        let kind = given.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        RulesError::new_err(format!("{path}: a {kind} where text, a number, True or False, a list or a dictionary is wanted"))
    })
}

/// Pairs of an upper total and its points as steps of the upper bonus. Anything else is left for the rules to judge.
fn steps(value: &toml::Value) -> toml::Value {
    match value {
        toml::Value::Array(steps) if !matches!(steps[..], [toml::Value::Integer(_), _]) => match &steps[..] {
            [only] => step(only),
            several => toml::Value::Array(several.iter().map(step).collect()),
        },
        only => step(only),
    }
}

/// A pair as a step.
fn step(given: &toml::Value) -> toml::Value {
    match given.as_array().map(Vec::as_slice) {
        Some([at, points]) => {
            toml::Value::Table(toml::Table::from_iter([("at".to_owned(), at.clone()), ("points".to_owned(), points.clone())]))
        }
        _ => given.clone(),
    }
}
