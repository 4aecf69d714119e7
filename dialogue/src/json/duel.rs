//! The value of a duel, as JSON.

use serde::Serialize;
use yahtzee_solver::RuleSet;
use yahtzee_solver::win::{DuelValues, Shares};

/// The value of a duel.
#[derive(Clone, Debug, Serialize)]
pub struct JsonDuel<'a> {
    rules: &'a str,
    /// The shares of the player who moves first; left out if only the value was computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<JsonShares>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<JsonShares>,
    value: f64,
    /// The value less one half.
    advantage: f64,
    values: u64,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct JsonShares {
    win: f64,
    tie: f64,
    loss: f64,
}

impl<'a> JsonDuel<'a> {
    /// A duel with this many computed values.
    pub fn new(rules: &'a RuleSet, duel: &DuelValues, values: u64) -> JsonDuel<'a> {
        let shares = |Shares { win, tie, loss }| JsonShares { win, tie, loss };
        let first = duel.shares();
        JsonDuel {
            rules: rules.name(),
            first: first.map(shares),
            second: first.map(Shares::of_other).map(shares),
            value: duel.value(),
            advantage: duel.balance() / 2.0,
            values,
        }
    }
}
