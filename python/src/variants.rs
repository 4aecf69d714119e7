//! Many rule sets, each solved on one thread.

use std::sync::Arc;

use pyo3::prelude::*;
use yahtzee_dialogue::columns::{Cells, Column};
use yahtzee_solver::solve::MemoryLimit;
use yahtzee_solver::{Model, RuleSet, RulesError, Run, Solver};

use crate::errors::OrRaise;
use crate::frames::Frame;
use crate::objects;
use crate::released::{at_length, bytes, threads};

/// What is kept of a solved rule set.
struct Found {
    states: u32,
    expected_score: f64,
}

/// Solves rule sets: a row for each, in their order. `yahtzee.solve_all` is the public function. Each thread has its share of the memory.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 makes the arguments for the call")]
pub(crate) fn solve_all(
    py: Python<'_>,
    rules: Vec<Bound<'_, objects::rules::RuleSet>>,
    threads: Option<i64>,
    memory: i64,
) -> PyResult<Frame> {
    let threads = self::threads(threads)?;
    let limit = bytes(memory)? / threads as u64;
    let rules: Vec<RuleSet> = rules.iter().map(|rules| rules.get().0.clone()).collect();
    let mut found: Vec<Option<Result<Found, RulesError>>> = rules.iter().map(|_| None).collect();
    let places = &mut found[..];
    at_length(py, threads, |run| {
        run.walk(rules.len() as u64, |walker| {
            walker.layer(1, &rules, places, &|rules, places: &mut [Option<_>]| {
                for (rules, place) in rules.iter().zip(places) {
                    *place = Some(solved(rules, limit));
                    walker.advance(1);
                }
            });
        })
    })?
    .or_raise()?;
    let found = found.into_iter().flatten().collect::<Result<Vec<Found>, RulesError>>().or_raise()?;
    let texts = |text: fn(&RuleSet) -> String| Cells::Text(rules.iter().map(|rules| Some(text(rules))).collect());
    let columns = [
        ("rules", texts(|rules| rules.name().to_owned())),
        ("fingerprint", texts(|rules| format!("{:016x}", rules.fingerprint()))),
        ("states", Cells::Whole(found.iter().map(|found| Some(found.states)).collect())),
        ("expected_score", Cells::Real(found.iter().map(|found| Some(found.expected_score)).collect())),
    ];
    Frame::new(None, columns.map(|(name, cells)| Column { name: name.to_owned(), cells }).into())
}

fn solved(rules: &RuleSet, limit: u64) -> Result<Found, RulesError> {
    let model = Arc::new(Model::new(rules, MemoryLimit { bytes: limit, threads: 1 })?);
    let table = Solver::of(model).with(Run::new().threads(1)).solve().expect("no callback stops it");
    Ok(Found { states: table.space().len() as u32, expected_score: table.expected_score() })
}
