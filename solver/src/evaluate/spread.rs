//! How far final scores spread, and how often the upper bonus is earned, under optimal play from every state.
//!
//! Backwards over the layers, like solving, but following the policy instead of choosing: the variance of the points to come is the mean, over
//! how the turn ends, of the variance that is left then and of the square of what the turn's end adds to the value.

use std::sync::Arc;

use super::outcome::{Outcome, follow_block};
use crate::dice::{Lanes, RerollsLeft};
use crate::game::Action;
use crate::rules::{Points, RuleSet, State};
use crate::solve::{Join, Model, Source, Successors, ValueTable, Work, in_runs, on_threads};
use crate::space::{BLOCK, Row};
use crate::strategy::{BlockStrategy, OptimalStrategy, TurnStrategy};
use crate::table::{TableError, file};

/// What the files of these tables say that they hold.
const OBJECTIVE: &str = "spread";

/// Rows that one task works out.
const ROWS_A_TASK: usize = 8;

/// What varies in final scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The standard deviation of the final score.
    pub sd: f64,
    /// The probability of the upper bonus.
    pub upper_bonus: f64,
}

/// The spread of the final score from every state of a rule set, under optimal play.
///
/// ```
/// use yahtzee_solver::{RuleSet, Solver, SpreadTable, State};
/// let table = Solver::new(&RuleSet::builtin("verhoeff")?)?.solve();
/// let spread = SpreadTable::new(&table, None).of(&State::default());
/// assert!((spread.sd - 59.61).abs() < 0.01);
/// assert!((spread.upper_bonus - 0.6812).abs() < 1e-4);
/// # Ok::<(), yahtzee_solver::RulesError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SpreadTable {
    model: Arc<Model>,
    /// The rows of the state space, padded: the variance of the points to come.
    variances: Vec<f64>,
    /// The same: the probability of the upper bonus.
    bonuses: Vec<f64>,
}

impl SpreadTable {
    /// Follows optimal play from every state, on this many threads, or on as many as the machine has cores. The numbers are the same to the
    /// last bit for any number.
    pub fn new(table: &ValueTable, threads: Option<usize>) -> SpreadTable {
        let model = Arc::clone(table.model());
        let width = model.space.width();
        let mut spread = SpreadTable { model, variances: vec![0.0; width], bonuses: vec![0.0; width] };
        on_threads(threads, Job { policy: OptimalStrategy::new(table), spread: &mut spread });
        spread
    }

    /// The spread from a state that can be reached, between turns.
    pub fn of(&self, state: &State) -> Spread {
        let position = self.model.space.position(state);
        Spread { sd: self.variances[position].max(0.0).sqrt(), upper_bonus: self.bonuses[position].clamp(0.0, 1.0) }
    }

    /// The spread after an option is taken in `turn` with this many rerolls left, all that follows being optimal. The same for the final score
    /// of any card in the turn's state.
    ///
    /// # Panics
    ///
    /// If `option` is a hold and no reroll is left, or there are more left than a turn of the game allows.
    pub fn after(&self, table: &ValueTable, turn: &TurnStrategy, option: &Action, rerolls_left: RerollsLeft) -> Spread {
        let end = turn.end_after(option, rerolls_left);
        let ends = || {
            end.placements().iter().map(|(placement, chance)| {
                let position = self.model.space.position(&placement.next);
                let value = f64::from(placement.points + placement.bonus) + table.value_of(&placement.next);
                (value, self.variances[position], self.bonuses[position], *chance)
            })
        };
        let mean: f64 = ends().map(|(value, _, _, chance)| value * chance).sum();
        let variance: f64 = ends().map(|(value, variance, _, chance)| (variance + (value - mean).powi(2)) * chance).sum();
        let bonus: f64 = ends().map(|(_, _, bonus, chance)| bonus * chance).sum();
        Spread { sd: variance.max(0.0).sqrt(), upper_bonus: bonus.clamp(0.0, 1.0) }
    }

    /// The name of this table's file in a tables folder: `NAME-FINGERPRINT.spread.yzt`.
    pub fn file_name(rules: &RuleSet) -> String {
        format!("{}-{:016x}.spread.yzt", rules.name(), rules.fingerprint())
    }

    /// The bytes of this table's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        file::to_bytes(&self.model, OBJECTIVE, &[&self.variances, &self.bonuses])
    }

    /// Reads the table of a model from the bytes of a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::from_bytes`].
    pub fn from_bytes(model: &Arc<Model>, bytes: &[u8]) -> Result<SpreadTable, TableError> {
        let [variances, bonuses] = file::from_bytes(model, OBJECTIVE, bytes)?;
        Ok(SpreadTable { model: Arc::clone(model), variances, bonuses })
    }

    /// Reads the table of a model from a file.
    ///
    /// # Errors
    ///
    /// A [`TableError`], as for [`ValueTable::load`].
    #[cfg(feature = "fs")]
    pub fn load(model: &Arc<Model>, path: &std::path::Path) -> Result<SpreadTable, TableError> {
        SpreadTable::from_bytes(model, &std::fs::read(path)?)
    }

    /// Writes the table to a file, as [`ValueTable::save`] does, and returns its length in bytes.
    ///
    /// # Errors
    ///
    /// [`TableError::Io`] where the folder or the file cannot be written.
    #[cfg(feature = "fs")]
    pub fn save(&self, path: &std::path::Path) -> Result<u64, TableError> {
        file::save(path, &self.to_bytes())
    }
}

struct Job<'a> {
    policy: OptimalStrategy<'a>,
    spread: &'a mut SpreadTable,
}

impl Work for Job<'_> {
    fn run(self, join: &impl Join) {
        let Job { policy, spread } = self;
        let Model { rules, space, .. } = &**policy.table().model();
        let mut layers = space.layers();
        let bonus = rules.upper_bonus();
        for row in layers.next().expect("the layer of full cards") {
            let earned = |&total: &u16| if bonus.points > 0 && Points::from(total) >= bonus.at { 1.0 } else { 0.0 };
            let lanes: Vec<f64> = space.lanes(row).iter().map(earned).collect();
            let places = &mut spread.bonuses[row.start..][..space.row_width(row)];
            places.fill(*lanes.last().expect("a lane"));
            places[..lanes.len()].copy_from_slice(&lanes);
        }
        for rows in layers {
            let mut worked_out = vec![Vec::new(); rows.len()];
            in_runs(join, ROWS_A_TASK, rows, &mut worked_out, &|rows, places| {
                let (mut block, mut outcome) = (BlockStrategy::new(&policy), Outcome::new(&policy.table().model().lattice));
                for (row, place) in rows.iter().zip(places) {
                    *place = follow_row(&policy, spread, row, &mut block, &mut outcome);
                }
            });
            for (row, blocks) in rows.iter().zip(worked_out) {
                for (block, (variances, bonuses)) in blocks.iter().enumerate() {
                    let start = row.start + block * BLOCK;
                    spread.variances[start..start + BLOCK].copy_from_slice(&variances.0);
                    spread.bonuses[start..start + BLOCK].copy_from_slice(&bonuses.0);
                }
            }
        }
    }
}

/// Variance and chance of the bonus, block by block of a row, given those of all layers that follow.
fn follow_row(
    policy: &OptimalStrategy<'_>,
    after: &SpreadTable,
    row: &Row,
    block: &mut BlockStrategy<BLOCK>,
    outcome: &mut Outcome<BLOCK>,
) -> Vec<(Lanes<BLOCK>, Lanes<BLOCK>)> {
    let Model { space, .. } = &**policy.table().model();
    let values = policy.table().values();
    block.enter_row(policy, row.filled, row.flag);
    let of_block = |first: usize| {
        follow_block(policy, block, outcome, first);
        let mut here = Lanes([0.0; BLOCK]);
        here.0.copy_from_slice(&values[row.start + first..][..BLOCK]);
        let (mut variances, mut bonuses) = (Lanes([0.0; BLOCK]), Lanes([0.0; BLOCK]));
        for (option, chances) in block.options().iter().zip(outcome.chances()) {
            let read = |values, points| -> Lanes<BLOCK> {
                Successors { values, shifts: space.shifts() }.read(&Source { points, ..option.source }, first)
            };
            let value = read(values, option.source.points);
            let variance = read(&after.variances, 0);
            let bonus = read(&after.bonuses, 0);
            for lane in 0..BLOCK {
                let adds = value.0[lane] - here.0[lane];
                variances.0[lane] += chances.0[lane] * (variance.0[lane] + adds * adds);
                bonuses.0[lane] += chances.0[lane] * bonus.0[lane];
            }
        }
        (variances, bonuses)
    };
    (0..space.row_width(row)).step_by(BLOCK).map(of_block).collect()
}

#[cfg(test)]
mod tests {
    use super::super::distribution::Distribution;
    use super::super::statistics::Statistics;
    use super::*;
    use crate::advise::Advisor;
    use crate::game::Scorecard;
    use crate::testing::{TABLES, card_after, numbers, table};

    /// The spread of `table(1)`, worked out once.
    fn verhoeff() -> SpreadTable {
        static SPREAD: std::sync::OnceLock<SpreadTable> = std::sync::OnceLock::new();
        SPREAD.get_or_init(|| SpreadTable::new(table(1), None)).clone()
    }

    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-9, "{found} for {wanted}");
    }

    #[test]
    fn agrees_with_the_distribution() {
        for number in [1, 4, 5] {
            let table = table(number);
            let rules = table.rules();
            let spread = if number == 1 { verhoeff() } else { SpreadTable::new(table, None) };
            let open = rules.category_count().min(5);
            let mut cards: Vec<Scorecard> =
                (0..4).map(|seed| card_after(rules, rules.category_count() - open, &mut numbers(seed))).collect();
            if number == 1 {
                cards.push(Scorecard::new(rules));
            }
            for card in cards {
                let statistics = Statistics::new(table, &card, None);
                let found = spread.of(&card.state(rules));
                near(found.sd, statistics.score.sd());
                near(found.upper_bonus, statistics.upper_bonus.probability);
            }
        }
    }

    /// Each option's spread is that of the distributions that it may lead to, mixed by their chances.
    #[test]
    fn options_agree_with_the_distributions_after_them() {
        for (number, seed) in [(1, 1), (1, 2), (4, 3), (4, 4)] {
            let table = table(number);
            let rules = table.rules();
            let spread = if number == 1 { verhoeff() } else { SpreadTable::new(table, None) };
            let mut random = numbers(seed);
            let card = card_after(rules, rules.category_count() - 3, &mut random);
            let turn = OptimalStrategy::new(table).turn(&card.state(rules)).unwrap();
            let rolls: Vec<_> = table.model().rolls().collect();
            for rerolls in 0..rules.rolls() {
                let rerolls_left = rules.rerolls_left(rerolls).unwrap();
                let roll = rolls[random() % rolls.len()];
                for option in Advisor::new(table).advise(&card, roll, rerolls_left).unwrap().options.iter().take(3) {
                    let (mut chances, mut bonus) = (vec![0.0; 3000], 0.0);
                    for (placement, chance) in turn.end_after(&option.action, rerolls_left).placements() {
                        let mut next = card.clone();
                        next.write(placement);
                        let statistics = Statistics::new(table, &next, None);
                        bonus += chance * statistics.upper_bonus.probability;
                        statistics.score.iter().for_each(|(score, share)| chances[score as usize] += chance * share);
                    }
                    let score = Distribution::from_zero(&chances);
                    let found = spread.after(table, &turn, &option.action, rerolls_left);
                    near(score.mean(), option.expected_final);
                    near(found.sd, score.sd());
                    near(found.upper_bonus, bonus);
                }
            }
        }
    }

    #[test]
    fn files_come_back_as_they_were() {
        let (small, other) = (table(4), table(5));
        let spread = SpreadTable::new(small, Some(1));
        let mut bytes = spread.to_bytes();
        let back = SpreadTable::from_bytes(small.model(), &bytes).unwrap();
        assert_eq!((&back.variances, &back.bonuses), (&spread.variances, &spread.bonuses));
        assert!(matches!(SpreadTable::from_bytes(other.model(), &bytes), Err(TableError::OtherRules { .. })));
        assert!(matches!(ValueTable::from_bytes(small.model(), &bytes), Err(TableError::Content(_))));
        assert!(matches!(SpreadTable::from_bytes(small.model(), &small.to_bytes()), Err(TableError::Content(_))));
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        assert!(matches!(SpreadTable::from_bytes(small.model(), &bytes), Err(TableError::Checksum)));
    }

    #[test]
    fn chances_are_chances() {
        for number in TABLES - 2..TABLES {
            let table = table(number);
            let spread = SpreadTable::new(table, Some(3));
            assert!(spread.variances.iter().all(|&variance| variance >= 0.0));
            assert!(spread.bonuses.iter().all(|bonus| (0.0..=1.0 + 1e-12).contains(bonus)));
            assert_eq!(spread.variances, SpreadTable::new(table, Some(1)).variances);
        }
    }
}
