//! The standard deviation of the final score and the probability of the upper bonus, under optimal play from every state.

use std::sync::Arc;

use super::turn_end::TurnEnd;
use crate::game::Rounds;
use crate::rules::{OtherRules, Placement, RuleSet, State};
use crate::solve::{Model, Rows, ValueTable};
use crate::table::TableError;
use crate::table::file::{self, Content};

/// The most by which rounding may move a variance or a chance out of its bounds.
const ROUNDING: f64 = 1e-6;

/// The spread of a final score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The standard deviation of the final score.
    pub sd: f64,
    /// The probability of the upper bonus, from 0 to 1.
    pub upper_bonus: f64,
}

/// The spread of the final score from every state of a rule set, under optimal play. A clone shares the numbers.
///
/// ```
/// use yahtzee_solver::{RuleSet, Solver, State};
/// let (_, spread) = Solver::new(&RuleSet::builtin("verhoeff")?)?.solve_with_spread()?;
/// let spread = spread.of(&State::default()).expect("the empty card");
/// assert!((spread.sd - 59.61).abs() < 0.01);
/// assert!((spread.upper_bonus - 0.6812).abs() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SpreadTable {
    model: Arc<Model>,
    /// The variance of the points to come, and the probability of the upper bonus.
    rows: Rows<2>,
}

impl SpreadTable {
    /// The objective in the header of these tables' files.
    pub const OBJECTIVE: &str = "spread";

    const CONTENT: Content<2> = Content {
        objective: Self::OBJECTIVE,
        bounds: |rules, filled| {
            // A distribution with half of its weight at each end has the greatest variance.
            let most = (f64::from(rules.most_after(filled)) / 2.0).powi(2);
            [(-ROUNDING, most + ROUNDING), (-ROUNDING, 1.0 + ROUNDING)]
        },
    };

    pub(super) fn from_arrays(model: Arc<Model>, arrays: [Vec<f64>; 2]) -> SpreadTable {
        SpreadTable { model, rows: Rows::of_all(arrays) }
    }

    /// The spread from a state between turns; `None` if the state cannot be reached.
    pub fn of(&self, state: &State) -> Option<Spread> {
        if !self.model.space.is_reachable(state) {
            return None;
        }
        let [variance, bonus] = self.rows.at(&self.model, state);
        Some(Spread { sd: variance.max(0.0).sqrt(), upper_bonus: bonus.clamp(0.0, 1.0) })
    }

    /// The standard deviation of the score of a game of several rounds, given `sd`, that of the round being played. The later rounds are played
    /// optimally.
    pub fn sd_of_rounds(&self, rounds: &Rounds, sd: f64) -> f64 {
        if rounds.later() == 0 {
            return sd;
        }
        let fresh = self.of(&State::default()).expect("the empty card can be reached").sd;
        (sd.powi(2) + f64::from(rounds.later()) * fresh.powi(2)).sqrt()
    }

    /// The spread after an action, given the ends of the turn after it. It is the same for every card in the turn's state.
    ///
    /// # Errors
    ///
    /// [`OtherRules`] if the tables are of different games.
    pub fn after(&self, table: &ValueTable, end: &TurnEnd) -> Result<Spread, OtherRules> {
        self.model.rules.check_same_game(table.rules())?;
        let numbers = |(placement, chance): &(Placement, f64)| {
            let [variance, bonus] = self.rows.at(&self.model, &placement.next);
            (table.value_after(placement), variance, bonus, *chance)
        };
        let ends: Vec<(f64, f64, f64, f64)> = end.placements().iter().map(numbers).collect();
        let mean: f64 = ends.iter().map(|(value, _, _, chance)| value * chance).sum();
        let variance: f64 = ends.iter().map(|(value, variance, _, chance)| (variance + (value - mean).powi(2)) * chance).sum();
        let bonus: f64 = ends.iter().map(|(_, _, bonus, chance)| bonus * chance).sum();
        Ok(Spread { sd: variance.max(0.0).sqrt(), upper_bonus: bonus.clamp(0.0, 1.0) })
    }

    /// The model: the rules, the lattice and the states.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.model.rules
    }

    /// The name of this table's file in a tables folder: `NAME-FINGERPRINT.spread.yzt`.
    pub fn file_name(rules: &RuleSet) -> String {
        format!("{}-{:016x}.spread.yzt", rules.name(), rules.fingerprint())
    }

    /// The bytes of this table's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        file::to_bytes(&self.model, Self::OBJECTIVE, &self.arrays())
    }

    /// Reads the table of a model from the bytes of a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::from_bytes`].
    pub fn from_bytes(model: &Arc<Model>, bytes: &[u8]) -> Result<SpreadTable, TableError> {
        Ok(SpreadTable { model: Arc::clone(model), rows: file::from_bytes(model, Self::CONTENT, bytes)? })
    }

    /// Reads the table of a model from a file, and checks all of it.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::load`].
    #[cfg(feature = "fs")]
    pub fn load(model: &Arc<Model>, path: &std::path::Path) -> Result<SpreadTable, TableError> {
        Ok(SpreadTable { model: Arc::clone(model), rows: file::load(model, Self::CONTENT, path, None)? })
    }

    /// Reads and checks only what a turn in this state needs, as [`ValueTable::load_turn`] does.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::load`], in the parts of the file that are read.
    #[cfg(feature = "fs")]
    pub fn load_turn(model: &Arc<Model>, path: &std::path::Path, state: &State) -> Result<SpreadTable, TableError> {
        Ok(SpreadTable { model: Arc::clone(model), rows: file::load(model, Self::CONTENT, path, Some(state))? })
    }

    /// Writes the table to a file, as [`ValueTable::save`] does. Returns its length in bytes.
    ///
    /// # Errors
    ///
    /// [`TableError::Io`] if the folder or the file cannot be written.
    #[cfg(feature = "fs")]
    pub fn save(&self, path: &std::path::Path) -> Result<u64, TableError> {
        file::save(&self.model, Self::OBJECTIVE, &self.arrays(), path)
    }

    pub(crate) fn arrays(&self) -> [&[f64]; 2] {
        self.rows.all().each_ref().map(Vec::as_slice)
    }
}
