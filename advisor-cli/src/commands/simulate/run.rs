//! A finished run of `simulate`: the player and the results.

use yahtzee_solver::simulate::{Measured, Scores};
use yahtzee_solver::{Distribution, ValueTable};

use crate::args::SimulateArgs;

/// The shown percentiles.
pub(super) const PERCENTS: [u8; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];

/// The results, by the kind of player.
pub(super) enum Played {
    /// The results of the optimal strategy, and the exact distribution of its scores.
    Optimal { scores: Scores, exact: Distribution },
    /// The results of another player.
    Measured(Measured),
}

/// A finished run.
pub(super) struct Run<'a> {
    pub(super) args: &'a SimulateArgs,
    pub(super) table: &'a ValueTable,
    pub(super) played: Played,
}

impl Run<'_> {
    pub(super) fn scores(&self) -> &Scores {
        match &self.played {
            Played::Optimal { scores, .. } => scores,
            Played::Measured(measured) => &measured.scores,
        }
    }

    /// The player's name in JSON.
    pub(super) fn player(&self) -> &'static str {
        if self.args.bot.is_some() { "bot" } else { self.args.player.name() }
    }
}
