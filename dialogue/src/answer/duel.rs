//! The value of a duel.

use serde::Serialize;
use yahtzee_solver::RuleSet;
use yahtzee_solver::win::{DuelValues, Shares};

/// The value of a duel. Both see both cards and play to win, except a player named by `--first` or `--second`. Of actions with equal value another choice
/// may tie less often.
#[derive(Clone, Debug, Serialize)]
pub struct DuelAnswer {
    /// The name of the rule set.
    pub rules: String,
    /// The chances of the player who moves first to win, tie and lose; absent if only the value was computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Shares>,
    /// Those of the other player, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Shares>,
    /// The chance of the first player to win, plus the share in a tie, from 0 to 1.
    pub value: f64,
    /// The value less one half.
    pub advantage: f64,
    /// The number of computed values.
    pub values: u64,
}

impl DuelAnswer {
    /// A duel with this many computed values.
    pub fn new(duel: &DuelValues, values: u64, rules: &RuleSet) -> DuelAnswer {
        let first = duel.shares();
        let second = first.map(Shares::of_other);
        DuelAnswer { rules: rules.name().to_owned(), first, second, value: duel.value(), advantage: duel.balance() / 2.0, values }
    }
}
